"""A Treehouse view read into plain things, rooms on places: the slow, obvious side of the rules stands on this."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.treehouse.rules.state import *
from domik.kernel.state import View

Place = tuple[int, int]  # level (the trunk is 1), slot from 0, left to right

LEVELS = 6
PLACES: list[Place] = [(level, slot) for level in range(2, LEVELS + 1) for slot in range(level)]


def bit_at(place: Place) -> int:
    """The action bit of a place."""
    level, slot = place
    return 1 << (STRIDE * (level - 1) + slot)


def place_at(action: int) -> Place | None:
    """The place of an action bit; None where no place is."""
    number = action.bit_length() - 1
    level, slot = number // STRIDE + 1, number % STRIDE
    return (level, slot) if 2 <= level <= LEVELS and slot < level else None


def colour_of(room: int) -> int:
    """A room's colour (TH-1)."""
    return room >> COLOUR_SHIFT


def cards_in(hand: int) -> list[int]:
    """The cards (room + 1) of a packed hand, first card first."""
    cards = []
    while hand:
        cards.append(hand & CARD)
        hand >>= CARD_BITS
    return cards


def rooms_in(hand: int) -> list[int]:
    """The rooms of a packed hand, first card first."""
    return [card - 1 for card in cards_in(hand)]


@dataclass(frozen=True)
class Turn:
    """What one seat did with one revealed room."""

    round: int
    turn: int
    room: int
    place: Place | None  # None: put aside


@dataclass(frozen=True)
class Tree:
    """One player's tree."""

    turns: tuple[Turn, ...] = ()
    birdhouse: Place | None = None
    nested_in: int = 0  # turn 1-15 of the birdhouse, 0 without one

    def rooms(self) -> dict[Place, int]:
        """The built rooms by place."""
        return {turn.place: turn.room for turn in self.turns if turn.place is not None}

    def filled_places(self) -> set[Place]:
        """Every place that holds a card, the trunk among them."""
        return {(1, 0), *self.rooms(), *([self.birdhouse] if self.birdhouse else [])}

    def count(self, colour: int, rounds: int = ROUNDS) -> int:
        """How many rooms of a colour stand there after so many rounds."""
        return sum(
            turn.place is not None and turn.round < rounds and colour_of(turn.room) == colour for turn in self.turns
        )

    def balance(self) -> int:
        """Where the marker stands: -1 left, 0, 1 right (TH-33)."""
        built = [*self.rooms(), *([self.birdhouse] if self.birdhouse else [])]
        return sum(side_of_place(place) for place in built)


def side_of_place(place: Place) -> int:
    """-1 left of the trunk's centre line, 0 on it, 1 right (TH-33)."""
    level, slot = place
    return (2 * slot > level - 1) - (2 * slot < level - 1)


def places_below(place: Place) -> list[Place]:
    """The places a card rests on: two, or one in a corner (TH-30, TH-31)."""
    level, slot = place
    return [(level - 1, under) for under in (slot - 1, slot) if 0 <= under < level - 1]


def adjacent_places(place: Place) -> list[Place]:
    """The places beside, below and above a place (TH-32)."""
    level, slot = place
    return [*places_below(place), (level, slot - 1), (level, slot + 1), (level + 1, slot), (level + 1, slot + 1)]


def tree_of(view: View, seat: int) -> Tree:
    """A seat's tree."""
    numbers = view.numbers
    at = SEAT + SEAT_SIZE * seat
    built = tuple(numbers[at + BUILT : at + BUILT + ROUNDS * TURNS])
    return tree_from(built, int(numbers[at + BIRDHOUSE]), int(numbers[at + NESTED_IN]))


@lru_cache(maxsize=1024)  # every free place asks for the same tree
def tree_from(built: tuple[int, ...], birdhouse: int, nested_in: int) -> Tree:
    """The tree of what a seat did, turn by turn."""
    turns = [
        Turn(k // TURNS, k % TURNS, (number & CARD) - 1, place_at(number >> CARD_BITS))
        for k, number in enumerate(built)
        if number
    ]
    return Tree(tuple(turns), place_at(birdhouse) if birdhouse else None, nested_in)


def waiting_room(view: View, seat: int) -> int | None:
    """The revealed room that waits to be placed."""
    card = int(view.numbers[SEAT + SEAT_SIZE * seat + ROOM])
    return card - 1 if card else None


def hand_of(view: View) -> list[int]:
    """The viewer's own hand."""
    if view.seat < 0:
        return []
    return rooms_in(int(view.numbers[OPEN_SIZE + OWN_SIZE * view.seat + IN_HAND]))


def chosen_of(view: View) -> int | None:
    """The room the viewer has chosen in secret."""
    if view.seat < 0:
        return None
    card = int(view.numbers[OPEN_SIZE + OWN_SIZE * view.seat + CHOSEN])
    return card - 1 if card else None


def task_of(view: View, seat: int) -> int | None:
    """A seat's secret task, where the viewer may know it (TH-62)."""
    task = int(view.numbers[SEAT + SEAT_SIZE * seat + SHOWN_TASK])
    if not task and view.seat == seat:
        task = int(view.numbers[OPEN_SIZE + OWN_SIZE * seat + TASK])
    return task - 1 if task else None


def laid_kinds(packed: int) -> list[int]:
    """The change card on every colour, 0 for none."""
    return [(packed >> (KIND_BITS * colour)) & KIND for colour in range(COLOURS)]


def taken_kind(view: View, seat: int) -> int:
    """The change card a seat holds, 0 for none."""
    return int(view.numbers[TAKEN]) >> (KIND_BITS * seat) & KIND


def pool_counts(view: View) -> dict[int, int]:
    """How many change cards of each kind can still be taken."""
    pool = int(view.numbers[POOL])
    return {kind: (pool >> (KIND_BITS * kind)) & KIND for kind in range(NOTHING, MOST + 1)}
