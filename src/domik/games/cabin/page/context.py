"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from domik.games.cabin.rules.parts import CardSide, Parts
from domik.games.cabin.rules.state import *
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo
from domik.kernel.package import Match
from domik.kernel.state import View

Key = tuple[int, ...]


class CachedParts:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def side(self, face: int) -> CardSide:
        """The side of a card that a face shows."""
        return self.parts.side(face)

    def name(self, pen: Pen, face: int) -> str:
        """A face's name, ready for markup."""
        return pen.escape(self.parts.names(face)[pen.language])


cached_parts_of = PartsCache(CachedParts)


class BoardContext(drawing.BaseDrawingContext):
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        self.cached_parts = cached_parts_of(match.parts)
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

    def refusal_inputs(self) -> tuple[object, ...]:
        """While one plans: the card, natural dice, free places (CC-10, CC-11, CC-14, CC-18); else nearly everything."""
        if self.is_awaited and self.phase == PLAYING and self.stage == PLANS:
            return self.cached_parts, self.hand(self.me) & FACE, self.mine[DICE] & NATURAL, self.mine[FREE]
        return (
            self.cached_parts,
            self.seat,
            *self.match.options.values(),
            *self.numbers[PHASE:SHOWN],
            *self.blocks,
            self.own(HAND),
        )
