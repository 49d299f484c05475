"""What the conformance suite must know about Treehouse: who has seen what, and what lies where."""

from __future__ import annotations

import random

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.reading import rooms_in
from domik.kernel.record import GameRecord, RecordedMove
from domik.kernel.state import State

FAMILIES = {"original": {"edition": "original"}, "nk": {"edition": "nk"}}


def twin_deal(
    match: TreehouseMatch, deal: list[int], moves: list[RecordedMove], seat: int, rng: random.Random
) -> list[int]:
    """The deal with everything permuted that the seat has not seen by the end of these moves.

    Written from the rules alone: a seat sees the hands that come to it (TH-20, TH-23), every room that is
    revealed (TH-21), its own task (TH-62), the age order, and the first chooser once scoring begins (TH-12).
    """
    twin = list(deal)
    seen, scoring_began, over = what_was_seen(match, deal, moves, seat)
    unseen = [base for base in range(at.DEAL_TASKS) if deal[base] not in seen]
    shuffle_places(twin, unseen, rng)
    if not over:
        dealt = at.ROUNDS * match.seats * at.HAND
        assert all(base < dealt or deal[base] not in seen for base in range(at.DEAL_TASKS))
        if match.options["secret_tasks"]:
            shuffle_places(twin, [at.DEAL_TASKS + k for k in range(at.TASKS) if k != seat], rng)
    if match.options["edition"] == "original" and not scoring_began:
        twin[at.DEAL_FIRST] = rng.randrange(match.seats)
    return twin


def shuffle_places(items: list[int], places: list[int], rng: random.Random) -> None:
    """Permute the items at some places."""
    values = [items[base] for base in places]
    rng.shuffle(values)
    for base, value in zip(places, values, strict=True):
        items[base] = value


def what_was_seen(
    match: TreehouseMatch, deal: list[int], moves: list[RecordedMove], seat: int
) -> tuple[set[int], bool, bool]:
    """The rooms a seat has seen, whether scoring ever began, whether the game is over: a naive replay of the draft."""
    clock = phases(match, deal, moves)
    hands = dealt_hands(deal, match.seats, 0)
    revealed: set[int] = set()
    held = set(hands[seat]) if seat >= 0 else set()
    chosen: list[int] = []
    for move, (before, _, _), (after, round_number, _) in zip(moves, clock, clock[1:], strict=False):
        if before == at.PICK:
            chosen.append(hands[move.seat].pop(move.action))
            if len(chosen) == match.seats:
                revealed |= set(chosen)
                chosen = []
        elif after == at.PICK and before == at.PLACE:
            hands = [hands[-1], *hands[:-1]]
        elif after == at.PICK:
            hands = dealt_hands(deal, match.seats, round_number)
        if seat >= 0 and after == at.PICK and before != at.PICK:
            held |= set(hands[seat])
    began = any(phase in (at.TAKE, at.LAY, at.CHOOSE) for phase, _, _ in clock)
    return revealed | held, began, clock[-1][2]


def phases(match: TreehouseMatch, deal: list[int], moves: list[RecordedMove]) -> list[tuple[int, int, bool]]:
    """Phase, round and whether it is over, at the start and after every move."""
    return [
        (int(state.numbers[at.PHASE]), int(state.numbers[at.ROUND]), state.is_over())
        for state in GameRecord(match, deal, [], moves).states()
    ]


def dealt_hands(deal: list[int], seats: int, round_number: int) -> list[list[int]]:
    """The hands of a round, straight from the deal."""
    start = round_number * seats * at.HAND
    return [deal[start + at.HAND * seat : start + at.HAND * (seat + 1)] for seat in range(seats)]


def held_by(state: State, seat: int) -> list[int]:
    """The rooms in a seat's hand, the one it has chosen, and the one that waits to be placed."""
    numbers, own = state.numbers, at.OPEN_SIZE + at.OWN_SIZE * seat
    places = (own + at.IN_HAND, own + at.CHOSEN, at.SEAT + at.SEAT_SIZE * seat + at.ROOM)
    return [room for place in places for room in rooms_in(int(numbers[place]))]


def inventory(match: TreehouseMatch, state: State) -> list[object]:
    """Every room and task that lies somewhere, past hands' last cards apart."""
    numbers = state.numbers
    rooms: list[int] = []
    for seat in range(match.seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        rooms += [
            (int(numbers[base + at.BUILT + k]) & at.CARD) - 1
            for k in range(at.ROUNDS * at.TURNS)
            if numbers[base + at.BUILT + k]
        ]
        rooms += held_by(state, seat)
    sealed = int(match.game.sealed_at())
    if not state.is_over():
        for k in range((int(numbers[at.ROUND]) + 1) * match.seats, at.ROUNDS * match.seats):
            rooms += rooms_in(int(numbers[sealed + at.DEALT + k]))
    tasks = [f"task {numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.TASK]}" for seat in range(match.seats)]
    return [*rooms, *(tasks if match.options["secret_tasks"] else [])]


def conserved(match: TreehouseMatch, state: State) -> None:
    """In every round the dealt hands are exactly the hands, the choices and what was built or put aside."""
    numbers = state.numbers
    held = inventory(match, state)
    assert len(held) == len(set(held))
    if numbers[at.PHASE] not in (at.PICK, at.PLACE):
        return
    now = int(numbers[at.ROUND])
    sealed = int(match.game.sealed_at())
    dealt = [
        room
        for seat in range(match.seats)
        for room in rooms_in(int(numbers[sealed + at.DEALT + now * match.seats + seat]))
    ]
    here: list[int] = []
    for seat in range(match.seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        built = [int(numbers[base + at.BUILT + at.TURNS * now + k]) for k in range(at.TURNS)]
        here += [(number & at.CARD) - 1 for number in built if number]
        here += held_by(state, seat)
    assert sorted(here) == sorted(dealt)
