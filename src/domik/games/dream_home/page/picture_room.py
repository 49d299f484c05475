"""Markup of rooms: scaffolding, wallpapers, whole rooms and their parts, name plates, furnishing tokens."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from domik.games.dream_home.page.picture_furniture import FURNITURE
from domik.games.dream_home.page.picture_layout import (
    CELL_H,
    CELL_W,
    CREAM,
    DARK,
    ICONS,
    PICTURE,
    PLATE,
    ROOM_STYLES,
    STEEL,
    WOOD,
    box,
    capitalized_name,
    child,
    disc,
    line,
    path,
)
from domik.kernel.drawing import Pen


def scaffold() -> str:
    """Poles, boards and a bucket in a pit (DH-45)."""
    poles = "".join(box(x, 4, 5, PICTURE - 4, "#d9a53c") for x in (12, 66, 119))
    return (
        box(0, 0, CELL_W, CELL_H, "var(--pit)")
        + line(
            f"M15 8L68 {PICTURE - 6}M68 8L15 {PICTURE - 6}M70 8l52 {PICTURE - 14}M122 8L70 {PICTURE - 6}",
            "#b9832a",
            2.6,
        )
        + poles
        + box(4, 30, 128, 7, WOOD, 2)
        + box(4, 66, 128, 7, WOOD, 2)
        + line("M6 33h124M6 69h124", DARK, 0.8)
        + box(84, 20, 14, 10, "#c4513d", 2)
        + line("M84 21q7-8 14 0", "#6d7680", 1.5)
        + "".join(box(x, PICTURE - 5, 12, 5, STEEL, 1) for x in (8, 62, 115))
    )


@lru_cache(maxsize=64)
def scaffolding(pen: Pen) -> str:
    """Scaffolding in a cell, with its name."""
    name = capitalized_name(pen, "resource.scaffolding")
    left = 6 if pen.phone else 27
    sign = "" if pen.phone else pen.glyph("construction", 6, PICTURE + 5, 16, "var(--ink)", 2.2)
    width = CELL_W - left - 6
    size = fitting_size(pen, name, width, 20, 12.5) if pen.phone else 12.5
    return (
        '<use href="#scaffold"/>'
        + box(0, PICTURE, CELL_W, PLATE, "var(--plate)")
        + sign
        + pen.label(name, left + width / 2, PICTURE + PLATE / 2 + 0.5, width, size, "var(--ink)")
    )


@lru_cache(maxsize=64)
def small_scaffolding(pen: Pen) -> str:
    """Scaffolding in a rival's house."""
    return box(0, 0, CELL_W, CELL_H, "var(--pit)") + pen.glyph("construction", 32, 20, 72, "#d9a53c", 2.2)


# ruff: noqa: E501  markup and outlines read better unbroken


MOST_CARDS = {"living": 3, "kitchen": 2, "bedroom": 2, "kids": 2, "garage": 2}
SHIRTS = ("#e3b23c", "#4f96d1", "#d9503f", "#6a9a4f", "#a65f8d")
HAIR = ("#5a3a22", "#7a4a22", "#2f241c", "#b5742c")
FAINT, DUSK = 'opacity=".25"', 'class="dusk"'
SIDES = (
    ("left", "M0 0L9 6V79L0 92Z", 'opacity=".16"'),
    ("right", f"M{CELL_W} 0L{CELL_W - 9} 6V79L{CELL_W} 92Z", 'opacity=".1"'),
)
PAPERS: dict[str, tuple[float, float, Callable[[str], str]]] = {  # widths divide a cell's, so that joined rooms match
    "stripes": (17, 17, lambda ink: box(0, 0, 7, 17, ink)),
    "checks": (17, 17, lambda ink: box(0, 0, 8.5, 8.5, ink) + box(8.5, 8.5, 8.5, 8.5, ink)),
    "tiles": (13.6, 13.6, lambda ink: path("M0 0h13.6M0 0v13.6", more=f'stroke="{ink}" stroke-width="2.4"')),
    "sprigs": (
        19.43,
        20,
        lambda ink: "".join(
            disc(x, y, 2, ink) for x, y in ((5, 5), (9, 5), (7, 8), (14.5, 15), (18.5, 15), (16.5, 18))
        ),
    ),
    "stars": (
        27.2,
        26,
        lambda ink: (
            path("M8 2l1.8 4 4.2.4-3.2 2.8 1 4.3L8 11.2l-3.8 2.3 1-4.3L2 6.4l4.2-.4z", ink) + disc(20, 20, 2.2, ink)
        ),
    ),
    "planks": (17, 40, lambda ink: box(0, 0, 1.6, 40, ink) + box(8, 18, 1, 5, ink)),
    "diamonds": (17, 24, lambda ink: path("M8.500 3l5 9-5 9-5-9z", ink)),
    "bricks": (
        22.667,
        16,
        lambda ink: path("M0 0h23M0 8h23M6 0v8M17 8v8", more=f'stroke="{ink}" stroke-width="1.6"'),
    ),
    "bare": (68, 44, lambda ink: path("M6 10l9 5-3 7M40 30l8-3 5 6", more=f'stroke="{ink}" stroke-width="1.4"')),
}


