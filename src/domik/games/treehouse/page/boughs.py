"""The wood of a tree: boughs that grow with the rooms, the balance board, a rival's twigs and balance."""

from __future__ import annotations

import math

from domik.games.treehouse.page.layout import SMALL, BoardLayout, art
from domik.games.treehouse.rules.reading import LEVELS, Place
from domik.kernel.drawing import Markup, Pen
from domik.web.board.element import join, tag
from domik.web.board.memo import memo

SEGMENTS = 12  # of a bough's outline


def limb(x0: float, y0: float, w0: float, x1: float, y1: float, w1: float, bend: float = 0.55) -> Markup:
    """A tapering bough that leaves its start and reaches its end vertically."""
    reach = (y0 - y1) * bend
    left, right = [], []
    for k in range(SEGMENTS + 1):
        t = k / SEGMENTS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (a + b) * x0 + (c + d) * x1, a * y0 + b * (y0 - reach) + c * (y1 + reach) + d * y1
        dx = 6 * t * (1 - t) * (x1 - x0)
        dy = 3 * ((1 - t) ** 2 * -reach + 2 * t * (1 - t) * (y1 - y0 + 2 * reach) + t * t * -reach)
        length, half = math.hypot(dx, dy) or 1, (w0 + (w1 - w0) * t) / 2
        left.append((x - dy / length * half, y + dx / length * half))
        right.append((x + dy / length * half, y - dx / length * half))
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in left + right[::-1])
    light = " ".join(
        f"{0.7 * a + 0.3 * c:.1f},{0.7 * b + 0.3 * d:.1f}" for (a, b), (c, d) in zip(right, left, strict=True)
    )
    return join(
        tag("polygon", points=outline, class_="bark"),
        tag("polyline", points=light, class_="bark-light", stroke_width=f"{w1 * 0.16:.1f}"),
    )


def tuft(x: float, y: float, size: float) -> Markup:
    leaf = f"M0 0Q{size * 0.7:.1f} {-size * 0.8:.1f} {size * 1.8:.1f} 0Q{size * 0.7:.1f} {size * 0.6:.1f} 0 0"
    turns = (f"translate({x:.1f} {y:.1f}) rotate({turn})" for turn in (-160, -20, -75))
    return join(*(tag("path", d=leaf, transform=turn, class_="leaf") for turn in turns))


@memo
def boughs(shape: BoardLayout, place: Place, left_built: bool, right_built: bool, top: int) -> Markup:
    """Two boughs from a card to the places above it, thinner towards the top."""
    level, slot = place
    out: list[Markup] = []
    x, y = shape.centre(place)
    thick = shape.card_w * (0.25 - 0.033 * level)
    for above, built in ((slot, left_built), (slot + 1, right_built)) if level < top else ():
        ux, uy = shape.centre((level + 1, above))
        if built:
            out.append(limb(x, y, thick, ux + (x - ux) * 0.34, uy, thick * 0.72))
        else:  # no room above yet: a young bough with leaves
            tip, end = ux + (x - ux) * 0.42, uy + shape.card_h / 2 + 3
            out.append(limb(x, y - shape.card_h * 0.2, thick * 0.8, tip, end, thick * 0.34, 0.8))
            out.append(tuft(tip, end, thick * 0.5))
    return join(*out)


@memo
def fork(shape: BoardLayout, left_built: bool, right_built: bool) -> Markup:
    """The two boughs of the trunk: they carry the first rooms, or end in leaves."""
    x, top, w, h = shape.width / 2, shape.foot, shape.card_w, shape.card_h
    out: list[Markup] = []
    for turn, slot, built in ((-1, 0, left_built), (1, 1, right_built)):
        ux, uy = shape.centre((2, slot))
        tip, end = ux - turn * w * 0.12, uy if built else uy + h / 2 + 4
        out.append(limb(x + turn * w * 0.13, top + h * 0.5, w * 0.34, tip, end, w * (0.2 if built else 0.12), 0.75))
        if not built:
            out.append(tuft(tip, end + 2, w * 0.13))
    return join(*out)


@memo
def balance(pen: Pen, shape: BoardLayout, lean: int, seat: int, animal: str) -> Markup:
    """The balance board with its three spots, tilted as the tree leans, and the seat's animal as the marker."""
    x, middle = shape.width / 2, shape.foot + shape.card_h * 0.45
    r, mx, my = shape.card_h * 0.17 * 1.22, x + lean * shape.card_w * 0.98 * 0.31, middle - 2
    marker = tag(
        "g",
        Markup(f'<circle cx="{mx:.1f}" cy="{my + 4:.1f}" r="{r:.1f}" opacity=".3"/>'),
        tag("circle", cx=f"{mx:.1f}", cy=f"{my:.1f}", r=f"{r:.1f}", class_="pet", style=f"--s:var(--seat-{seat})"),
        pen.pet(animal, mx - r * 0.8, my - r * 0.8, r * 1.6),
        data_key=f"marker-{seat}",
    )
    return tag("g", art(f"balance_{shape.name}"), marker, transform=f"rotate({lean * 3} {x:g} {middle:.1f})")


@memo
def small_twigs(level: int, slot: int) -> Markup:
    """Two twigs from a card of a rival's tree to the places above it."""
    if level >= LEVELS:
        return Markup("")
    x, y = SMALL.centre((level, slot))
    ends = (SMALL.centre((level + 1, above)) for above in (slot, slot + 1))
    lines = "".join(f"M{x:.1f} {y - 2:.1f}L{a:.1f} {b + 8:.1f}" for a, b in ends)
    return tag("path", d=lines, stroke="var(--bark)", stroke_width=max(1.2, 5.5 - level), stroke_linecap="round")


@memo
def small_balance(lean: int) -> Markup:
    """The three balance spots of a rival's tree."""
    y, spots = f"{SMALL.foot + SMALL.card_h * 0.62:.1f}", []
    for k in (-1, 0, 1):
        r, fill = (3.8, "var(--card)") if k == lean else (2, "var(--bark-deep)")
        spots.append(
            tag("circle", cx=SMALL.width / 2 + 7 * k, cy=y, r=r, fill=fill, stroke="var(--bark-deep)", stroke_width=1.2)
        )
    return join(*spots)
