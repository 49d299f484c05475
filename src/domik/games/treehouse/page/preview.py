"""What laying a change card or picking a colour would change: every seat's points before and after."""

from __future__ import annotations

from functools import lru_cache

from domik.games.treehouse.page.context import BoardContext, CachedParts, Key
from domik.games.treehouse.rules.reading import laid_kinds
from domik.games.treehouse.rules.scoring import points_for
from domik.games.treehouse.rules.state import *

Gains = tuple[tuple[int, int], ...]  # for each seat: points for the colour now, and with the card


def previews(context: BoardContext, kind: int) -> list[Gains]:
    """The gains of each colour if this kind of card were laid on it."""
    young = bool(context.match.options["young"])
    laid = laid_kinds(int(context.numbers[LAID]))
    return [gains(context.cached_parts, young, context.counts(colour), laid[colour], kind) for colour in range(COLOURS)]


@lru_cache(maxsize=4096)
def gains(box: CachedParts, young: bool, counts: Key, laid: int, kind: int) -> Gains:
    """Every seat's points for a colour (TH-45, TH-60, TH-65); unchanged where a card is already laid (TH-44)."""
    kinds, seats = (laid, laid or kind), range(len(counts))
    before, then = ([points_for(box.parts, young, lies, counts, seat) for seat in seats] for lies in kinds)
    return tuple(zip(before, then, strict=True))