@cache
def wallpapers() -> str:
    """One pattern for each kind, in its own colour."""
    made = []
    for kind, look in ROOM_STYLES.items():
        w, h, draw = PAPERS[look.paper]
        ink = f"color-mix(in srgb, {look.deep} 13%, {look.wall})"
        made.append(
            f'<pattern id="paper-{kind}" width="{w:g}" height="{h:g}" patternUnits="userSpaceOnUse">'
            f'{box(0, 0, w, h, look.wall)}<g style="--w:{ink}">{draw("var(--w)")}</g></pattern>'
        )
    return "".join(made)


def room_backdrop(kind: str) -> str:
    """Wallpaper, ceiling, skirting and floor, from edge to edge."""
    floor = "#b9b4ab" if ROOM_STYLES[kind].stone_floor else "#c99a63"
    return (
        box(0, 0, CELL_W, PICTURE, f"url(#paper-{kind})")
        + box(0, 0, CELL_W, 6, "#fff", 0, 'opacity=".6"')
        + box(0, 76, CELL_W, 3.5, CREAM, 0, 'opacity=".85"')
        + box(0, 79, CELL_W, PICTURE - 79, floor)
        + box(0, 79, CELL_W, 1, "#00000022")
        + box(0, 0, CELL_W, 22, "url(#ceiling-shade)")
    )


@lru_cache(maxsize=64)
def symbols(pen: Pen) -> str:
    """Symbols that cells refer to: backdrops, furniture, children, icons, scaffolding."""
    stages = "".join(f'<g id="stage-{kind}">{room_backdrop(kind)}</g>' for kind in ROOM_STYLES)
    things = "".join(
        f'<g id="things-{kind}-{card}">{FURNITURE[kind](card)}</g>'
        for kind in ROOM_STYLES
        for card in range(MOST_CARDS.get(kind, 1))
    )
    sides = "".join(
        f'<g id="side-{side}-{kind}">{path(d, look.wall)}{path(d, "#2a1606", shade)}</g>'
        for kind, look in ROOM_STYLES.items()
        for side, d, shade in SIDES
    )
    grounds = "".join(
        f'<g id="brief-{kind}">{box(0, 0, CELL_W, CELL_H, f"url(#paper-{kind})")}'
        f"{box(0, CELL_H - 14, CELL_W, 14, look.deep, 0, FAINT)}</g>"
        f'<g id="dusk-{kind}">{box(0, 0, CELL_W, PICTURE, look.deep, 0, DUSK)}</g>'
        for kind, look in ROOM_STYLES.items()
    )
    frames = (
        f'<g id="end-left">{box(-3, 0, 6, CELL_H, "var(--wall)")}</g>'
        f'<g id="end-right">{box(CELL_W - 3, 0, 6, CELL_H, "var(--wall)")}</g>'
        f'<g id="ground">{box(0, PICTURE, CELL_W, PLATE, "var(--plate)")}{box(0, PICTURE, CELL_W, 1, "#00000026")}</g>'
        '<g id="ends"><use href="#ground"/><use href="#end-left"/><use href="#end-right"/></g>'
        f'<g id="medal">{disc(0, 2, 17, "#00000038")}{disc(0, 0, 17, "#c8922f")}{disc(0, 0, 14.5, "#fff3cf")}{disc(13, -11, 8, "#5b3a06")}</g>'
    )
    children = "".join(f'<g id="child-{k}">{child(0, SHIRTS[k], HAIR[k % 4])}</g>' for k in range(len(SHIRTS)))
    icons = "".join(
        f'<g id="sign-{kind}">{pen.glyph(look.icon, 0, 0, 24, "currentColor", 2.2)}</g>'
        for kind, look in ROOM_STYLES.items()
    )
    icons += "".join(f'<g id="sign-{id}">{pen.glyph(icon, 0, 0, 24)}</g>' for id, icon in ICONS.items())
    wholes = "".join(map(whole_room, ROOM_STYLES))
    return f'{stages}{things}{sides}{grounds}{frames}{children}{icons}{wholes}<g id="scaffold">{scaffold()}</g>'


