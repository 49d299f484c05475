"""Bower's components as typed tables: goals, nest tiles, bonus tiles; validated when loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from domik.games.bower.rules.state import (
    BONUS_TILES,
    COLOURED_SHELLS,
    DEAL_FIRST,
    DEAL_NEST,
    FACES,
    GOALS,
    KIND_BITS,
    LUCK_WORDS,
    MOST_NEST_TILES,
    NEST_BONUS,
    ROW_SIZE,
)
from domik.kernel.components import Components, format_value
from domik.kernel.luck import SECURE_FLAG

if TYPE_CHECKING:
    from domik.games.bower.rules.game import BowerMatch

SURFACE_NAMES = ("straw", "moss", "gravel", "earth")
COLOUR_NAMES = ("yellow", "purple", "red")
KIND_NAMES = (
    "yellow_flower", "purple_flower", "red_flower", "yellow_feather", "purple_feather", "red_feather",
    "white_flower", "white_feather", "shell", "gem",
)  # fmt: skip
GOAL_NAMES = (*KIND_NAMES[:6], "any_flower", "any_feather")
TOKEN_NAMES = ("x", "white_flower", "white_feather", "shells", "branch")
# The order of all tables and of the actions that choose a bonus tile; class, and the value its field must have (BW-4).
BONUS_CLASSES: dict[str, tuple[str, str, str]] = {
    "nest_white": ("nest", "", ""),
    "nest_straw": ("nest", "", ""),
    "nest_moss": ("nest", "", ""),
    "nest_gravel": ("nest", "", ""),
    "nest_coloured_shells": ("nest", "", ""),
    "ornament_yellow": ("ornament", "counts", "yellow"),
    "ornament_purple": ("ornament", "counts", "purple"),
    "ornament_red": ("ornament", "counts", "red"),
    "ornament_shells": ("ornament", "counts", "shells"),
    "scout_goal": ("scouting", "looks_at", "one_opponent_goal"),
    "scout_aside": ("scouting", "looks_at", "two_set_aside"),
    "token_x": ("token", "token", "x"),
    "token_white_flower": ("token", "token", "white_flower"),
    "token_white_feather": ("token", "token", "white_feather"),
    "token_shells": ("token", "token", "shells"),
    "token_branch": ("token", "token", "branch"),
    "cover": ("interaction", "", ""),
    "gift": ("interaction", "", ""),
    "double_turn": ("interaction", "", ""),
    "loss": ("interaction", "", ""),
}
BONUS_NAMES = tuple(BONUS_CLASSES)
COLOURED_KIND = "coloured_shells"
MOST_ORNAMENTS = 3


@dataclass(frozen=True)
class TileFace:
    """One cell of a tile: its surface and its ornaments (BW-3)."""

    surface: str
    ornaments: tuple[str, ...]

    def packed_ornaments(self) -> int:
        """The ornaments as one number, KIND_BITS per kind; coloured shells are not counted as shells."""
        return sum(1 << KIND_BITS * KIND_NAMES.index(name) for name in self.ornaments if name != COLOURED_KIND)


@dataclass(frozen=True)
class NestTile:
    """A domino of two faces."""

    id: str
    faces: tuple[TileFace, TileFace]
    mark: str


@dataclass(frozen=True)
class BonusTile:
    """A bonus tile; `worth` is the eggs of an ornament tile, the shells of the shells token, the span of the branch."""

    id: str
    group: str
    fair: bool
    worth: int
    mark: str


@dataclass(frozen=True)
class Parts:
    """Everything in the box."""

    tiles: dict[int, NestTile]  # by tile number: nest tiles from 0, nest bonus tiles from NEST_BONUS
    nest_tiles: int
    bonus: tuple[BonusTile, ...]  # in the order of BONUS_NAMES
    goal_marks: dict[str, str]
    counts: dict[str, int]

    def face(self, number: int) -> TileFace:
        """A face by its number, 2 * tile + half."""
        return self.tiles[number // 2].faces[number % 2]

    def ornament_numbers(self) -> list[int]:
        """The packed ornaments of every face, 0 where there is no tile."""
        return [self.face(k).packed_ornaments() if k // 2 in self.tiles else 0 for k in range(FACES)]

    def surface_numbers(self) -> list[int]:
        return [SURFACE_NAMES.index(self.face(k).surface) if k // 2 in self.tiles else 0 for k in range(FACES)]

    def coloured_face(self) -> int:
        """The face with the coloured shells (BW-31)."""
        return next(k for k in range(FACES) if k // 2 in self.tiles and COLOURED_KIND in self.face(k).ornaments)

    def bonus_numbers(self, fair: bool) -> list[int]:
        """The bonus tiles of a mode (BW-61)."""
        return [k for k, tile in enumerate(self.bonus) if tile.fair or not fair]

    def tile_number(self, id: str) -> int:
        return next(number for number, tile in self.tiles.items() if tile.id == id)


def read_parts(components: Components) -> Parts:
    """Read and validate a component file; BadComponents names file, line and value."""
    counts = read_counts(components)
    goal_marks = read_goals(components)
    tiles = read_tiles(components, counts["nest_tiles"])
    bonus = read_bonus(components, tiles)
    fair = sum(tile.fair for tile in bonus)
    if fair != counts["fair_bonus_tiles"]:
        where = ("counts", "fair_bonus_tiles")
        raise components.value_error(where, "total", what="fair", count=fair, length=counts["fair_bonus_tiles"])
    check_totals(components, [tiles[k] for k in range(counts["nest_tiles"])])
    return Parts(tiles, counts["nest_tiles"], bonus, goal_marks, counts)


# Ranges the rules support; equal bounds mean that the number is fixed.
BOUNDS = {
    "goals": (GOALS, GOALS), "nest_tiles": (ROW_SIZE, MOST_NEST_TILES), "bonus_tiles": (BONUS_TILES, BONUS_TILES),
    "bonus_tokens": (5, 5), "eggs": (1, 99), "columns": (6, 6), "rows": (4, 4), "turns": (1, 15), "hard_rows": (5, 5),
    "hard_turns": (1, 15), "hard_bonus_tiles": (1, 16), "fair_bonus_tiles": (1, BONUS_TILES), "gems_for_bonus": (3, 3),
}  # fmt: skip


def read_counts(components: Components) -> dict[str, int]:
    """The number of each component."""
    counts = {}
    for name, (least, most) in BOUNDS.items():
        counts[name] = components.number_at("counts", name, "value", least=least, most=most)
        components.mark_at("counts", name, "mark")
    if counts["hard_bonus_tiles"] > counts["fair_bonus_tiles"]:
        where = ("counts", "hard_bonus_tiles", "value")
        value = counts["hard_bonus_tiles"]
        raise components.value_error(where, "number", value=value, least=1, most=counts["fair_bonus_tiles"])
    return counts


def read_goals(components: Components) -> dict[str, str]:
    """The eight goal pieces, each kind once (BW-2)."""
    marks: dict[str, str] = {}
    for k in range(len(components.list_at("goals", length=GOALS))):
        name = components.word_at("goals", k, "id", among=GOAL_NAMES)
        if name in marks:
            raise components.value_error(("goals", k, "id"), "twice", value=name)
        marks[name] = components.mark_at("goals", k, "mark")
    return marks


def read_tiles(components: Components, length: int) -> dict[int, NestTile]:
    """The nest tiles (BW-3)."""
    tiles: dict[int, NestTile] = {}
    kinds = (*KIND_NAMES[:6], "shell", "gem")
    for k in range(len(components.list_at("tiles", length=length))):
        id = components.id_at("tiles", k, "id", taken=(*BONUS_NAMES, *(tile.id for tile in tiles.values())))
        a, b = (read_face(components, "tiles", k, half, SURFACE_NAMES[:3], kinds) for half in ("a", "b"))
        tiles[k] = NestTile(id, (a, b), components.mark_at("tiles", k, "mark"))
    return tiles


def read_face(
    components: Components, table: str, k: int, half: str, surfaces: tuple[str, ...], kinds: tuple[str, ...]
) -> TileFace:
    surface = components.word_at(table, k, half, "surface", among=surfaces)
    listed = components.list_at(table, k, half, "ornaments")
    if not 1 <= len(listed) <= MOST_ORNAMENTS:
        where = (table, k, half, "ornaments")
        raise components.value_error(where, "number", value=len(listed), least=1, most=MOST_ORNAMENTS)
    names = tuple(components.word_at(table, k, half, "ornaments", n, among=kinds) for n in range(len(listed)))
    return TileFace(surface, names)


def read_bonus(components: Components, tiles: dict[int, NestTile]) -> tuple[BonusTile, ...]:
    """The bonus tiles, each once (BW-4); the faces of nest bonus tiles join the other tiles (BW-30)."""
    found: dict[str, BonusTile] = {}
    coloured = 0
    for k in range(len(components.list_at("bonus", length=BONUS_TILES))):
        id = components.word_at("bonus", k, "id", among=BONUS_NAMES)
        if id in found:
            raise components.value_error(("bonus", k, "id"), "twice", value=id)
        found[id] = read_bonus_tile(components, k, id)
        if found[id].group == "nest":
            kinds = (*KIND_NAMES, COLOURED_KIND)
            a, b = (read_face(components, "bonus", k, half, SURFACE_NAMES, kinds) for half in ("a", "b"))
            tiles[NEST_BONUS + BONUS_NAMES.index(id)] = NestTile(id, (a, b), found[id].mark)
            coloured += (a.ornaments + b.ornaments).count(COLOURED_KIND)
    if coloured != 1:
        raise components.value_error(("bonus",), "total", what=COLOURED_KIND, count=coloured, length=1)
    assert BONUS_NAMES[COLOURED_SHELLS] == "nest_coloured_shells"
    return tuple(found[id] for id in BONUS_NAMES)


def read_bonus_tile(components: Components, k: int, id: str) -> BonusTile:
    """One bonus tile; its class and field must match its id."""
    group, name, value = BONUS_CLASSES[id]
    components.word_at("bonus", k, "class", among=(group,))
    if name:
        components.word_at("bonus", k, name, among=(value,))
    worth = 0
    if group == "ornament":
        worth = components.number_at("bonus", k, "eggs", most=9)
    elif id == "token_shells":
        worth = components.number_at("bonus", k, "worth", least=1, most=9)
    elif id == "token_branch":
        worth = components.number_at("bonus", k, "span", least=1, most=2)
    fair = components.get("bonus", k, "fair")
    if not isinstance(fair, bool):
        raise components.value_error(("bonus", k, "fair"), "word", value=format_value(fair), among="true, false")
    return BonusTile(id, group, fair, worth, components.mark_at("bonus", k, "mark"))


def check_totals(components: Components, tiles: list[NestTile]) -> None:
    """Check the totals that the file declares for its nest tiles; the declaration is optional."""
    if "totals" not in components.data:
        return
    promised = components.table_at("totals")
    faces = [face for tile in tiles for face in tile.faces]
    ornaments = [name for face in faces for name in face.ornaments]
    counted: dict[str, list[tuple[str, int]]] = {
        "cells_per_surface": [(name, sum(face.surface == name for face in faces)) for name in SURFACE_NAMES[:3]],
        "ornaments_per_kind": [(name, ornaments.count(name)) for name in KIND_NAMES[:6]],
        "gems": [("gem", ornaments.count("gem"))],
        "shells": [("shell", ornaments.count("shell"))],
        "tiles_per_surface_pair": [
            (f"{one}-{two}", sum(sorted(face.surface for face in tile.faces) == sorted((one, two)) for tile in tiles))
            for place, one in enumerate(SURFACE_NAMES[:3])
            for two in SURFACE_NAMES[place:3]
        ],
    }
    for name, sums in counted.items():
        if name not in promised:
            continue
        wanted = components.number_at("totals", name, "value")
        for what, n in sums:
            if n != wanted:
                raise components.value_error(("totals", name), "total", what=what, count=n, length=wanted)


def check_deal(match: BowerMatch, deal: list[int]) -> bool:
    """Whether a deal is invalid: goals, nest tiles and bonus tiles exactly once each, four words of luck."""
    parts: Parts = match.parts
    bonus = parts.bonus_numbers(bool(match.options["fair"]))
    bonus_at = DEAL_NEST + parts.nest_tiles
    luck_at = bonus_at + len(bonus)
    sealed = deal[luck_at:]
    return (
        len(deal) != luck_at + LUCK_WORDS
        or sorted(deal[:GOALS]) != list(range(GOALS))
        or deal[DEAL_FIRST] not in (0, 1)
        or sorted(deal[DEAL_NEST:bonus_at]) != list(range(parts.nest_tiles))
        or sorted(deal[bonus_at:luck_at]) != bonus
        or not (
            all(0 <= word < 1 << 32 for word in sealed) or all(SECURE_FLAG <= word < 2 * SECURE_FLAG for word in sealed)
        )
    )
