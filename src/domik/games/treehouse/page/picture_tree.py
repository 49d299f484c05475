"""The tree itself: trunk and roots, boughs that grow with the rooms, the crown, ladder and swing, the balance board."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import math
import random
from functools import lru_cache

from domik.games.treehouse.page.picture_shape import ROW, Shape
from domik.games.treehouse.rules.reading import LEVELS, Place, side
from domik.kernel.drawing import Pen

PARTS = 12  # pieces of a bough's outline


def limb(x0: float, y0: float, w0: float, x1: float, y1: float, w1: float, bend: float = 0.55) -> str:
    """A tapering bough: leaves its start upwards, arrives at its end upwards."""
    reach = (y0 - y1) * bend
    left, right = [], []
    for k in range(PARTS + 1):
        t = k / PARTS
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
    return (
        f'<polygon points="{outline}" class="bark"/>'
        f'<polyline points="{light}" class="bark-light" stroke-width="{w1 * 0.16:.1f}"/>'
    )


def tuft(x: float, y: float, size: float) -> str:
    """Three leaves at the tip of a young bough."""
    leaf = f"M0 0Q{size * 0.7:.1f} {-size * 0.8:.1f} {size * 1.8:.1f} 0Q{size * 0.7:.1f} {size * 0.6:.1f} 0 0"
    return "".join(
        f'<path d="{leaf}" transform="translate({x:.1f} {y:.1f}) rotate({turn})" class="leaf"/>'
        for turn in (-160, -20, -75)
    )


@lru_cache(maxsize=2048)
def boughs(shape: Shape, place: Place, left_built: bool, right_built: bool, top: int) -> str:
    """From a card two boughs reach for the places above it: thick low down, thin at the top."""
    level, slot = place
    if level >= top:
        return ""
    x, y = shape.centre(place)
    thick = shape.card_w * (0.25 - 0.033 * level)
    out = []
    for above, built in ((slot, left_built), (slot + 1, right_built)):
        ux, uy = shape.centre((level + 1, above))
        if built:
            out.append(limb(x, y, thick, ux + (x - ux) * 0.34, uy, thick * 0.72))
        else:  # a young bough, with leaves, that waits for a room
            tip, end = ux + (x - ux) * 0.42, uy + shape.card_h / 2 + 3
            out.append(limb(x, y - shape.card_h * 0.2, thick * 0.8, tip, end, thick * 0.34, 0.8))
            out.append(tuft(tip, end, thick * 0.5))
    return "".join(out)


def roots(x: float, top: float, w: float, h: float) -> str:
    """The outline of the trunk where it meets the ground."""
    ground = top + h + 4
    return (
        f"M{x - w * 0.78:.0f} {ground + 12:.0f}C{x - w * 0.42:.0f} {ground + 2:.0f} {x - w * 0.36:.0f} {ground - 14:.0f} {x - w * 0.31:.0f} {top + h * 0.42:.0f}"
        f"L{x - w * 0.27:.0f} {top + h * 0.3:.0f}H{x + w * 0.27:.0f}L{x + w * 0.31:.0f} {top + h * 0.42:.0f}"
        f"C{x + w * 0.36:.0f} {ground - 14:.0f} {x + w * 0.42:.0f} {ground + 2:.0f} {x + w * 0.78:.0f} {ground + 12:.0f}"
        f"C{x + w * 0.4:.0f} {ground + 8:.0f} {x + w * 0.24:.0f} {ground + 6:.0f} {x + w * 0.14:.0f} {ground + 18:.0f}"
        f"C{x + w * 0.06:.0f} {ground + 6:.0f} {x - w * 0.06:.0f} {ground + 6:.0f} {x - w * 0.14:.0f} {ground + 18:.0f}"
        f"C{x - w * 0.24:.0f} {ground + 6:.0f} {x - w * 0.4:.0f} {ground + 8:.0f} {x - w * 0.78:.0f} {ground + 12:.0f}Z"
    )


@lru_cache(maxsize=16)
def trunk(shape: Shape) -> str:
    """Level 1 without its board and boughs: roots and trunk."""
    x, top, w, h = shape.width / 2, shape.foot, shape.card_w, shape.card_h
    lines = "".join(
        f"M{x + k * w:.0f} {top + h * a:.0f}q{3 if k > 0 else -3} {h * 0.2:.0f} {k * 22:.0f} {h * 0.34:.0f}"
        for k, a in ((-0.19, 0.62), (-0.06, 0.72), (0.08, 0.7), (0.2, 0.6))
    )
    return f'<path d="{roots(x, top, w, h)}" class="bark"/><path d="{lines}" class="bark-line"/>'


@lru_cache(maxsize=64)
def fork(shape: Shape, left_built: bool, right_built: bool) -> str:
    """The two great boughs of the trunk: they carry the first rooms, or end in leaves below them."""
    x, top, w, h = shape.width / 2, shape.foot, shape.card_w, shape.card_h
    out = []
    for turn, slot, built in ((-1, 0, left_built), (1, 1, right_built)):
        ux, uy = shape.centre((2, slot))
        tip = ux - turn * w * 0.12
        if built:
            out.append(limb(x + turn * w * 0.13, top + h * 0.5, w * 0.34, tip, uy, w * 0.2, 0.75))
        else:
            end = uy + h / 2 + 4
            out.append(limb(x + turn * w * 0.13, top + h * 0.5, w * 0.34, tip, end, w * 0.12, 0.75))
            out.append(tuft(tip, end + 2, w * 0.13))
    return "".join(out)


@lru_cache(maxsize=512)
def balance(pen: Pen, shape: Shape, lean: int, seat: int, animal: str) -> str:
    """The board with the three spots, tilted as the tree leans; the seat's animal stands on one of them."""
    x, w, h = shape.width / 2, shape.card_w, shape.card_h
    board_w, board_h, spot = w * 0.98, h * 0.56, h * 0.17
    top = shape.foot + h * 0.17
    middle = top + board_h / 2
    spots = "".join(
        f'<circle cx="{x + k * board_w * 0.31:.1f}" cy="{middle:.1f}" r="{spot + 2:.1f}" fill="var(--wood-deep)"/>'
        f'<circle cx="{x + k * board_w * 0.31:.1f}" cy="{middle + 1.5:.1f}" r="{spot:.1f}" fill="var(--bark-deep)"/>'
        for k in (-1, 0, 1)
    )
    mx, my, r = x + lean * board_w * 0.31, middle - 2, spot * 1.22
    return (
        f'<g transform="rotate({lean * 3} {x:g} {middle:.1f})">'
        f'<rect x="{x - board_w / 2:.1f}" y="{top + 4:.1f}" width="{board_w:.1f}" height="{board_h:.1f}" rx="9" fill="var(--bark-deep)" opacity=".55"/>'
        f'<rect x="{x - board_w / 2:.1f}" y="{top:.1f}" width="{board_w:.1f}" height="{board_h:.1f}" rx="9" fill="var(--wood-light)" stroke="var(--wood-deep)" stroke-width="1.5"/>'
        f'<path d="M{x - board_w * 0.44:.0f} {top + board_h * 0.2:.0f}H{x + board_w * 0.4:.0f}M{x - board_w * 0.4:.0f} {top + board_h * 0.84:.0f}H{x + board_w * 0.44:.0f}" stroke="var(--wood)" stroke-width="1.5" fill="none"/>'
        f'{spots}<g data-key="marker-{seat}"><circle cx="{mx:.1f}" cy="{my + 4:.1f}" r="{r:.1f}" opacity=".3"/>'
        f'<circle cx="{mx:.1f}" cy="{my:.1f}" r="{r:.1f}" class="pet" style="--s:var(--seat-{seat})"/>'
        + pen.pet(animal, mx - r * 0.8, my - r * 0.8, r * 1.6)
        + "</g></g>"
    )


