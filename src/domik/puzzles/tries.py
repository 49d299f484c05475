"""Tries at puzzles: which were solved at the first go, which are to be done again, and the rating that they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log

from domik.puzzles.difficulty import SCALE, STEP
from domik.puzzles.puzzle import Puzzle

USUAL, SPREAD = 1300, 350  # of somebody who never solved one
RECENT = 60  # tries that count for a rating
LEAST = 5  # before there is one

Tries = Mapping[str, bool]  # by the puzzle's id, the oldest first: whether the first go was right


def rating_from(answers: Sequence[tuple[int, bool]]) -> int | None:
    """The likeliest rating of somebody who gave these answers to puzzles of these ratings."""
    recent = answers[-RECENT:]
    if len(recent) < LEAST:
        return None
    return max(range(400, 2800, STEP), key=lambda rating: likelihood(rating, recent))


def likelihood(rating: int, answers: Iterable[tuple[int, bool]]) -> float:
    """The logarithm of how likely these answers are at a rating."""
    total = -((rating - USUAL) ** 2) / (2 * SPREAD**2)
    for strength, right in answers:
        chance = 1 / (1 + exp((strength - rating) / SCALE))
        total += log(chance if right else 1 - chance)
    return total


def answers_of(tries: Tries, puzzles: Iterable[Puzzle]) -> list[tuple[int, bool]]:
    """Ratings and answers, in the order of the tries."""
    ratings = {one.id: one.rating for one in puzzles}
    return [(ratings[id], right) for id, right in tries.items() if id in ratings]


def next_puzzle(puzzles: Sequence[Puzzle], tries: Tries, again: bool = False) -> Puzzle | None:
    """The untried puzzle nearest to one's rating, or with `again` the first that went wrong."""
    if again:
        return next((one for one in puzzles if tries.get(one.id) is False), None)
    fresh = [one for one in puzzles if one.id not in tries]
    mine = rating_from(answers_of(tries, puzzles)) or USUAL
    return min(fresh, key=lambda one: (abs(one.rating - mine), one.id), default=None)


def puzzle_of_the_day(puzzles: Sequence[Puzzle], day: int) -> Puzzle | None:
    """The same for everybody: puzzle after puzzle in an order of their own, begun anew when all had their day."""
    in_order = sorted(puzzles, key=lambda one: one.id)
    return in_order[day % len(in_order)] if in_order else None
