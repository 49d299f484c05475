"""Room cards (awning, wallpaper of the colour's mark, picture, name) and the birdhouse.

What all rooms share is an SVG symbol; a card only refers to it and is coloured by its class (c-red ...).
"""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from domik.games.treehouse.page.picture_layout import DESKTOP, LAP, PHONE
from domik.games.treehouse.rules.parts import COLOUR_NAMES, Room
from domik.kernel.drawing import Pen

WHITE = "#fffdf8"
BORDER = "color-mix(in srgb, var(--c) 62%, var(--d))"
TINT = "color-mix(in srgb, var(--c) 38%, transparent)"


@dataclass(frozen=True, eq=False)  # compared by identity: a cache key looked up often
class CardFormat:
    name: str  # prefix of its symbols' ids
    w: float
    h: float
    size: float  # font size of the name; 0: no name
    plank: bool
    deep: float  # depth of the awning

    def plate(self, lines: int) -> float:
        """Height of the name plate."""
        return self.size * (2.45 if lines == 2 else 1.75)


TREE_CARD = CardFormat("t", DESKTOP.card_w, DESKTOP.card_h, 11.5, True, 9)
LAP_TREE_CARD = CardFormat("l", LAP.card_w, LAP.card_h, 12, True, 10)
PHONE_TREE_CARD = CardFormat("p", PHONE.card_w, PHONE.card_h, 0, True, 9)
HAND_CARD = CardFormat("h", 112, 126, 12.5, False, 13)
PHONE_HAND_CARD = CardFormat("q", 86, 100, 11.5, False, 13)
PHONE_WIDE_CARD = CardFormat("w", 118, 74, 10.5, False, 10)  # a big hand takes two rows
TREE_CARDS = {DESKTOP: TREE_CARD, LAP: LAP_TREE_CARD, PHONE: PHONE_TREE_CARD}


def awning(w: float, deep: float) -> str:
    """Striped and scalloped, in the room's colour."""
    n = max(4, round(w / 15))
    step = w / n
    scallop = f"a{step / 2:.2f} {step * 0.36:.2f} 0 0 1 {-step:.2f} 0"
    whole = f"M0 {deep:g}V8Q0 0 8 0H{w - 8:g}Q{w:g} 0 {w:g} 8V{deep:g}" + scallop * n + "Z"
    stripes = "".join(f"M{k * step:.1f} .8H{(k + 1) * step:.1f}V{deep:g}{scallop}Z" for k in range(1, n - 1, 2))
    return f'<path d="{whole}" fill="var(--c)"/><path d="{stripes}" fill="#fff" opacity=".26"/>'


def badge_size(h: float) -> float:
    """Size of the round badge with the colour's mark."""
    return max(17 if h > 55 else h * 0.3, h * 0.2)


@lru_cache(maxsize=256)
def symbols(form: CardFormat) -> str:
    """What all rooms of a format share: the background, and the front with one or two lines for the name."""
    w, h, deep, name = form.w, form.h, form.deep, form.name
    plank = (
        f'<rect x="-6" y="{h - 4:g}" width="{w + 12:g}" height="9" rx="3" fill="var(--wood)"/>'
        f'<rect x="-6" y="{h + 2:g}" width="{w + 12:g}" height="3.5" rx="1.7" fill="var(--wood-deep)"/>'
    )
    badge = badge_size(h)
    front = (
        f'<rect x=".9" y=".9" width="{w - 1.8:g}" height="{h - 1.8:g}" rx="9.2" fill="none" stroke="{BORDER}" stroke-width="1.8"/>'
        f'<circle cx="{badge * 0.62:.1f}" cy="{badge * 0.66:.1f}" r="{badge * 0.78:.1f}" fill="{WHITE}" stroke="{BORDER}" stroke-width="1.6"/>'
    )
    made = [
        f'<g id="{name}0"><rect x="1" y="4" width="{w - 2:g}" height="{h:g}" rx="10" fill="#1c1006" opacity=".2"/>'
        f'{plank if form.plank else ""}<rect width="{w:g}" height="{h:g}" rx="10" fill="var(--p)"/></g>'
    ]
    for lines in (1, 2) if form.size else (0,):
        plate = form.plate(lines)
        top = h - plate
        paper = (
            f'<path d="M0 {top:.1f}H{w:g}V{h - 10:g}q0 10-10 10H10q-10 0-10-10Z" fill="{WHITE}"/>'
            f'<path d="M0 {top:.1f}H{w:g}" stroke="var(--c)" stroke-width="1.5"/>'
        )
        big = picture_size(form, lines)
        light = f'<ellipse cx="{w / 2:g}" cy="{deep + (top - deep) / 2 + 1:.1f}" rx="{big * 0.78:.1f}" ry="{big * 0.58:.1f}" fill="#fff" opacity=".72"/>'
        made.append(f'<g id="{name}{lines or 1}">{light}{paper if lines else ""}{awning(w, deep)}{front}</g>')
    return "".join(made)


