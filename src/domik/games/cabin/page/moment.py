"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from domik.games.cabin.rules.card import Side
from domik.games.cabin.rules.parts import Parts
from domik.games.cabin.rules.state import *
from domik.kernel import moment
from domik.kernel.drawing import Pen, Player
from domik.kernel.moment import Boxes
from domik.kernel.state import View
from domik.kernel.title import Match

Key = tuple[int, ...]


class Box:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def side(self, face: int) -> Side:
        """The side of a card that a face shows."""
        return self.parts.side(face)

    def name(self, pen: Pen, face: int) -> str:
        """A face's name, ready for markup."""
        return pen.escape(self.parts.names(face)[pen.language])


box_of = Boxes(Box)


class Moment(moment.Moment):
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        self.box = box_of(match.parts)
        self.phase = int(numbers[PHASE])
        self.blocks: list[Key] = [
            tuple(numbers[SEAT + SEAT_SIZE * seat : SEAT + SEAT_SIZE * (seat + 1)]) for seat in range(self.seats)
        ]
        self.mine = self.blocks[self.me]
        self.stage = self.mine[STAGE]
        self.is_over = self.phase == OVER
        self.drafts = self.phase == DRAFTING

    def score(self, seat: int) -> int:
        """Doubled points as they stand (CC-30)."""
        return int(self.view.score(seat))

    def hand(self, seat: int) -> int:
        """The card that a seat holds, set and face; 0 for none."""
        block = self.blocks[seat]
        if self.phase != PLAYING or block[STAGE] not in (PLANS, MEETS):
            return 0
        return block[CARDS + block[TOP]]

    def next(self) -> int:
        """The card on top of the deck, which can be seen (CC-4); 0 for none."""
        block = self.mine
        if self.phase != PLAYING or block[STAGE] >= LIVES:
            return 0
        at = block[TOP] + (1 if self.stage in (PLANS, MEETS) else 0)
        return block[CARDS + at] if at < block[PILE] else 0

    def deck(self) -> Key:
        """The month's cards below the one in hand as everybody knows them, 0 for unknown ones."""
        block = self.mine
        if self.phase != PLAYING or block[STAGE] >= LIVES:
            return ()
        first = block[TOP] + (1 if self.stage in (PLANS, MEETS) else 0)
        return tuple(card & FACE for card in block[CARDS + first : CARDS + block[PILE]])

    def aside(self) -> Key:
        """Next month's pile, the first one laid first."""
        if self.phase != PLAYING or self.stage >= LIVES:
            return ()
        return tuple(self.mine[CARDS : CARDS + self.mine[LAID]])

    def own(self, offset: int) -> int:
        """A number of the viewer's own compartment; 0 for an onlooker."""
        return int(self.numbers[OPEN_SIZE + OWN_SIZE * self.seat + offset]) if self.seat >= 0 else 0

    def deciding(self) -> tuple[object, ...]:
        """While one plans: the card, natural dice, free places (CC-10, CC-11, CC-14, CC-18); else nearly everything."""
        if self.acts and self.phase == PLAYING and self.stage == PLANS:
            return self.box, self.hand(self.me) & FACE, self.mine[DICE] & NATURAL, self.mine[FREE]
        return (
            self.box,
            self.seat,
            *self.match.options.values(),
            *self.numbers[PHASE:SHOWN],
            *self.blocks,
            self.own(HAND),
        )
