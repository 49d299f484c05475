"""Ornaments, eggs, tokens and birds as SVG symbols of 32 units, distinguished by shape first and colour second."""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin

from domik.games.bower.rules.parts import COLOURED_KIND, KIND_NAMES
from domik.kernel.drawing import short_number

# fill, outline, highlight
INK = {
    "yellow": ("#f4c531", "#6b4a00", "#fff3b8"),
    "purple": ("#9a68cf", "#3b1a70", "#e6d3fb"),
    "red": ("#da4a3d", "#6d150f", "#ffd2c6"),
    "white": ("#fffefa", "#4a4034", "#fff"),
}
# Flowers with 8, 5, 3 and 4 petals: their number, one petal, and the radius of the centre
PETALS = {
    "yellow": (8, "M16 16C11.6 11 11.6 3 16 1.4C20.4 3 20.4 11 16 16Z", 5.4),
    "purple": (5, "M16 16.5C7.5 12 9.6 5.2 16 .8C22.4 5.2 24.5 12 16 16.5Z", 4.8),
    "red": (3, "M16 17C3.6 13.6 6.4 3 16 .6C25.6 3 28.4 13.6 16 17Z", 4.6),
    "white": (
        4,
        "M16 16.5C6.6 13 7 2.6 11.6 1.6C13.8 1.2 15.4 2.6 16 4.6C16.6 2.6 18.2 1.2 20.4 1.6C25 2.6 25.4 13 16 16.5Z",
        4.4,
    ),
}
# Feathers round, forked, toothed, plain: the vane, and the position of the colour's sign (0: none)
VANES = {
    "yellow": ("M16 .8C25 1 27 9 23.6 15C21.6 19 18.6 22 16 24.5C13.4 22 10.4 19 8.4 15C5 9 7 1 16 .8Z", 8.6),
    "purple": ("M16 6.5L22.6 .4C25 8 23.4 18 16 25.5C8.6 18 7 8 9.4 .4Z", 10.8),
    "red": (
        "M16 .4L20 4.4 19.4 6.6 23 8.6 21.6 11 24.2 13.8 21.4 15.6 22.6 19 18.8 19.8 16 25.5"
        " 13.2 19.8 9.4 19 10.6 15.6 7.8 13.8 10.4 11 9 8.6 12.6 6.6 12 4.4Z",
        10.2,
    ),
    "white": (
        "M16 .6C20.6 4 22 12 19.6 18.6C18.6 21.6 17.2 23.6 16 25.5C14.8 23.6 13.4 21.6 12.4 18.6C10 12 11.4 4 16 .6Z",
        0.0,
    ),
}
FAN = (
    "M16 27.5C9 26.4 2.4 19.4 2 12.4Q3.4 8.6 6.6 8.8 7.6 4.6 11.6 5 13 2 16 2"
    " 19 2 20.4 5 24.4 4.6 25.4 8.8 28.6 8.6 30 12.4C29.6 19.4 23 26.4 16 27.5Z"
)
RIBS = "M16 27.2V3M15 27L9.6 6M17 27L22.4 6M14 26.4L4.6 10.6M18 26.4L27.4 10.6"
GEM_SHAPE = "M8.4 4.6H23.6L30.4 13 16 29.4 1.6 13Z"


def use_symbol(name: str, x: float, y: float, size: float, more: str = "") -> str:
    """Use a symbol, centred on x, y."""
    wide = short_number(size)
    at = f'x="{short_number(x - size / 2)}" y="{short_number(y - size / 2)}"'
    return f'<use href="#b-{name}" {at} width="{wide}" height="{wide}"{more}/>'


HALO = 1.32  # scale of an ornament including its halo


def ornament_with_halo(name: str, x: float, y: float, size: float) -> str:
    """An ornament with a light halo, so that it stands out on any surface."""
    return use_symbol(f"lit-{name}", x, y, size * HALO)


