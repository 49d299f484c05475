"""Component statistics: nest tiles and bonus tiles."""

from __future__ import annotations

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES
from domik.games.bower.rules.phrases import bonus_phrase, tile_phrase
from domik.games.bower.rules.reading import faces_of, first_seat, kept_bonus_tiles, phase_of, row_tiles
from domik.games.bower.rules.state import BONUS, DRAFT, TAKE
from domik.kernel.state import View
from domik.kernel.summaries import ComponentLabel


def component(match: BowerMatch, key: str) -> ComponentLabel:
    sort, _, name = key.partition(".")
    if sort == "bonus":
        return ComponentLabel(sort, bonus_phrase(BONUS_NAMES.index(name)))
    tile = match.parts.tile_number(name)
    return ComponentLabel(sort, tile_phrase(match, tile))


def taken_components(match: BowerMatch, view: View, action: int) -> tuple[str, ...]:
    """A tile of the row (BW-12, BW-20), or a bonus tile (BW-24)."""
    phase = phase_of(view)
    number = action.bit_length() - 1
    if phase == BONUS:
        return (f"bonus.{BONUS_NAMES[number]}",)
    tile = row_tiles(view)[number] if phase in (DRAFT, TAKE) else None
    return () if tile is None else (f"tile.{match.parts.tiles[tile].id}",)


def owned_components(match: BowerMatch, view: View, seat: int) -> set[str]:
    """The top tiles in the nest, and the bonus tiles kept."""
    found = {f"bonus.{BONUS_NAMES[tile]}" for tile, _ in kept_bonus_tiles(view, seat)}
    faces = faces_of(match, view, seat)
    return found | {f"tile.{match.parts.tiles[(face - 1) // 2].id}" for face in faces if face}


def starting_seat(match: BowerMatch, view: View) -> int:
    """The seat that takes the first tile (BW-12)."""
    return first_seat(view)
