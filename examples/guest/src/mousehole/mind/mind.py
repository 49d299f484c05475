"""What a mouse thinks of its moves: enough for bots that look one step ahead, and for searches to begin with."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.game import lowest
from domik.kernel.mind import Mind
from mousehole.rules.game import Mousehole
from mousehole.rules.state import *


class MouseMind(Mind):
    """It likes points now, and cards of the kind it wishes for."""

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """Points that a room brings at once, and a little for the wish; of what is taken, the kind and its crumbs."""
        game = cast("Mousehole", self.game)
        number = int(lowest(action))
        if view[PHASE] == DIG:
            card = view[game.own_at(seat) + HELD + number // 2] - 1
            after = view[:]
            game.dig(after, seat, number // 2, number % 2)
            return float(game.score(after, seat) - game.score(view, seat)) + self.kind_bonus(view, seat, card)
        if number == FROM_PILE:
            return 1.2  # about what an unknown card is worth
        card = view[SHELF + number - FROM_SHELF] - 1
        return float(game.parts.crumbs[card]) + self.kind_bonus(view, seat, card)

    def kind_bonus(self, view: vec[i64], seat: int, card: int) -> float:
        """What the card's kind is worth to this seat beside the points it brings at once (MH-25)."""
        game = cast("Mousehole", self.game)
        wished = not game.family and view[game.own_at(seat) + WISH] == game.parts.kinds[card]
        return 1.5 if wished else 0.5 if game.parts.kinds[card] == STOVE else 0.0
