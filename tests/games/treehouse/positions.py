"""Treehouse positions by hand: trees as (colour, level, slot), a room that waits, a round about to be scored."""

from __future__ import annotations

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.reading import PLACES, Place, bit_at
from domik.games.treehouse.rules.tree import side_of
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state

Built = list[tuple[str, int, int]]  # colour, level, slot from 1


def table_for(seats: int = 2, **options: object) -> TreehouseMatch:
    return TITLE.match(seats, options)


def fresh(match: TreehouseMatch, seed: object = 1) -> State:
    return new_state(match.game, luck_of(str(seed)))


def room_of(colour: str, number: int = 0) -> int:
    return COLOUR_NAMES.index(colour) << at.COLOUR_SHIFT | number


def build(state: State, seat: int, rooms: Built, round_number: int = 0) -> None:
    """Put rooms on a tree without asking the rules; the turn history is filled round by round."""
    base = at.SEAT + at.SEAT_SIZE * seat
    for colour, level, slot in rooms:
        slot_bit = bit_at((level, slot - 1))
        index = COLOUR_NAMES.index(colour)
        number = bin(int(state.numbers[base + at.ROOMS + index])).count("1")
        turn = at.TURNS * round_number
        while state.numbers[base + at.BUILT + turn]:
            turn += 1
        state.numbers[base + at.BUILT + turn] = (room_of(colour, number) + 1) | slot_bit << at.CARD_BITS
        state.numbers[base + at.ROOMS + index] |= slot_bit
        state.numbers[base + at.BALANCE] += side_of(slot_bit)


def let_place(state: State, seat: int, colour: str) -> None:
    """The seat alone is to place a room of this colour."""
    state.numbers[at.PHASE] = at.PLACE
    state.numbers[at.TURN] = 4
    state.numbers[at.ROUND] = 2
    state.numbers[at.FIRST] = state.numbers[at.FIRST] or 1  # somebody chose first in the round before (TH-41)
    state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.ROOM] = room_of(colour, 11) + 1
    state.numbers[0] = 1 << seat


def offered(state: State, seat: int) -> set[tuple[int, int]]:
    """The places the seat is offered, slots from 1."""
    legal = int(state.legal(seat))
    return {(level, slot + 1) for level, slot in PLACES if legal & bit_at((level, slot))}


def can_discard(state: State, seat: int) -> bool:
    return bool(state.legal(seat) & at.DISCARD)


def act(state: State, seat: int, place: Place) -> None:
    """Build at a place, slot from 1."""
    state.play(seat, bit_at((place[0], place[1] - 1)))


def begin_scoring(match: TreehouseMatch, state: State, round_number: int = 0, scores: tuple[int, ...] = ()) -> None:
    """Jump to a round's scoring with these points on the track."""
    state.numbers[at.ROUND] = round_number
    for seat, points in enumerate(scores):
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.SCORE] = points
    match.game.begin_scoring(state.numbers)


def awaited(state: State) -> list[int]:
    mask = int(state.awaited_seats())
    return [seat for seat in range(4) if mask >> seat & 1]


def take(state: State, kind: str) -> int:
    """The awaited seat takes a change card; the seat."""
    (seat,) = awaited(state)
    state.play(seat, 1 << KIND_NAMES.index(kind))
    return seat


def lay(state: State, colour: str) -> int:
    """The awaited seat lays on a colour or picks it; the seat."""
    (seat,) = awaited(state)
    state.play(seat, 1 << COLOUR_NAMES.index(colour))
    return seat


def play_turn(state: State, match: TreehouseMatch) -> None:
    """Everybody picks their first card and builds anywhere, or puts it aside."""
    for seat in range(match.seats):
        state.play(seat, 1)
    while int(state.numbers[at.PHASE]) == at.PLACE:
        seat = awaited(state)[0]
        legal = int(state.legal(seat))
        state.play(seat, legal & -legal)


def scores(state: State, match: TreehouseMatch) -> list[int]:
    return [int(state.score(seat)) for seat in range(match.seats)]
