"""Room cards (awning, wallpaper of the colour's mark, picture, name) and the birdhouse.

What all rooms share is an SVG symbol; a card only refers to it and is coloured by its class (c-red ...).
"""

from __future__ import annotations

from domik.games.treehouse.page.layout import BoardLayout, CardFormat, art
from domik.games.treehouse.rules.parts import COLOUR_NAMES, Room
from domik.kernel.drawing import Markup, Pen
from domik.kernel.phrase import Phrase
from domik.web.board.element import join, tag
from domik.web.board.memo import memo

WHITE = "#fffdf8"
BORDER = "color-mix(in srgb, var(--c) 62%, var(--d))"
TINT = "color-mix(in srgb, var(--c) 38%, transparent)"


def awning(w: float, deep: float) -> Markup:
    """Striped and scalloped, in the room's colour."""
    n = max(4, round(w / 15))
    step = w / n
    scallop = f"a{step / 2:.2f} {step * 0.36:.2f} 0 0 1 {-step:.2f} 0"
    whole = f"M0 {deep:g}V8Q0 0 8 0H{w - 8:g}Q{w:g} 0 {w:g} 8V{deep:g}" + scallop * n + "Z"
    stripes = "".join(f"M{k * step:.1f} .8H{(k + 1) * step:.1f}V{deep:g}{scallop}Z" for k in range(1, n - 1, 2))
    return join(tag("path", d=whole, fill="var(--c)"), tag("path", d=stripes, fill="#fff", opacity=".26"))


def badge_size(h: float) -> float:
    """Size of the round badge with the colour's mark."""
    return max(17 if h > 55 else h * 0.3, h * 0.2)


def picture_size(form: CardFormat, lines: int) -> float:
    """Size of the picture above the name."""
    wall = form.h - form.plate(lines) * bool(form.size) - form.deep
    return min(wall * (0.86 if form.size else 0.78), form.w * 0.62)


@memo
def symbols(form: CardFormat) -> Markup:
    """What all rooms of a format share: the background, and the front with one or two lines for the name."""
    w, h = form.w, form.h
    shadow = tag("rect", x=1, y=4, width=w - 2, height=h, rx=10, fill="#1c1006", opacity=".2")
    wall = tag("rect", width=w, height=h, rx=10, fill="var(--p)")
    plank = (
        tag("rect", x=-6, y=h - 4, width=w + 12, height=9, rx=3, fill="var(--wood)"),
        tag("rect", x=-6, y=h + 2, width=w + 12, height=3.5, rx=1.7, fill="var(--wood-deep)"),
    )
    fronts = [front(form, lines) for lines in ((1, 2) if form.size else (0,))]
    return join(tag("g", shadow, *(plank if form.plank else ()), wall, id=f"{form.name}0"), *fronts)


def front(form: CardFormat, lines: int) -> Markup:
    """The front of a card: light behind the picture, name plate, awning, frame and badge."""
    w, h, deep = form.w, form.h, form.deep
    top, big, badge = h - form.plate(lines), picture_size(form, lines), badge_size(h)
    return tag(
        "g",
        Markup(
            f'<ellipse cx="{w / 2:g}" cy="{deep + (top - deep) / 2 + 1:.1f}" rx="{big * 0.78:.1f}"'
            f' ry="{big * 0.58:.1f}" fill="#fff" opacity=".72"/>'
        ),
        tag("path", d=f"M0 {top:.1f}H{w:g}V{h - 10:g}q0 10-10 10H10q-10 0-10-10Z", fill=WHITE) if lines else None,
        tag("path", d=f"M0 {top:.1f}H{w:g}", stroke="var(--c)", stroke_width=1.5) if lines else None,
        awning(w, deep),
        Markup(
            f'<rect x=".9" y=".9" width="{w - 1.8:g}" height="{h - 1.8:g}" rx="9.2" fill="none" stroke="{BORDER}"'
            f' stroke-width="1.8"/><circle cx="{badge * 0.62:.1f}" cy="{badge * 0.66:.1f}" r="{badge * 0.78:.1f}"'
            f' fill="{WHITE}" stroke="{BORDER}" stroke-width="1.6"/>'
        ),
        id=f"{form.name}{lines or 1}",
    )


@memo
def wallpapers(pen: Pen) -> Markup:
    """One pattern for each colour, made of its mark."""
    size, found = {"width": "22", "height": "22", "patternUnits": "userSpaceOnUse"}, []
    for colour in COLOUR_NAMES:
        at = (tag("path", d=pen.mark_path(colour), transform=f"translate({k} {k}) scale(.3)") for k in (3, 14))
        found.append(tag("pattern", tag("g", *at, fill=f"var(--{colour})", opacity=".4"), id=f"paper-{colour}", **size))
    return join(*found)


@memo
def card(pen: Pen, colour: int, icon: str, name: str, form: CardFormat) -> Markup:
    """A room card with its corner at 0, 0."""
    w, h, deep = form.w, form.h, form.deep
    lines = pen.lines(name, w - 10, form.size) if form.size else 0
    plate = form.plate(lines) if form.size else 0
    wall = h - plate - deep
    big, badge, hue = picture_size(form, lines), badge_size(h), COLOUR_NAMES[colour]
    return tag(
        "g",
        tag("use", href=f"#{form.name}0"),
        tag("rect", x=1, y=deep, width=w - 2, height=f"{wall:.1f}", fill=f"url(#paper-{hue})"),
        tag("use", href=f"#{form.name}{lines or 1}"),
        pen.glyph(icon, w / 2 - big / 2, deep + wall / 2 - big / 2 + 2, big, "var(--d)", 1.7, TINT),
        pen.mark(hue, badge * 0.62 - badge * 0.46, badge * 0.64 - badge * 0.46, badge * 0.92),
        pen.label(name, w / 2, h - plate / 2 + 0.5, w - 10, form.size, "var(--d)") if form.size else None,
        class_=f"c-{hue}",
    )


def room_card(pen: Pen, room: Room, form: CardFormat) -> Markup:
    return card(pen, room.colour, room.icon, room.names[pen.language], form)


@memo
def birdhouse(pen: Pen, shape: BoardLayout) -> Markup:
    """A nesting box without colour or awning, so that it is not mistaken for a room."""
    w, h = shape.card_w, shape.card_h
    bw, bh = min(w * 0.46, h * 0.8), h * (0.66 if shape.names else 0.8)
    x, y = w / 2, h - bh - (15 if shape.names else 1)
    bird = pen.glyph("bird", x + bw * 0.36, y + bh * 0.3, bh * 0.4, "var(--blue-deep)", 2, "var(--blue)")
    if not shape.names:
        return join(art(f"birdhouse_{shape.name}"), bird)
    sign = Markup(
        f'<rect x="{x - w * 0.4:.1f}" y="{h - 17:g}" width="{w * 0.8:.1f}" height="17" rx="5" fill="{WHITE}"'
        ' stroke="var(--wood-deep)" stroke-width="1.4"/>'
    )
    name = pen.label(pen.text(Phrase("birdhouse")), x, h - 8.2, w * 0.74, 10.5, "#55330f")
    return join(art(f"birdhouse_{shape.name}"), bird, sign, name)
