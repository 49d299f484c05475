"""Dream Home's components as typed tables, read from the component file and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.games.dream_home.rules.state import DEAL_FIRST, DEAL_RESOURCES, DEAL_SIZE, RESOURCES, ROOMS
from domik.kernel.components import Components, format_value

if TYPE_CHECKING:
    from domik.games.dream_home.rules.game import DreamHomeMatch

# These names are fixed: rules, pictures and texts refer to them. All tables use this order.
KIND_IDS = (
    "living", "kitchen", "bathroom", "bedroom", "kids", "study", "pantry", "sauna", "wardrobe", "library", "games",
    "garage", "storage", "laundry", "wine",
)  # fmt: skip
CLASSES = ("normal", "unique", "basement")
COLOURS = ("red", "blue", "green", "brown")
FURNISHINGS = (
    "piano", "cat_house", "canopy_bed", "ice_cream", "whirlpool", "rocking_horse", "globe", "painting", "tree_house",
    "birdhouse", "car",
)  # fmt: skip
TOOLS = ("drill", "jackhammer", "mixer", "scaffolding")
HELPERS = ("designer", "roofer", "courier", "handyman", "architect")
SCORE = ("one_colour", "mixed", "window", "comfort", "architect_comfort", "architect_empty", "designer")
ID = re.compile(r"[a-z][a-z0-9_]*")  # of a room card, as used in move notation
LARGEST = 3  # the score strip on a room card has three places


@dataclass(frozen=True)
class Kind:
    """A kind of room: where it may be laid, its maximum size and its points (DH-22, DH-23, DH-26, DH-60)."""

    id: str
    category: str
    most: int
    points: tuple[int, ...]
    beside: int  # the kind that earns points beside it, -1 for none
    beside_points: int
    marks: dict[str, str]


@dataclass(frozen=True)
class Room:
    id: str
    kind: int
    children: int
    names: dict[str, str]
    mark: str


@dataclass(frozen=True)
class Resource:
    """A resource card; its sort is roof, furnishing, tool or helper."""

    id: str  # a roof's id is its colour
    sort: str
    window: bool
    mark: str


@dataclass(frozen=True)
class Furnishing:
    """A token and the kinds of room it goes in; no kinds for the garden."""

    id: str
    kinds: tuple[int, ...]
    points: int
    marks: dict[str, str]


@dataclass(frozen=True)
class Parts:
    """All components; rooms and resources are indexed by number."""

    kinds: tuple[Kind, ...]
    rooms: tuple[Room, ...]
    resources: tuple[Resource, ...]
    furnishings: dict[str, Furnishing]
    score: dict[str, int]
    score_marks: dict[str, str]

    def kind_of(self, room: int) -> Kind:
        return self.kinds[self.rooms[room].kind]

    def token(self, number: int) -> Furnishing:
        """The furnishing of a token number: a resource's, or CAR."""
        return self.furnishings["car" if number == RESOURCES else self.resources[number].id]

    def token_number(self, id: str) -> int:
        """The token number of a furnishing: its resource's, or CAR."""
        return RESOURCES if id == "car" else next(n for n, card in enumerate(self.resources) if card.id == id)

    def token_points(self, number: int) -> int:
        """The printed points of a token; 0 for a resource that is not a furnishing."""
        is_token = number == RESOURCES or self.resources[number].sort == "furnishing"
        return self.token(number).points if is_token else 0

    def goes_in(self, resource: Resource) -> int:
        """Mask of the kinds of room that a furnishing goes in; 0 for the garden and other resources."""
        return sum(1 << kind for kind in self.furnishings[resource.id].kinds) if resource.sort == "furnishing" else 0

    def mask(self, *ids: str) -> int:
        """Mask of all resource cards with these ids."""
        return sum(1 << number for number, resource in enumerate(self.resources) if resource.id in ids)


def read_parts(components: Components) -> Parts:
    """Read and check a component file; BadComponents names file, line and value."""
    score = {name: components.number_at("score", name, most=30) for name in SCORE}
    score_marks = {name: components.mark_at("score", f"{name}_mark") for name in SCORE}
    kinds = read_kinds(components)
    rooms = read_rooms(components, kinds)
    furnishings = read_furnishings(components, kinds)
    resources = read_resources(components, furnishings)
    return Parts(kinds, rooms, resources, furnishings, score, score_marks)


def known_order(components: Components, table: str, key: str, ids: tuple[str, ...]) -> dict[str, int]:
    """Positions of the known ids in a list that must contain each of them exactly once."""
    found: dict[str, int] = {}
    for k in range(len(components.list_at(table, length=len(ids)))):
        id = components.word_at(table, k, key, among=ids)
        if id in found:
            raise components.value_error((table, k, key), "twice", value=id)
        found[id] = k
    return found