def rings(circles: list[tuple[float, float, float]]) -> str:
    """Many circles as one path."""
    return "".join(
        f"M{x - r:.0f} {y:.0f}a{r:.0f} {r:.0f} 0 1 0 {2 * r:.0f} 0a{r:.0f} {r:.0f} 0 1 0 {-2 * r:.0f} 0"
        for x, y, r in circles
    )


@lru_cache(maxsize=256)
def crown(shape: Shape) -> str:
    """Leaves behind the rooms: three tones, always the same tree; the sixth level's only show when it can be reached."""
    rng = random.Random(4)
    low = [(level, slot) for level in range(2, ROW + 1) for slot in range(level)]
    high = [(LEVELS, slot) for slot in range(LEVELS)]
    grown = f'<g class="top">{leaves(shape, high, random.Random(8))}</g>'
    out = [grown, leaves(shape, low, rng)]
    for tone in ("deep", "light"):
        loose = "".join(loose_leaf(shape, rng, low) for _ in range(75 if shape.names else 30))
        out.append(f'<path d="{loose}" fill="var(--leaf-{tone})"/>')
    return "".join(out)


def leaves(shape: Shape, places: list[Place], rng: random.Random) -> str:
    """Big round bushes of leaves around some places."""
    unit = shape.card_w
    out = []
    for tone, size, dy in (("-deep", 0.82, 4), ("", 0.66, -4), ("-light", 0.38, -20)):
        circles = []
        for level, slot in places:
            x, y = shape.centre((level, slot))
            edge = side((level, slot)) * (slot in (0, level - 1))
            for _ in range(1 if tone == "-light" else 2):
                r = unit * size * rng.uniform(0.8, 1.06) * (0.72 if level == 2 else 1) * (0.93 if shape.names else 0.8)
                jx = rng.uniform(-0.3, 0.3) * unit + edge * unit * (-0.2 if tone == "-light" else 0.12)
                jy = dy * unit / 128 + rng.uniform(-0.12, 0.1) * unit
                circles.append((x + jx, y + jy, r * (0.86 if level >= ROW else 1)))
        fade = ' opacity=".5"' if tone == "-light" else ""
        out.append(f'<path d="{rings(circles)}" fill="var(--leaf{tone})"{fade}/>')
    return "".join(out)


