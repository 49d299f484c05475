"""Board layouts for desktop, tablet, phone and a rival's small tree, and the landscape and tree drawn by them."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

from domik.games.treehouse.rules.reading import LEVELS, Place, side_of_place
from domik.kernel.drawing import Pen, ScreenForm

ROW = 5  # levels that are always in the picture; for the sixth the tree is scaled down (see .tree.far in look.css)


@dataclass(frozen=True, eq=False)  # compared by identity: a cache key looked up often
class BoardLayout:
    """The measures of one picture, in SVG units."""

    width: int
    height: int
    card_w: int
    card_h: int
    gap_x: int
    gap_y: int
    foot: int  # top of the trunk's place, level 1
    stones: int  # number of stones on the score path
    names: bool = True

    def corner(self, place: Place) -> tuple[float, float]:
        """The top left corner of a place."""
        level, slot = place
        middle = self.width / 2 + (slot - (level - 1) / 2) * (self.card_w + self.gap_x)
        return middle - self.card_w / 2, self.foot - (level - 1) * (self.card_h + self.gap_y)

    def centre(self, place: Place) -> tuple[float, float]:
        x, y = self.corner(place)
        return x + self.card_w / 2, y + self.card_h / 2


DESKTOP = BoardLayout(1046, 540, 128, 73, 15, 24, 428, 41)
LAP = BoardLayout(820, 652, 122, 92, 12, 22, 520, 41)
PHONE = BoardLayout(390, 428, 68, 61, 6, 17, 338, 21, names=False)
SMALL = BoardLayout(159, 112, 25, 17, 4, 4, 92, 0, names=False)


BY_FORM: dict[ScreenForm, BoardLayout] = {"hand": PHONE, "low": PHONE, "lap": LAP, "desk": DESKTOP}


def layout_for(pen: Pen) -> BoardLayout:
    """The layout of the big board for the reader's screen."""
    return BY_FORM[pen.form]


# ruff: noqa: E501  markup and outlines read better unbroken


FAR = 900  # how far the landscape extends beyond the picture, for wide screens


def hill(shape: BoardLayout, y: float, a: float, b: float, c: float, tone: int) -> str:
    """One range of hills."""
    w = shape.width
    return (
        f'<path d="M{-FAR} {y:g}H0C{w * 0.2:.0f} {y - a:g} {w * 0.38:.0f} {y + b:g} {w * 0.56:.0f} {y - b:g}'
        f'S{w * 0.86:.0f} {y - c:g} {w} {y - b:g}H{w + FAR}V{shape.height}H{-FAR}Z" fill="var(--hill-{tone})"/>'
    )


def light(shape: BoardLayout, rng: random.Random) -> str:
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
def landscape(shape: BoardLayout) -> str:
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


def stone_at(shape: BoardLayout, k: int) -> tuple[float, float]:
    """The centre of a stepping stone."""
    return 15 + (shape.width - 30) / shape.stones * (k + 0.5), shape.height - 17 - 3 * math.sin(k / 2.3)


@lru_cache(maxsize=256)
def path_of_stones(shape: BoardLayout) -> str:
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


