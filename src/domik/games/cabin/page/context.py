"""Drawing context: the numbers of one view under readable names, read once per drawing."""

from __future__ import annotations

from domik.games.cabin.rules.parts import CardSide, Parts
from domik.games.cabin.rules.state import *
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo
from domik.kernel.package import Match
from domik.kernel.state import View

Key = tuple[int, ...]


class CachedParts:
    """A component set as a cache key: one object per set of parts, compared by identity."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def side(self, face: int) -> CardSide:
        """The card side that a face shows."""
        return self.parts.side(face)

    def name(self, pen: Pen, face: int) -> str:
        """The face's name, escaped for markup."""
        return pen.escape(self.parts.names(face)[pen.language])


cached_parts_of = PartsCache(CachedParts)


class BoardContext(drawing.BaseDrawingContext):
    """A view prepared for the drawing functions of this game."""

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
        """Current doubled points (CC-30)."""
        return int(self.view.score(seat))

    def hand(self, seat: int) -> int:
        """The card in a seat's hand, including its set bits; 0 for none."""
        block = self.blocks[seat]
        if self.phase != PLAYING or block[STAGE] not in (PLANS, MEETS):
            return 0
        return block[CARDS + block[TOP]]

    def next(self) -> int:
        """The visible card on top of the viewer's deck (CC-4); 0 for none."""
        block = self.mine
        if self.phase != PLAYING or block[STAGE] >= LIVES:
            return 0
        at = block[TOP] + (1 if self.stage in (PLANS, MEETS) else 0)
        return block[CARDS + at] if at < block[PILE] else 0

    def deck(self) -> Key:
        """This month's cards below the one in hand, 0 for hidden ones."""
        block = self.mine
        if self.phase != PLAYING or block[STAGE] >= LIVES:
            return ()
        first = block[TOP] + (1 if self.stage in (PLANS, MEETS) else 0)
        return tuple(card & FACE for card in block[CARDS + first : CARDS + block[PILE]])

    def aside(self) -> Key:
        """Next month's pile in the order it was laid."""
        if self.phase != PLAYING or self.stage >= LIVES:
            return ()
        return tuple(self.mine[CARDS : CARDS + self.mine[LAID]])

    def own(self, offset: int) -> int:
        """A number from the viewer's own compartment; 0 for a spectator."""
        return int(self.numbers[OPEN_SIZE + OWN_SIZE * self.seat + offset]) if self.seat >= 0 else 0

    def refusal_inputs(self) -> tuple[object, ...]:
        """Cache key for refusals. While planning: card, natural dice, free places (CC-10, CC-11, CC-14, CC-18)."""
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
