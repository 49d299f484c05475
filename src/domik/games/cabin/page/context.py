"""Drawing context: what one view shows, read once per drawing."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import CardSide, Parts
from domik.games.cabin.rules.reading import phase_of, refusal_numbers, seat_of
from domik.games.cabin.rules.state import DRAFTING, FENCES, OVER, PLANS, PLAYING, RESOURCES
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo
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

    match: CabinMatch

    def __init__(self, match: CabinMatch, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        self.cached_parts = cached_parts_of(match.parts)
        self.phase = phase_of(view)
        self.each = [seat_of(view, seat) for seat in range(self.seats)]
        self.mine = self.each[self.me]
        self.stage = self.mine.stage
        self.is_over = self.phase == OVER
        self.drafts = self.phase == DRAFTING

    def score(self, seat: int) -> int:
        """Current doubled points (CC-30)."""
        return int(self.view.score(seat))

    def hand(self, seat: int) -> int:
        """The face in a seat's hand, 0 for none; a neighbour lies on the pile while its fence is moved (CC-46)."""
        return 0 if self.each[seat].stage == FENCES else self.each[seat].hand

    def refusal_inputs(self) -> tuple[object, ...]:
        """Cache key for refusals. While planning: card, natural dice, free places (CC-10, CC-11, CC-14, CC-18)."""
        if self.is_awaited and self.phase == PLAYING and self.stage == PLANS:
            return self.cached_parts, self.mine.hand, self.mine.dice[:RESOURCES], self.mine.free()
        return self.cached_parts, self.seat, *self.match.options.values(), refusal_numbers(self.view)
