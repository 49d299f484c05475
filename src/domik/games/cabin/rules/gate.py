"""Questions about lives and points for callers outside the compiled core.

A bare vec handed to a compiled function from outside would leak (docs/decisions/0008), so these take the Config.
"""

from __future__ import annotations

from mypy_extensions import i64

from domik.games.cabin.rules import life, points
from domik.games.cabin.rules.config import Config


def year_result(config: Config, placed: i64, dice: i64, start: i64) -> i64:
    """The dice after a year from one place; the bits above them tell how it ended (CC-20 to CC-25)."""
    return life.year_result(placed, dice, start, config.faces, config.still_ends)


def doubled_points(config: Config, dice: i64, left: i64) -> i64:
    """Doubled points of months left and dice (CC-30)."""
    return points.doubled_points(dice, left, config.worth)
