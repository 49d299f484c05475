"""Previews of a click: the points after a year from each place, computed by the rules."""

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.context import BoardContext, Key
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.parts import pack_dice
from domik.games.cabin.rules.points import doubled_points
from domik.games.cabin.rules.reading import config_of, year_after
from domik.games.cabin.rules.state import PLACES

Preview = tuple[int, bool]


def previews(context: BoardContext) -> tuple[Preview, ...]:
    """For every start of a year: doubled points after it, and whether it ends the life (CC-20 to CC-25)."""
    return years_from(config_of(context.match), context.mine.places, context.mine.dice, context.mine.left)


@lru_cache(maxsize=256)
def years_from(config: Config, places: Key, dice: Key, left: int) -> tuple[Preview, ...]:
    found = []
    for start in range(PLACES):
        then, ending = year_after(config, places, dice, start)
        found.append((int(doubled_points(pack_dice(then), left, config.worth)), bool(ending)))
    return tuple(found)
