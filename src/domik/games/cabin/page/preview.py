"""Previews of a click: the points after a year from each place, computed by the rules."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import BoardContext
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.gate import doubled_points, year_result
from domik.games.cabin.rules.life import ALL_DICE
from domik.games.cabin.rules.reading import config_of
from domik.games.cabin.rules.state import *

Preview = tuple[int, bool]


def previews(context: BoardContext) -> tuple[Preview, ...]:
    """For every start of a year: doubled points after it, and whether it ends the life (CC-20 to CC-25)."""
    return years_from(config_of(context.match), context.mine[PLACED], context.mine[DICE], context.mine[LEFT])


@lru_cache(maxsize=1024)
def years_from(config: Config, placed: int, dice: int, left: int) -> tuple[Preview, ...]:
    found = []
    for start in range(PLACES):
        then = int(year_result(config, placed, dice, start))
        found.append((int(doubled_points(config, then & ALL_DICE, left)), bool(then & ~ALL_DICE)))
    return tuple(found)
