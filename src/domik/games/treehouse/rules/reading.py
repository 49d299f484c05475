"""A view decoded into plain objects (trees, turns, hands), for objections, scoring and everything that is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.parts import SecretTask
from domik.games.treehouse.rules.tree import has_row, has_triangle, slots_for
from domik.kernel.state import View

Place = tuple[int, int]  # level (the trunk is level 1) and slot, counted from 0 from the left

LEVELS = 6
PLACES: list[Place] = [(level, slot) for level in range(2, LEVELS + 1) for slot in range(level)]


def bit_at(place: Place) -> int:
    level, slot = place
    return 1 << (at.STRIDE * (level - 1) + slot)


def place_at(action: int) -> Place | None:
    """The place of an action bit, or None for DISCARD and bits outside the tree."""
    number = action.bit_length() - 1
    level, slot = number // at.STRIDE + 1, number % at.STRIDE
    return (level, slot) if 2 <= level <= LEVELS and slot < level else None


def colour_of(room: int) -> int:
    """A room's colour (TH-1)."""
    return room >> at.COLOUR_SHIFT


def cards_in(hand: int) -> list[int]:
    """The cards (room + 1) of a packed hand, in order."""
    cards = []
    while hand:
        cards.append(hand & at.CARD)
        hand >>= at.CARD_BITS
    return cards


def rooms_in(hand: int) -> list[int]:
    """The room numbers of a packed hand, in order."""
    return [card - 1 for card in cards_in(hand)]


@dataclass(frozen=True)
class Turn:
    """What one seat did with one revealed room."""

    round: int
    turn: int
    room: int
    place: Place | None  # None: discarded


@dataclass(frozen=True)
class Tree:
    turns: tuple[Turn, ...] = ()
    birdhouse: Place | None = None
    nested_in: int = 0  # turn (1-15) in which the birdhouse was built, 0 without one

    def rooms(self) -> dict[Place, int]:
        """Built rooms by place."""
        return {turn.place: turn.room for turn in self.turns if turn.place is not None}

    def filled_places(self) -> set[Place]:
        """All places that hold a card, including the trunk."""
        return {(1, 0), *self.rooms(), *([self.birdhouse] if self.birdhouse else [])}

    def count(self, colour: int, rounds: int = at.ROUNDS) -> int:
        """Number of rooms of a colour at the end of the given number of rounds."""
        return sum(
            turn.place is not None and turn.round < rounds and colour_of(turn.room) == colour for turn in self.turns
        )

    def balance(self) -> int:
        """Position of the balance marker: -1 left, 0 middle, 1 right (TH-33)."""
        built = [*self.rooms(), *([self.birdhouse] if self.birdhouse else [])]
        return sum(side_of_place(place) for place in built)


def side_of_place(place: Place) -> int:
    """-1 left of the trunk's centre line, 0 on it, 1 right of it (TH-33)."""
    level, slot = place
    return (2 * slot > level - 1) - (2 * slot < level - 1)


def places_below(place: Place) -> list[Place]:
    """The places a card rests on: two, or one at either end of a level (TH-30, TH-31)."""
    level, slot = place
    return [(level - 1, under) for under in (slot - 1, slot) if 0 <= under < level - 1]


def adjacent_places(place: Place) -> list[Place]:
    """The places beside, below and above a place; some may lie outside the tree (TH-32)."""
    level, slot = place
    return [*places_below(place), (level, slot - 1), (level, slot + 1), (level + 1, slot), (level + 1, slot + 1)]


def tree_of(view: View, seat: int) -> Tree:
    numbers = view.numbers
    base = at.SEAT + at.SEAT_SIZE * seat
    built = tuple(numbers[base + at.BUILT : base + at.BUILT + at.ROUNDS * at.TURNS])
    return tree_from(built, int(numbers[base + at.BIRDHOUSE]), int(numbers[base + at.NESTED_IN]))


@lru_cache(maxsize=1024)  # objections ask for the same tree at every free place
def tree_from(built: tuple[int, ...], birdhouse: int, nested_in: int) -> Tree:
    """Decode a seat's BUILT numbers, one a turn."""
    turns = [
        Turn(k // at.TURNS, k % at.TURNS, (number & at.CARD) - 1, place_at(number >> at.CARD_BITS))
        for k, number in enumerate(built)
        if number
    ]
    return Tree(tuple(turns), place_at(birdhouse) if birdhouse else None, nested_in)


def phase_of(view: View) -> int:
    return int(view.numbers[at.PHASE])


def round_of(view: View) -> int:
    """The round, counted from 0."""
    return int(view.numbers[at.ROUND])


def turn_of(view: View) -> int:
    """The turn of the round, counted from 0."""
    return int(view.numbers[at.TURN])


def rounds_scored(view: View) -> int:
    return at.ROUNDS if view.is_over() else round_of(view)


def first_chooser_of(view: View) -> int:
    """The seat that takes or lays first in this round; -1 until it is known (TH-41)."""
    return int(view.numbers[at.FIRST]) - 1


def waiting_room(view: View, seat: int) -> int | None:
    """The seat's revealed room that is not placed yet, or None."""
    card = int(view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.ROOM])
    return card - 1 if card else None


