"""Surfaces with a texture each (stalks of straw, tufts of moss, stones, furrows of earth), and the gradients."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from math import cos, pi, sin
from random import Random

SIZE = 132  # a pattern repeats after so many pixels
Spot = tuple[float, float]


def around(x: float, y: float, reach: float) -> list[Spot]:
    """The spot and its twins beyond the edges, so that the pattern has no seam."""
    return [
        (x + dx, y + dy)
        for dx in (-SIZE, 0, SIZE)
        for dy in (-SIZE, 0, SIZE)
        if -reach < x + dx < SIZE + reach and -reach < y + dy < SIZE + reach
    ]


def anywhere(rng: Random) -> Spot:
    """A spot of the pattern."""
    return rng.uniform(0, SIZE), rng.uniform(0, SIZE)


def pattern(name: str, ground: str, inside: str) -> str:
    """One pattern of the page."""
    return (
        f'<pattern id="b-{name}" width="{SIZE}" height="{SIZE}" patternUnits="userSpaceOnUse">'
        f'<rect width="{SIZE}" height="{SIZE}" fill="{ground}"/>'
        f"{inside}</pattern>"
    )


def straw(rng: Random) -> str:
    """Stalks, most of them one way; four tones, each one path."""
    tones = {"#d8b65c": 2.0, "#c39a3f": 1.5, "#fbeeb9": 2.2, "#f4e09b": 2.6}
    lines: dict[str, list[str]] = defaultdict(list)
    for k in range(92):
        turn, long = ((-36 if k % 4 else 52) + rng.uniform(-11, 11)) * pi / 180, rng.uniform(11, 25)
        dx, dy = long * cos(turn), long * sin(turn)
        tone = rng.choice(list(tones))
        for x, y in around(*anywhere(rng), 24):
            lines[tone].append(f"M{x - dx:.0f} {y - dy:.0f}l{2 * dx:.0f} {2 * dy:.0f}")
    paths = "".join(
        f'<path d="{"".join(lines[tone])}" stroke="{tone}" stroke-width="{wide}"/>' for tone, wide in tones.items()
    )
    return pattern("straw", "#e9cf82", f'<g stroke-linecap="round">{paths}</g>')


def disc(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse as part of a path."""
    return f"M{x - rx:.1f} {y:.1f}a{rx:.1f} {ry:.1f} 0 1 0 {2 * rx:.1f} 0a{rx:.1f} {ry:.1f} 0 1 0 {-2 * rx:.1f} 0"


def moss(rng: Random) -> str:
    """Round tufts, each with a line of shade; four layers of one tone."""
    layers = []
    for tone in ("#86a85e", "#8fb066", "#98b972", "#a8c682"):
        discs, shades = [], []
        for _ in range(17):
            r = rng.uniform(5, 10)
            for x, y in around(*anywhere(rng), 10):
                discs.append(disc(x, y, r, r))
                shades.append(f"M{x - r * 0.6:.1f} {y:.1f}q{r * 0.6:.1f} {-r:.1f} {r * 1.2:.1f} 0")
        layers.append(f'<path d="{"".join(discs)}" fill="{tone}"/><path d="{"".join(shades)}" class="tuft"/>')
    return pattern("moss", "#93b26b", f'<g fill="none" stroke-linecap="round">{"".join(layers)}</g>')


def gravel(rng: Random) -> str:
    """Stones that do not touch."""
    stones: list[tuple[float, float, float]] = []
    for _ in range(360):
        (x, y), r = anywhere(rng), rng.uniform(5.5, 10.5)
        if all(
            min(((x - a + i * SIZE) ** 2 + (y - b + j * SIZE) ** 2) ** 0.5 for i in (-1, 0, 1) for j in (-1, 0, 1))
            > s + r - 0.6
            for a, b, s in stones
        ):
            stones.append((x, y, r))
    tones: dict[str, list[str]] = defaultdict(list)
    shine = []
    for x, y, r in stones:
        tone, flat = rng.choice(("#c9ccd1", "#bcc0c7", "#d6d5d2", "#b1b6be", "#cbc6bf")), rng.uniform(0.76, 0.96)
        for a, b in around(x, y, 11):
            tones[tone].append(disc(a, b, r, r * flat))
            shine.append(f"M{a - r * 0.4:.1f} {b - r * 0.32:.1f}q{r * 0.4:.1f} {-r * 0.28:.1f} {r * 0.75:.1f} 0")
    inside = "".join(
        f'<path d="{"".join(discs)}" fill="{tone}" stroke="#858a93" stroke-width="1.1"/>'
        for tone, discs in tones.items()
    )
    return pattern("gravel", "#999ea7", f'{inside}<path d="{"".join(shine)}" class="gleam"/>')


def earth(rng: Random) -> str:
    """Furrows and crumbs."""
    furrows = ["", ""]
    for k, y in enumerate(range(6, SIZE, 11)):
        furrows[k % 2] += f"M0 {y}q16.5 {5 if k % 2 else -5} 33 0t33 0 33 0 33 0"
    crumbs = "".join(disc(x, y, 1.6, 1.6) for _ in range(34) for x, y in [anywhere(rng)])
    lines = "".join(
        f'<path d="{d}" stroke="{tone}" stroke-width="2.4" fill="none"/>'
        for d, tone in zip(furrows, ("#8f6844", "#c29c79"), strict=True)
    )
    return pattern("earth", "#ab8461", f'{lines}<path d="{crumbs}" fill="#6f4d2f"/>')


GRADIENTS = (
    '<radialGradient id="b-halo"><stop offset=".4" stop-color="#fffbea" stop-opacity=".82"/>'
    '<stop offset=".74" stop-color="#fffbea" stop-opacity=".42"/>'
    '<stop offset="1" stop-color="#fffdf4" stop-opacity="0"/></radialGradient>'
    '<linearGradient id="b-log" x2="0" y2="1"><stop stop-color="#c99a66"/>'
    '<stop offset=".5" stop-color="#b07f4c"/><stop offset="1" stop-color="#8a5d33"/></linearGradient>'
    '<linearGradient id="b-niche" x2="0" y2="1"><stop stop-color="#e6c79b"/>'
    '<stop offset="1" stop-color="#f4dfbd"/></linearGradient>'
    '<radialGradient id="b-disc" cx=".4" cy=".32" r=".8"><stop stop-color="#fffdf5"/>'
    '<stop offset="1" stop-color="#ecdcb9"/></radialGradient>'
    '<radialGradient id="b-shut" cx=".38" cy=".3" r=".85"><stop stop-color="#f4f7ee"/>'
    '<stop offset="1" stop-color="#b9cdb6"/></radialGradient>'
    '<pattern id="b-refuse" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0V10" class="hatch"/></pattern>'
)


@cache
def patterns() -> str:
    """All surfaces and gradients."""
    rng = Random(4)
    return straw(rng) + moss(rng) + gravel(rng) + earth(rng) + GRADIENTS
