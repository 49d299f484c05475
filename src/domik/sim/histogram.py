"""Score histograms: a row of blocks for each player, all on one scale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
COLUMNS = 24
LEAST_COLUMNS = 8


def score_range(scores: Sequence[Counter[int]]) -> tuple[int, int]:
    """The least and the most that anybody scored; 0 and 0 when nobody played."""
    seen = [score for counter in scores for score in counter]
    return (min(seen), max(seen)) if seen else (0, 0)


def bars(scores: Counter[int], least: int, most: int, columns: int = COLUMNS) -> str:
    """One player's scores from `least` to `most`; a column that anybody reached shows at least the lowest block."""
    wide = max(1, -(-(most - least + 1) // columns))
    heights = [0] * (-(-(most - least + 1) // wide))
    for score, times in scores.items():
        heights[(score - least) // wide] += times
    highest = max(heights)
    top = len(BLOCKS) - 1
    return "".join(BLOCKS[-(-height * top // highest)] if height else BLOCKS[0] for height in heights)
