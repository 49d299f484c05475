"""The drawing's input: a view with its packed numbers decoded once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.parts import KIND_IDS, Parts
from domik.games.dream_home.rules.phrases import card_phrase, place_phrase
from domik.games.dream_home.rules.reading import CELLS_OF, Place, config_of
from domik.kernel import drawing
from domik.kernel.drawing import MOST_REMEMBERED, PartsCache, Pen, PlayerInfo, Refusal
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

Key = tuple[int, ...]


class CachedParts:
    """One component set as a cache key: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.roofs = sum(1 << n for n, card in enumerate(parts.resources) if card.sort == "roof")
        self.masks: dict[str, int] = {card.id: parts.mask(card.id) for card in parts.resources}
        self.kinds = {  # masks of the room cards of each kind and, below, of the resources of each look
            id: sum(1 << n for n, room in enumerate(parts.rooms) if KIND_IDS[room.kind] == id) for id in KIND_IDS
        }
        self.looks = {
            card: sum(1 << n for n, other in enumerate(parts.resources) if other == card) for card in parts.resources
        }
        self.shaping = self.masks.get("architect", 0) | self.masks.get("designer", 0)  # they change a card's points

    def has(self, held: int, id: str) -> bool:
        """Whether a tool or helper is in a mask of held cards."""
        return bool(held & self.masks.get(id, 0))


cached_parts_of = PartsCache(CachedParts)
_NEARBY: dict[tuple[object, ...], Refusal | None] = {}


class BoardContext(drawing.BaseDrawingContext):
    """A view with the decoded values that several parts of the drawing need."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        self.config = config_of(match)
        self.cached_parts = cached_parts_of(match.parts)
        self.phase = int(numbers[at.PHASE])
        self.actor = self.awaited.bit_length() - 1
        self.room = int(numbers[at.ROOM])
        self.resource = int(numbers[at.RESOURCE])
        self.chosen = int(numbers[at.CHOSEN])
        self.market: Key = tuple(numbers[at.MARKET_ROOMS : at.SEAT])
        self.blocks: list[Key] = [self.block(seat) for seat in range(self.seats)]
        self.own: Key = self.blocks[self.me]  # of the viewing seat

    def block(self, seat: int) -> Key:
        """All open numbers of a seat."""
        base = at.SEAT + at.SEAT_SIZE * seat
        return tuple(self.numbers[base : base + at.SEAT_SIZE])

    def house_key(self, seat: int) -> Key:
        """All inputs to the look of a house's cards: its cells, and the helpers that change their points."""
        block = self.blocks[seat]
        return (*block[at.HOUSE : at.HOUSE + at.CELLS], block[at.HELD] & self.cached_parts.shaping)

    def refusal_inputs(self) -> tuple[object, ...]:
        return (
            self.cached_parts, self.seats, self.match.options["car"], self.phase, self.room, self.resource, self.chosen,
            self.own, self.market, self.numbers[at.ROOM_DISCARDS], self.numbers[at.RESOURCE_DISCARDS],
        )  # fmt: skip

    def refusal(self, action: int) -> Refusal | None:
        """Cached by a cell's surroundings for a room face up: they recur, whole houses do not."""
        if self.phase != at.LAY or not self.is_awaited or not self.room or not 0 < action < 1 << at.CELLS:
            return super().refusal(action)
        key = self.around(action.bit_length() - 1)
        if key not in _NEARBY:
            if len(_NEARBY) >= MOST_REMEMBERED:
                _NEARBY.clear()
            _NEARBY[key] = super().refusal(action)
        return _NEARBY[key]

    def around(self, cell: int) -> tuple[object, ...]:
        """All inputs to whether the room in hand may be face up in a cell (DH-20 to DH-23, DH-32)."""
        rooms, own = self.cached_parts.parts.rooms, self.own
        kind = rooms[self.room - 1].kind
        row = 0  # cells of the same floor: none, one of its kind, or a furnished one of its kind
        for base in range(cell - cell % at.LEVEL, min(cell - cell % at.LEVEL + at.LEVEL, at.CELLS)):
            number = own[at.HOUSE + base]
            row *= 3
            if number and not number & at.FACE_DOWN and rooms[(number & at.CARD) - 1].kind == kind:
                row += 2 if number >> at.TOKEN_SHIFT else 1
        stands = cell >= at.LEVEL and bool((own[at.FILLED] | own[at.SCAFFOLD]) >> (cell - at.LEVEL) & 1)
        designer = self.cached_parts.has(own[at.HELD], "designer")
        return self.cached_parts, cell, kind, row, stands, bool(own[at.FILLED] >> cell & 1), designer


