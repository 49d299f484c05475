"""One Match for all tables that play alike, here and in the processes where bots think."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from domik.games import title_of
from domik.kernel.title import Match

MOST_KEPT = 512


def match_for(game: str, seats: int, options: Mapping[str, object]) -> Match:
    """The rules of a game with these options: made and hashed once, not at every table or decision."""
    return _match(game, seats, msgspec.json.encode(options, order="sorted"))


@lru_cache(maxsize=MOST_KEPT)
def _match(game: str, seats: int, options: bytes) -> Match:
    return title_of(game).match(seats, msgspec.json.decode(options, type=dict[str, Any]))
