"""The measures of a house in section, the few words that pictures are drawn with, and how every kind of room looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from domik.games.dream_home.rules.reading import Place
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

CELL_W, CELL_H, PLATE = 136, 118, 26  # one unit is one pixel at 1366 x 768
PICTURE = CELL_H - PLATE
SLAB, ROOF = 8, 100  # between floors; height of the roof
WIDTH = 5 * CELL_W
GROUND = ROOF + 3 * CELL_H + 2 * SLAB

WOOD, DARK, LIGHT, CREAM, STEEL = "#b07a48", "#7c4f2b", "#d9a970", "#fffaf0", "#8f99a6"


@dataclass(frozen=True)
class Look:
    """How a kind of room looks: rooms differ by icon, pattern and furniture, never by colour alone."""

    icon: str
    wall: str
    deep: str
    paper: str
    stone_floor: bool = False


LOOKS = {
    "living": Look("sofa", "#f4cdb8", "#8a2f17", "stripes"),
    "kitchen": Look("cooking-pot", "#fae6ac", "#6b4e00", "checks"),
    "bathroom": Look("bath", "#c9e4f3", "#123f6b", "tiles", True),
    "bedroom": Look("bed-double", "#ddd0f0", "#43237a", "sprigs"),
    "kids": Look("blocks", "#fbd3df", "#8a1f4d", "stars"),
    "study": Look("lamp-desk", "#cfe3c6", "#20551c", "stripes"),
    "pantry": Look("wheat", "#efdcc0", "#55330f", "planks"),
    "sauna": Look("flame", "#efcb9a", "#6d3608", "planks"),
    "wardrobe": Look("shirt", "#ead0e0", "#6a2352", "diamonds"),
    "library": Look("library", "#dfcfb0", "#4d3a0c", "diamonds"),
    "games": Look("dices", "#c6e6e0", "#0d4f47", "diamonds"),
    "garage": Look("car", "#d3d6da", "#343b45", "bricks", True),
    "storage": Look("boxes", "#dccfba", "#4d3b22", "planks", True),
    "laundry": Look("washing-machine", "#cfe9ec", "#114a55", "tiles", True),
    "wine": Look("wine", "#d8bfbf", "#5d1a28", "bricks", True),
    "empty": Look("door-closed", "#e6dfd3", "#575046", "bare", True),
}
ICONS = {
    "drill": "drill", "jackhammer": "hammer", "mixer": "shuffle", "scaffolding": "construction",
    "designer": "palette", "roofer": "hard-hat", "courier": "truck", "handyman": "wrench",
    "architect": "drafting-compass", "piano": "piano", "cat_house": "cat", "canopy_bed": "bed",
    "ice_cream": "ice-cream-cone", "whirlpool": "droplets", "rocking_horse": "rocking-chair", "globe": "globe",
    "painting": "image", "tree_house": "tree-deciduous", "birdhouse": "birdhouse", "car": "car", "marker": "key-round",
}  # fmt: skip


def box(x: float, y: float, w: float, h: float, fill: str, r: float = 0, more: str = "") -> str:
    """A rectangle."""
    rounded = f' rx="{r:g}"' if r else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{rounded} fill="{fill}"{" " + more if more else ""}/>'
    )


def disc(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    """A circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{" " + more if more else ""}/>'


def path(d: str, fill: str = "none", more: str = "") -> str:
    """An outline."""
    return f'<path d="{d}" fill="{fill}"{" " + more if more else ""}/>'


def line(d: str, colour: str, width: float = 2) -> str:
    """A stroke with round ends (`l` in look.css)."""
    return f'<path class="l" d="{d}" stroke="{colour}" stroke-width="{width:g}"/>'


def at(x: float, y: float, inside: str, more: str = "") -> str:
    """A group somewhere else."""
    return f'<g transform="translate({x:g} {y:g})"{" " + more if more else ""}>{inside}</g>'


def corner(place: Place) -> tuple[int, int]:
    """The top left corner of a cell."""
    floor, column = place
    return (column - 1) * CELL_W, ROOF + (3 - floor) * (CELL_H + SLAB)


@lru_cache(maxsize=2048)
def named(pen: Pen, key: str) -> str:
    """A word with a capital letter, for plates and captions; not escaped."""
    text = unescape(pen.say(Phrase(key)))
    return text[:1].upper() + text[1:]
