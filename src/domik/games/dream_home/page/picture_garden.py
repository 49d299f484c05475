"""Around the house: the slope it stands on, the tree, tree house and birdhouse (DH-33)."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.dream_home.page.picture_room import token
from domik.games.dream_home.page.picture_shape import CELL_W, GROUND, ROOF, WIDTH, at, box, corner, disc, line, path
from domik.kernel.drawing import Pen

HILL = corner((1, 1))[1] - 6
TREE_X = 764
# Where they lie, and how big they are
STONES = (
    (712, 400, 9), (756, 372, 6), (742, 440, 12), (700, 470, 7),
    (800, 410, 8), (300, 492, 7), (520, 494, 6), (90, 492, 5),
)  # fmt: skip
STARS = (
    (-16, 52, 1.8), (64, 4, 1.4), (28, 66, 1.2), (716, 30, 1.6),
    (752, 110, 1.8), (790, 140, 1.2), (724, 132, 1.1), (-24, 120, 1.5),
)  # fmt: skip


def tree() -> str:
    """The tree beside the house: a tree house may hang in it (DH-33)."""
    return box(TREE_X - 6, HILL - 96, 13, 100, "var(--bark)", 4) + "".join(
        disc(x, y, r, f"var(--{tint})")
        for x, y, r, tint in (
            (TREE_X, 196, 46, "leaf-deep"),
            (TREE_X - 30, 222, 30, "leaf"),
            (TREE_X + 32, 220, 30, "leaf"),
            (TREE_X + 2, 172, 28, "leaf"),
            (TREE_X + 16, 204, 20, "leaf-light"),
        )
    )


@cache
def garden() -> str:
    """The house stands on a slope: open porch on the left, basement dug into the hill on the right."""
    soil = f"M-900 {GROUND + 12}H{WIDTH - 2 * CELL_W - 30}H{WIDTH}V{HILL}H{WIDTH + 900}V{GROUND + 400}H-900z"
    stones = "".join(f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r * 0.6:g}" fill="#00000020"/>' for x, y, r in STONES)
    grass = f"M-900 {GROUND + 6}H0v12H-900zM{WIDTH + 4} {HILL - 8}q60-10 120-2t800 0v14H{WIDTH + 4}z"
    tuft = "".join(
        line(f"M{x} {GROUND + 8}q-3-8-6-10M{x} {GROUND + 8}q0-9 1-13M{x} {GROUND + 8}q3-8 7-9", "var(--tuft)", 2)
        for x in (-200, -120, -60, -18)
    )
    sky = "".join(
        f'<path transform="translate({x} {y}) scale({k})" d="M0 20q-12 0-12-10T2 0q4-14 20-12t18 14q14 0 14 10t-12 8z" fill="var(--cloud)" opacity=".9"/>'
        for x, y, k in ((2, 22, 1.1), (736, 60, 1.3))
    )
    stars = "".join(disc(x, y, r, "#fff3c4", 'class="night"') for x, y, r in STARS)
    shade = box(-10, ROOF, WIDTH + 20, GROUND - ROOF, "#3b220f", 4, 'opacity=".35" filter="url(#soft)"')
    return (
        f'{sky}{stars}<use href="#tree"/>{path(soil, "var(--soil)")}{stones}{path(grass, "var(--grass)")}{tuft}{shade}'
    )


@cache
def small_garden() -> str:
    """The same at a glance."""
    soil = f"M-34 {GROUND + 10}H{WIDTH}V{HILL}H816V{GROUND + 40}H-34z"
    grass = f"M-34 {GROUND + 4}H-8v14H-34zM{WIDTH + 4} {HILL - 8}H816v16H{WIDTH + 4}z"
    return f'<use href="#tree"/>{path(soil, "var(--soil)")}{path(grass, "var(--grass)")}'


@lru_cache(maxsize=256)
def tree_house(pen: Pen, points: int, small: bool) -> str:
    """A hut in the tree."""
    hut = (
        line("M-24 34h52M-14 34v60M12 34v60M-14 48h26M-14 62h26M-14 76h26", "var(--wood-deep)", 4)
        + box(-20, 2, 44, 32, "#c9935a", 2)
        + line("M-20 12h44M-20 23h44", "#9c6a3a", 1.4)
        + path("M-28 4L2-22L32 4z", "#8c4130")
        + box(-12, 10, 12, 12, "#f7dfa0", 1.5)
        + box(8, 10, 12, 24, "#6d4426", 1.5)
    )
    return at(TREE_X - 4, 216, hut + at(-20, -16, token(pen, "tree_house", points, small)))


@lru_cache(maxsize=256)
def birdhouse(pen: Pen, points: int, small: bool) -> str:
    """A nesting box on a pole."""
    nest = (
        box(-3, 34, 6, HILL - 302, "var(--wood-deep)", 2)
        + box(-14, 4, 28, 32, "#d6a673", 3, 'stroke="#7c5230" stroke-width="1.6"')
        + path("M-20 6L0-12L20 6z", "#7a4a35")
        + disc(0, 17, 5.5, "#4a2f1c")
        + line("M-6 27h12", "#7c5230", 2.4)
    )
    return at(718, 268, nest + at(14, -16, token(pen, "birdhouse", points, small)))
