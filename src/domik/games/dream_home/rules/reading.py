"""A view decoded into plain objects (houses, market), for objections, scoring and everything that is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.house import fitting_cells, open_cells
from domik.games.dream_home.rules.parts import Furnishing, Kind, Parts
from domik.kernel.state import View

Place = tuple[int, int]  # floor 1 (ground level) to 3, column 1 to 5
PLACES: list[Place] = [(1, 4), (1, 5), *((floor, column) for floor in (2, 3) for column in range(1, 6))]  # DH-2
PHASE_NAMES = (
    "discard", "hammer", "turn", "drill", "lay", "park", "roofer", "courier", "deliver", "handyman", "swap", "over",
)  # fmt: skip


# The mixer's pairs of columns, in the order of its actions (DH-43)
PAIRS = [(int(left), int(right)) for left, right in zip(at.PAIR_LEFT, at.PAIR_RIGHT, strict=True)]


def cell_of(place: Place) -> int:
    return at.LEVEL * (place[0] - 1) + place[1] - 1


CELLS_OF = {place: cell_of(place) for place in PLACES}


def place_of(cell: int) -> Place | None:
    """The place of a cell number, None outside the house."""
    place = (cell // at.LEVEL + 1, cell % at.LEVEL + 1)
    return place if place in PLACES else None


def place_at(cell: int) -> Place:
    """The place of a cell that must be part of the house."""
    place = place_of(cell)
    assert place is not None, cell
    return place


def places_of(mask: int) -> list[Place]:
    """The places of a mask of cells."""
    return [place for place, cell in CELLS_OF.items() if mask >> cell & 1]


def bit_numbers(mask: int) -> list[int]:
    """The positions of a mask's set bits."""
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


class HouseCard(NamedTuple):
    """A room card in a house."""

    room: int
    is_empty: bool  # face down (DH-25)
    token: int | None  # the furnishing on it: a resource's number, or CAR


@dataclass
class House:
    """One player's house and the cards beside it."""

    parts: Parts
    cards: dict[Place, HouseCard] = field(default_factory=dict)
    scaffolds: list[Place] = field(default_factory=list)
    held: list[int] = field(default_factory=list)  # resource cards: roofs, tools, helpers, scaffolding in use
    garden: list[int] = field(default_factory=list)  # furnishings beside the house (DH-33)

    def with_cards(self, cards: dict[Place, HouseCard]) -> House:
        """A copy of this house with other cards in it."""
        return House(self.parts, cards, self.scaffolds, self.held, self.garden)

    def kind_at(self, place: Place) -> int | None:
        """The kind of the face-up room at a place, None for no card or a face-down one."""
        card = self.cards.get(place)
        return None if card is None or card.is_empty else self.parts.rooms[card.room].kind

    def whole_room(self, place: Place) -> list[Place]:
        """The places, left to right, that form one room with this face-up card (DH-23)."""
        floor, column = place
        kind = self.kind_at(place)
        first = last = column
        while self.kind_at((floor, first - 1)) == kind:
            first -= 1
        while self.kind_at((floor, last + 1)) == kind:
            last += 1
        return [(floor, base) for base in range(first, last + 1)]

    def whole_rooms(self) -> Iterator[tuple[Kind, list[Place]]]:
        """Each face-up room of the house once, from the top left."""
        for place in sorted(self.cards, key=lambda place: (-place[0], place[1])):
            kind = self.kind_at(place)
            if kind is not None and self.whole_room(place)[0] == place:
                yield self.parts.kinds[kind], self.whole_room(place)

    def token_in(self, places: list[Place]) -> int | None:
        """The furnishing of a room given by its places, or None."""
        return next((token for place in places if (token := self.cards[place].token) is not None), None)

    def has(self, id: str) -> bool:
        return self.count(id) > 0

    def count(self, id: str) -> int:
        """Number of cards of a tool or helper beside the house."""
        return sum(self.parts.resources[number].id == id for number in self.held)

    def roofs(self) -> list[int]:
        """Resource numbers of the roof stack."""
        return [number for number in self.held if self.parts.resources[number].sort == "roof"]

    def tokens(self) -> list[tuple[Place | None, Furnishing]]:
        """All furnishings, from the top left; those in the garden come last and have no place."""
        inside = sorted(self.cards, key=lambda place: (-place[0], place[1]))
        found: list[tuple[Place | None, Furnishing]] = [
            (place, self.parts.token(token)) for place in inside if (token := self.cards[place].token) is not None
        ]
        return found + [(None, self.parts.token(number)) for number in self.garden]


def config_of(match: DreamHomeMatch) -> Config:
    return match.game.config