def whole_room(kind: str) -> str:
    """A room of one card without children, the most common case; `bare` is without the dusk overlay."""
    bare = f'<use href="#stage-{kind}"/><use href="#side-left-{kind}"/><use href="#side-right-{kind}"/>'
    return (
        f'<g id="bare-{kind}">{bare}<use href="#things-{kind}-0"/></g>'
        f'<g id="whole-{kind}"><use href="#bare-{kind}"/><use href="#dusk-{kind}"/></g>'
    )


def picture(kind: str, part: int = 0, cards: int = 1, children: int = 0, look: int = 0) -> str:
    """One card of a room: its part of the backdrop, its furniture, and the children on it."""
    plain = part == 0 and cards == 1 and not children
    return f'<use href="#whole-{kind}"/>' if plain else room_pieces(kind, part, cards, children, look)


@lru_cache(maxsize=256)
def room_pieces(kind: str, part: int, cards: int, children: int, look: int) -> str:
    """The same card composed from single symbols."""
    if cards == 1:
        drawn = f'<use href="#bare-{kind}"/>'
    else:
        side = "left" if part == 0 else "right" if part == cards - 1 else ""
        drawn = f'<use href="#stage-{kind}"/>' + (f'<use href="#side-{side}-{kind}"/>' if side else "")
        drawn += f'<use href="#things-{kind}-{min(part, MOST_CARDS.get(kind, 1) - 1)}"/>'
    drawn += "".join(f'<use href="#child-{(look + 2 * k) % 5}" x="{114 - 20 * k}"/>' for k in range(children))
    if part:
        drawn += line("M0 1v7", ROOM_STYLES[kind].deep, 1.6)  # the joint between two cards
    return drawn + f'<use href="#dusk-{kind}"/>'


@lru_cache(maxsize=256)
def room(
    pen: Pen, kind: str, part: int, cards: int, children: int, look: int, worth: int, most: int, finished: bool
) -> str:
    """A card in the house; the last card of a room carries the name plate of the whole room."""
    sign = plate(pen, kind, cards, worth, most, finished) if part == cards - 1 else ""
    ground = "" if cards == 1 else '<use href="#ground"/>'
    return f"{picture(kind, part, cards, children, look)}{ground}{end_walls(part, cards)}{sign}"


def end_walls(part: int, cards: int) -> str:
    """The walls at the ends of a room; the symbol for a one-card room includes the ground."""
    if cards == 1:
        return '<use href="#ends"/>'
    return '<use href="#end-left"/>' if part == 0 else '<use href="#end-right"/>' if part == cards - 1 else ""