def halo_symbol(name: str) -> str:
    """An ornament with halo as a symbol; "none" is the halo alone."""
    edge, inside = 16 * (HALO - 1), "" if name == "none" else f'<use href="#b-{name}" width="32" height="32"/>'
    halo = f'<circle cx="16" cy="16" r="{16 * HALO:.2f}" fill="url(#b-halo)"/>'
    return symbol(f"lit-{name}", halo + inside, f"{-edge:.2f} {-edge:.2f} {32 * HALO:.2f} {32 * HALO:.2f}")


@lru_cache(maxsize=256)
def picture(name: str, size: float, kind: str = "pic") -> str:
    """A symbol as a standalone SVG, for inline HTML."""
    return (
        f'<svg class="{kind}" width="{size:g}" height="{size:g}" viewBox="0 0 32 32" aria-hidden="true">'
        f'<use href="#b-{name}"/></svg>'
    )


def symbol(name: str, inside: str, box: str = "0 0 32 32", more: str = "") -> str:
    return f'<symbol id="b-{name}" viewBox="{box}"{more}>{inside}</symbol>'


def star(r: float) -> str:
    reach = (r, r * 0.45)
    return " ".join(f"{reach[k % 2] * sin(k * pi / 5):.2f},{-reach[k % 2] * cos(k * pi / 5):.2f}" for k in range(10))


@lru_cache(maxsize=256)
def sign(colour: str, x: float, y: float, r: float, fill: str, edge: str = "") -> str:
    """A colour's sign: circle, star, triangle; an open ring for white."""
    shapes = {
        "yellow": f'<circle r="{r * 0.82:.2f}"/>',
        "purple": f'<polygon points="{star(r * 1.25)}"/>',
        "red": f'<polygon points="0,{-r * 1.1:.2f} {r:.2f},{r * 0.75:.2f} {-r:.2f},{r * 0.75:.2f}"/>',
        "white": f'<circle r="{r * 0.7:.2f}" fill="none" stroke="{fill}" stroke-width="1.5"/>',
    }
    stroke = f' stroke="{edge}" stroke-width=".7"' if edge else ""
    return f'<g transform="translate({x:g} {y:g})" fill="{fill}"{stroke}>{shapes[colour]}</g>'


def flower(colour: str) -> str:
    """A flower; the number of petals depends on the colour."""
    fill, deep, pale = INK[colour]
    petals, petal, heart = PETALS[colour]
    first = 45 if petals == 4 else 0
    ring = "".join(f'<path d="{petal}" transform="rotate({360 / petals * k + first:g} 16 16)"/>' for k in range(petals))
    leaves = ""
    if petals == 3:
        leaves = "".join(
            f'<path d="M16 16L12.6 26 16 31 19.4 26Z" transform="rotate({120 * k} 16 16)" fill="#6f9a4d"'
            ' stroke="#2d4c1a" stroke-width="1.1"/>'
            for k in range(3)
        )
    down = ' transform="translate(0 2)"' if petals == 3 else ""
    middle, spot = ("#8a4f14", "#ffe9a0") if colour == "yellow" else (pale, deep)
    return symbol(
        f"{colour}_flower",
        f'<g stroke-linejoin="round"{down}>{leaves}<g fill="{fill}" stroke="{deep}" stroke-width="1.5">{ring}</g>'
        f'<circle cx="16" cy="16" r="{heart}" fill="{middle}" stroke="{deep}"'
        f' stroke-width="1.3"/>{sign(colour, 16, 16, heart * 0.62, spot)}</g>',
    )