class OpenHouse(NamedTuple):
    """A seat's numbers, all of them open, as a key for what is drawn of them."""

    cells: tuple[int, ...]  # for `card_in`
    filled: int  # mask of the cells with a card
    scaffold: int  # mask of the cells with scaffolding
    held: int  # mask of the resource cards beside the house, and of scaffolding in use
    garden: int  # mask of the furnishings beside the house


def open_house(view: View, seat: int) -> OpenHouse:
    numbers, base = view.numbers, at.SEAT + at.SEAT_SIZE * seat
    return OpenHouse(
        tuple(numbers[base + at.HOUSE : base + at.HOUSE + at.CELLS]),
        int(numbers[base + at.FILLED]),
        int(numbers[base + at.SCAFFOLD]),
        int(numbers[base + at.HELD]),
        int(numbers[base + at.GARDEN]),
    )


def card_in(cell: int) -> HouseCard | None:
    """The card in a cell of an OpenHouse, None for none."""
    if not cell:
        return None
    token = (cell >> at.TOKEN_SHIFT) - 1
    return HouseCard((cell & at.CARD) - 1, bool(cell & at.FACE_DOWN), token if token >= 0 else None)


def house_from(parts: Parts, given: OpenHouse) -> House:
    cards = {place: card for place, cell in CELLS_OF.items() if (card := card_in(given.cells[cell])) is not None}
    return House(parts, cards, places_of(given.scaffold), bit_numbers(given.held), bit_numbers(given.garden))


def house_of(parts: Parts, view: View, seat: int) -> House:
    return house_from(parts, open_house(view, seat))


def free_cells(view: View, seat: int) -> int:
    """Mask of the free cells with support (DH-21)."""
    return int(open_cells(view.numbers, at.SEAT + at.SEAT_SIZE * seat))


def cells_for(view: View, seat: int, kind: int, config: Config) -> int:
    """Mask of the cells where a card of this kind may be face up (DH-22, DH-23)."""
    return int(fitting_cells(view.numbers, at.SEAT + at.SEAT_SIZE * seat, kind, config))


def phase_of(view: View) -> int:
    return int(view.numbers[at.PHASE])


def phase_name(view: View) -> str:
    return PHASE_NAMES[phase_of(view)]


def round_of(view: View) -> int:
    """The round, 1 to 12."""
    return int(view.numbers[at.ROUND])


def is_ending(view: View) -> bool:
    """Whether the helpers act after the last round (DH-51)."""
    return phase_of(view) >= at.ROOFER or int(view.numbers[at.THEN]) == at.DELIVER


def first_seat(view: View) -> int:
    """The seat with the marker (DH-13)."""
    return int(view.numbers[at.FIRST])


def next_first_seat(view: View) -> int:
    """The seat that will have the marker in the next round (DH-13)."""
    return int(view.numbers[at.NEXT_FIRST])


def seats_skipping(view: View) -> int:
    """Mask of the seats that used a jackhammer in this round (DH-41)."""
    return int(view.numbers[at.SKIPPING])


def seats_before_actor(view: View) -> int:
    """The acting seat's distance from the first player."""
    return int(view.numbers[at.STEP])


def chosen_of(view: View) -> int:
    """What was chosen a step before: for the drill and a swap a cell, for a delivery a room."""
    return int(view.numbers[at.CHOSEN])


def is_car_taken(view: View) -> bool:
    return bool(view.numbers[at.CAR_GONE])


def discards_of(view: View) -> tuple[int, int]:
    """Masks of the discarded rooms and resources (DH-14)."""
    return int(view.numbers[at.ROOM_DISCARDS]), int(view.numbers[at.RESOURCE_DISCARDS])


def market_rooms(view: View) -> list[int | None]:
    """The room of each column, None where it is taken."""
    return [int(number) - 1 if (number := view.numbers[at.MARKET_ROOMS + k]) else None for k in range(at.COLUMNS)]


def market_resources(view: View) -> list[int | None]:
    """The resource of each column, None where there is none."""
    return [int(number) - 1 if (number := view.numbers[at.MARKET_RESOURCES + k]) else None for k in range(at.COLUMNS)]


def waiting_room(view: View) -> int | None:
    """The room the awaited seat has to lay, or None."""
    return int(view.numbers[at.ROOM]) - 1 if view.numbers[at.ROOM] else None


def waiting_resource(view: View) -> int | None:
    """The furnishing or scaffolding the awaited seat has to place, or None."""
    return int(view.numbers[at.RESOURCE]) - 1 if view.numbers[at.RESOURCE] else None


def cards_in_hand(view: View) -> tuple[int | None, int | None]:
    """The room and the resource still to be laid."""
    return waiting_room(view), waiting_resource(view)


def awaited_seat(view: View) -> int:
    """The one seat that acts now, -1 when the game is over."""
    return int(view.awaited_seats()).bit_length() - 1