@lru_cache(maxsize=256)
def plate(pen: Pen, kind: str, cards: int, worth: int, most: int, finished: bool) -> str:
    """The name plate: icon, name, number of cards and maximum, a lock when finished, points."""
    look = ROOM_STYLES[kind]
    name = capitalized_name(pen, "empty_room" if kind == "empty" else f"kind.{kind}")
    start, end, y = -(cards - 1) * CELL_W, CELL_W, PICTURE + PLATE / 2
    style = f'class="nameplate" style="--deep:{look.deep};--pale:{look.wall}"'
    if pen.phone:
        if len(name) > 9 * cards:  # a long name would shrink until unreadable
            name = capitalized_name(pen, f"short.{kind}")
        width = min(end - start - 42, 1.6 * CELL_W)
        return (
            f"<g {style}>{pen.label(name, start + 6 + width / 2, y + 0.5, width, fitting_size(pen, name, width, 20, 12.5), 'var(--ink)')}"
            f"{badge(end - 19, y - 1, 15, worth, 19)}</g>"
        )
    pips = ""
    right = end - 28
    if most > 1:
        right -= 8 * most
        pips = "".join(
            disc(
                right + 8 * k + 3,
                y,
                2.9,
                "currentColor" if k < cards else "none",
                'stroke="currentColor" stroke-width="1.3"',
            )
            for k in range(most)
        )
    if finished:
        right -= 15
        pips += pen.glyph("lock", right, y - 6.5, 12, "currentColor", 2.6)
    left = start + 27
    icon = sign(kind, start + 6, y - 8, 16)
    if right - left < 48:  # too narrow beside pips and lock: the picture above shows the kind
        left, icon = start + 6, ""
    width = min(right - left - 3, CELL_W - 34)
    size = fitting_size(pen, name, width, 12.5, 10.5)
    return (
        f'<g {style}><g class="ink">{icon}{pips}</g>'
        f"{pen.label(name, left + width / 2, y + 0.5, width, size, 'var(--ink)')}{badge(end - 15, y, 9.5, worth, 13)}</g>"
    )


def sign(kind: str, x: float, y: float, size: float, colour: str = "") -> str:
    """The icon of a kind of room or of a resource."""
    ink = f' color="{colour}"' if colour else ""
    return f'<use href="#sign-{kind}" transform="translate({x:g} {y:g})scale({size / 24:.3g})"{ink}/>'


@lru_cache(maxsize=256)
def sign_icon(kind: str, size: int) -> str:
    """The same icon as HTML."""
    return f'<svg class="icon" width="{size}" height="{size}" viewBox="0 0 24 24" aria-hidden="true"><use href="#sign-{kind}"/></svg>'


def fitting_size(pen: Pen, name: str, width: float, one: float, two: float) -> float:
    """The font size for a name on one line, or on two."""
    return one if pen.lines(name, width, one) == 1 else two


def badge(x: float, y: float, r: float, points: int, size: float) -> str:
    """A room's points on a dark disc."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" class="worth"/>'
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="coin">{points}</text>'
    )


@lru_cache(maxsize=256)
def small_room(kind: str, part: int, cards: int) -> str:
    """A card of a rival's house: wallpaper, and a big icon in the middle of the room."""
    icon = ""
    if part == cards - 1:
        icon = sign(kind, CELL_W - cards * CELL_W / 2 - 36, CELL_H / 2 - 40, 72, ROOM_STYLES[kind].deep)
    walls = '<use href="#end-left"/><use href="#end-right"/>' if cards == 1 else end_walls(part, cards)
    return f'<use href="#brief-{kind}"/>{walls}{icon}'


@lru_cache(maxsize=256)
def token(pen: Pen, id: str, points: int, big: bool = False) -> str:
    """A furnishing token: a brass medallion with icon and points, centred on 0, 0."""
    size = 1.5 if big or pen.phone else 1
    return (
        f'<g class="medal" transform="scale({size:g})"><use href="#medal"/>{sign(id, -9, -9, 18, "#5b3a06")}'
        + f'<text x="13" y="-11" font-size="11" class="coin">{points}</text></g>'
    )
