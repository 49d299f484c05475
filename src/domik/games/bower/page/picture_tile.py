"""SVG of tiles: textured surfaces (straw, moss, gravel, earth), ornaments on cells, whole and half tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache, lru_cache
from math import cos, pi, sin
from random import Random
from typing import NamedTuple

from domik.games.bower.page.picture_ornament import ornament_with_halo, use_symbol
from domik.kernel.drawing import short_number

SIZE = 132  # period of the patterns in pixels
Point = tuple[float, float]


def wrapped_points(x: float, y: float, reach: float) -> list[Point]:
    """A point and its copies beyond the edges, so that the pattern tiles without a seam."""
    return [
        (x + dx, y + dy)
        for dx in (-SIZE, 0, SIZE)
        for dy in (-SIZE, 0, SIZE)
        if -reach < x + dx < SIZE + reach and -reach < y + dy < SIZE + reach
    ]


def random_point(rng: Random) -> Point:
    return rng.uniform(0, SIZE), rng.uniform(0, SIZE)


def pattern(name: str, ground: str, inside: str) -> str:
    return (
        f'<pattern id="b-{name}" width="{SIZE}" height="{SIZE}" patternUnits="userSpaceOnUse">'
        f'<rect width="{SIZE}" height="{SIZE}" fill="{ground}"/>'
        f"{inside}</pattern>"
    )


def straw(rng: Random) -> str:
    """Stalks, mostly in one direction; one path for each of four tones."""
    tones = {"#d8b65c": 2.0, "#c39a3f": 1.5, "#fbeeb9": 2.2, "#f4e09b": 2.6}
    lines: dict[str, list[str]] = defaultdict(list)
    for k in range(92):
        turn, long = ((-36 if k % 4 else 52) + rng.uniform(-11, 11)) * pi / 180, rng.uniform(11, 25)
        dx, dy = long * cos(turn), long * sin(turn)
        tone = rng.choice(list(tones))
        for x, y in wrapped_points(*random_point(rng), 24):
            lines[tone].append(f"M{x - dx:.0f} {y - dy:.0f}l{2 * dx:.0f} {2 * dy:.0f}")
    paths = "".join(
        f'<path d="{"".join(lines[tone])}" stroke="{tone}" stroke-width="{wide}"/>' for tone, wide in tones.items()
    )
    return pattern("straw", "#e9cf82", f'<g stroke-linecap="round">{paths}</g>')


def disc(x: float, y: float, rx: float, ry: float) -> str:
    """An ellipse as part of a path."""
    return f"M{x - rx:.1f} {y:.1f}a{rx:.1f} {ry:.1f} 0 1 0 {2 * rx:.1f} 0a{rx:.1f} {ry:.1f} 0 1 0 {-2 * rx:.1f} 0"


def moss(rng: Random) -> str:
    """Round tufts with a line of shade, in four layers of one tone each."""
    layers = []
    for tone in ("#86a85e", "#8fb066", "#98b972", "#a8c682"):
        discs, shades = [], []
        for _ in range(17):
            r = rng.uniform(5, 10)
            for x, y in wrapped_points(*random_point(rng), 10):
                discs.append(disc(x, y, r, r))
                shades.append(f"M{x - r * 0.6:.1f} {y:.1f}q{r * 0.6:.1f} {-r:.1f} {r * 1.2:.1f} 0")
        layers.append(f'<path d="{"".join(discs)}" fill="{tone}"/><path d="{"".join(shades)}" class="tuft"/>')
    return pattern("moss", "#93b26b", f'<g fill="none" stroke-linecap="round">{"".join(layers)}</g>')


def squared_gap(distance: float) -> float:
    """Of two points along one axis, as near as a pattern that repeats brings them."""
    return min((distance - SIZE) ** 2, distance**2, (distance + SIZE) ** 2)


def gravel(rng: Random) -> str:
    """Stones that do not touch."""
    stones: list[tuple[float, float, float]] = []
    for _ in range(360):
        (x, y), r = random_point(rng), rng.uniform(5.5, 10.5)
        if all((squared_gap(x - a) + squared_gap(y - b)) ** 0.5 > s + r - 0.6 for a, b, s in stones):
            stones.append((x, y, r))
    tones: dict[str, list[str]] = defaultdict(list)
    shine = []
    for x, y, r in stones:
        tone, flat = rng.choice(("#c9ccd1", "#bcc0c7", "#d6d5d2", "#b1b6be", "#cbc6bf")), rng.uniform(0.76, 0.96)
        for a, b in wrapped_points(x, y, 11):
            tones[tone].append(disc(a, b, r, r * flat))
            shine.append(f"M{a - r * 0.4:.1f} {b - r * 0.32:.1f}q{r * 0.4:.1f} {-r * 0.28:.1f} {r * 0.75:.1f} 0")
    inside = "".join(
        f'<path d="{"".join(discs)}" fill="{tone}" stroke="#858a93" stroke-width="1.1"/>'
        for tone, discs in tones.items()
    )
    return pattern("gravel", "#999ea7", f'{inside}<path d="{"".join(shine)}" class="gleam"/>')


def earth(rng: Random) -> str:
    furrows = ["", ""]
    for k, y in enumerate(range(6, SIZE, 11)):
        furrows[k % 2] += f"M0 {y}q16.5 {5 if k % 2 else -5} 33 0t33 0 33 0 33 0"
    crumbs = "".join(disc(x, y, 1.6, 1.6) for _ in range(34) for x, y in [random_point(rng)])
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
    """All surface patterns and gradients."""
    rng = Random(4)
    return straw(rng) + moss(rng) + gravel(rng) + earth(rng) + GRADIENTS


SPOTS = {  # positions and size of n things in a square cell, as fractions of the cell
    1: (((0.0, 0.0),), 0.56),
    2: (((-0.2, -0.17), (0.2, 0.17)), 0.46),
    3: (((-0.23, -0.2), (0.23, -0.2), (0.0, 0.23)), 0.42),
    4: (((-0.23, -0.22), (0.23, -0.22), (-0.23, 0.23), (0.23, 0.23)), 0.38),
    5: (((-0.26, -0.24), (0.26, -0.24), (0.0, 0.0), (-0.26, 0.25), (0.26, 0.25)), 0.33),
    6: (((-0.3, -0.2), (0.0, -0.2), (0.3, -0.2), (-0.3, 0.2), (0.0, 0.2), (0.3, 0.2)), 0.29),
}


class Half(NamedTuple):
    """The content of one cell: surface, ornaments, tokens on it, and the index of the one under the X (-1: none)."""

    surface: str
    ornaments: tuple[str, ...]
    grain: int  # offset of the texture, so that no two faces look the same
    tokens: tuple[str, ...] = ()
    crossed: int = -1


def spots(n: int, w: float, h: float) -> tuple[list[tuple[float, float]], float]:
    """Positions of n things relative to the middle of a cell, and their size; flat cells use a single row."""
    if w > 1.4 * h:
        size = min(h * 0.8, w / max(n, 2.4) * 0.88)
        return [((k - (n - 1) / 2) * size * 1.06, 0.0) for k in range(n)], size
    unit = min(w, h)
    places, size = SPOTS[n]
    return [(x * unit, y * unit) for x, y in places], size * unit


def things(half: Half, cx: float, cy: float, w: float, h: float) -> str:
    """The ornaments and tokens of a cell centred on cx, cy."""
    names = (*half.ornaments, *half.tokens)
    places, size = spots(len(names), w, h)
    out = []
    for k, (name, (dx, dy)) in enumerate(zip(names, places, strict=True)):
        x, y = cx + dx, cy + dy
        faded = ' opacity=".6"' if k == half.crossed else ""
        if k < len(half.ornaments):
            out.append(
                ornament_with_halo("none", x, y, size) + use_symbol(name, x, y, size, faded)
                if faded
                else ornament_with_halo(name, x, y, size)
            )
        else:
            out.append(f'<g data-key="token-{name}">{token(name, x, y, size, faded)}</g>')
        if k == half.crossed:
            out.append(f'<g data-key="token-x">{use_symbol("xmark", x, y, size * 0.72)}</g>')
    return "".join(out)


def token(name: str, x: float, y: float, size: float, faded: str = "") -> str:
    """A token: a wooden ring around what it adds (BW-35)."""
    if name == "shells":
        inside = use_symbol("shell", x - size * 0.17, y - size * 0.08, size * 0.5, faded)
        inside += use_symbol("shell", x + size * 0.17, y + size * 0.1, size * 0.5, faded)
    else:
        inside = use_symbol(name, x, y, size * 0.74, faded)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.52:.1f}" class="ring"/>{inside}'


def shape(x: float, y: float, w: float, h: float, r: float, side: int) -> str:
    """A cell outline, rounded except where the tile continues: side 0-3 right, down, left, up; -1 nowhere."""
    tl, tr, br, bl = (0 if side in pair else r for pair in ((2, 3), (0, 3), (0, 1), (1, 2)))
    q, left, right, top, low = (
        short_number(r),
        short_number(x),
        short_number(x + w),
        short_number(y),
        short_number(y + h),
    )
    return (
        (f"M{short_number(x + r)} {top}" if tl else f"M{left} {top}")
        + (f"H{short_number(x + w - r)}q{q} 0 {q} {q}" if tr else f"H{right}")
        + (f"V{short_number(y + h - r)}q0 {q}-{q} {q}" if br else f"V{low}")
        + (f"H{short_number(x + r)}q-{q} 0-{q}-{q}" if bl else f"H{left}")
        + (f"V{short_number(y + r)}q0-{q} {q}-{q}Z" if tl else "Z")
    )


def surface(half: Half, x: float, y: float, w: float, h: float, r: float, side: int) -> str:
    """The ground of one half, with the texture offset by its grain."""
    dx, dy = half.grain * 29 % SIZE, half.grain * 47 % SIZE
    return (
        f'<path d="{shape(x + dx, y + dy, w, h, r, side)}" transform="translate({-dx} {-dy})"'
        f' fill="url(#b-{half.surface})"/>'
    )


@lru_cache(maxsize=256)
def lone_half_picture(half: Half, w: float, h: float) -> str:
    """A half whose other half is covered (BW-36)."""
    r = min(w, h) * 0.15
    box = f'width="{w:g}" height="{h:g}" rx="{r:.1f}"'
    return (
        f'<rect y="{max(2, h * 0.055):.1f}" {box}'
        f' class="edge"/>{surface(half, 0, 0, w, h, r, -1)}{things(half, w / 2, h / 2, w, h)}'
        f'<rect {box} class="rim"/>'
    )


@lru_cache(maxsize=256)
def domino(a: Half, b: Half, w: float, h: float, dx: float, dy: float) -> str:
    """A whole tile: half a has its corner at 0, 0, half b at dx, dy."""
    flat = dy == 0
    x0, y0 = min(0, dx), min(0, dy)
    long_w, long_h = abs(dx) + w, abs(dy) + h
    hw, hh = (long_w / 2, h) if flat else (w, long_h / 2)
    r = min(w, h) * 0.15
    turn = (0 if dx > 0 else 2) if flat else (1 if dy > 0 else 3)
    out = []
    for half, is_first, side in ((a, dx >= 0 and dy >= 0, turn), (b, dx < 0 or dy < 0, (turn + 2) % 4)):
        x = x0 + (0 if is_first or not flat else hw)
        y = y0 + (0 if is_first or flat else hh)
        out.append(surface(half, x, y, hw, hh, r, side) + things(half, x + hw / 2, y + hh / 2, hw, hh))
    seam = f"M{x0 + hw:g} {y0 + 5:g}v{h - 10:g}" if flat else f"M{x0 + 5:g} {y0 + hh:g}h{w - 10:g}"
    left, top = (f'x="{x0:g}" ' if x0 else ""), (f'y="{y0:g}" ' if y0 else "")
    box = f'{left}width="{long_w:g}" height="{long_h:g}" rx="{r:.1f}"'
    deep = max(2, min(w, h) * 0.055)
    return (
        f'<rect y="{y0 + deep:.1f}" {box} class="edge"/>{"".join(out)}<path d="{seam}" class="seam"/>'
        f'<rect {top}{box} class="rim"/>'
    )


CUTS = "".join(  # rounded corners for a tile that is composed of two square halves
    f'<clipPath id="b-{how}" clipPathUnits="objectBoundingBox">'
    f'<rect width="1" height="1" rx="{rx}" ry="{ry}"/></clipPath>'
    for how, rx, ry in (("lies", 0.075, 0.15), ("stands", 0.15, 0.075))
)


@lru_cache(maxsize=256)
def square(half: Half, size: float) -> str:
    """A half without rounded corners."""
    return surface(half, 0, 0, size, size, 0, -1) + things(half, size / 2, size / 2, size, size)


@lru_cache(maxsize=256)
def turned_tile(name: str, a: Half, b: Half, size: float, turn: int) -> str:
    """A tile in one of four turns side by side; the first defines the halves, the others refer to them."""
    dx, dy = ((size, 0), (0, size), (-size, 0), (0, -size))[turn]
    x0, y0, w, h = min(0, dx), min(0, dy), size + abs(dx), size + abs(dy)
    if turn == 0:
        second = f'<g id="{name}b" transform="translate({size:g})">{square(b, size)}</g>'
        halves = f'<g id="{name}a">{square(a, size)}</g>{second}'
    else:
        away = (f' x="{dx - size:g}"' if dx != size else "") + (f' y="{dy:g}"' if dy else "")
        halves = f'<use href="#{name}a"/><use href="#{name}b"{away}/>'
    how = "lies" if dy == 0 else "stands"
    where = (f' x="{x0:g}"' if x0 else "") + (f' y="{y0:g}"' if y0 else "")
    return (
        f'<svg class="loose" width="{w + 4:g}" height="{h + 7:g}" viewBox="{x0 - 2:g} {y0 - 1:g} {w + 4:g} {h + 7:g}">'
        f'<use href="#b-edge-{how}-{size:g}"{where}/><g clip-path="url(#b-{how})">{halves}</g>'
        f'<use href="#b-rim-{how}-{size:g}"{where}/></svg>'
    )


def frames(sizes: Iterable[int]) -> str:
    """Edge, seam and rim of turned tiles, lying and standing, for every size."""
    made = []
    for size in sizes:
        for how, w, h in (("lies", 2 * size, size), ("stands", size, 2 * size)):
            seam = f"M{size} 5v{size - 10}" if how == "lies" else f"M5 {size}h{size - 10}"
            box = f'width="{w}" height="{h}" rx="{size * 0.15:.1f}"'
            made.append(
                f'<rect id="b-edge-{how}-{size}" y="{max(2, size * 0.055):.1f}" {box} class="edge"/>'
                f'<g id="b-rim-{how}-{size}"><path d="{seam}" class="seam"/><rect {box} class="rim"/></g>'
            )
    return "".join(made)


@lru_cache(maxsize=256)
def loose_tile(a: Half, b: Half, size: float, turn: int) -> str:
    """A tile outside the nests as a standalone SVG, turned as it would lie in the viewer's nest."""
    gap = 2
    dx, dy = ((size + gap, 0), (0, size + gap), (-size - gap, 0), (0, -size - gap))[turn]
    w, h = size + abs(dx) + 4, size + abs(dy) + 7
    return (
        f'<svg class="loose" width="{w:g}" height="{h:g}" viewBox="{min(0, dx) - 2:g} {min(0, dy) - 1:g} {w:g}'
        f' {h:g}">{domino(a, b, size, size, dx, dy)}</svg>'
    )
