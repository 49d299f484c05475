"""Imagined worlds are as likely as they should be: compared with all worlds, counted one by one, on small positions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.reading import rooms_in
from domik.kernel.luck import luck_of
from domik.kernel.state import State, imagine_state, new_state
from tests.bots.uniform import assert_uniform
from tests.conformance.tables import random_steps

World = tuple[frozenset[int], ...]  # what each other seat holds, the choices it has made among them set apart


def last_round(match: TreehouseMatch, turn: int, chosen: int, seed: str) -> tuple[State, int]:
    """A random game's last round, in this turn, when so many seats have chosen and another one is to choose."""
    for state, _, _ in random_steps(match, seed):
        numbers = state.numbers
        if numbers[at.PHASE] == at.PICK and numbers[at.ROUND] == at.ROUNDS - 1 and numbers[at.TURN] == turn:
            waiting = [seat for seat in range(match.seats) if numbers[AWAITED_AT] >> seat & 1]
            if match.seats - len(waiting) == chosen:
                return state.copy(), waiting[0]
    raise AssertionError("no such position")


AWAITED_AT = 0


def held(state: State, seat: int, others: list[int]) -> World:
    """The hand and the pending choice of every other seat."""
    own = {other: at.OPEN_SIZE + at.OWN_SIZE * other for other in others}
    found: list[frozenset[int]] = []
    for base in own.values():
        found.append(frozenset(rooms_in(int(state.numbers[base + at.IN_HAND]))))
        found.append(frozenset(rooms_in(int(state.numbers[base + at.CHOSEN]))))
    return tuple(found)


def all_worlds(state: State, seat: int, others: list[int], seats: int) -> Iterator[World]:
    """Every way to deal what the seat has never seen to the hands it has never held, every pending choice apart.

    From the rules alone (TH-20, TH-21, TH-23): in the last round of four players every room is out. In turn t the seat
    has held its own hand and those of the t seats before it, so the hands that lie t or fewer seats ahead are known.
    """
    numbers = state.numbers
    turn = int(numbers[at.TURN])
    full = {other: whole_hand(state, other) for other in others}
    unknown = [other for other in others if (other - seat) % seats > turn]
    pool = sorted(set().union(*(full[other] for other in unknown)) if unknown else set())
    for split in splits(pool, len(unknown)):
        hands = {**full, **dict(zip(unknown, split, strict=True))}
        choices = [[None] if numbers[AWAITED_AT] >> other & 1 else sorted(hands[other]) for other in others]
        for chosen in itertools.product(*choices):
            world: list[frozenset[int]] = []
            for other, room in zip(others, chosen, strict=True):
                world.append(frozenset(hands[other] - {room}))
                world.append(frozenset() if room is None else frozenset({room}))
            yield tuple(world)


def whole_hand(state: State, seat: int) -> set[int]:
    """A hand with the choice made from it."""
    base = at.OPEN_SIZE + at.OWN_SIZE * seat
    return set(rooms_in(int(state.numbers[base + at.IN_HAND]))) | set(rooms_in(int(state.numbers[base + at.CHOSEN])))


def splits(pool: list[int], hands: int) -> Iterator[tuple[set[int], ...]]:
    """Every way to make hands of one size of a pool."""
    if not hands:
        yield ()
        return
    size = len(pool) // hands
    for first in itertools.combinations(pool, size):
        for rest in splits([room for room in pool if room not in first], hands - 1):
            yield (set(first), *rest)


def compared(match: TreehouseMatch, turn: int, chosen: int, most: int) -> int:
    """Imagine many worlds of one position, compare with all there are; how many there are."""
    state, seat = last_round(match, turn, chosen, "imagine")
    others = [other for other in range(match.seats) if other != seat]
    worlds = list(all_worlds(state, seat, others, match.seats))
    assert len(worlds) == len(set(worlds)) <= most
    assert held(state, seat, others) in worlds, "the true world is one of them"
    draws = 30 * len(worlds)
    luck = luck_of("worlds")
    view = state.view(seat)
    counts = Counter(held(imagine_state(view, luck), seat, others) for _ in range(draws))
    assert_uniform(counts, worlds, draws)
    return len(worlds)


def test_hands_that_were_never_held() -> None:
    match = TITLE.match(4)
    assert compared(match, 1, 0, 252) == 252  # ten rooms, two hands of five (TH-23)


def test_hands_that_were_all_held() -> None:
    match = TITLE.match(4)
    assert compared(match, 3, 0, 1) == 1


def test_choices_that_are_not_revealed_yet() -> None:
    match = TITLE.match(4)
    assert compared(match, 2, 1, 4) == 4  # four rooms are left in every hand, any of them may be the choice (TH-21)
    assert compared(match, 1, 1, 1260) == 1260
    assert compared(match, 2, 2, 16) == 16


def test_tasks_and_the_first_chooser() -> None:
    match = TITLE.match(3, {"edition": "nk", "secret_tasks": True})
    state = new_state(match.game, luck_of(1))
    luck = luck_of("tasks")
    view = state.view(1)
    mine = int(state.numbers[at.OPEN_SIZE + at.OWN_SIZE + at.TASK])
    pairs = [pair for pair in itertools.permutations(range(1, at.TASKS + 1), 2) if mine not in pair]
    worlds: list[World] = [(frozenset({one}), frozenset({two})) for one, two in pairs]
    counts: Counter[World] = Counter()
    for _ in range(30 * len(worlds)):
        numbers = imagine_state(view, luck).numbers
        counts[tuple(frozenset({int(numbers[at.OPEN_SIZE + at.OWN_SIZE * other + at.TASK])}) for other in (0, 2))] += 1
    assert_uniform(counts, worlds, 30 * len(worlds))
    match = TITLE.match(3)
    view = new_state(match.game, luck_of(1)).view(1)
    sealed = int(match.game.sealed_at())
    first: Counter[World] = Counter()
    for _ in range(900):
        first[(frozenset({int(imagine_state(view, luck).numbers[sealed + at.FIRST_CHOOSER])}),)] += 1
    assert_uniform(first, [(frozenset({seat}),) for seat in (1, 2, 3)], 900)
