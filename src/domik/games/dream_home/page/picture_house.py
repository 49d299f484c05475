"""Markup of the house in its garden: roof cards and their stack (DH-30), the garden, walls, porch and roof."""

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.dream_home.page.picture_cell import symbols as cell_symbols
from domik.games.dream_home.page.picture_layout import (
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
    window,
)
from domik.games.dream_home.page.picture_room import symbols, token, wallpapers
from domik.games.dream_home.rules.reading import PLACES
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

ROOF_COLOURS = {"red": "#c4513d", "blue": "#3f78ad", "green": "#568a4d", "brown": "#8d6440"}


def roof_cards(pen: Pen) -> str:
    """Symbols for each look of a roof card, and for the common back."""
    fronts = "".join(
        f'<g id="{roof_id(colour, there)}">{roof_front(pen, colour, there)}</g>'
        for colour in ROOF_COLOURS
        for there in (False, True)
    )
    return f'{fronts}<g id="shingle-back">{roof_back(pen)}</g>'


def roof_id(colour: str, window_in_it: bool) -> str:
    """Id of a face-up roof's symbol."""
    return f"shingle-{colour}{'-window' if window_in_it else ''}"


def roof_card(colour: str, window_in_it: bool) -> str:
    """A face-up roof, 60 x 42."""
    return f'<use href="#{roof_id(colour, window_in_it)}"/>'


def roof_front(pen: Pen, colour: str, window_in_it: bool) -> str:
    """A roof: shingles and mark of its colour, with or without a window."""
    pane = (
        box(36, 20, 17, 16, "#fff3df", 2)
        + box(38, 22, 13, 12, "#bfe2f5", 1)
        + line("M44.500 22v12M38 28h13", "#fff3df", 1.6)
        if window_in_it
        else ""
    )
    return (
        box(0, 0, 60, 42, "#fff3df", 6, 'stroke="#6e4a35" stroke-width="2"')
        + path(
            "M3 38L14 6H46L57 38Z", ROOF_COLOURS[colour], 'stroke="#3b1d0d" stroke-width="1.4" stroke-linejoin="round"'
        )
        + line("M11 15h38M8 24h44M5 32h50", "#00000030", 1.4)
        + disc(23, 22, 9.5, "#fff3df")
        + pen.mark(colour, 16.5, 15.5, 13)
        + pane
    )


def roof_back(pen: Pen) -> str:
    """A face-down roof card, 60 x 42; all look alike (DH-30)."""
    return (
        box(0, 0, 60, 42, "#fff3df", 6, 'stroke="#6e4a35" stroke-width="2"')
        + box(5, 5, 50, 32, "none", 4, 'stroke="#b98a63" stroke-width="1.5" stroke-dasharray="3 3"')
        + pen.glyph("house", 12, 11, 20, "#7a4a2c")
        + '<text x="43" y="21" font-size="19" class="unknown">?</text>'
    )


@lru_cache(maxsize=256)
def stack(pen: Pen, count: int, shown: tuple[tuple[str, bool], ...], small: bool) -> str:
    """The roof stack: at least four places, closer together if there are more; `shown` cards are face up."""
    places = max(4, count)
    step = 68 if places <= 5 else min(68, 330 / (places - 1))
    left = WIDTH / 2 - ((places - 1) * step + 60) / 2
    cards = []
    for k in range(places):
        inside = roof_card(*shown[k]) if k < len(shown) else '<use href="#shingle-back" class="unknown"/>'
        if k >= count:
            inside = box(
                0, 0, 60, 42, "#00000018", 6, 'stroke="#fff3df" stroke-width="1.8" stroke-dasharray="5 4" opacity=".75"'
            )
        cards.append(at(left + k * step, 42, inside))
    words = pen.say(Phrase("draw.stack" if count <= 4 else "draw.stack_more", {"n": count}))
    text = (
        ""
        if small
        else f'<text class="stacked" x="{WIDTH / 2:g}" y="29" font-size="{19 if pen.phone else 14}">{words}</text>'
    )
    return f'<g role="img" aria-label="{words}">{"".join(cards)}{text}</g>'


# ruff: noqa: E501  markup and outlines read better unbroken


HILL = corner((1, 1))[1] - 6
TREE_X = 764
# Positions and sizes
STONES = (
    (712, 400, 9), (756, 372, 6), (742, 440, 12), (700, 470, 7),
    (800, 410, 8), (300, 492, 7), (520, 494, 6), (90, 492, 5),
)  # fmt: skip
STARS = (
    (-16, 52, 1.8), (64, 4, 1.4), (28, 66, 1.2), (716, 30, 1.6),
    (752, 110, 1.8), (790, 140, 1.2), (724, 132, 1.1), (-24, 120, 1.5),
)  # fmt: skip


def garden_tree() -> str:
    """The tree beside the house, for a tree house (DH-33)."""
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
    """The sloping garden: open porch on the left, basement in the hill on the right."""
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
    """The garden of a rival's house, simplified."""
    soil = f"M-34 {GROUND + 10}H{WIDTH}V{HILL}H816V{GROUND + 40}H-34z"
    grass = f"M-34 {GROUND + 4}H-8v14H-34zM{WIDTH + 4} {HILL - 8}H816v16H{WIDTH + 4}z"
    return f'<use href="#tree"/>{path(soil, "var(--soil)")}{path(grass, "var(--grass)")}'


@lru_cache(maxsize=256)
def tree_house(pen: Pen, points: int, small: bool) -> str:
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


# ruff: noqa: E501  markup and outlines read better unbroken


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
    """All symbols that the cells refer to, once for each page."""
    return (
        f"{wallpapers()}{DEFS}{symbols(pen)}{cell_symbols(pen)}{roof_cards(pen)}"
        f'<g id="back">{frame()}{porch()}</g><g id="front">{walls()}</g><g id="roof">{roof()}</g><g id="tree">{garden_tree()}</g>'
    )


def frame() -> str:
    """Studs where no room is yet, and the pit of the basement."""
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
    """Slabs between the floors, outer walls and the base."""
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
    """The roof's outline; it never shows a colour, as the stack is face down (DH-30)."""
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
