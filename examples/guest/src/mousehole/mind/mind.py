"""Move heuristic of Mousehole: enough for greedy bots, and as guidance for the search."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import lowest
from domik.kernel.mind import Mind
from mousehole.rules.game import Mousehole
from mousehole.rules.state import DIG, FROM_PILE, FROM_SHELF, HELD, PHASE, SHELF, STOVE, WISH


class MouseMind(Mind):
    """Prefers immediate points, and cards of the wished kind."""

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """Points gained at once by a dig, or the crumbs of a card taken; plus a bonus for the card's kind."""
        game = cast("Mousehole", self.game)
        number = int(lowest(action))
        if view[PHASE] == DIG:
            card = view[game.own_at(seat) + HELD + number // 2] - 1
            after = view[:]
            game.dig(after, seat, number // 2, number % 2)
            return float(game.score(after, seat) - game.score(view, seat)) + self.kind_bonus(view, seat, card)
        if number == FROM_PILE:
            return 1.2  # estimated value of an unknown card
        card = view[SHELF + number - FROM_SHELF] - 1
        return float(game.parts.crumbs[card]) + self.kind_bonus(view, seat, card)

    def kind_bonus(self, view: vec[i64], seat: int, card: int) -> float:
        """The value of a card's kind to this seat beyond immediate points (MH-25)."""
        game = cast("Mousehole", self.game)
        wished = not game.family and view[game.own_at(seat) + WISH] == game.parts.kinds[card]
        return 1.5 if wished else 0.5 if game.parts.kinds[card] == STOVE else 0.0
