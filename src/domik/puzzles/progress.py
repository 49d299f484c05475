"""Tries at puzzles: which were solved at the first go, which are to be done again, and the rating that they give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from pathlib import Path

from domik.learn.progress import ProgressFile, user_data_path
from domik.puzzles.difficulty import SCALE, STEP
from domik.puzzles.puzzle import Puzzle

PLAYER_PRIOR_RATING, PLAYER_PRIOR_DEVIATION = 1300, 350  # of somebody who never solved one
RECENT_ATTEMPTS = 60  # tries that count for a rating
LEAST_ATTEMPTS = 5  # before there is one

FirstAttempts = Mapping[str, bool]  # by the puzzle's id, the oldest first: whether the first go was right


def estimate_rating(answers: Sequence[tuple[int, bool]]) -> int | None:
    """The likeliest rating of somebody who gave these answers to puzzles of these ratings."""
    recent = answers[-RECENT_ATTEMPTS:]
    if len(recent) < LEAST_ATTEMPTS:
        return None
    return max(range(400, 2800, STEP), key=lambda rating: answers_log_likelihood(rating, recent))


def answers_log_likelihood(rating: int, answers: Iterable[tuple[int, bool]]) -> float:
    """The logarithm of how likely these answers are at a rating."""
    total = -((rating - PLAYER_PRIOR_RATING) ** 2) / (2 * PLAYER_PRIOR_DEVIATION**2)
    for strength, right in answers:
        chance = 1 / (1 + exp((strength - rating) / SCALE))
        total += log(chance if right else 1 - chance)
    return total


def rated_answers(tries: FirstAttempts, puzzles: Iterable[Puzzle]) -> list[tuple[int, bool]]:
    """Ratings and answers, in the order of the tries."""
    ratings = {one.id: one.rating for one in puzzles}
    return [(ratings[id], right) for id, right in tries.items() if id in ratings]


def next_puzzle(puzzles: Sequence[Puzzle], tries: FirstAttempts, again: bool = False) -> Puzzle | None:
    """The untried puzzle nearest to one's rating, or with `again` the first that went wrong."""
    if again:
        return next((one for one in puzzles if tries.get(one.id) is False), None)
    fresh = [one for one in puzzles if one.id not in tries]
    mine = estimate_rating(rated_answers(tries, puzzles)) or PLAYER_PRIOR_RATING
    return min(fresh, key=lambda one: (abs(one.rating - mine), one.id), default=None)


def puzzle_of_the_day(puzzles: Sequence[Puzzle], day: int) -> Puzzle | None:
    """The same for everybody: puzzle after puzzle in an order of their own, begun anew when all had their day."""
    in_order = sorted(puzzles, key=lambda one: one.id)
    return in_order[day % len(in_order)] if in_order else None


PATH_VARIABLE = "DOMIK_PUZZLES"  # an environment variable: where the file lies instead
FAILED_MARK, SOLVED_MARK = 1, 2


def puzzle_progress_path(environment: Mapping[str, str]) -> Path:
    """The file of the tries."""
    return user_data_path(environment, PATH_VARIABLE, "puzzles.json")


class PuzzleProgress(ProgressFile):
    """The tries of one file."""

    phrase_prefix = "puzzle.journal"
    variable = PATH_VARIABLE
    largest = SOLVED_MARK

    def first_attempts(self, game: str) -> dict[str, bool]:
        """Whether the first go was right, or a later one set it right, by the puzzle's id."""
        return {id: number == SOLVED_MARK for id, number in self.by_game.get(game, {}).items()}

    def save_attempt(self, game: str, id: str, right: bool) -> None:
        """Remember how it went."""
        self.save_number(game, id, SOLVED_MARK if right else FAILED_MARK)
