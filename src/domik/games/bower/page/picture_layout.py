"""Board layout: two nests facing each other across the birds board, on a common grid of six columns; scenery."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from domik.games.bower.page.picture_ornament import BIRDS, use_symbol
from domik.games.bower.rules.state import WIDTH
from domik.kernel.drawing import ScreenForm

Place = tuple[int, int]  # column and row of a cell, from 1; row 1 touches the birds board
FAR = 900  # the scenery extends this far beyond the picture, for wide screens


@dataclass(frozen=True, eq=False)  # one object per layout, so that it is a cheap cache key
class BoardLayout:
    """Measures of one layout: the viewer's cells are square, the opponent's flattened but not rotated."""

    width: int
    rows: int
    pitch: int  # distance between columns, and between the viewer's rows
    gap: int
    flat: int  # distance between the opponent's rows
    log: int  # height of the birds board
    top: int
    overhang: int  # how far the log extends beyond the columns
    phone: bool = False

    @property
    def is_closer(self) -> bool:
        """Whether it shows a single enlarged nest, a copy of the one on the table."""
        return self.log == 0

    @property
    def left(self) -> int:
        """x of column 1."""
        return (self.width - WIDTH * self.pitch + self.gap) // 2

    @property
    def size(self) -> int:
        """Side length of the viewer's cells."""
        return self.pitch - self.gap

    @property
    def low(self) -> int:
        """Height of the opponent's cells."""
        return self.flat - 3

    @property
    def y_log(self) -> int:
        """y of the birds board."""
        return self.top + self.rows * self.flat + (5 if self.phone else 8)

    @property
    def y_own(self) -> int:
        """y of the viewer's nest."""
        return self.y_log + self.log + (8 if self.phone else 11)

    @property
    def height(self) -> int:
        return self.y_own + self.rows * self.pitch + (11 if self.phone else 24)

    def corner(self, mine: bool, place: Place) -> tuple[int, int]:
        column, row = place
        x = self.left + (column - 1) * self.pitch
        return (x, self.y_own + (row - 1) * self.pitch) if mine else (x, self.top + (self.rows - row) * self.flat)

    def cell(self, mine: bool) -> tuple[int, int]:
        """Width and height of a cell."""
        return (self.size, self.size) if mine else (self.size, self.low)

    def step(self, mine: bool, turn: int) -> tuple[int, int]:
        """Offset from half a of a tile to half b, by turn; away from the board is down in the viewer's nest."""
        down = self.pitch if mine else -self.flat
        return ((self.pitch, 0), (0, down), (-self.pitch, 0), (0, -down))[turn]


LAYOUTS: dict[tuple[int, ScreenForm], BoardLayout] = {
    (4, "desk"): BoardLayout(762, 4, 90, 4, 43, 116, 14, 62),
    (5, "desk"): BoardLayout(762, 5, 76, 4, 33, 110, 12, 62),
    (4, "lap"): BoardLayout(762, 4, 90, 4, 43, 116, 14, 62),
    (5, "lap"): BoardLayout(762, 5, 76, 4, 33, 110, 12, 62),
    (4, "hand"): BoardLayout(390, 4, 60, 3, 28, 84, 8, 8, True),
    (5, "hand"): BoardLayout(390, 5, 60, 3, 25, 84, 7, 8, True),
    (4, "low"): BoardLayout(390, 4, 60, 3, 17, 66, 4, 8, True),
    (5, "low"): BoardLayout(390, 5, 60, 3, 16, 66, 4, 8, True),
}
# The opponent's nest enlarged: the same orientation, with square cells.
LARGE = {rows: BoardLayout(552, rows, 90, 4, 89, 0, 8, 0) for rows in (4, 5)}


# Leaves in the corners: position, direction, size
LEAVES = (
    (18, 60, -20, 1.5),
    (4, 92, 10, 1.2),
    (52, 30, -60, 1.1),
    (744, 70, 200, 1.5),
    (756, 112, 170, 1.2),
    (712, 30, 240, 1.2),
    (20, 690, -50, 1.5),
    (60, 704, -20, 1.2),
    (740, 696, 230, 1.4),
    (700, 708, 200, 1.1),
)


def strokes(groups: dict[tuple[str, float], list[str]]) -> str:
    """Merge twigs of one tone and width into one path each."""
    return "".join(
        f'<path d="{"".join(d)}" stroke="{tone}" stroke-width="{wide:g}"/>' for (tone, wide), d in groups.items()
    )


def wall(x: float, y0: float, y1: float, lean: int, seed: int, twigs: int) -> str:
    """Twigs leaning together as the wall of a bower."""
    rng = Random(seed)
    groups: dict[tuple[str, float], list[str]] = defaultdict(list)
    for _ in range(twigs):
        base, tip = x + rng.uniform(-16, 16), x + lean * rng.uniform(8, 46) + rng.uniform(-10, 10)
        end = y0 + rng.uniform(-8, 46)
        tone = rng.choice(("#7d5632", "#94693f", "#a97c4e", "#6a4726", "#b98d5c"))
        groups[tone, rng.choice((2, 3, 4.2))].append(
            f"M{base:.0f} {y1:g}Q{base - lean * 16:.0f} {(y1 + end) / 2:.0f} {tip:.0f} {end:.0f}"
        )
    return f'<g class="twigs" fill="none" stroke-linecap="round">{strokes(groups)}</g>'