def picture_size(form: CardFormat, lines: int) -> float:
    """Size of the picture above the name."""
    wall = form.h - form.plate(lines) * bool(form.size) - form.deep
    return min(wall * (0.86 if form.size else 0.78), form.w * 0.62)


@lru_cache(maxsize=256)
def wallpapers(pen: Pen) -> str:
    """One pattern for each colour, made of its mark."""
    return "".join(
        f'<pattern id="paper-{colour}" width="22" height="22" patternUnits="userSpaceOnUse"><g fill="var(--{colour})" opacity=".4">'
        f'<path d="{path}" transform="translate(3 3) scale(.3)"/><path d="{path}" transform="translate(14 14) scale(.3)"/></g></pattern>'
        for colour, path in ((colour, pen.mark_path(colour)) for colour in COLOUR_NAMES)
    )


@lru_cache(maxsize=4096)
def card(pen: Pen, colour: int, icon: str, name: str, form: CardFormat) -> str:
    """A room card with its corner at 0, 0."""
    w, h, deep = form.w, form.h, form.deep
    lines = pen.lines(name, w - 10, form.size) if form.size else 0
    plate = form.plate(lines) if form.size else 0
    wall = h - plate - deep
    big = picture_size(form, lines)
    badge = badge_size(h)
    hue = COLOUR_NAMES[colour]
    return (
        f'<g class="c-{hue}"><use href="#{form.name}0"/><rect x="1" y="{deep:g}" width="{w - 2:g}" height="{wall:.1f}" fill="url(#paper-{hue})"/>'
        f'<use href="#{form.name}{lines or 1}"/>'
        + pen.glyph(icon, w / 2 - big / 2, deep + wall / 2 - big / 2 + 2, big, "var(--d)", 1.7, TINT)
        + pen.mark(hue, badge * 0.62 - badge * 0.46, badge * 0.64 - badge * 0.46, badge * 0.92)
        + (pen.label(name, w / 2, h - plate / 2 + 0.5, w - 10, form.size, "var(--d)") if form.size else "")
        + "</g>"
    )


def room_card(pen: Pen, room: Room, form: CardFormat) -> str:
    return card(pen, room.colour, room.icon, room.names[pen.language], form)


@lru_cache(maxsize=64)
def birdhouse(pen: Pen, name: str, w: float, h: float, names: bool) -> str:
    """A nesting box without colour or awning, so that it is not mistaken for a room."""
    bw, bh = min(w * 0.46, h * 0.8), h * (0.66 if names else 0.8)
    x, y = w / 2, h - bh - (15 if names else 1)
    sign = ""
    if names:
        sign = (
            f'<rect x="{x - w * 0.4:.1f}" y="{h - 17:g}" width="{w * 0.8:.1f}" height="17" rx="5" fill="{WHITE}" stroke="var(--wood-deep)" stroke-width="1.4"/>'
            + pen.label(name, x, h - 8.2, w * 0.74, 10.5, "#55330f")
        )
    return (
        f'<rect x="-6" y="{h - 4:g}" width="{w + 12:g}" height="9" rx="3" fill="var(--wood)"/><rect x="-6" y="{h + 2:g}" width="{w + 12:g}" height="3.5" rx="1.7" fill="var(--wood-deep)"/>'
        f'<rect x="{x - bw / 2:.1f}" y="{y + bh * 0.3:.1f}" width="{bw:.1f}" height="{bh * 0.7:.1f}" rx="4" fill="var(--wood-light)" stroke="var(--wood-deep)" stroke-width="1.6"/>'
        f'<path d="M{x - bw * 0.3:.1f} {y + bh * 0.45:.1f}v{bh * 0.5:.1f}M{x + bw * 0.3:.1f} {y + bh * 0.45:.1f}v{bh * 0.5:.1f}" stroke="var(--wood)" stroke-width="1.5"/>'
        f'<path d="M{x - bw * 0.72:.1f} {y + bh * 0.42:.1f}L{x:.1f} {y:.1f}L{x + bw * 0.72:.1f} {y + bh * 0.42:.1f}" fill="var(--wood)" stroke="var(--wood-deep)" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"/>'
        f'<circle cx="{x:.1f}" cy="{y + bh * 0.55:.1f}" r="{bh * 0.13:.1f}" fill="var(--bark-deep)"/>'
        + pen.glyph("bird", x + bw * 0.36, y + bh * 0.3, bh * 0.4, "var(--blue-deep)", 2, "var(--blue)")
        + sign
    )
