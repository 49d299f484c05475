"""One moment of Mousehole as its drawing needs it."""

from __future__ import annotations

from domik.kernel import moment
from mousehole.rules.points import burrow
from mousehole.rules.state import *


class Moment(moment.Moment):
    """A view with its cards by name."""

    def deciding(self) -> tuple[object, ...]:
        """What decides which actions are refused: whose turn, the phase, which cards are there, whether any is dug."""
        return self.acts, int(self.numbers[PHASE]), tuple(map(bool, self.hand())), bool(self.rooms(self.me))

    def hand(self) -> list[int]:
        """The own hand by place, cards counted from 1; empty places are 0."""
        own = int(self.match.game.own_at(self.me)) + HELD
        return [int(self.numbers[own + place]) if self.seat >= 0 else 0 for place in range(HAND)]

    def rooms(self, seat: int) -> list[int]:
        """A burrow from left to right, cards counted from 1."""
        return [card + 1 for card in burrow(self.numbers, seat)]

    def known(self, seat: int) -> list[int]:
        """What everybody knows of a hand: a card counted from 1, 0 for one that nobody else has seen."""
        at = SEAT + SEAT_SIZE * seat + SHOWN
        return [int(self.numbers[at + place]) for place in range(HAND) if self.numbers[at + place] != GAP]

    def scores(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(int(self.view.score(seat)) for seat in range(self.seats))