def first_stone(shape: BoardLayout, most: int) -> int:
    """The points of the first stone; the path moves on in steps of five when the leader would pass its end."""
    return max(0, -(-(most - shape.stones + 1) // 5) * 5)


@lru_cache(maxsize=256)
def stone_numbers(shape: BoardLayout, first: int) -> str:
    """A number on every fifth stone."""
    return "".join(
        f'<text x="{stone_at(shape, k)[0]:.1f}" y="{stone_at(shape, k)[1] + 0.5:.1f}" class="stone">{first + k}</text>'
        for k in range(0, shape.stones, 5)
    )


@lru_cache(maxsize=4096)
def pawn(pen: Pen, shape: BoardLayout, stone: int, seat: int, animal: str, shift: int) -> str:
    """A seat's animal on its score; `shift` counts the animals already on that stone."""
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


# ruff: noqa: E501  markup and outlines read better unbroken


PARTS = 12  # segments of a bough's outline


def limb(x0: float, y0: float, w0: float, x1: float, y1: float, w1: float, bend: float = 0.55) -> str:
    """A tapering bough that leaves its start and reaches its end vertically."""
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
    leaf = f"M0 0Q{size * 0.7:.1f} {-size * 0.8:.1f} {size * 1.8:.1f} 0Q{size * 0.7:.1f} {size * 0.6:.1f} 0 0"
    return "".join(
        f'<path d="{leaf}" transform="translate({x:.1f} {y:.1f}) rotate({turn})" class="leaf"/>'
        for turn in (-160, -20, -75)
    )


@lru_cache(maxsize=2048)
def boughs(shape: BoardLayout, place: Place, left_built: bool, right_built: bool, top: int) -> str:
    """Two boughs from a card to the places above it, thinner towards the top."""
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
        else:  # no room above yet: a young bough with leaves
            tip, end = ux + (x - ux) * 0.42, uy + shape.card_h / 2 + 3
            out.append(limb(x, y - shape.card_h * 0.2, thick * 0.8, tip, end, thick * 0.34, 0.8))
            out.append(tuft(tip, end, thick * 0.5))
    return "".join(out)


def roots(x: float, top: float, w: float, h: float) -> str:
    """The outline of the trunk at the ground."""
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
def trunk(shape: BoardLayout) -> str:
    """Roots and trunk, without the balance board and the boughs."""
    x, top, w, h = shape.width / 2, shape.foot, shape.card_w, shape.card_h
    lines = "".join(
        f"M{x + k * w:.0f} {top + h * a:.0f}q{3 if k > 0 else -3} {h * 0.2:.0f} {k * 22:.0f} {h * 0.34:.0f}"
        for k, a in ((-0.19, 0.62), (-0.06, 0.72), (0.08, 0.7), (0.2, 0.6))
    )
    return f'<path d="{roots(x, top, w, h)}" class="bark"/><path d="{lines}" class="bark-line"/>'


@lru_cache(maxsize=64)
def fork(shape: BoardLayout, left_built: bool, right_built: bool) -> str:
    """The two boughs of the trunk: they carry the first rooms, or end in leaves."""
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
def balance(pen: Pen, shape: BoardLayout, lean: int, seat: int, animal: str) -> str:
    """The balance board with its three spots, tilted as the tree leans, and the seat's animal as the marker."""
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
    """Several circles as one path."""
    return "".join(
        f"M{x - r:.0f} {y:.0f}a{r:.0f} {r:.0f} 0 1 0 {2 * r:.0f} 0a{r:.0f} {r:.0f} 0 1 0 {-2 * r:.0f} 0"
        for x, y, r in circles
    )


@lru_cache(maxsize=256)
def crown(shape: BoardLayout) -> str:
    """Leaves behind the rooms in three tones, always the same; those of the sixth level are hidden until it is used."""
    rng = random.Random(4)
    low = [(level, slot) for level in range(2, ROW + 1) for slot in range(level)]
    high = [(LEVELS, slot) for slot in range(LEVELS)]
    grown = f'<g class="top">{leaves(shape, high, random.Random(8))}</g>'
    out = [grown, leaves(shape, low, rng)]
    for tone in ("deep", "light"):
        loose = "".join(loose_leaf(shape, rng, low) for _ in range(75 if shape.names else 30))
        out.append(f'<path d="{loose}" fill="var(--leaf-{tone})"/>')
    return "".join(out)


def leaves(shape: BoardLayout, places: list[Place], rng: random.Random) -> str:
    """Bushes of leaves around the given places."""
    unit = shape.card_w
    out = []
    for tone, size, dy in (("-deep", 0.82, 4), ("", 0.66, -4), ("-light", 0.38, -20)):
        circles = []
        for level, slot in places:
            x, y = shape.centre((level, slot))
            edge = side_of_place((level, slot)) * (slot in (0, level - 1))
            for _ in range(1 if tone == "-light" else 2):
                r = unit * size * rng.uniform(0.8, 1.06) * (0.72 if level == 2 else 1) * (0.93 if shape.names else 0.8)
                jx = rng.uniform(-0.3, 0.3) * unit + edge * unit * (-0.2 if tone == "-light" else 0.12)
                jy = dy * unit / 128 + rng.uniform(-0.12, 0.1) * unit
                circles.append((x + jx, y + jy, r * (0.86 if level >= ROW else 1)))
        fade = ' opacity=".5"' if tone == "-light" else ""
        out.append(f'<path d="{rings(circles)}" fill="var(--leaf{tone})"{fade}/>')
    return "".join(out)


def loose_leaf(shape: BoardLayout, rng: random.Random, places: list[Place]) -> str:
    unit = shape.card_w
    x, y = shape.centre(rng.choice(places))
    x, y = x + rng.uniform(-0.85, 0.85) * unit, y + rng.uniform(-0.62, 0.45) * unit
    # few directions and lengths: repeated leaves compress to half the bytes, and the difference is not visible
    turn, long = round(rng.uniform(0, 16)) * math.pi / 8, unit / 128 * round(rng.uniform(4.2, 7.8))
    c, s = long * math.cos(turn), long * math.sin(turn)
    return f"M{x - c:.0f} {y - s:.0f}q{c - 0.8 * s:.1f} {s + 0.8 * c:.1f} {2 * c:.1f} {2 * s:.1f}q{-c + 0.8 * s:.1f} {-s - 0.8 * c:.1f} {-2 * c:.1f} {-2 * s:.1f}"


@lru_cache(maxsize=256)
def trimmings(shape: BoardLayout) -> str:
    """A rope ladder and a swing behind the rooms; a phone has no space for them."""
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
