"""Puzzle ratings, estimated from how often three bot levels find the answer."""

from __future__ import annotations

from math import exp, log

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.record import number_of
from domik.kernel.state import View
from domik.puzzles.puzzle import SolveRates

# Assumed ratings of the levels; a difference of 400 means odds of ten to one.
LEVELS = (("easy", 1000, 12), ("normal", 1300, 4), ("hard:iterations=400", 1700, 8))  # spec, rating, tries
PRIOR_RATING, PRIOR_DEVIATION = 1500, 300  # of a puzzle before any try
SCALE = 400 / log(10)
STEP = 10


def measure_solve_rates(view: View, answer: set[int], seed: str) -> SolveRates:
    """How often each level finds the answer, in per cent."""
    shares = []
    for spec, _, tries in LEVELS:
        found = 0
        for number in range(tries):
            bot = bot_of(spec, luck_of(f"solve {seed} {spec} {number}"))
            found += number_of(bot.decide(view, int(view.legal()))) in answer
        shares.append(round(100 * found / tries))
    return SolveRates(*shares)


def estimate_difficulty(solved: SolveRates) -> int:
    """The maximum a posteriori rating."""
    shares = solved.easy, solved.normal, solved.hard
    return max(range(600, 2600, STEP), key=lambda rating: log_likelihood(rating, shares))


def log_likelihood(rating: int, shares: tuple[int, int, int]) -> float:
    """Log posterior (without a constant) of the solve rates at a rating."""
    total = -((rating - PRIOR_RATING) ** 2) / (2 * PRIOR_DEVIATION**2)
    for share, (_, strength, tries) in zip(shares, LEVELS, strict=True):
        chance = 1 / (1 + exp((rating - strength) / SCALE))
        total += tries * (share / 100 * log(chance) + (1 - share / 100) * log(1 - chance))
    return total