def kind_id(box: CachedParts, room: int) -> str:
    return KIND_IDS[box.parts.rooms[room].kind]


class PlacedCard(NamedTuple):
    """A card in a house as pictures need it; `part` of `cards` from the left of its room."""

    kind: str  # `empty` when face down
    part: int
    cards: int
    children: int
    look: int  # the card's number, as cards differ in their children; 0 when face down
    worth: int
    most: int
    finished: bool
    key: str  # identity for animated moves; "" when face down
    token: str
    token_points: int
    token_key: str
    words: str  # name and place, for screen readers


@lru_cache(maxsize=2048)
def placed_cards(pen: Pen, box: CachedParts, built: Key) -> dict[Place, PlacedCard]:
    """All cards of a house, given by BoardContext.house_key, with everything their pictures show."""
    found: dict[Place, PlacedCard] = {}
    architect = box.parts.score["architect_empty"] if box.has(built[at.CELLS], "architect") else 0
    designer = box.parts.score["designer"] if box.has(built[at.CELLS], "designer") else 0
    kinds = kinds_in(box, built)
    for place, cell in CELLS_OF.items():
        number = built[cell]
        if not number:
            continue
        if number & at.FACE_DOWN:
            words = empty_words(pen, place)
            found[place] = PlacedCard("empty", 0, 1, 0, 0, architect, 1, False, "", "", 0, "", words)
            continue
        card = (number & at.CARD) - 1
        run = room_columns(kinds, place)
        kind = box.parts.kinds[kinds[place]]
        floor = place[0]
        ends = (kinds.get((floor, run[0] - 1), -1), kinds.get((floor, run[-1] + 1), -1))
        worth = kind.beside_points if kind.beside >= 0 and kind.beside in ends else kind.points[len(run) - 1]
        tokens = any(built[CELLS_OF[floor, column]] >> at.TOKEN_SHIFT for column in run)
        token = (number >> at.TOKEN_SHIFT) - 1
        furnishing = box.parts.token(token) if token >= 0 else None
        room = box.parts.rooms[card]
        found[place] = PlacedCard(
            kind.id,
            place[1] - run[0],
            len(run),
            room.children,
            card,
            worth,
            kind.most,
            kind.most > 1 and (len(run) == kind.most or (tokens and not designer)),
            f"room-{room.id}",
            furnishing.id if furnishing else "",
            furnishing.points + designer if furnishing else 0,
            f"resource-{token}" if token >= 0 else "",
            card_words(pen, box, card, place),
        )
    return found


@lru_cache(maxsize=256)
def empty_words(pen: Pen, place: Place) -> str:
    """A face-down card, for screen readers."""
    return f"{pen.say(Phrase('empty_room'))}; {pen.say(place_phrase(place))}"


@lru_cache(maxsize=4096)
def card_words(pen: Pen, box: CachedParts, card: int, place: Place) -> str:
    """A card and its place, for screen readers."""
    return f"{pen.say(card_phrase(box.parts, card))}; {pen.say(place_phrase(place))}"


def kinds_in(box: CachedParts, built: Key) -> dict[Place, int]:
    """The kind at every place, -1 for no face-up card."""
    return {place: kind_in(box, built[cell]) for place, cell in CELLS_OF.items()}


def kind_in(box: CachedParts, number: int) -> int:
    """The kind of the face-up card in a cell, -1 for none."""
    return -1 if not number or number & at.FACE_DOWN else box.parts.rooms[(number & at.CARD) - 1].kind


def room_columns(kinds: dict[Place, int], place: Place) -> list[int]:
    """The columns of the room that a face-up card belongs to (DH-23)."""
    floor, column = place
    kind = kinds[place]
    first = last = column
    while kinds.get((floor, first - 1), -1) == kind:
        first -= 1
    while kinds.get((floor, last + 1), -1) == kind:
        last += 1
    return list(range(first, last + 1))
