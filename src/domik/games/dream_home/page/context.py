"""The drawing's input: a view with its packed numbers decoded once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import KIND_IDS, Parts
from domik.games.dream_home.rules.phrases import card_phrase, place_phrase
from domik.games.dream_home.rules.reading import (
    CELLS_OF,
    HouseCard,
    Place,
    card_in,
    cards_in_hand,
    chosen_of,
    config_of,
    discards_of,
    market_resources,
    market_rooms,
    open_house,
    phase_of,
)
from domik.games.dream_home.rules.state import CELLS, LAY, LEVEL
from domik.kernel import drawing
from domik.kernel.drawing import MOST_REMEMBERED, PartsCache, Pen, PlayerInfo, Refusal
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

Market = tuple[tuple[int | None, ...], tuple[int | None, ...]]  # rooms and resources by column, None where it is taken
Built = tuple[tuple[int, ...], int]  # all inputs to the look of a house: its cells, and helpers that change its points


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

    def __init__(self, match: DreamHomeMatch, view: View, pen: Pen, players: tuple[PlayerInfo, ...]) -> None:
        super().__init__(match, view, pen, players)
        self.config = config_of(match)
        self.cached_parts = cached_parts_of(match.parts)
        self.phase = phase_of(view)
        self.actor = self.awaited.bit_length() - 1
        self.room, self.resource = cards_in_hand(view)
        self.chosen = chosen_of(view)
        self.market: Market = (tuple(market_rooms(view)), tuple(market_resources(view)))
        self.discards = discards_of(view)
        self.houses = [open_house(view, seat) for seat in range(self.seats)]
        self.own = self.houses[self.me]  # of the viewing seat

    def winners(self) -> int:
        """Mask of the winning seats."""
        return int(self.match.game.winners(self.numbers))

    def kind(self, room: int) -> int:
        """The kind of a room card."""
        return self.cached_parts.parts.rooms[room].kind

    def is_scaffolding(self) -> bool:
        """Whether the resource to be laid is scaffolding, not a furnishing."""
        return self.resource is not None and self.cached_parts.parts.resources[self.resource].sort == "tool"

    def built(self, seat: int) -> Built:
        house = self.houses[seat]
        return house.cells, house.held & self.cached_parts.shaping

    def refusal_inputs(self) -> tuple[object, ...]:
        return (
            self.cached_parts, self.seats, self.match.options["car"], self.phase, self.room, self.resource, self.chosen,
            self.own, self.market, self.discards,
        )  # fmt: skip

    def refusal(self, action: int) -> Refusal | None:
        """Cached by a cell's surroundings for a room face up: they recur, whole houses do not."""
        if self.phase != LAY or not self.is_awaited or self.room is None or not 0 < action < 1 << CELLS:
            return super().refusal(action)
        key = self.around(self.room, action.bit_length() - 1)
        if key not in _NEARBY:
            if len(_NEARBY) >= MOST_REMEMBERED:
                _NEARBY.clear()
            _NEARBY[key] = super().refusal(action)
        return _NEARBY[key]

    def around(self, room: int, cell: int) -> tuple[object, ...]:
        """All inputs to whether the room in hand may be face up in a cell (DH-20 to DH-23, DH-32)."""
        rooms, own = self.cached_parts.parts.rooms, self.own
        kind = rooms[room].kind
        row = 0  # cells of the same floor: none, one of its kind, or a furnished one of its kind
        for number in own.cells[cell - cell % LEVEL : cell - cell % LEVEL + LEVEL]:
            card = card_in(number)
            row *= 3
            if card is not None and not card.is_empty and rooms[card.room].kind == kind:
                row += 1 if card.token is None else 2
        stands = cell >= LEVEL and bool((own.filled | own.scaffold) >> (cell - LEVEL) & 1)
        designer = self.cached_parts.has(own.held, "designer")
        return self.cached_parts, cell, kind, row, stands, bool(own.filled >> cell & 1), designer


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


@lru_cache(maxsize=256)
def placed_cards(pen: Pen, box: CachedParts, built: Built) -> dict[Place, PlacedCard]:
    """All cards of a house, with everything their pictures show."""
    found: dict[Place, PlacedCard] = {}
    cells, helpers = built
    architect = box.parts.score["architect_empty"] if box.has(helpers, "architect") else 0
    designer = box.parts.score["designer"] if box.has(helpers, "designer") else 0
    cards = {place: card_in(cells[cell]) for place, cell in CELLS_OF.items()}
    kinds = kinds_in(box, cells)
    for place, card in cards.items():
        if card is None:
            continue
        if card.is_empty:
            words = empty_words(pen, place)
            found[place] = PlacedCard("empty", 0, 1, 0, 0, architect, 1, False, "", "", 0, "", words)
            continue
        run = room_columns(kinds, place)
        kind = box.parts.kinds[kinds[place]]
        floor = place[0]
        ends = (kinds.get((floor, run[0] - 1), -1), kinds.get((floor, run[-1] + 1), -1))
        size = min(len(run), kind.most)  # larger ones are house rules, as in scoring.py (docs/companion.md)
        worth = kind.beside_points if kind.beside >= 0 and kind.beside in ends else kind.points[size - 1]
        tokens = any((beside := cards[floor, column]) and beside.token is not None for column in run)
        furnishing = None if card.token is None else box.parts.token(card.token)
        room = box.parts.rooms[card.room]
        found[place] = PlacedCard(
            kind.id,
            place[1] - run[0],
            len(run),
            room.children,
            card.room,
            worth,
            kind.most,
            kind.most > 1 and (len(run) == kind.most or (tokens and not designer)),
            f"room-{room.id}",
            furnishing.id if furnishing else "",
            furnishing.points + designer if furnishing else 0,
            f"resource-{card.token}" if furnishing else "",
            card_words(pen, box, card.room, place),
        )
    return found


@lru_cache(maxsize=256)
def empty_words(pen: Pen, place: Place) -> str:
    """A face-down card, for screen readers."""
    return f"{pen.say(Phrase('empty_room'))}; {pen.say(place_phrase(place))}"


@lru_cache(maxsize=256)
def card_words(pen: Pen, box: CachedParts, card: int, place: Place) -> str:
    """A card and its place, for screen readers."""
    return f"{pen.say(card_phrase(box.parts, card))}; {pen.say(place_phrase(place))}"


def kinds_in(box: CachedParts, cells: tuple[int, ...]) -> dict[Place, int]:
    """The kind at every place, -1 for no face-up card."""
    return {place: kind_in(box, card_in(cells[cell])) for place, cell in CELLS_OF.items()}


def kind_in(box: CachedParts, card: HouseCard | None) -> int:
    """The kind of a face-up card, -1 for none."""
    return -1 if card is None or card.is_empty else box.parts.rooms[card.room].kind


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