def loose_leaf(shape: Shape, rng: random.Random, places: list[Place]) -> str:
    """One small leaf somewhere in the crown."""
    unit = shape.card_w
    x, y = shape.centre(rng.choice(places))
    x, y = x + rng.uniform(-0.85, 0.85) * unit, y + rng.uniform(-0.62, 0.45) * unit
    # few directions and lengths: a page of leaves that repeat packs into half the bytes, and nobody can tell
    turn, long = round(rng.uniform(0, 16)) * math.pi / 8, unit / 128 * round(rng.uniform(4.2, 7.8))
    c, s = long * math.cos(turn), long * math.sin(turn)
    return f"M{x - c:.0f} {y - s:.0f}q{c - 0.8 * s:.1f} {s + 0.8 * c:.1f} {2 * c:.1f} {2 * s:.1f}q{-c + 0.8 * s:.1f} {-s - 0.8 * c:.1f} {-2 * c:.1f} {-2 * s:.1f}"


@lru_cache(maxsize=256)
def trimmings(shape: Shape) -> str:
    """A rope ladder and a swing: small, behind the rooms; on a phone there is no room for them."""
    if not shape.names:
        return ""
    (lx, ly), (rx, ry) = shape.corner((2, 0)), shape.corner((2, 1))
    x, top, bottom = rx + shape.card_w - 22, ry + shape.card_h, shape.foot + shape.card_h + 4
    rungs = "".join(f"M{x - 10 - k * 0.7:.1f} {top + 14 + k * 15:g}h19" for k in range(int((bottom - top) / 15)))
    s, y = lx + 20, ly + shape.card_h
    return (
        f'<path d="M{x - 9:g} {top:g}L{x - 13:g} {bottom:g}M{x + 9:g} {top:g}L{x + 7:g} {bottom:g}" class="rope"/><path d="{rungs}" class="rung"/>'
        f'<path d="M{s:g} {y:g}L{s - 5:g} {y + 62:g}M{s + 26:g} {y:g}L{s + 21:g} {y + 62:g}" class="rope"/>'
        f'<rect x="{s - 10:g}" y="{y + 61:g}" width="36" height="6" rx="2" fill="var(--wood)"/>'
    )
