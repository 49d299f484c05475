"""What a search's playout was worth to a seat: the share of the win, and a little for the margin."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import AWAITED, Game, count
from domik.kernel.mind import Mind
from domik.kernel.style import Style
from domik.kernel.trees import MILLION


@final
class Reward:
    """The measure of one search."""

    def __init__(self, game: Game, style: Style) -> None:
        self.game: Game = game
        self.mind: Mind = game.mind
        self.style: Style = style
        self.par: i64 = -MILLION  # of a game for one: the first score reached

    def of(self, numbers: vec[i64], seat: i64) -> float:
        """From 0 to 1: the share of the win, and a little for the margin over the best other seat."""
        game = self.game
        over = numbers[AWAITED] == 0
        mine = self.points(numbers, seat, over)
        others = mine
        first = True
        for other in range(game.seats):
            if other != seat:
                theirs = self.points(numbers, other, over)
                if first or theirs > others:
                    others = theirs
                    first = False
        if first:
            if self.par == -MILLION:
                self.par = i64(mine)
            others = float(self.par)
        ahead = mine - others
        size = ahead if ahead > 0.0 else -ahead
        margin = 0.5 + 0.5 * ahead / (size + self.style.scale)
        if not over or first:
            return margin
        winners = game.winners(numbers)
        won = 0.0
        if (winners >> seat) & 1:
            won = 1.0 / float(count(winners))
        return (won + self.style.margin * margin) / (1.0 + self.style.margin)

    def points(self, numbers: vec[i64], seat: i64, over: bool) -> float:
        """Final points, or what the game expects them to become."""
        return float(self.game.score(numbers, seat)) if over else self.mind.outlook(numbers, seat)
