"""What lies around the tree: sky, hills and pines by day and by night, and the score path of stepping stones."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import math
import random
from functools import lru_cache

from domik.games.treehouse.page.picture_shape import Shape
from domik.kernel.drawing import Pen

FAR = 900  # the land goes on beyond the picture on wide screens


def hill(shape: Shape, y: float, a: float, b: float, c: float, tone: int) -> str:
    """One line of hills."""
    w = shape.width
    return (
        f'<path d="M{-FAR} {y:g}H0C{w * 0.2:.0f} {y - a:g} {w * 0.38:.0f} {y + b:g} {w * 0.56:.0f} {y - b:g}'
        f'S{w * 0.86:.0f} {y - c:g} {w} {y - b:g}H{w + FAR}V{shape.height}H{-FAR}Z" fill="var(--hill-{tone})"/>'
    )


def light(shape: Shape, rng: random.Random) -> str:
    """The sun by day; the moon and stars by night."""
    w, h = shape.width, shape.height
    x, y, r = (w * 0.945, 66.0, 30.0) if shape.names else (w * 0.93, h * 0.52, 17.0)
    sun = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r * k:.0f}" fill="var(--sun)" opacity="{o}"/>'
        for k, o in ((2.2, 0.22), (1.55, 0.3), (1, 1))
    )
    moon = (
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r * 2.6:.0f}" fill="url(#glow)" opacity=".5"/>'
        f'<path d="M{x:.0f} {y - r:.0f}a{r:g} {r:g} 0 1 0 {r:g} {r * 1.2:.0f}a{r * 0.86:.0f} {r * 0.86:.0f} 0 1 1 {-r:g} {-r * 1.2:.0f}Z" fill="var(--sun)"/>'
    )
    stars = "".join(
        f'<path d="{"".join(f"M{rng.uniform(0, w):.0f} {rng.uniform(4, h * 0.7):.0f}h.01" for _ in range(27))}" stroke-width="{wide}" opacity="{o}"/>'
        for wide, o in ((1.4, 0.5), (2.2, 0.7), (3.2, 0.9))
    )
    return f'<g class="day">{sun}</g><g class="night"><g stroke="#fff6dc" stroke-linecap="round">{stars}</g>{moon}</g>'


@lru_cache(maxsize=256)
def landscape(shape: Shape) -> str:
    """Everything behind the tree."""
    w, h = shape.width, shape.height
    g = shape.foot + shape.card_h - 12
    rng = random.Random(11)
    pines = "".join(
        f'<g transform="translate({w * k + rng.uniform(-6, 6):.0f} {g - 26 + rng.uniform(-8, 6):.0f}) scale({rng.uniform(0.7, 1.25):.2f})">'
        '<rect x="-2" width="4" height="8" fill="var(--bark)"/><path d="M0-34L12-12H6L16 3H-16L-6-12H-12Z" fill="var(--leaf-deep)"/></g>'
        for k in (0.03, 0.07, 0.1, 0.155, 0.83, 0.88, 0.925, 0.97)
    )
    clouds = "".join(
        f'<g transform="translate({w * a:.0f} {b}) scale({s * w / 1046 + (0.25 if w < 500 else 0):.2f})" fill="var(--cloud)" opacity="{o}">'
        '<circle r="22"/><circle cx="26" cy="-11" r="27"/><circle cx="56" cy="-2" r="21"/><rect x="-22" y="-2" width="99" height="24" rx="12"/></g>'
        for a, b, s, o in ((0.035, 190, 1, 0.85), (0.84, 205, 0.85, 0.8), (0.13, 300, 0.55, 0.6))
    )
    grass = "".join(
        f"M{w * k:.0f} {g + 34 + rng.uniform(0, 16):.0f}q-1-8-5-11M{w * k:.0f} {g + 36:.0f}q0-9 1-13M{w * k:.0f} {g + 36:.0f}q2-7 6-9"
        for k in (0.05, 0.14, 0.22, 0.33, 0.66, 0.74, 0.86, 0.95)
    )
    near = f"M{-FAR} {g + 8}H0C{w * 0.3:.0f} {g - 10} {w * 0.7:.0f} {g - 10} {w} {g + 10}H{w + FAR}V{h}H{-FAR}Z"
    return (
        light(shape, rng)
        + clouds
        + hill(shape, g - 52, 44, 18, 34, 1)
        + hill(shape, g - 26, 20, 12, 22, 2)
        + pines
        + f'<path d="{near}" fill="var(--hill-3)"/>'
        f'<path d="{grass}" stroke="var(--leaf-deep)" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
    )


def stone_at(shape: Shape, k: int) -> tuple[float, float]:
    """The middle of a stepping stone."""
    return 15 + (shape.width - 30) / shape.stones * (k + 0.5), shape.height - 17 - 3 * math.sin(k / 2.3)


@lru_cache(maxsize=256)
def path_of_stones(shape: Shape) -> str:
    """The score path through the grass."""
    w, h = shape.width, shape.height
    rx = (w - 30) / shape.stones * 0.43
    under: list[str] = []
    over: list[str] = []
    for k in range(shape.stones):
        x, y = stone_at(shape, k)
        ry = 9 if k % 5 == 0 else 7.5
        for dy, outline in ((2.5, under), (0, over)):
            outline.append(
                f"M{x - rx:.1f} {y + dy:.1f}a{rx:.1f} {ry} 0 1 0 {2 * rx:.1f} 0a{rx:.1f} {ry} 0 1 0 {-2 * rx:.1f} 0"
            )
    earth = f"M{-FAR} {h - 34}H0Q{w / 2:g} {h - 42} {w} {h - 34}H{w + FAR}V{h}H{-FAR}Z"
    return (
        f'<path d="{earth}" fill="var(--earth)" opacity=".38"/><path d="{"".join(under)}" fill="var(--stone-deep)"/>'
        f'<path d="{"".join(over)}" fill="var(--stone)"/>'
    )


def first_stone(shape: Shape, most: int) -> int:
    """The points of the first stone: the path moves along by fives when somebody would walk off its end."""
    return max(0, -(-(most - shape.stones + 1) // 5) * 5)


@lru_cache(maxsize=256)
def stone_numbers(shape: Shape, first: int) -> str:
    """A number on every fifth stone."""
    return "".join(
        f'<text x="{stone_at(shape, k)[0]:.1f}" y="{stone_at(shape, k)[1] + 0.5:.1f}" class="stone">{first + k}</text>'
        for k in range(0, shape.stones, 5)
    )


@lru_cache(maxsize=4096)
def pawn(pen: Pen, shape: Shape, stone: int, seat: int, animal: str, shift: int) -> str:
    """A seat's animal on its points; `shift` of several on one stone stand beside each other."""
    x, y = stone_at(shape, max(0, stone))
    r = 12.5 if shape.names else 11.5
    x, y = x + shift * r * 0.9, y - 13 - shift * 2
    return (
        f'<g data-key="pawn-{seat}"><ellipse cx="{x:.1f}" cy="{y + r + 3:.1f}" rx="{r * 0.8:.1f}" ry="3.5" opacity=".28"/>'
        f'<path d="M{x - r * 0.5:.1f} {y + r * 0.6:.1f}L{x:.1f} {y + r + 4:.1f}L{x + r * 0.5:.1f} {y + r * 0.6:.1f}Z" fill="var(--seat-{seat})"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" class="pet" style="--s:var(--seat-{seat})"/>'
        + pen.pet(animal, x - r * 0.8, y - r * 0.8, r * 1.6)
        + "</g>"
    )
