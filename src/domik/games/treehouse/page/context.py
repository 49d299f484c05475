"""The drawing's input: a view, decoded once."""

from __future__ import annotations

from domik.games.treehouse.page.layout import BoardLayout, layout_for
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import Parts
from domik.games.treehouse.rules.reading import (
    PLACES,
    TableReading,
    adjacent_places,
    bit_at,
    colour_of,
    hand_of,
    places_below,
    slots_of_room,
)
from domik.games.treehouse.rules.state import PICK, PLACE
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo, Refusal
from domik.kernel.state import View

Key = tuple[int, ...]
Players = tuple[PlayerInfo, ...]
MOST_REFUSED_PLACES = 4096


class BoardStyle:
    """What a table is drawn with: one object for the same pen and parts, so that drawings can be cached by it."""

    def __init__(self, pen: Pen, parts: Parts) -> None:
        self.pen = pen
        self.parts = parts
        self.layout: BoardLayout = layout_for(pen)


class CachedParts:
    """One component set as a cache key, and the styles of its tables."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.styles: dict[Pen, BoardStyle] = {}

    def style(self, pen: Pen) -> BoardStyle:
        return self.styles.get(pen) or self.styles.setdefault(pen, BoardStyle(pen, self.parts))


cached_parts_of = PartsCache(CachedParts)

AROUND = {bit_at(place): bit_at(place) | sum(map(bit_at, places_below(place))) for place in PLACES}
BESIDE = {bit_at(place): sum(bit_at(other) for other in adjacent_places(place) if other in PLACES) for place in PLACES}
_REFUSED_PLACES: dict[tuple[object, ...], Refusal | None] = {}


class BoardContext(drawing.BaseDrawingContext):
    """A view with the decoded values that several parts of the drawing need."""

    def __init__(self, match: TreehouseMatch, view: View, pen: Pen, players: Players) -> None:
        super().__init__(match, view, pen, players)
        self.cached_parts: CachedParts = cached_parts_of(match.parts)
        self.style = self.cached_parts.style(pen)
        self.table = TableReading(view, self.seats)
        self.phase = self.table.phase
        self.mine = self.table.seats[self.me]
        self.scores = tuple([seat.score for seat in self.table.seats])
        self.hand = tuple(hand_of(view))
        self.picks = self.phase == PICK and self.is_awaited
        self.builds = self.phase == PLACE and self.is_awaited
        # masks of places: where each card of the hand could be built now, or the revealed room
        self.fits = tuple([slots_of_room(view, self.me, room) for room in self.hand]) if self.picks else ()
        self.fit = slots_of_room(view, self.me, self.mine.room) if self.builds else 0

    def counts(self, colour: int) -> Key:
        """Rooms of a colour by seat."""
        return tuple([seat.rooms[colour].bit_count() for seat in self.table.seats])

    def refusal(self, action: int) -> Refusal | None:
        """Cached by the place's surroundings, which alone decide as long as the room fits somewhere."""
        if not self.fit or action not in AROUND:  # without a place that fits, the birdhouse may be due (TH-61)
            return super().refusal(action)
        mine, colour = self.mine, colour_of(self.mine.room)
        same = mine.rooms[colour]
        key = action, mine.filled & AROUND[action], bool(same), bool(same & BESIDE[action]), mine.balance, colour
        if key not in _REFUSED_PLACES:
            if len(_REFUSED_PLACES) >= MOST_REFUSED_PLACES:
                _REFUSED_PLACES.clear()
            _REFUSED_PLACES[key] = super().refusal(action)
        return _REFUSED_PLACES[key]

    def refusal_inputs(self) -> tuple[object, ...]:
        return (
            self.cached_parts,
            *self.match.options.values(),
            self.seats,
            self.phase,
            self.table.laid,
            self.table.pool,
            self.mine.numbers,
        )