def feather(colour: str) -> str:
    """A feather; the shape of the vane depends on the colour."""
    fill, deep, pale = INK[colour]
    vane, y = VANES[colour]
    barbs = "M16 22L12.4 17.6M16 22L19.6 17.6M16 18L11.4 13M16 18L20.6 13"
    mark = ""
    if y:
        mark = (
            f'<circle cx="16" cy="{y}" r="4.7" fill="{pale}" stroke="{deep}"'
            f' stroke-width="1.2"/>{sign(colour, 16, y, 2.9, deep)}'
        )
    else:
        barbs += "M16 13L12.4 8.6M16 13L19.6 8.6"
    return symbol(
        f"{colour}_feather",
        '<g transform="rotate(26 16 16) translate(-4.5 .3) scale(1.28 .99)" stroke-linecap="round"'
        ' stroke-linejoin="round">'
        f'<path d="{vane}" fill="{fill}" stroke="{deep}" stroke-width="1.5"/>'
        f'<path d="{barbs}" fill="none" stroke="{deep}" opacity=".7"/>'
        f'<path d="M16 {y + 5:g}V31.6" stroke="{deep}" stroke-width="1.7"/>{mark}</g>',
        "-1 -1 34 34",
        ' overflow="visible"',
    )


def shell(fill: str, edge: str, ribs: str) -> str:
    return (
        f'<g stroke="{edge}" stroke-width="1.5" stroke-linejoin="round">'
        f'<path d="M11 25.5H21L22.4 30H9.6Z" fill="{ribs}"/>'
        f'<path d="{FAN}" fill="{fill}"/><path d="{RIBS}" fill="none" stroke-width="1.2" stroke="{ribs}"/></g>'
    )


def coloured_shells() -> str:
    """Three small shells with a crown; no other ornament has three parts (BW-31)."""
    tones = (
        ("#bfe6e0", "#1d5a55", "#4aa79b", "1 1"),
        ("#f3c9e6", "#6d2358", "#c060a4", "14.5 1"),
        ("#ffe49a", "#6b4a00", "#d39a1e", "7.5 13"),
    )
    fans = "".join(
        f'<g transform="translate({at}) scale(.54)">{shell(fill, edge, ribs)}</g>' for fill, edge, ribs, at in tones
    )
    return symbol("coloured_shells", fans)


GEM = symbol(
    "gem",
    f'<g stroke="#0b4a5c" stroke-width="1.5" stroke-linejoin="round"><path d="{GEM_SHAPE}" fill="#38b6d3"/>'
    '<path d="M8.4 4.6L11 13H1.6Z" fill="#7fdcec"/>'
    '<path d="M8.4 4.6H23.6L21 13H11Z" fill="#c9f4fa"/><path d="M23.6 4.6L21 13H30.4Z" fill="#5fc9de"/>'
    '<path d="M11 13H21L16 29.4Z" fill="#5ad0e6"/>'
    '<path d="M21 13H30.4L16 29.4Z" fill="#1d8fb0"/></g>'
    '<path d="M11.6 6.6H17" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>',
)
EGG = symbol(
    "egg",
    '<path d="M16 2C23 2 28 13 28 19.4A12 11.6 0 0 1 4 19.4C4 13 9 2 16 2Z" fill="#f3ead2" stroke="#6c5a3a"'
    ' stroke-width="1.8"/>'
    '<g fill="#a98f62"><circle cx="12" cy="13" r="1.4"/><circle cx="20" cy="11" r="1.1"/>'
    '<circle cx="21" cy="20" r="1.6"/><circle cx="13" cy="22" r="1.2"/></g>',
)
CROSS = symbol(
    "cross",
    '<circle cx="16" cy="16" r="15" fill="#fff8ec" stroke="#4a2b12" stroke-width="1.4"/>'
    '<g stroke-linecap="round"><path d="M9 9L23 23M23 9L9 23" stroke="#3d2210" stroke-width="7"/>'
    '<path d="M9 9L23 23M23 9L9 23" stroke="#b3372e" stroke-width="4"/></g>',
)
XMARK = symbol(
    "xmark",
    '<g stroke-linecap="round"><path d="M6 6L26 26M26 6L6 26" stroke="#fff8ec" stroke-width="11"/>'
    '<path d="M6 6L26 26M26 6L6 26" stroke="#3d2210" stroke-width="7.6"/>'
    '<path d="M6 6L26 26M26 6L6 26" stroke="#c8443a" stroke-width="4"/></g>',
)
TWIG = symbol(
    "twig",
    '<g fill="none" stroke-linecap="round"><path d="M2 22C10 14 20 20 30 10" stroke="#4a2c12"'
    ' stroke-width="6"/><path d="M2 22C10 14 20 20 30 10" stroke="#9a6a3c" stroke-width="3.4"/></g>'
    '<g fill="#7fae57" stroke="#2d4c1a" stroke-width="1.2"><path d="M12 16C10 9 14 5 19 4C19 10 17 14 12 16Z"/>'
    '<path d="M19 17C20 23 25 26 29 25C28 20 25 16 19 17Z"/></g>',
)


