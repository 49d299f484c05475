"""Twelve animals as SVG on a 48 x 48 grid, readable at 22 pixels."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

INK = "#3a2a20"


def mirrored_pair(markup: str) -> str:
    return markup + f'<g transform="matrix(-1 0 0 1 48 0)">{markup}</g>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{" " * bool(more)}{more}/>'


def area(d: str, fill: str = "none", more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{" " * bool(more)}{more}/>'


def eyes(dx: float = 7, y: float = 26, r: float = 2.3) -> str:
    return mirrored_pair(oval(24 - dx, y, r, r * 1.1, INK) + oval(24 - dx + 0.7, y - 0.8, 0.75, 0.75, "#fff"))


def smile(y: float = 33, w: float = 3.2) -> str:
    line = f'stroke="{INK}" stroke-width="1.4" stroke-linecap="round"'
    return area(f"M{24 - w:g} {y:g}q{w / 2:g} 2.6 {w:g} 0q{w / 2:g} 2.6 {w:g} 0", more=line)


def nose(y: float = 30.5, fill: str = INK, rx: float = 2.4, ry: float = 1.8) -> str:
    return oval(24, y, rx, ry, fill)


ANIMAL_SHAPES = {
    "squirrel": mirrored_pair(
        area("M10 20C8 12 9 6 12 3C16 7 19 11 20 16Z", "#b4552a")
        + area("M12.5 16C11.6 12 12 9 12.8 7C15 10 16.5 13 17 15Z", "#e9a679")
    )
    + area("M24 10C36 10 42 19 41.5 28C41 37 33 43 24 43S7 37 6.5 28C6 19 12 10 24 10Z", "#c9652f")
    + mirrored_pair(oval(17, 33, 8, 7, "#fbe6cd"))
    + oval(24, 35, 7, 6, "#fbe6cd")
    + area("M24 10Q27 15 24 22Q21 15 24 10Z", "#9c4520")
    + eyes(8)
    + nose(30)
    + smile(32.5)
    + area("M22.6 35.5h2.8v3h-2.8Z", "#fff", 'stroke="#cdb9a0" stroke-width=".6"'),
    "bird": area("M24 7Q20 2 17 4Q20 6 21 9ZM24 7Q25 1 29 2Q27 5 27 9Z", "#274f86")
    + oval(24, 26, 18, 18, "#4f86c0")
    + area("M9 33A18 18 0 0 0 39 33Q32 26 24 31Q16 26 9 33Z", "#f4c95a")
    + mirrored_pair(oval(15, 27, 7, 6.5, "#fdf7ea"))
    + area("M6.5 22Q24 12 41.5 22Q24 18 6.5 22Z", "#274f86")
    + eyes(8.5, 25.5)
    + area("M20 27.5Q24 25.5 28 27.5L24 34.5Z", "#e88a2a", 'stroke="#a85a12" stroke-width="1" stroke-linejoin="round"'),
    "rabbit": mirrored_pair(
        oval(16, 12, 5, 12, "#c7ab8d", 'transform="rotate(-10 16 12)"')
        + oval(16, 13, 2.4, 9, "#f2c4b8", 'transform="rotate(-10 16 13)"')
    )
    + area("M24 17C35 17 40 24 39.5 31C39 39 32 44 24 44S9 39 8.5 31C8 24 13 17 24 17Z", "#d3b999")
    + mirrored_pair(oval(20, 36, 6, 5, "#fffaf0"))
    + eyes(8, 29)
    + oval(24, 32.5, 2.4, 1.7, "#d9776a")
    + smile(34.5, 3)
    + area("M22.4 37h3.2v3.6h-3.2Z", "#fff", 'stroke="#cdb9a0" stroke-width=".6"'),
    "turtle": oval(24, 23, 19, 18, "#5d7f3b")
    + area("M24 5l8 5v8l-8 5l-8-5v-8Z", "#7a9e4c", 'stroke="#41602a" stroke-width="1.5" stroke-linejoin="round"')
    + mirrored_pair(
        area("M16 10L8 14L6 23L12 25L16 18Z", "#6c9043", 'stroke="#41602a" stroke-width="1.5" stroke-linejoin="round"')
    )
    + area("M24 20C32 20 36 26 36 32C36 39 31 44 24 44S12 39 12 32C12 26 16 20 24 20Z", "#b7cc7c")
    + eyes(6.5, 30)
    + mirrored_pair(oval(16, 36, 2.6, 1.7, "#e2a36c", 'opacity=".6"'))
    + area("M18 37Q24 41 30 37", more=f'stroke="{INK}" stroke-width="1.6" stroke-linecap="round"')
    + mirrored_pair(oval(22.6, 33.6, 0.6, 0.6, INK)),
    "fox": mirrored_pair(
        area("M6 20C4 12 5 6 7 3C13 6 18 10 20 14Z", "#d9702a")
        + area("M9 15C8 11 8.5 8 9.5 6.5C13 8.5 15 11 16 13Z", "#4a2f25")
    )
    + area("M24 11C35 11 43 17 43.5 25C44 31 32 44 24 44S4 31 4.5 25C5 17 13 11 24 11Z", "#e27f34")
    + mirrored_pair(area("M4.5 25C4 32 16 44 24 44C21 36 17 28 4.5 25Z", "#fff3e2"))
    + eyes(8.5, 25)
    + oval(24, 40, 3.2, 2.6, INK),
    "hedgehog": area(
        "M24 2l4 5l5-4l2 6l6-1l0 6l6 1l-3 6l4 4l-5 4l2 6l-6 1l-1 6l-6-1l-3 5l-5-4l-5 4l-3-5l-6 1l-1-6l-6-1l2-6l-5-4l4-4l-3-6l6-1l0-6l6 1l2-6l5 4Z",
        "#6f4c34",
        'stroke="#54371f" stroke-width="1.2" stroke-linejoin="round"',
    )
    + mirrored_pair(oval(13, 22, 4.5, 4.5, "#d8ae84") + oval(13, 22, 2.4, 2.4, "#b98560"))
    + area("M24 17C33 17 37 24 37 31C37 38 31 42 24 42S11 38 11 31C11 24 15 17 24 17Z", "#f0d3ab")
    + eyes(6.5, 28)
    + nose(34, INK, 3.2, 2.6)
    + smile(37, 2.6)
    + mirrored_pair(oval(15.5, 34, 2.4, 1.7, "#e59a78", 'opacity=".7"')),
    "bear": mirrored_pair(oval(11, 12, 6.5, 6.5, "#8a5a38") + oval(11, 12, 3.4, 3.4, "#c99a70"))
    + oval(24, 26, 18, 17.5, "#9c683f")
    + oval(24, 33, 9, 7.5, "#e3c29a")
    + eyes(8, 24)
    + nose(30, INK, 3.2, 2.3)
    + smile(33.4, 3),
    "owl": mirrored_pair(area("M7 18C5 11 6 6 8 4C12 6 16 8 19 11Z", "#7b6450"))
    + area("M24 8C36 8 42 16 42 27C42 38 34 44 24 44S6 38 6 27C6 16 12 8 24 8Z", "#94795f")
    + area("M24 8L30 16L24 24L18 16Z", "#7b6450")
    + mirrored_pair(
        oval(16, 24, 8.5, 8.5, "#fbf1dc")
        + oval(16, 24, 8.5, 8.5, "none", 'stroke="#7b6450" stroke-width="1.2"')
        + oval(17, 24, 4.2, 4.2, "#f0b93c")
        + oval(17, 24, 2.5, 2.5, INK)
        + oval(17.8, 23, 0.9, 0.9, "#fff")
    )
    + area("M24 27L28 31L24 36.5L20 31Z", "#e88a2a", 'stroke="#a85a12" stroke-linejoin="round"')
    + area(
        "M14 38q2.5 2 5 0q2.5 2 5 0q2.5 2 5 0q2.5 2 5 0",
        more='stroke="#d9c2a2" stroke-width="1.4" stroke-linecap="round"',
    ),
    "frog": mirrored_pair(
        oval(13, 13, 7.5, 7.5, "#6fa84f")
        + oval(13, 13, 5, 5, "#fdfbe8")
        + oval(13.8, 13.4, 2.8, 2.8, INK)
        + oval(14.8, 12.3, 0.9, 0.9, "#fff")
    )
    + area("M24 14C37 14 44 20 44 29C44 38 35 43 24 43S4 38 4 29C4 20 11 14 24 14Z", "#7fb95c")
    + area("M8 31Q24 44 40 31Q38 42 24 43Q10 42 8 31Z", "#dcecb4")
    + area("M9 30Q24 41 39 30", more='stroke="#3d6a2a" stroke-width="1.9" stroke-linecap="round"')
    + mirrored_pair(oval(21.6, 24, 0.9, 0.7, "#3d6a2a") + oval(10.5, 27.5, 3, 2, "#e9a05f", 'opacity=".65"')),
    "cat": mirrored_pair(
        area("M7 22C5 14 6 7 8 4C13 7 17 10 20 14Z", "#4c4a52")
        + area("M10 16C9.5 12 9.8 10 10.5 8.5C13 10 15 12 16 14Z", "#d99a92")
    )
    + area("M24 11C36 11 43 18 43 27C43 37 34 43 24 43S5 37 5 27C5 18 12 11 24 11Z", "#5a5862")
    + area("M20 12l2 8h4l2-8Z", "#413f47")
    + mirrored_pair(
        oval(16, 26, 4.4, 4.2, "#d6e07a") + oval(16.4, 26, 1.6, 3.7, INK) + oval(17, 24.8, 0.8, 0.8, "#fff")
    )
    + mirrored_pair(oval(20.5, 35, 5, 4, "#8d8a94"))
    + oval(24, 32, 2.4, 1.7, "#e59a92")
    + smile(34.2, 2.8)
    + mirrored_pair(
        area("M12 33L3 31.5M12 36L3.5 37.5", more='stroke="#f0ece2" stroke-width="1" stroke-linecap="round"')
    ),
    "mouse": mirrored_pair(oval(11, 14, 9.5, 9.5, "#a8a3a0") + oval(11, 14.5, 6, 6, "#efb9b2"))
    + area("M24 14C34 14 39 21 39 28C39 37 30 43 24 43S9 37 9 28C9 21 14 14 24 14Z", "#bcb7b2")
    + oval(24, 36, 7, 6, "#efebe4")
    + eyes(7, 27)
    + oval(24, 34.5, 2.8, 2.1, "#df8079")
    + smile(37, 2.4)
    + mirrored_pair(area("M16 36L7 35M16 38L8 40", more='stroke="#7d7873" stroke-width=".9" stroke-linecap="round"')),
    "badger": mirrored_pair(oval(9.5, 15, 5.5, 5.5, "#3f3d42") + oval(9.5, 15, 2.6, 2.6, "#f6f0e6"))
    + area("M24 8C36 8 43 17 43 25C43 34 32 44 24 44S5 34 5 25C5 17 12 8 24 8Z", "#f8f3ea")
    + mirrored_pair(area("M13 10.5C9 14 5.5 20 6.5 29C10 35 14 39 18 41.5C17 32 20 22 19 9Z", "#47454b"))
    + mirrored_pair(oval(14, 26, 2.3, 2.5, "#fff") + oval(14.2, 26.2, 1.5, 1.7, INK))
    + nose(38.5, INK, 3.4, 2.6),
}


@lru_cache(maxsize=64)
def animal_svg(animal: str) -> str:
    """An animal on a 24 x 24 grid, like icons; a squirrel if unknown."""
    return f'<g stroke="none" transform="scale(.5)">{ANIMAL_SHAPES.get(animal) or ANIMAL_SHAPES["squirrel"]}</g>'


@lru_cache(maxsize=256)
def portrait(seat: int, animal: str, size: float = 30) -> str:
    """An animal in its seat's ring, for pages without cached pictures."""
    picture = f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{animal_svg(animal)}</svg>'
    return f'<span class="face seat-{seat}" style="width:{size:g}px;height:{size:g}px">{picture}</span>'
