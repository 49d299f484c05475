"""Phrases for Bower's tiles, bonus tiles, goals and cells, and element ids in drawings."""

from __future__ import annotations

from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES, KIND_NAMES, Parts, TileFace
from domik.games.bower.rules.reading import Cell
from domik.kernel.phrase import Argument, Phrase

TURN_NAMES = ("right", "away", "left", "towards")


def surface_phrase(surface: str) -> Phrase:
    return Phrase(f"surface.{surface}")


def kind_phrase(kind: int) -> Phrase:
    return Phrase(f"kind.{KIND_NAMES[kind]}")


def goal_phrase(goal: str) -> Phrase:
    return Phrase(f"goal.{goal}")


def face_phrase(face: TileFace) -> Phrase:
    """One half of a tile: its surface and its ornaments."""
    args: dict[str, Argument] = {"surface": surface_phrase(face.surface)}
    for number, name in enumerate(face.ornaments, 1):
        args[f"ornament{number}"] = Phrase(f"kind.{name}")  # includes the coloured shells, which have no kind number
    return Phrase(f"face.{len(face.ornaments)}", args)


def tile_phrase(match: BowerMatch, tile: int) -> Phrase:
    """A tile by its id and faces."""
    parts: Parts = match.parts
    found = parts.tiles[tile]
    a, b = found.faces
    return Phrase("tile", {"id": found.id, "a": face_phrase(a), "b": face_phrase(b)})


def short_phrase(match: BowerMatch, tile: int) -> Phrase:
    """A tile by its two surfaces."""
    a, b = (surface_phrase(face.surface) for face in match.parts.tiles[tile].faces)
    return Phrase("tile_short", {"a": a, "b": b})


def spoken_phrase(match: BowerMatch, tile: int) -> Phrase:
    """`short_phrase` for use within a sentence."""
    return Phrase("tile_spoken", short_phrase(match, tile).args)


def ornate_phrase(match: BowerMatch, tile: int) -> Phrase:
    """A tile by its faces, for use within a sentence."""
    a, b = (face_phrase(face) for face in match.parts.tiles[tile].faces)
    return Phrase("tile_spoken", {"a": a, "b": b})


def bonus_phrase(tile: int) -> Phrase:
    return Phrase(f"bonus.{BONUS_NAMES[tile]}")


def effect_phrase(tile: int) -> Phrase:
    return Phrase(f"effect.{BONUS_NAMES[tile]}")


def cell_phrase(cell: Cell) -> Phrase:
    """A cell by column and row."""
    return Phrase("cell", {"column": cell[0], "row": cell[1]})


def cells_phrase(one: Cell, other: Cell) -> Phrase:
    """Two adjacent cells."""
    (column, row), (column_b, row_b) = min(one, other), max(one, other)
    if column == column_b:
        return Phrase("cells.along", {"column": column, "first": row, "last": row_b})
    return Phrase("cells.across", {"row": row, "first": column, "last": column_b})


def turn_phrase(turn: int) -> Phrase:
    """The direction from half a to half b."""
    return Phrase(f"turn.{TURN_NAMES[turn]}")


def cell_id(seat: int, cell: Cell) -> str:
    """The element id of a cell in drawings, which objections refer to."""
    return f"cell-{seat}-{cell[0]}-{cell[1]}"
