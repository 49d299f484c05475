"""Measures of a house in cross-section, SVG primitives for its pictures, and the style of each kind of room."""

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
class RoomStyle:
    """The look of a kind of room; kinds differ by icon, pattern and furniture, never by colour alone."""

    icon: str
    wall: str
    deep: str
    paper: str
    stone_floor: bool = False


ROOM_STYLES = {
    "living": RoomStyle("sofa", "#f4cdb8", "#8a2f17", "stripes"),
    "kitchen": RoomStyle("cooking-pot", "#fae6ac", "#6b4e00", "checks"),
    "bathroom": RoomStyle("bath", "#c9e4f3", "#123f6b", "tiles", True),
    "bedroom": RoomStyle("bed-double", "#ddd0f0", "#43237a", "sprigs"),
    "kids": RoomStyle("blocks", "#fbd3df", "#8a1f4d", "stars"),
    "study": RoomStyle("lamp-desk", "#cfe3c6", "#20551c", "stripes"),
    "pantry": RoomStyle("wheat", "#efdcc0", "#55330f", "planks"),
    "sauna": RoomStyle("flame", "#efcb9a", "#6d3608", "planks"),
    "wardrobe": RoomStyle("shirt", "#ead0e0", "#6a2352", "diamonds"),
    "library": RoomStyle("library", "#dfcfb0", "#4d3a0c", "diamonds"),
    "games": RoomStyle("dices", "#c6e6e0", "#0d4f47", "diamonds"),
    "garage": RoomStyle("car", "#d3d6da", "#343b45", "bricks", True),
    "storage": RoomStyle("boxes", "#dccfba", "#4d3b22", "planks", True),
    "laundry": RoomStyle("washing-machine", "#cfe9ec", "#114a55", "tiles", True),
    "wine": RoomStyle("wine", "#d8bfbf", "#5d1a28", "bricks", True),
    "empty": RoomStyle("door-closed", "#e6dfd3", "#575046", "bare", True),
}
ICONS = {
    "drill": "drill", "jackhammer": "hammer", "mixer": "shuffle", "scaffolding": "construction",
    "designer": "palette", "roofer": "hard-hat", "courier": "truck", "handyman": "wrench",
    "architect": "drafting-compass", "piano": "piano", "cat_house": "cat", "canopy_bed": "bed",
    "ice_cream": "ice-cream-cone", "whirlpool": "droplets", "rocking_horse": "rocking-chair", "globe": "globe",
    "painting": "image", "tree_house": "tree-deciduous", "birdhouse": "birdhouse", "car": "car", "marker": "key-round",
}  # fmt: skip


def box(x: float, y: float, w: float, h: float, fill: str, r: float = 0, more: str = "") -> str:
    rounded = f' rx="{r:g}"' if r else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{rounded} fill="{fill}"{" " + more if more else ""}/>'
    )


def disc(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{" " + more if more else ""}/>'


def path(d: str, fill: str = "none", more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{" " + more if more else ""}/>'


def line(d: str, colour: str, width: float = 2) -> str:
    """A stroke with round ends (`l` in look.css)."""
    return f'<path class="l" d="{d}" stroke="{colour}" stroke-width="{width:g}"/>'


def at(x: float, y: float, inside: str, more: str = "") -> str:
    """A group translated to x, y."""
    return f'<g transform="translate({x:g} {y:g})"{" " + more if more else ""}>{inside}</g>'


def corner(place: Place) -> tuple[int, int]:
    """The top left corner of a cell."""
    floor, column = place
    return (column - 1) * CELL_W, ROOF + (3 - floor) * (CELL_H + SLAB)


@lru_cache(maxsize=256)
def capitalized_name(pen: Pen, key: str) -> str:
    """A capitalized name for plates and captions; not escaped."""
    text = unescape(pen.say(Phrase(key)))
    return text[:1].upper() + text[1:]


# ruff: noqa: E501  outlines read better unbroken


def window(x: float, y: float, w: float = 26, h: float = 30) -> str:
    """A window; its panes are dark at night."""
    return (
        box(x - 2, y - 2, w + 4, h + 4, CREAM, 3) + box(x, y, w, h, "var(--pane)", 1.5)
        + line(f"M{x + w / 2} {y}v{h}M{x} {y + h / 2}h{w}", CREAM, 2) + box(x - 5, y + h + 2, w + 10, 3, CREAM, 1.5)
    )  # fmt: skip


def plant(x: float) -> str:
    leaves = "".join(
        path(f"M{x} 70q{dx} {dy} {dx * 1.5} {dy * 2}q{-dx * 1.6} {-dy * 0.3} {-dx * 1.5} {-dy * 2}", "#5f9a55")
        for dx, dy in ((-6, -8), (0.1, -12), (6, -8))
    )
    return leaves + path(f"M{x - 6} 70h12l-2 16h-8z", "#c8693f")


def child(x: float, shirt: str, hair: str) -> str:
    """A child; the children on cards break ties (DH-64)."""
    return (
        box(x - 4, 76, 3, 10, "#54483c", 1) + box(x + 1, 76, 3, 10, "#54483c", 1) + path(f"M{x - 6} 78l2-13h8l2 13z", shirt)
        + disc(x, 60, 6, "#f3cfae") + path(f"M{x - 6.4} 60a6.4 6.4 0 0 1 12.8 0q-6-4-12.8 0", hair)
    )  # fmt: skip


def books(x: float, y: float, count: int) -> str:
    tints = ("#b5503f", "#45739f", "#d9a441", "#5d8a54", "#7f5aa6")
    return "".join(box(x + i * 5, y - 12 - (i * 7) % 4, 4, 12 + (i * 7) % 4, tints[i % 5], 0.8) for i in range(count))


def lamp(x: float) -> str:
    return (
        disc(x, 38, 26, "url(#glow)")
        + box(x - 1, 40, 2, 46, DARK)
        + box(x - 7, 84, 14, 3, DARK, 1.5)
        + path(f"M{x - 6} 26h12l5 15h-22z", "#f7d98b")
    )