def bird(name: str, body: str, wing: str, shine: str, cap: str, eye: str, beak: str) -> str:
    """A bowerbird facing right, 120 x 100."""
    return symbol(
        name,
        '<g stroke-linecap="round" stroke-linejoin="round">'
        '<path d="M58 76V94M58 94H51M58 94H66M72 74V94M72 94H65M72 94H80" stroke="#5b4632" stroke-width="3.2"'
        ' fill="none"/>'
        f'<path d="M34 56L3 78Q2 84 8 87L46 76Z" fill="{wing}"/>'
        f'<path d="M30 66L7 82" stroke="{shine}" stroke-width="1.6" opacity=".7"/>'
        '<path d="M26 64C26 44 42 34 60 31C64 14 80 6 93 13C103 18 106 30 101 41C98 62 82 80 58 80C42 80 28 76'
        f' 26 64Z" fill="{body}"/>'
        f'<path d="M60 31C64 14 80 6 93 13C100 16 104 24 103 31C92 30 84 33 78 42C72 40 64 38 60 31Z" fill="{cap}"/>'
        f'<path d="M64 78C86 74 97 58 99 44C91 58 80 66 62 69Z" fill="{shine}" opacity=".5"/>'
        f'<path d="M32 58C42 40 66 38 77 50C74 66 56 75 34 72L17 77C25 71 28 66 32 58Z" fill="{wing}"/>'
        f'<path d="M42 62C50 58 60 56 68 57M38 68C48 66 58 64 65 63" stroke="{shine}" stroke-width="1.8"'
        ' fill="none" opacity=".75"/>'
        f'<path d="M101 24Q112 26 118 33Q110 37 101 37Z" fill="{beak}"/>'
        '<path d="M102 31L115 33" stroke="#3a2c1c" stroke-width="1.2"/>'
        f'<circle cx="91" cy="25" r="6" fill="{eye}"/><circle cx="92" cy="25" r="3.4" fill="#14101c"/>'
        '<circle cx="93.4" cy="23.6" r="1.2" fill="#fff"/></g>',
        "0 0 120 100",
    )


BIRDS = ("satin", "regent")  # seat 0, seat 1


@cache
def symbols() -> str:
    """All symbols of the page."""
    shell_symbol = symbol("shell", shell("#fbdcc0", "#7a3d22", "#c06f45"))
    birds = bird("satin", "#2c3f77", "#1d2a57", "#7f9be0", "#31488a", "#b98ff0", "#c9d3a8") + bird(
        "regent", "#2a2622", "#f0b429", "#ffe08a", "#f4a51f", "#fff1b0", "#f2c14a"
    )
    return (
        "".join(flower(colour) + feather(colour) for colour in INK)
        + shell_symbol
        + coloured_shells()
        + GEM
        + EGG
        + CROSS
        + XMARK
        + TWIG
        + birds
        + "".join(map(halo_symbol, ("none", *KIND_NAMES, COLOURED_KIND)))
    )
