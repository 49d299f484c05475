"""Marks: how much a decision may lose before it is called something; the one place for labels, lists and exercises."""

from __future__ import annotations

from dataclasses import dataclass

MILLION = 1_000_000  # chances are whole millionths
THOUSAND = 1000  # points are whole thousandths, as people count them

BEST = "best"  # nothing better was found
CLOSE = "close"  # too close to tell: the interval holds zero
FINE = "fine"
INACCURACY = "inaccuracy"
MISTAKE = "mistake"
BLUNDER = "blunder"
VERDICTS = (BEST, CLOSE, FINE, INACCURACY, MISTAKE, BLUNDER)
MARKED = (INACCURACY, MISTAKE, BLUNDER)
GRAVE = (MISTAKE, BLUNDER)

SURE = 1.96  # standard errors on either side: intervals of 95 %
LEAST_WORLDS = 12  # fewer say nothing


@dataclass(frozen=True)
class Scale:
    """What is lost and from where on it counts: chance in millionths, or points in thousandths in a game for one."""

    inaccuracy: int
    mistake: int
    blunder: int
    as_good: int  # an answer that is no worse than this is as good as the best
    halving: int  # such a loss halves the accuracy of a decision

    def verdict(self, loss: int, low: int, is_best: bool) -> str:
        """What a decision is called that lost so much, and at least `low` for sure."""
        if is_best:
            return BEST
        if low <= 0:
            return CLOSE
        if loss >= self.blunder:
            return BLUNDER
        if loss >= self.mistake:
            return MISTAKE
        return INACCURACY if loss >= self.inaccuracy else FINE

    def accuracy(self, losses: list[int]) -> float:
        """From 0 to 100: the mean over all decisions, 100 for one that lost nothing."""
        if not losses:
            return 100.0
        return 100.0 * sum(float(2 ** (-max(0, loss) / self.halving)) for loss in losses) / len(losses)


CHANCE = Scale(5 * MILLION // 100, 10 * MILLION // 100, 15 * MILLION // 100, 4 * MILLION // 100, 10 * MILLION // 100)
# Alone 4 points stand for 15 points of chance; the rest by the same measure, in the half points that are scored.
ALONE = Scale(3 * THOUSAND // 2, 5 * THOUSAND // 2, 4 * THOUSAND, THOUSAND // 2, 5 * THOUSAND // 2)


def scale_of(seats: int) -> Scale:
    """By the chance to win; who plays alone is judged by points."""
    return CHANCE if seats > 1 else ALONE
