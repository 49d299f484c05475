"""A window on a bout: what one seat sees of it, in buffers that others read in place."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.batch import bytes_of, pay, seen
from domik.kernel.bout import Bout
from domik.kernel.encoder import Encoder
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.playout import zeros
from domik.kernel.state import View


@final
class Window:
    """The numbers, the features and the open actions of the seat that looked last."""

    def __init__(self, bout: Bout, encoder: Encoder) -> None:
        self.bout: Bout = bout
        self.encoder: Encoder = encoder
        self.numbers: vec[i64] = zeros(bout.game.open_size + bout.game.own_size)
        self.blank: vec[u8] = bytes_of(encoder.width)
        self.features: vec[u8] = self.blank  # fresh at every look
        self.mask: vec[u8] = bytes_of(MOST_ACTIONS)

    def look(self, seat: i64, features: bool) -> None:
        """Show the bout to a seat; with its features if they are wanted."""
        game = self.bout.game
        seen(game, self.bout.numbers, seat, self.numbers, 0)
        if features:
            self.features = self.blank[:]
            self.encoder.encode(self.numbers, 0, game.open_size, seat, self.features, 0)
        legal = self.bout.legal_of(seat)
        for number in range(MOST_ACTIONS):
            self.mask[number] = u8(legal & 1)
            legal >>= 1


def encoded(view: View, encoder: Encoder) -> vec[u8]:
    """The features of one view."""
    out = bytes_of(encoder.width)
    encoder.encode(view.numbers, 0, view.game.own_at(view.seat), view.seat, out, 0)
    return out


def paid(bout: Bout, kind: i64, unit: float) -> list[float]:
    """What a finished bout was worth to every seat."""
    out = vec[float]([0.0] * int(bout.game.seats))
    pay(bout.game, bout.numbers, kind, unit, out, 0)
    return [worth for worth in out]  # noqa: C416 - list() of a vec is slower when compiled