def rim(x: float, y: float, w: float, h: float, seed: int, thick: float, bottom: bool) -> str:
    """The woven edge of a nest on three sides; the fourth touches the birds board."""
    rng = Random(seed)
    base = y + h if bottom else y
    groups: dict[tuple[str, float], list[str]] = defaultdict(list)
    for xa, ya, xb, yb in ((x, y, x, y + h), (x + w, y, x + w, y + h), (x, base, x + w, base)):
        for _ in range(int((xb - xa + yb - ya) / (thick * 0.66))):
            t, n, slant = rng.random(), rng.uniform(1.3, 3) * thick, rng.uniform(-0.28, 0.28)
            cx = xa + (xb - xa) * t + rng.uniform(-thick, thick) * 0.36
            cy = ya + (yb - ya) * t + rng.uniform(-thick, thick) * 0.36
            dx, dy = (n, n * slant) if ya == yb else (n * slant, n)
            tone = rng.choice(("#8a6238", "#a67a49", "#bd9260", "#6f4b28", "#cfa873"))
            groups[tone, rng.choice((0.2, 0.28, 0.36)) * thick].append(
                f"M{cx - dx:.0f} {cy - dy:.0f}q{dx + rng.uniform(-3, 3):.0f} {dy + rng.uniform(-3, 3):.0f}"
                f" {2 * dx:.0f} {2 * dy:.0f}"
            )
    return f'<g class="twigs" fill="none" stroke-linecap="round">{strokes(groups)}</g>'


def leaves(points: tuple[tuple[float, float, float, float], ...]) -> str:
    return "".join(
        f'<g transform="translate({x:g} {y:g}) rotate({turn:g}) scale({scale})">'
        '<path d="M0 0C6-14 20-20 36-18C30-4 18 6 0 0Z" class="leafy"/>'
        '<path d="M2-1Q16-8 32-17" class="vein"/></g>'
        for x, y, turn, scale in points
    )


@lru_cache(maxsize=256)
def scenery(stage: BoardLayout) -> str:
    """The background: hills, leaves and the walls of the bower; omitted on phones."""
    if stage.phone:
        return ""
    w, h, right = stage.width, stage.height, stage.width - stage.left
    hills = "".join(
        f'<path d="M{-FAR} {y}q{long} {-rise} {2 * long}'
        f' 0{f"t{2 * long} 0" * ((w + 2 * FAR) // (2 * long))}V{h + FAR}H{-FAR}Z" class="hill {kind}"/>'
        for y, long, rise, kind in ((400, 112, 74, "far"), (552, 143, 62, "near"))
    )
    walls = (
        wall(stage.left - 26, stage.y_own - 16, h - 6, -1, 3, 26)
        + wall(right + 26, stage.y_own - 16, h - 6, 1, 5, 26)
        + wall(stage.left - 22, stage.top + 2, stage.y_log + 10, -1, 7, 14)
        + wall(right + 22, stage.top + 2, stage.y_log + 10, 1, 11, 14)
    )
    return hills + leaves(LEAVES) + walls


@lru_cache(maxsize=256)
def nests(stage: BoardLayout) -> str:
    """The mats of both nests with their woven edges."""
    pad = 4 if stage.phone else 9
    x, w = stage.left - pad, WIDTH * stage.pitch - stage.gap + 2 * pad
    high, low = stage.rows * stage.pitch, stage.rows * stage.flat
    mats = "".join(
        f'<rect x="{x}" y="{y - pad + 2}" width="{w}" height="{h + 2 * pad - 4}" rx="16" class="mat"/>'
        for y, h in ((stage.top, low), (stage.y_own, high))
    )
    return (
        mats
        + rim(x, stage.top - pad + 2, w, low + pad, 21, pad + 1, False)
        + rim(x, stage.y_own - pad, w, high + 2 * pad - 3, 22, pad + 2, True)
    )


@lru_cache(maxsize=256)
def birds(stage: BoardLayout, me: int) -> str:
    """The players' birds: the opponent's on the birds board, the viewer's in the grass with a gem."""
    if stage.phone:
        return ""
    right, ground = stage.width - stage.left, stage.y_own + stage.rows * stage.pitch
    return (
        f'<use href="#b-{BIRDS[1 - me]}" class="bird" x="{-(right + 102)}" y="{stage.y_log - 73}" width="92"'
        ' height="77" transform="scale(-1 1)"/>'
        f'<use href="#b-{BIRDS[me]}" class="bird" x="2" y="{ground - 80}" width="98"'
        f' height="82"/>{use_symbol("gem", 100, ground - 52, 16)}'
    )


@lru_cache(maxsize=256)
def log(stage: BoardLayout) -> str:
    """The birds board without its niches."""
    rng = Random(9)
    x0, y, h = stage.left - stage.overhang, stage.y_log, stage.log
    w = stage.width - 2 * x0
    r = min(26, h // 4)
    bark = "".join(
        f"M{rng.uniform(x0, x0 + w - 90):.0f} {y + rng.uniform(6, h - 6):.0f}q{rng.uniform(20, 50):.0f}"
        f" {rng.uniform(-3, 3):.0f} {rng.uniform(60, 90):.0f} 0"
        for _ in range(34)
    )
    knot = ""
    if not stage.phone:
        knot = "".join(
            f'<ellipse cx="{x0 + w - stage.overhang / 2 + 4:g}" cy="{y + h * 0.56:.0f}" rx="{k * 1.25:g}"'
            f' ry="{k}" class="barky"/>'
            for k in (4, 9, 14)
        )
    return (
        f'<rect x="{x0}" y="{y + 5}" width="{w}" height="{h}" rx="{r}" fill="#4b2f17" opacity=".55"/>'
        f'<rect x="{x0}" y="{y}" width="{w}" height="{h}" rx="{r}" fill="url(#b-log)" stroke="#5d3c1e"'
        f' stroke-width="1.6"/><path d="{bark}" class="barky"/>{knot}'
    )
