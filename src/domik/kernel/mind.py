"""How a search thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from domik.kernel.luck import Luck

if TYPE_CHECKING:
    from domik.kernel.game import Game


@final
class SearchConfig:
    """How a search thinks; the bots' levels are styles with a budget."""

    def __init__(self) -> None:
        self.guide: i64 = 1  # how many actions a player in a rollout compares by advice; 1 is random
        self.reflex: bool = False  # whether players in a rollout act by the game's reflexes, where it has them
        self.near: i64 = 0  # so many actions of a world are guided like that, the rest are random; 0: all of them
        self.deep: i64 = 64  # how many own decisions the tree holds
        self.rivals: bool = True  # whether the others have trees too, or follow advice only
        self.halving: bool = False  # the root: halve the candidates in shared worlds, instead of UCB
        self.explore: float = 0.5
        self.bias: float = 0.0  # how much advice counts before experience
        self.margin: float = 0.5  # how much the margin counts beside winning
        self.scale: float = 8.0  # the margin that is worth half of all that margins can be worth
        self.horizon: i64 = 0  # actions until the game's outlook judges, 0: to the end


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """What may be thought about a game; as it stands, it has no opinion."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one legal action: higher is better, comparable within one decision; 0 has no opinion."""
        return 0.0

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """Like advise, but as cheap as can be: what players in a search's rollouts go by."""
        return self.score_move(numbers, seat, action)

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """One legal action, as a player in a rollout takes it without comparing; 0 leaves it to hunches."""
        return 0

    def equivalence(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """What an action is, whatever its bit: actions of one decision with the same number come to the same.

        It should say the same in other worlds too (a room by its colour, not by its place in the hand).
        """
        return action

    def value(self, numbers: vec[i64], seat: i64) -> float:
        """About how many points the seat will have at the end: for searches that stop before it."""
        return float(self.game.score(numbers, seat))

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Set how a search thinks to what suits the game (effort 1: hard, 2: master); settings by hand go on top."""

    def budget(self, effort: i64) -> i64:
        """How many worlds a level plays for a decision of this game; 0: as many as of any game."""
        return 0

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """The view as a hasty player takes it in: some of it overlooked or forgotten, as people do."""
        return view

    def solve(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """An action found by the game's own solver at this level of effort (1 hard, 2 master); 0 when it has none.

        It ends after so many seconds of CPU time with what it has; 0 is no limit, and then luck alone decides.
        """
        return 0


def best_moves(game: Game, view: vec[i64], seat: i64, legal: i64) -> i64:
    """The legal actions that the game's advice likes best, as a mask: of equals any one will do."""
    best: i64 = 0
    value = 0.0
    while legal:
        action = legal & -legal
        legal &= legal - 1
        judged = game.mind.score_move(view, seat, action)
        if not best or judged > value:
            best = action
            value = judged
        elif judged == value:
            best |= action
    return best
