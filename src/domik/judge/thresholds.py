"""Verdicts and their thresholds, for labels, lists and exercises alike."""

from __future__ import annotations

from dataclasses import dataclass

MILLION = 1_000_000  # unit of chances
THOUSAND = 1000  # unit of points

BEST = "best"  # nothing better was found
CLOSE = "close"  # the interval of the loss contains zero
FINE = "fine"
INACCURACY = "inaccuracy"
MISTAKE = "mistake"
BLUNDER = "blunder"
FIRST_LOOK = "first_look"  # looks like a mistake, and is not confirmed yet
HINTED = "hinted"  # the product's own hint, of which a longer look thinks otherwise; counts for nobody
VERDICTS = (BEST, CLOSE, FINE, INACCURACY, MISTAKE, BLUNDER, HINTED)
MARKED = (INACCURACY, MISTAKE, BLUNDER)
GRAVE = (MISTAKE, BLUNDER)
EXPLAINED = (*MARKED, HINTED)
UNCOUNTED = (BEST, CLOSE, FIRST_LOOK, HINTED)

LOST, WON = 5 * MILLION // 100, 95 * MILLION // 100  # chances beyond which a game counts as decided
SURE = 1.96  # standard errors in half of a 95 % interval
LEAST_WORLDS = 12  # fewer tell nothing


@dataclass(frozen=True)
class Scale:
    """Thresholds of a loss: win chance in millionths, or in a solo game points in thousandths."""

    inaccuracy: int
    mistake: int
    blunder: int
    as_good: int  # a move that loses no more counts as good as the best

    def verdict(self, loss: int, low: int, is_best: bool) -> str:
        """The verdict on a loss whose 95 % interval starts at `low`."""
        if is_best:
            return BEST
        if low <= 0:
            return CLOSE
        if loss >= self.blunder:
            return BLUNDER
        if loss >= self.mistake:
            return MISTAKE
        return INACCURACY if loss >= self.inaccuracy else FINE


CHANCE = Scale(5 * MILLION // 100, 10 * MILLION // 100, 15 * MILLION // 100, 4 * MILLION // 100)
# In a solo game 4 points correspond to 15 % of win chance; the rest in proportion, rounded to half points.
ALONE = Scale(3 * THOUSAND // 2, 5 * THOUSAND // 2, 4 * THOUSAND, THOUSAND // 2)


def scale_of(seats: int) -> Scale:
    """The scale of win chances, or of points in a solo game."""
    return CHANCE if seats > 1 else ALONE