def read_kinds(components: Components) -> tuple[Kind, ...]:
    """The fifteen kinds of room in the order of KIND_IDS, whatever the file's order."""
    order = known_order(components, "kinds", "id", KIND_IDS)
    kinds = []
    for id in KIND_IDS:
        k = order[id]
        most = components.number_at("kinds", k, "max", least=1, most=LARGEST)
        components.list_at("kinds", k, "points", length=most)
        components.list_at("kinds", k, "points_marks", length=most)
        marks = {name: components.mark_at("kinds", k, f"{name}_mark") for name in ("class", "max", "copies")}
        marks |= {f"points{n + 1}": components.mark_at("kinds", k, "points_marks", n) for n in range(most)}
        beside, beside_points = -1, 0
        if "beside" in components.get("kinds", k):
            components.number_at("kinds", k, "max", least=1, most=1)
            beside = KIND_IDS.index(components.word_at("kinds", k, "beside", among=KIND_IDS))
            beside_points = components.number_at("kinds", k, "beside_points", most=30)
            marks["beside"] = components.mark_at("kinds", k, "beside_mark")
        points = tuple(components.number_at("kinds", k, "points", n, most=30) for n in range(most))
        category = components.word_at("kinds", k, "class", among=CLASSES)
        kinds.append(Kind(id, category, most, points, beside, beside_points, marks))
    return tuple(kinds)


def read_rooms(components: Components, kinds: tuple[Kind, ...]) -> tuple[Room, ...]:
    """The sixty room cards, as many of each kind as its copies (DH-1)."""
    order = known_order(components, "kinds", "id", KIND_IDS)
    rooms: list[Room] = []
    for k in range(len(components.list_at("rooms", length=ROOMS))):
        id = components.text_at("rooms", k, "id")
        if not ID.fullmatch(id):
            raise components.value_error(("rooms", k, "id"), "room_id", value=id)
        if any(room.id == id for room in rooms):
            raise components.value_error(("rooms", k, "id"), "twice", value=id)
        kind = KIND_IDS.index(components.word_at("rooms", k, "kind", among=KIND_IDS))
        children = components.number_at("rooms", k, "children", most=2)
        names = components.names_at("rooms", k, "name")
        rooms.append(Room(id, kind, children, names, components.mark_at("rooms", k, "mark")))
    for number, kind_of in enumerate(kinds):
        where = ("kinds", order[kind_of.id], "copies")
        copies = components.number_at(*where, most=ROOMS)
        counted = sum(room.kind == number for room in rooms)
        if counted != copies:
            raise components.value_error(where, "total", what=f"rooms: {kind_of.id}", count=counted, length=copies)
    return tuple(rooms)


def read_furnishings(components: Components, kinds: tuple[Kind, ...]) -> dict[str, Furnishing]:
    """The eleven tokens (DH-1, DH-31, DH-33, DH-65)."""
    order = known_order(components, "furnishings", "id", FURNISHINGS)
    found: dict[str, Furnishing] = {}
    for id in FURNISHINGS:
        k = order[id]
        wanted: set[int] = set()
        listed = components.list_at("furnishings", k, "rooms")
        places = (*KIND_IDS, "normal", "garden")
        if not listed:
            raise components.value_error(("furnishings", k, "rooms"), "word", value="[]", among=", ".join(places))
        for n in range(len(listed)):
            word = components.word_at("furnishings", k, "rooms", n, among=places)
            if word == "normal":
                wanted |= {number for number, kind in enumerate(kinds) if kind.category == "normal"}
            elif word != "garden":
                wanted.add(KIND_IDS.index(word))
        if id == "car" and wanted != {KIND_IDS.index("garage")}:
            raise components.value_error(
                ("furnishings", k, "rooms"), "word", value=format_value(listed), among='"garage"'
            )
        marks = {name: components.mark_at("furnishings", k, f"{name}_mark") for name in ("rooms", "points")}
        points = components.number_at("furnishings", k, "points", most=30)
        found[id] = Furnishing(id, tuple(sorted(wanted)), points, marks)
    return found


def read_resources(components: Components, furnishings: dict[str, Furnishing]) -> tuple[Resource, ...]:
    """The forty-eight resource cards: roofs, furnishings, tools, helpers, in this order (DH-1)."""
    found: list[Resource] = []
    order = known_order(components, "roofs", "colour", COLOURS)
    for colour in COLOURS:
        k = order[colour]
        copies = components.number_at("roofs", k, "copies", most=RESOURCES)
        windows = components.number_at("roofs", k, "windows", most=copies)
        components.mark_at("roofs", k, "windows_mark")
        components.mark_at("roofs", k, "colour_mark")
        mark = components.mark_at("roofs", k, "copies_mark")
        found += [Resource(colour, "roof", n < windows, mark) for n in range(copies)]
    found += [
        Resource(id, "furnishing", False, furnishing.marks["points"])
        for id, furnishing in furnishings.items()
        if id != "car"
    ]
    for table, sort, ids in (("tools", "tool", TOOLS), ("helpers", "helper", HELPERS)):
        order = known_order(components, table, "id", ids)
        for id in ids:
            copies = components.number_at(table, order[id], "copies", most=RESOURCES)
            mark = components.mark_at(table, order[id], "copies_mark")
            found += [Resource(id, sort, False, mark)] * copies
    if len(found) != RESOURCES:
        raise components.value_error(("roofs",), "total", what="resources", count=len(found), length=RESOURCES)
    return tuple(found)


def check_deal(match: DreamHomeMatch, deal: list[int]) -> bool:
    """Whether a deal is invalid: each room and resource must occur once, and the first player be a seat."""
    ages = match.options["ages"]
    return (
        len(deal) != DEAL_SIZE
        or sorted(deal[:DEAL_RESOURCES]) != list(range(ROOMS))
        or sorted(deal[DEAL_RESOURCES:DEAL_FIRST]) != list(range(RESOURCES))
        or not 0 <= deal[DEAL_FIRST] < match.seats
        or bool(isinstance(ages, tuple) and ages and deal[DEAL_FIRST] != ages[0])
    )
