"""A player's results at puzzles: rating, next puzzle, puzzle of the day, and the file that stores them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from pathlib import Path

from domik.learn.progress import ProgressFile, user_data_path
from domik.puzzles.difficulty import SCALE, STEP
from domik.puzzles.puzzle import Puzzle

PLAYER_PRIOR_RATING, PLAYER_PRIOR_DEVIATION = 1300, 350  # of a player without attempts
RECENT_ATTEMPTS = 60  # attempts that count for the rating
LEAST_ATTEMPTS = 5  # fewer give no rating

FirstAttempts = Mapping[str, bool]  # by puzzle id, oldest first: whether the first attempt was correct


def estimate_rating(answers: Sequence[tuple[int, bool]]) -> int | None:
    """The maximum a posteriori rating of a player, from (puzzle rating, correct) pairs; None if there are too few."""
    recent = answers[-RECENT_ATTEMPTS:]
    if len(recent) < LEAST_ATTEMPTS:
        return None
    return max(range(400, 2800, STEP), key=lambda rating: answers_log_likelihood(rating, recent))


def answers_log_likelihood(rating: int, answers: Iterable[tuple[int, bool]]) -> float:
    """Log posterior (without a constant) of the answers at a rating."""
    total = -((rating - PLAYER_PRIOR_RATING) ** 2) / (2 * PLAYER_PRIOR_DEVIATION**2)
    for strength, right in answers:
        chance = 1 / (1 + exp((strength - rating) / SCALE))
        total += log(chance if right else 1 - chance)
    return total


def rated_answers(tries: FirstAttempts, puzzles: Iterable[Puzzle]) -> list[tuple[int, bool]]:
    """(puzzle rating, correct) pairs in the order of the attempts."""
    ratings = {one.id: one.rating for one in puzzles}
    return [(ratings[id], right) for id, right in tries.items() if id in ratings]


def next_puzzle(puzzles: Sequence[Puzzle], tries: FirstAttempts, again: bool = False) -> Puzzle | None:
    """The untried puzzle nearest to the player's rating, or with `again` the first one failed."""
    if again:
        return next((one for one in puzzles if tries.get(one.id) is False), None)
    fresh = [one for one in puzzles if one.id not in tries]
    mine = estimate_rating(rated_answers(tries, puzzles)) or PLAYER_PRIOR_RATING
    return min(fresh, key=lambda one: (abs(one.rating - mine), one.id), default=None)


def puzzle_of_the_day(puzzles: Sequence[Puzzle], day: int) -> Puzzle | None:
    """The same for all players: puzzles take turns in the order of their ids."""
    in_order = sorted(puzzles, key=lambda one: one.id)
    return in_order[day % len(in_order)] if in_order else None


PATH_VARIABLE = "DOMIK_PUZZLES"  # environment variable with another path
FAILED_MARK, SOLVED_MARK = 1, 2


def puzzle_progress_path(environment: Mapping[str, str]) -> Path:
    return user_data_path(environment, PATH_VARIABLE, "puzzles.json")


class PuzzleProgress(ProgressFile):
    """Results of attempts, by game and puzzle id."""

    phrase_prefix = "puzzle.journal"
    variable = PATH_VARIABLE
    largest = SOLVED_MARK

    def first_attempts(self, game: str) -> dict[str, bool]:
        """By puzzle id: whether the first attempt, or a later repetition, was correct."""
        return {id: number == SOLVED_MARK for id, number in self.by_game.get(game, {}).items()}

    def save_attempt(self, game: str, id: str, right: bool) -> None:
        self.save_number(game, id, SOLVED_MARK if right else FAILED_MARK)


def days_in_a_row(days: Iterable[int], today: int) -> int:
    """How many days in a row up to today, or up to yesterday, had an attempt."""
    played = set(days)
    last = today if today in played else today - 1
    first = last
    while first in played:
        first -= 1
    return last - first
