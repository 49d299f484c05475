"""The drawing's input: a view with its packed numbers decoded once."""

from __future__ import annotations

from domik.games.treehouse.page.picture_layout import BoardLayout, layout_for
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import Parts, Room
from domik.games.treehouse.rules.reading import PLACES, adjacent_places, bit_at, cards_in, places_below
from domik.games.treehouse.rules.state import *
from domik.games.treehouse.rules.tree import slots_for
from domik.kernel import drawing
from domik.kernel.drawing import PartsCache, Pen, PlayerInfo, Refusal
from domik.kernel.state import View

Key = tuple[int, ...]
MOST_REFUSED_PLACES = 4096


class CachedParts:
    """One component set as a cache key: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.worth = (parts.most_a_room, parts.fewest_flat)

    def room(self, card: int) -> Room:
        """The room of a card (room + 1)."""
        return self.parts.rooms[card - 1]


cached_parts_of = PartsCache(CachedParts)

AROUND = {bit_at(place): bit_at(place) | sum(map(bit_at, places_below(place))) for place in PLACES}
BESIDE = {bit_at(place): sum(bit_at(other) for other in adjacent_places(place) if other in PLACES) for place in PLACES}
_REFUSED_PLACES: dict[tuple[object, ...], Refusal | None] = {}


def filled_places(block: Key) -> int:
    """Mask of the filled places of a seat's tree, including the trunk."""
    built = TRUNK | block[BIRDHOUSE]
    for colour in range(COLOURS):
        built |= block[ROOMS + colour]
    return built


class BoardContext(drawing.BaseDrawingContext):
    """A view with the decoded values that several parts of the drawing need."""

    def __init__(self, match: TreehouseMatch, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        self.cached_parts = cached_parts_of(match.parts)
        self.layout: BoardLayout = layout_for(pen)
        self.phase = int(numbers[PHASE])
        self.round = int(numbers[ROUND])
        self.turn = int(numbers[TURN])
        self.blocks: list[Key] = [self.block(seat) for seat in range(self.seats)]
        self.scores = tuple([block[SCORE] for block in self.blocks])
        self.hand = tuple(cards_in(self.own(IN_HAND)))

    def block(self, seat: int) -> Key:
        """All open numbers of a seat."""
        at = SEAT + SEAT_SIZE * seat
        return tuple(self.numbers[at : at + SEAT_SIZE])

    def own(self, offset: int) -> int:
        """A number of the viewer's own section; 0 for a spectator."""
        return int(self.numbers[OPEN_SIZE + OWN_SIZE * self.seat + offset]) if self.seat >= 0 else 0

    def fits(self) -> Key:
        """For each card of the hand, the mask of places where it could be built now."""
        at = SEAT + SEAT_SIZE * self.me
        return tuple([int(slots_for(self.numbers, at, (card - 1) >> COLOUR_SHIFT)) for card in self.hand])

    def counts(self, colour: int) -> tuple[int, ...]:
        """Rooms of a colour by seat."""
        return tuple(block[ROOMS + colour].bit_count() for block in self.blocks)

    def refusal(self, action: int) -> Refusal | None:
        """Cached by the place's surroundings, which alone decide as long as the room fits somewhere."""
        if self.phase != PLACE or action not in AROUND or not self.is_awaited:
            return super().refusal(action)
        block = self.blocks[self.me]
        colour = (block[ROOM] - 1) >> COLOUR_SHIFT
        if not slots_for(self.numbers, SEAT + SEAT_SIZE * self.me, colour):  # the birdhouse may be due (TH-61)
            return super().refusal(action)
        same, filled = block[ROOMS + colour], filled_places(block)
        key = action, filled & AROUND[action], bool(same), bool(same & BESIDE[action]), block[BALANCE], colour
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
            self.numbers[LAID],
            self.numbers[POOL],
            self.blocks[self.me],
        )