def hand_of(view: View) -> list[int]:
    """The viewer's own hand; empty for a spectator."""
    if view.seat < 0:
        return []
    return rooms_in(int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.IN_HAND]))


def chosen_of(view: View) -> int | None:
    """The room the viewer has chosen in secret; None before the choice and for a spectator."""
    if view.seat < 0:
        return None
    card = int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * view.seat + at.CHOSEN])
    return card - 1 if card else None


def task_of(view: View, seat: int) -> int | None:
    """A seat's secret task; None where the viewer may not know it (TH-62)."""
    task = int(view.numbers[at.SEAT + at.SEAT_SIZE * seat + at.SHOWN_TASK])
    if not task and view.seat == seat:
        task = int(view.numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.TASK])
    return task - 1 if task else None


def laid_kinds(packed: int) -> list[int]:
    """The kind of change card on each colour, 0 for none."""
    return [(packed >> (at.KIND_BITS * colour)) & at.KIND for colour in range(at.COLOURS)]


def kinds_now(view: View) -> list[int]:
    """The kind of change card on each colour in this round, 0 for none yet."""
    return laid_kinds(int(view.numbers[at.LAID]))


def kinds_in_round(view: View, number: int) -> list[int]:
    """The kind of change card on each colour as a round, counted from 0, was scored."""
    return laid_kinds(int(view.numbers[at.LAID_IN + number]))


def taken_kind(view: View, seat: int) -> int:
    """The kind of change card a seat holds, 0 for none."""
    return int(view.numbers[at.TAKEN]) >> (at.KIND_BITS * seat) & at.KIND


def pool_counts(view: View) -> dict[int, int]:
    """How many change cards of each kind can still be taken."""
    pool = int(view.numbers[at.POOL])
    return {kind: (pool >> (at.KIND_BITS * kind)) & at.KIND for kind in range(at.NOTHING, at.MOST + 1)}


def kinds_in(packed: int) -> tuple[int, ...]:
    """Change cards counted by kind, one by one."""
    kinds = range(at.NOTHING, at.MOST + 1)
    return tuple([kind for kind in kinds for _ in range((packed >> (at.KIND_BITS * kind)) & at.KIND)])


def slots_of_room(view: View, seat: int, room: int) -> int:
    """The mask of places where a seat could build a room now (TH-31 to TH-33)."""
    return int(slots_for(view.numbers, at.SEAT + at.SEAT_SIZE * seat, colour_of(room)))


def patterns_done(view: View, seat: int, task: SecretTask) -> tuple[bool, bool]:
    """Whether a seat's tree shows the row and the triangle of a secret task (TH-62)."""
    base = at.SEAT + at.SEAT_SIZE * seat
    row = has_row(view.numbers, base, *task.row.colours)
    return row, has_triangle(view.numbers, base, *task.triangle.colours)


class SeatReading:
    """What everybody sees of a seat, in plain numbers that can be cache keys."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.rooms = numbers[at.ROOMS : at.ROOMS + at.COLOURS]  # masks of places, by colour
        self.birdhouse = numbers[at.BIRDHOUSE]  # its place's bit, or 0
        self.balance = numbers[at.BALANCE]
        self.score = numbers[at.SCORE]
        self.room = numbers[at.ROOM] - 1  # revealed and not placed yet; -1 for none
        self.built = numbers[at.BUILT : at.BUILT + at.ROUNDS * at.TURNS]  # for `tree_from`
        self.filled = at.TRUNK | self.birdhouse  # mask of all places that hold a card, including the trunk
        for mask in self.rooms:
            self.filled |= mask


class TableReading:
    """What everybody sees of the table."""

    def __init__(self, view: View, seats: int) -> None:
        numbers = view.numbers
        self.phase = int(numbers[at.PHASE])
        self.round = int(numbers[at.ROUND])
        self.turn = int(numbers[at.TURN])
        self.first = int(numbers[at.FIRST]) - 1  # this round's first chooser, -1 until it is known
        self.laid = int(numbers[at.LAID])  # for `laid_kinds`
        self.laid_in = tuple(numbers[at.LAID_IN : at.LAID_IN + at.ROUNDS])  # the same as each round was scored
        self.pool = int(numbers[at.POOL])  # for `kinds_in`
        self.winners = int(numbers[at.WINNERS])
        starts = range(at.SEAT, at.SEAT + at.SEAT_SIZE * seats, at.SEAT_SIZE)
        self.seats = [SeatReading(tuple(numbers[base : base + at.SEAT_SIZE])) for base in starts]
