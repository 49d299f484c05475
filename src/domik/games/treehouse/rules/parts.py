"""Treehouse's components as typed tables, read from the component file and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.games.treehouse.rules.state import (
    COLOUR_SHIFT,
    COLOURS,
    COPIES,
    DEAL_AGES,
    DEAL_FIRST,
    DEAL_SIZE,
    DEAL_TASKS,
    MOST_SEATS,
    TASKS,
)
from domik.kernel.components import Components

if TYPE_CHECKING:
    from domik.games.treehouse.rules.game import TreehouseMatch

COLOUR_NAMES = ("red", "yellow", "green", "blue", "purple", "brown")  # TH-1; all tables use this order
LETTERS = ("r", "y", "g", "b", "p", "n")  # of the colours in notation; brown is n, as b is blue
KIND_NAMES = ("", "nothing", "double", "fewest", "most", "plain")


@dataclass(frozen=True)
class Room:
    """A room card; the rules use only its colour (TH-1)."""

    id: str
    colour: int
    icon: str
    names: dict[str, str]
    mark: str


@dataclass(frozen=True)
class Pattern:
    """Three colours that must touch, and the points: a row from left to right, or a top and the two below it."""

    colours: tuple[int, int, int]
    points: int
    mark: str


@dataclass(frozen=True)
class SecretTask:
    """A secret-task card (TH-62)."""

    row: Pattern
    triangle: Pattern


@dataclass(frozen=True)
class Parts:
    rooms: dict[int, Room]  # by room number, colour << 4 | index within the colour
    tasks: tuple[SecretTask, ...]
    most_a_room: int
    fewest_flat: int


def read_parts(components: Components) -> Parts:
    """Read and check a component file; BadComponents names file, line and value."""
    rooms: dict[int, Room] = {}
    ids: set[str] = set()
    filled = [0] * COLOURS
    listed = components.list_at("rooms", length=COLOURS * COPIES)
    for k in range(len(listed)):
        room = read_room(components, k)
        if room.id in ids:
            raise components.value_error(("rooms", k, "id"), "twice", value=room.id)
        ids.add(room.id)
        if filled[room.colour] == COPIES:
            raise components.value_error(
                ("rooms", k, "colour"), "total", what=COLOUR_NAMES[room.colour], count=COPIES + 1, length=COPIES
            )
        rooms[room.colour << COLOUR_SHIFT | filled[room.colour]] = room
        filled[room.colour] += 1
    components.list_at("tasks", length=TASKS)
    tasks = tuple(
        SecretTask(read_pattern(components, k, "row"), read_pattern(components, k, "triangle")) for k in range(TASKS)
    )
    for kind, copies in (("nothing", 2), ("double", 2), ("fewest", 2), ("most", 2)):
        components.number_at("changes", kind, "copies", least=copies, most=copies)  # TH-3, TH-4
        components.mark_at("changes", kind, "mark")
    return Parts(
        rooms,
        tasks,
        components.number_at("changes", "most", "points_a_room", least=0, most=9),
        components.number_at("changes", "fewest", "points", least=0, most=9),
    )


def read_room(components: Components, k: int) -> Room:
    return Room(
        components.id_at("rooms", k, "id"),
        COLOUR_NAMES.index(components.word_at("rooms", k, "colour", among=COLOUR_NAMES)),
        components.id_at("rooms", k, "icon"),
        components.names_at("rooms", k, "name"),
        components.mark_at("rooms", k, "mark"),
    )


def read_pattern(components: Components, k: int, shape: str) -> Pattern:
    """A task's row (left to right) or triangle (top, lower left, lower right)."""
    components.list_at("tasks", k, shape, "colours", length=3)
    first, second, third = (
        COLOUR_NAMES.index(components.word_at("tasks", k, shape, "colours", place, among=COLOUR_NAMES))
        for place in range(3)
    )
    return Pattern(
        (first, second, third),
        components.number_at("tasks", k, shape, "points", most=9),
        components.mark_at("tasks", k, shape, "mark"),
    )


def check_deal(match: TreehouseMatch, deal: list[int]) -> bool:
    """Whether a deal is invalid: rooms, tasks and seats must each occur exactly once."""
    if len(deal) != DEAL_SIZE:
        return True
    rooms = sorted(colour << COLOUR_SHIFT | n for colour in range(COLOURS) for n in range(COPIES))
    return (
        sorted(deal[:DEAL_TASKS]) != rooms
        or sorted(deal[DEAL_TASKS:DEAL_AGES]) != list(range(TASKS))
        or sorted(deal[DEAL_AGES : DEAL_AGES + MOST_SEATS]) != list(range(MOST_SEATS))
        or sorted(deal[DEAL_AGES : DEAL_AGES + match.seats]) != list(range(match.seats))
        or not 0 <= deal[DEAL_FIRST] < match.seats
    )
