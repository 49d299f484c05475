"""The house without its rooms: frame, porch, walls, roof; and everything that drawings refer to."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.picture_cell import symbols as cell_symbols
from domik.games.dream_home.page.picture_garden import tree
from domik.games.dream_home.page.picture_roof import roof_cards
from domik.games.dream_home.page.picture_room import symbols, wallpapers
from domik.games.dream_home.page.picture_shape import (
    CELL_H,
    CELL_W,
    DARK,
    GROUND,
    ROOF,
    SLAB,
    WIDTH,
    WOOD,
    at,
    box,
    corner,
    disc,
    line,
    path,
)
from domik.games.dream_home.page.picture_things import window
from domik.games.dream_home.rules.reading import PLACES
from domik.kernel.drawing import Pen

VIEW = "-34 -22 850 526"
SLOPE = f"M-22 {ROOF} Q60 74 108 12 H{WIDTH - 108} Q{WIDTH - 60} 74 {WIDTH + 22} {ROOF} Z"
DEFS = (
    '<pattern id="shingles" width="24" height="20" patternUnits="userSpaceOnUse"><rect width="24" height="20" fill="#b9785a"/><path d="M0 0q0 10 12 10T24 0M-12 10q0 10 12 10t12-10M12 10q0 10 12 10t12-10" fill="none" stroke="#97593f" stroke-width="1.6"/></pattern>'
    '<pattern id="clapboard" width="40" height="14" patternUnits="userSpaceOnUse"><rect width="40" height="14" fill="var(--board)"/><path d="M0 13h40" stroke="#00000022" stroke-width="1.5"/></pattern>'
    '<pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v9" stroke="var(--stud)" stroke-width="3"/></pattern>'
    '<linearGradient id="roof-light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#3b1d0d" stop-opacity=".28"/></linearGradient>'
    '<linearGradient id="ceiling-shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2a1606" stop-opacity=".22"/><stop offset="1" stop-color="#2a1606" stop-opacity="0"/></linearGradient>'
    '<radialGradient id="glow"><stop offset="0" stop-color="#ffe9a8" stop-opacity=".85"/><stop offset="1" stop-color="#ffe9a8" stop-opacity="0"/></radialGradient>'
    '<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="9"/></filter>'
)


@lru_cache(maxsize=64)
def definitions(pen: Pen) -> str:
    """Everything the cells refer to, once a page."""
    return (
        f"{wallpapers()}{DEFS}{symbols(pen)}{cell_symbols(pen)}{roof_cards(pen)}"
        f'<g id="back">{frame()}{porch()}</g><g id="front">{walls()}</g><g id="roof">{roof()}</g><g id="tree">{tree()}</g>'
    )


def frame() -> str:
    """Studs where no room is yet, the pit of the basement."""
    upper = "".join(
        at(
            *corner(place),
            box(0, 0, CELL_W, CELL_H, "var(--frame)")
            + line(f"M10 0v{CELL_H}M{CELL_W - 10} 0v{CELL_H}M10 {CELL_H - 4}L{CELL_W - 10} 6", "var(--stud)", 4),
        )
        for place in PLACES
        if place[0] > 1
    )
    pit = "".join(
        at(
            *corner(place),
            box(0, 0, CELL_W, CELL_H, "var(--pit)")
            + path("M0 104q20-12 44-4t46-6 46 4v20H0z", "#00000022")
            + disc(30, 60, 5, "#00000026")
            + disc(96, 40, 7, "#00000026")
            + disc(74, 78, 4, "#00000026"),
        )
        for place in PLACES
        if place[0] == 1
    )
    return upper + pit


def porch() -> str:
    """Columns 1 to 3 of the ground level: the porch with the front door; no room goes here (DH-2)."""
    w = 3 * CELL_W
    posts = "".join(
        box(x, 12, 12, CELL_H - 12, "var(--post)", 2)
        + box(x - 4, 8, 20, 8, "var(--post-deep)", 2)
        + box(x - 3, CELL_H - 8, 18, 8, "var(--post-deep)", 2)
        for x in (2, 124, 262, w - 18)
    )
    door = (
        box(176, 26, 48, 84, "#7d4128", 4)
        + box(180, 30, 40, 80, "#a2563a", 3)
        + box(186, 36, 28, 26, "#f7dfa0", 3)
        + line("M200 36v26M186 49h28", "#7d4128", 2)
        + disc(214, 76, 2.6, "#f2c14e")
        + box(168, CELL_H - 8, 64, 8, "#bdb3a3", 2)
    )
    pots = "".join(
        path(f"M{x - 9} 96h18l-3 16h-12z", "#c8693f")
        + disc(x, 88, 10, "#6a9f5c")
        + "".join(disc(x + dx, y, 3, tint) for dx, y in ((-5, 85), (5, 88), (0, 81)))
        for x, tint in ((160, "#f2c14e"), (242, "#e2748a"))
    )
    bench = "".join(box(30, y, 78, h, WOOD, 2) for y, h in ((84, 6), (62, 6), (72, 5))) + line(
        "M36 62v48M102 62v48", DARK, 4
    )
    bicycle = "".join(disc(x, 96, 14, "none", 'stroke="#4d463e" stroke-width="2.5"') for x in (304, 352)) + line(
        "M304 96l14-24h24l10 24M318 72l12 24h-26M312 66h10M342 72l-3-10h8", "#3d7f86", 3
    )
    wall = (
        box(0, 0, w, CELL_H, "url(#clapboard)")
        + box(0, 0, w, 26, "url(#ceiling-shade)")
        + box(0, CELL_H - 8, w, 8, "#b98d5c")
    )
    inside = wall + window(52, 22, 34, 28) + window(312, 20, 34, 28) + bench + door + pots + bicycle + posts
    return at(*corner((1, 1)), inside)


def walls() -> str:
    """Slabs between the floors, outer walls, the foot."""
    slabs = "".join(
        box(-10, y, WIDTH + 20, SLAB, "var(--wall)") + box(-10, y + SLAB - 1.5, WIDTH + 20, 1.5, "#00000030")
        for y in (corner((floor, 1))[1] + CELL_H for floor in (3, 2))
    )
    return (
        slabs
        + box(-10, ROOF, 10, GROUND - ROOF, "var(--wall)")
        + box(WIDTH, ROOF, 10, GROUND - ROOF, "var(--wall)")
        + box(3 * CELL_W - 5, corner((1, 1))[1], 10, CELL_H, "var(--wall)")
        + box(-14, GROUND, WIDTH + 28, 12, "var(--foot)", 2)
    )


def roof() -> str:
    """The silhouette never takes a colour: the stack is face down (DH-30)."""
    smoke = "".join(
        disc(x, y, r, "#fff", f'opacity="{o}"')
        for x, y, r, o in ((588, -8, 5, 0.8), (602, -11, 7, 0.55), (621, -9, 9, 0.3))
    )
    cat = path("M150 14q-3-12 5-16l1-6 4 4h4l4-4 1 6q7 8 4 16h8q6-1 5-8l3 1q2 10-8 11h-31z", "#3a322c")
    return (
        smoke
        + box(546, -4, 30, 60, "#a8553f", 2)
        + box(542, -8, 38, 9, "#8c4130", 2)
        + path(SLOPE, "url(#shingles)")
        + path(SLOPE, "url(#roof-light)")
        + path(SLOPE, "#1b2740", 'class="nightfall"')
        + box(100, 7, WIDTH - 200, 9, "#8f5a43", 4.5)
        + box(-26, ROOF - 6, WIDTH + 52, 10, "#7a4a35", 4)
        + cat
    )
