"""The cards' paintings as SVG: drawing primitives, then the natural and home side of every card."""

from __future__ import annotations

from collections.abc import Iterable

# ruff: noqa: E501  markup and outlines read better unbroken


WATER = "#7fb4d6"
TRUNK = "#6d4c33"
RIPPLE = 'stroke="#e9f5fb" stroke-width="1.6" stroke-linecap="round" fill="none"'


def pine(x: float, y: float, h: float, c: str = "#3f6b4a", trunk: str = TRUNK) -> str:
    w = h * 0.42
    tiers = "".join(
        f'<path d="M{x - w * k:.1f} {y - h * a:.1f}Q{x} {y - h * (a - 0.06):.1f} {x + w * k:.1f} {y - h * a:.1f}L{x} {y - h * b:.1f}Z"/>'
        for k, a, b in ((1, 0.12, 0.58), (0.8, 0.38, 0.8), (0.58, 0.62, 1))
    )
    return f'<g fill="{c}"><rect x="{x - h * 0.04:.1f}" y="{y - h * 0.16:.1f}" width="{h * 0.08:.1f}" height="{h * 0.16:.1f}" fill="{trunk}"/>{tiers}</g>'


def pines(standing: Iterable[tuple[float, float, float, str]], trunk: str = TRUNK) -> str:
    """Several pines as x, y, height and colour, back to front."""
    return "".join(pine(x, y, h, c, trunk) for x, y, h, c in standing)


def one_pine(trunk: str) -> str:
    """The pine that `grove` reuses: 100 units high, filled with the colour of its <use>."""
    return pine(0, 0, 100, trunk=trunk).replace('<g fill="#3f6b4a">', '<g id="pine">')


def grove(standing: Iterable[tuple[float, float, float, str]]) -> str:
    """Many pines in little markup, by <use>."""
    return "".join(use_stamp("pine", *one) for one in standing)


def stamps() -> str:
    """Symbols shared by all paintings: a pine and a bush, 100 units each."""
    blobs = "".join(f'<circle cx="{x}" cy="{-y}" r="{r}"/>' for x, y, r in ((-70, 35, 60), (0, 65, 75), (70, 35, 60)))
    return f'{one_pine(TRUNK).replace("pine", "fir")}<g id="bush">{blobs}</g>'


def use_stamp(name: str, x: float, y: float, size: float, colour: str) -> str:
    """Use a symbol with its foot at x, y."""
    return f'<use href="#{name}" transform="translate({x} {y})scale({size / 100:g})" fill="{colour}"/>'


def fir(x: float, y: float, h: float, colour: str) -> str:
    return use_stamp("fir", x, y, h, colour)


def firs(standing: Iterable[tuple[float, float, float, str]]) -> str:
    """Several pines, back to front."""
    return "".join(fir(*one) for one in standing)


def birch(x: float, y: float, h: float) -> str:
    marks = "".join(
        f'<path d="M{x - 2.4} {y - h * k:.1f}h3" stroke="#4b443c" stroke-width="1.4"/>'
        for k in (0.15, 0.3, 0.42, 0.55, 0.66)
    )
    return (
        f'<ellipse cx="{x}" cy="{y - h * 0.82:.1f}" rx="{h * 0.2:.1f}" ry="{h * 0.26:.1f}" fill="#a9c46c"/><ellipse cx="{x + h * 0.09:.1f}" cy="{y - h * 0.68:.1f}" rx="{h * 0.16:.1f}" ry="{h * 0.17:.1f}" fill="#8fb05a"/>'
        f'<rect x="{x - 2.6}" y="{y - h * 0.86:.1f}" width="5.2" height="{h * 0.86:.1f}" rx="2" fill="#f4efe4"/>{marks}'
    )


def log(x: float, y: float, length: float, turn: float = 0) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect y="-6" width="{length}" height="12" rx="6" fill="#8a5f3c"/><path d="M8 -2h{length - 22}M14 3h{length - 34}" stroke="#6d4729" stroke-width="1.4" stroke-linecap="round"/>'
        f'<ellipse cx="{length - 3}" rx="4.5" ry="6" fill="#e2bf8e"/><ellipse cx="{length - 3}" rx="2" ry="3" fill="none" stroke="#b98d58" stroke-width="1"/></g>'
    )


def stone(x: float, y: float, r: float, c: str = "#a8a59c") -> str:
    return f'<path d="M{x - r} {y}q{r * 0.1:.1f} {-r * 1.1:.1f} {r} {-r * 1.1:.1f}t{r} {r * 1.1:.1f}z" fill="{c}"/><path d="M{x - r * 0.5:.1f} {y - r * 0.6:.1f}q{r * 0.4:.1f} {-r * 0.35:.1f} {r * 0.8:.1f} {-r * 0.1:.1f}" stroke="#fff" stroke-opacity=".45" stroke-width="1.6" fill="none" stroke-linecap="round"/>'


def reeds(x: float, y: float, n: int = 4) -> str:
    return "".join(
        f'<path d="M{x + i * 5} {y}q{(i % 2) * 3 - 1} -12 {i % 3 - 1} -{22 + (i * 7) % 9}" stroke="#5d7a3f" stroke-width="1.8" fill="none" stroke-linecap="round"/><rect x="{x + i * 5 + i % 3 - 2.6}" y="{y - 27 - (i * 7) % 9}" width="3.4" height="9" rx="1.7" fill="#7a5233"/>'
        for i in range(n)
    )


def bush(x: float, y: float, r: float, dots: int = 0, c: str = "#5f8f4e") -> str:
    """A bush with `dots` berries."""
    berries = "".join(
        f'<circle cx="{x + ((i * 37) % 21 - 10) * r / 11:.1f}" cy="{y - 2 - ((i * 53) % 17) * r / 15:.1f}" r="2.3" fill="#c73e3a"/>'
        for i in range(dots)
    )
    return use_stamp("bush", x, y, r, c) + berries


def wash(sky: str = "#dcebf0", low: str = "#f7efdc", far: str = "#b9cfa6", near: str = "#9dbb76", y: float = 58) -> str:
    """Sky, far hill, near meadow: the background of every natural side."""
    return (
        f'<rect width="160" height="96" fill="{sky}"/><rect y="30" width="160" height="40" fill="{low}" opacity=".8"/><circle cx="128" cy="20" r="9" fill="#fff6d8"/>'
        f'<path d="M0 {y}Q40 {y - 22} 84 {y - 6}T160 {y - 12}V96H0Z" fill="{far}"/><path d="M0 {y + 12}Q60 {y} 100 {y + 8}T160 {y + 6}V96H0Z" fill="{near}"/>'
    )


def room_interior(wall: str = "#ecca98", board: str = "#d9ae78", floor: str = "#a9774b", view: bool = True) -> str:
    """Plank wall, floor and a window: the background of every home side."""
    planks = "".join(f'<path d="M0 {y}H160" stroke="{board}" stroke-width="1.6"/>' for y in (16, 32, 48, 64))
    window = (
        '<rect x="10" y="12" width="38" height="36" rx="3" fill="#7d5433"/><rect x="14" y="16" width="30" height="28" fill="#bcdbe6"/><path d="M14 44l7-16 6 10 6-14 11 20z" fill="#6d967a"/><path d="M29 16v28M14 30h30" stroke="#7d5433" stroke-width="2.4"/>'
        if view
        else ""
    )
    return f'<rect width="160" height="96" fill="{wall}"/>{planks}<path d="M0 78H160V96H0Z" fill="{floor}"/><path d="M0 78H160" stroke="#845733" stroke-width="2"/>{window}<circle cx="96" cy="40" r="52" fill="#fff3c9" opacity=".35"/>'


def fire(x: float, y: float, s: float = 1.0) -> str:
    return f'<g transform="translate({x} {y}) scale({s})"><path d="M-9 0Q-13-12-3-18Q-4-10 2-14Q0-22 5-26Q6-16 11-12Q15-4 9 0Z" fill="#e2622c"/><path d="M-5 0Q-7-8 0-12Q1-6 5-8Q8-3 5 0Z" fill="#ffc94a"/></g>'


def jar(x: float, y: float, c: str) -> str:
    return f'<rect x="{x}" y="{y - 14}" width="12" height="14" rx="3" fill="{c}"/><rect x="{x + 1}" y="{y - 17}" width="10" height="4" rx="1.5" fill="#f4e7cd"/><path d="M{x + 3} {y - 11}v7" stroke="#fff" stroke-opacity=".5" stroke-width="1.6" stroke-linecap="round"/>'


def steam(x: float, y: float) -> str:
    return f'<path d="M{x} {y}q-5-6 0-12t0-12M{x + 10} {y - 2}q-5-6 0-12t0-10" stroke="#fff" stroke-opacity=".8" stroke-width="2.4" fill="none" stroke-linecap="round"/>'


FOREST_PINES = (
    (14, 66, 40, "#6d967a"), (48, 62, 34, "#7aa386"), (90, 62, 38, "#6d967a"), (142, 64, 42, "#6d967a"),
    (30, 84, 62, "#3f6b4a"), (72, 88, 72, "#2f5a3d"), (116, 84, 60, "#41704c"), (150, 92, 54, "#2f5a3d"),
)  # fmt: skip

NATURE = {
    "forest": wash(far="#9dbd9a", near="#7fa465") + firs(FOREST_PINES),
    "windfall": wash(far="#b3c79d")
    + fir(18, 66, 38, "#7aa386")
    + fir(146, 64, 40, "#7aa386")
    + fir(130, 62, 28, "#8db296")
    + '<path d="M34 88l3-22 4 6 4-10 4 8 5-5 3 23z" fill="#7a5535"/>'
    + log(46, 86, 84, -8)
    + log(58, 72, 78, 12)
    + log(60, 88, 70, -27)
    + bush(140, 92, 10, c="#7fa465"),
    "birch": wash(far="#c5d6a2", near="#a9c47c")
    + birch(22, 84, 62)
    + birch(52, 76, 50)
    + birch(82, 90, 76)
    + birch(112, 78, 54)
    + birch(138, 88, 68),
    "claypit": wash()
    + '<path d="M0 50Q50 36 160 44V80H0Z" fill="#c9805a"/><path d="M0 60Q60 48 160 56V66Q70 58 0 70Z" fill="#b0653f"/><path d="M0 72Q70 64 160 68V80H0Z" fill="#d99a72"/><path d="M0 52Q50 34 160 44V50Q60 42 0 58Z" fill="#88ad62"/>'
    + f'<rect y="78" width="160" height="18" fill="{WATER}"/><path d="M16 86h26M70 90h34M118 84h22" {RIPPLE}/>'
    + fir(24, 48, 30, "#6d967a")
    + fir(140, 42, 26, "#7aa386"),
    "bog": wash(sky="#dfe8e2", low="#eee9d3", far="#a8bd9a", near="#86a365")
    + f'<ellipse cx="54" cy="78" rx="40" ry="9" fill="{WATER}"/><ellipse cx="126" cy="86" rx="30" ry="7" fill="{WATER}"/><path d="M36 78h18M112 86h16" {RIPPLE}/>'
    + bush(20, 74, 12, c="#93a94f")
    + bush(92, 76, 13, c="#7f9a45")
    + bush(150, 78, 12, c="#93a94f")
    + reeds(64, 84, 4)
    + reeds(128, 78, 3),
    "ravine": wash(near="#8fb06c")
    + '<path d="M0 40Q40 44 72 96H0Z" fill="#a67c58"/><path d="M160 36Q112 46 90 96H160Z" fill="#8f6746"/><path d="M0 40Q38 46 66 88L54 80Q34 54 0 50Z" fill="#88ad62"/><path d="M160 36Q116 46 98 84L108 76Q124 54 160 46Z" fill="#7fa465"/>'
    + f'<path d="M78 58Q86 70 76 80T82 96H92Q84 84 92 74T84 58Z" fill="{WATER}"/>'
    + fir(20, 46, 30, "#5c8a69")
    + fir(142, 44, 32, "#4c7a59"),
    "quarry": wash(far="#b5c79f")
    + '<path d="M26 84V44H62V34H122V50H150V84Z" fill="#cf8d66"/><path d="M26 44H62V84H26Z" fill="#bd7650"/><path d="M122 50H150V84H122Z" fill="#b06a45"/><path d="M62 34H122V40H62ZM26 44H62V50H26ZM122 50H150V55H122Z" fill="#88ad62"/><path d="M68 52h40M74 64h44M70 75h26" stroke="#a9623d" stroke-width="2" stroke-linecap="round"/><path d="M0 84Q70 76 160 84V96H0Z" fill="#9dbb76"/>'
    + '<path d="M84 88q12-20 28 0z" fill="#dba27c"/><path d="M52 88L66 62" stroke="#7a5233" stroke-width="3" stroke-linecap="round"/><path d="M56 58q12-2 18 10" stroke="#6f747a" stroke-width="4" fill="none" stroke-linecap="round"/>'
    + fir(12, 82, 44, "#5c8a69"),
    "pond": wash()
    + f'<ellipse cx="84" cy="78" rx="68" ry="15" fill="{WATER}"/><ellipse cx="84" cy="76" rx="56" ry="10" fill="#97c6e0"/><path d="M52 74h24M92 82h30" {RIPPLE}/><path d="M58 82a7 3 0 1 0 7-3l-2 3z" fill="#7fa465"/><path d="M106 74a6 2.6 0 1 0 6-2.6l-2 2.6z" fill="#7fa465"/>'
    + reeds(16, 82, 4)
    + reeds(134, 80, 4)
    + fir(128, 58, 34, "#7aa386"),
    "spring": wash(far="#aac79d")
    + fir(16, 66, 42, "#6d967a")
    + fir(144, 66, 46, "#5c8a69")
    + stone(62, 66, 20, "#9c9a92")
    + stone(98, 68, 22, "#b0ada4")
    + stone(80, 54, 18, "#8e8c85")
    + f'<path d="M76 50Q74 66 68 78H94Q90 64 86 50Q81 46 76 50Z" fill="{WATER}"/><path d="M79 54Q78 66 75 76M84 54Q86 66 87 76" {RIPPLE}/><ellipse cx="82" cy="83" rx="44" ry="10" fill="{WATER}"/><ellipse cx="82" cy="82" rx="30" ry="6" fill="#a5d0e6"/><path d="M52 85h16M96 86h20" {RIPPLE}/>'
    + stone(44, 90, 9)
    + stone(122, 91, 10, "#9c9a92")
    + bush(136, 92, 9, c="#7fa465")
    + bush(26, 90, 10, c="#7fa465"),
    "brook": wash()
    + f'<path d="M86 52Q118 60 92 70T60 96H104Q104 84 122 72T98 52Z" fill="{WATER}"/><path d="M98 62q8 4 0 8M86 84q-6 4-8 8" {RIPPLE}/>'
    + stone(70, 80, 8)
    + stone(122, 88, 9)
    + fir(26, 82, 54, "#4c7a59")
    + fir(48, 70, 34, "#7aa386")
    + fir(146, 80, 44, "#5c8a69"),
    "garden": wash(far="#b9cfa6", near="#a3c079")
    + "".join(
        f'<path d="M{12 + i * 4} {62 + i * 12}H{148 - i * 2}L{152 - i * 2} {71 + i * 12}H{6 + i * 4}Z" fill="#8a6245"/>'
        + "".join(
            f'<path d="M{24 + i * 4 + k * 18} {65 + i * 12}q-6-2-6-9q6 1 6 8q0-8 6-9q1 7-6 10" fill="#5f9447"/>'
            for k in range(7)
        )
        for i in range(3)
    )
    + '<path d="M8 54h144M20 60V46M52 60V46M84 60V46M116 60V46M146 60V46" stroke="#a27a52" stroke-width="3" stroke-linecap="round"/>',
    "berry": wash(near="#8fb36c")
    + fir(14, 64, 36, "#7aa386")
    + fir(150, 62, 34, "#7aa386")
    + bush(38, 84, 20, 9)
    + bush(84, 78, 22, 10, "#548545")
    + bush(128, 88, 20, 9)
    + '<path d="M66 92h28l-4-12h-20z" fill="#b98a54"/><path d="M68 80q12-14 24 0" stroke="#8a6036" stroke-width="2.4" fill="none"/><path d="M70 80q3-5 8-3q5-4 10 3z" fill="#c73e3a"/>',
    "watermeadow": wash(near="#9cc07f")
    + f'<path d="M0 74Q40 66 70 76T160 70V84Q110 80 74 86T0 82Z" fill="{WATER}"/><path d="M14 77h20M104 78h26" {RIPPLE}/>'
    + "".join(
        f'<path d="M{x} {y}v-9" stroke="#5d7a3f" stroke-width="1.6"/><circle cx="{x}" cy="{y - 11}" r="3" fill="{c}"/>'
        for x, y, c in (
            (20, 68, "#e7c15a"),
            (44, 64, "#d98aa6"),
            (70, 70, "#e7c15a"),
            (98, 66, "#9c82c4"),
            (128, 64, "#d98aa6"),
            (30, 94, "#e7c15a"),
            (60, 95, "#9c82c4"),
            (116, 94, "#e7c15a"),
            (144, 92, "#d98aa6"),
        )
    )
    + reeds(140, 80, 3)
    + fir(12, 60, 30, "#7aa386"),
    "backwater": wash(sky="#d9e8ea", near="#8fae6f")
    + f'<path d="M0 66Q80 54 160 66V96H0Z" fill="{WATER}"/><path d="M30 76h28M92 84h34M60 90h18" {RIPPLE}/>'
    + reeds(8, 80, 5)
    + reeds(34, 72, 3)
    + reeds(118, 76, 5)
    + reeds(142, 88, 3)
    + '<path d="M66 80q16 10 36 0l-5 8H72z" fill="#8a5f3c"/><path d="M70 80l30 0" stroke="#6d4729" stroke-width="1.6"/>',
    "heath": wash(sky="#e6e4ee", low="#f6ecdf", far="#bfb6c9", near="#a48fb4")
    + "".join(
        f'<path d="M{x} {y}q-5-7-3-13M{x} {y}q0-8 1-15M{x} {y}q5-7 4-12" stroke="#7d5f95" stroke-width="2.2" fill="none" stroke-linecap="round"/><circle cx="{x - 3}" cy="{y - 13}" r="2.4" fill="#c58bd0"/><circle cx="{x + 1}" cy="{y - 15}" r="2.4" fill="#d7a5de"/><circle cx="{x + 4}" cy="{y - 12}" r="2.4" fill="#b377c2"/>'
        for x, y in (
            (16, 80),
            (40, 74),
            (62, 86),
            (88, 76),
            (110, 88),
            (132, 78),
            (152, 86),
            (28, 94),
            (80, 96),
            (140, 96),
        )
    )
    + fir(142, 60, 32, "#7aa386")
    + stone(56, 74, 9),
    "oldoak": wash(near="#93b56c")
    + '<path d="M70 92q6-20 2-40l-18-14 4-4 16 10 4-18h7l2 18 16-12 4 5-18 15q-4 20 4 40z" fill="#7a5535"/>'
    + bush(46, 42, 20, c="#6f9a4e")
    + bush(112, 42, 22, c="#628d45")
    + bush(80, 32, 26, c="#7aa657")
    + '<ellipse cx="80" cy="64" rx="5" ry="7" fill="#4a2f22"/><circle cx="60" cy="90" r="2.5" fill="#a9773f"/><circle cx="104" cy="92" r="2.5" fill="#a9773f"/>',
    "foxtrail": wash(far="#c3cf9d", near="#a0b96f")
    + '<path d="M74 56Q104 66 78 76T60 96H92Q92 84 106 74T88 56Z" fill="#e2cfa0"/>'
    + fir(24, 82, 56, "#4c7a59")
    + fir(138, 80, 50, "#5c8a69")
    + '<path d="M84 86q-2-14 12-16l2-8 6 5 8-5 1 9q5 6-2 10-4 3-9 2-1 6-2 8z" fill="#d2722f"/><path d="M84 86q-14 4-16-8q-1-8 4-12q0 10 12 12z" fill="#d2722f"/><path d="M72 66q-3-2-1 6z" fill="#fff4e2"/><circle cx="104" cy="71" r="1.3" fill="#2c2822"/>',
    "wildhive": wash(near="#93b56c")
    + '<path d="M58 96q6-40 0-96h44q-6 56 2 96z" fill="#8a5f3c"/><path d="M66 92q4-40 0-90M92 92q-3-40 1-90" stroke="#6d4729" stroke-width="2" fill="none"/><ellipse cx="80" cy="48" rx="13" ry="18" fill="#4a2f22"/><path d="M70 44q10-10 20 0M69 51q11-9 22 0M71 58q9-7 18 0" stroke="#e7b23c" stroke-width="4" fill="none" stroke-linecap="round"/>'
    + "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="4" ry="2.8" fill="#e7b23c"/><path d="M{x} {y - 2.6}v5" stroke="#2c2822" stroke-width="1.3"/><ellipse cx="{x - 1}" cy="{y - 4}" rx="2.4" ry="1.8" fill="#fff" opacity=".8"/>'
        for x, y in ((112, 34), (124, 56), (44, 40), (38, 66), (106, 72))
    )
    + bush(22, 94, 12, c="#7fa465")
    + bush(136, 94, 13, c="#7fa465"),
}

# Fallback for cards without a painting, by resource
NATURE_LIKE = {"wood": "forest", "clay": "claypit", "water": "brook", "provisions": "berry"}


OVEN = '<path d="M70 84V34q0-6 6-6h10V0h34v28h16q6 0 6 6v50z" fill="#f3e6d2"/><path d="M70 40h72" stroke="#d9c2a0" stroke-width="3"/><path d="M86 84V62q0-14 18-14t18 14v22z" fill="#4a2f22"/>'

INDOORS = {
    "forest": room_interior()
    + '<path d="M100 86V44" stroke="#7d5433" stroke-width="5"/><path d="M78 26L101 8L124 26Z" fill="#a4442f"/><path d="M82 26h38v20H82z" fill="#d9a466"/><rect x="90" y="30" width="22" height="12" rx="2" fill="#6b4426"/><path d="M76 46h50v5H76z" fill="#8a5f3c"/><g transform="translate(-13 0)"><path d="M126 46q2-11 11-11q8 1 8 7l7 3-8 1q-3 7-13 5l-9 4z" fill="#c8553d"/><circle cx="140" cy="40" r="1.4" fill="#2c2822"/></g><path d="M84 44q4-5 9-1q6-4 9 1z" fill="#e7c15a"/>',
    "windfall": room_interior(view=False)
    + '<path d="M20 10h120" stroke="#6b4426" stroke-width="4"/>'
    + "".join(
        f'<path d="M{x} 12v8" stroke="#6b4426" stroke-width="2"/><path d="M{x} 20q12 12 0 30q-12-18 0-30zM{x} 48l-7 9h14z" fill="{c}"/>'
        for x, c in ((40, "#c98a4b"), (68, "#b8733a"), (96, "#c98a4b"), (124, "#b8733a"))
    )
    + fire(80, 90, 0.9)
    + steam(56, 84)
    + steam(98, 84),
    "birch": room_interior()
    + '<path d="M66 84V30h72v54z" fill="#b3694c"/><path d="M60 30h84v-8H60z" fill="#7d5433"/><path d="M80 84V52q0-10 22-10t22 10v32z" fill="#3d271d"/>'
    + fire(102, 84, 1.1)
    + '<rect x="14" y="74" width="34" height="7" rx="1" fill="#4f76a8"/><rect x="18" y="67" width="28" height="7" rx="1" fill="#c8553d"/><rect x="16" y="81" width="36" height="7" rx="1" fill="#5f8f4e"/><path d="M72 22v-10h6v10zM80 22v-13h5v13zM87 22v-9h7v9z" fill="#5f8f4e"/><circle cx="126" cy="16" r="6" fill="#e7c15a"/>',
    "claypit": room_interior()
    + '<path d="M72 88h60l-6-10h-48z" fill="#6b4426"/><path d="M98 78h8v-10h-8z" fill="#5a3820"/><ellipse cx="102" cy="66" rx="32" ry="6" fill="#8a5f3c"/><path d="M84 64q-8-14 6-26q-2-6-2-8h28q0 2-2 8q14 12 6 26z" fill="#c9764e"/><path d="M86 52h32" stroke="#a9583a" stroke-width="2.6"/><ellipse cx="102" cy="30" rx="14" ry="3" fill="#8f4a30"/>',
    "bog": '<rect width="160" height="96" fill="#c79a66"/>'
    + "".join(
        f'<rect x="-6" y="{y}" width="172" height="19" rx="9" fill="{c}"/><path d="M14 {y + 7}h46M84 {y + 11}h52" stroke="#8a5f3c" stroke-width="1.5" stroke-linecap="round"/><path d="M-4 {y + 20}q5-5 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0 10 0" stroke="#7f9a45" stroke-width="4.5" fill="none" stroke-linecap="round"/>'
        for y, c in ((-6, "#b3824f"), (17, "#be8d58"), (40, "#b3824f"), (63, "#be8d58"), (86, "#b3824f"))
    )
    + '<rect x="56" y="18" width="50" height="46" rx="4" fill="#6b4426"/><rect x="61" y="23" width="40" height="36" fill="#ffdf94"/><path d="M81 23v36M61 41h40" stroke="#6b4426" stroke-width="3"/><path d="M66 59v-8q5-6 10 0v8z" fill="#a4442f"/>',
    "ravine": '<rect width="160" height="96" fill="#8a6d55"/><path d="M14 96V44Q14 4 80 4T146 44V96Z" fill="#4d3626"/><path d="M14 96V44Q14 4 80 4T146 44V96" fill="none" stroke="#b89a7c" stroke-width="7" stroke-dasharray="15 3"/><circle cx="80" cy="34" r="34" fill="#ffd98a" opacity=".35"/><path d="M80 6v12" stroke="#2f2018" stroke-width="2"/><path d="M73 30l3-12h8l3 12z" fill="#ffdf94"/><path d="M30 54h100v4H30zM26 82h108v4H26z" fill="#a27a52"/>'
    + "".join(
        jar(x, 54, c) for x, c in ((36, "#c73e3a"), (52, "#e0a63a"), (68, "#7f9a45"), (92, "#c73e3a"), (108, "#8c4a86"))
    )
    + '<circle cx="40" cy="76" r="6" fill="#d9863b"/><circle cx="52" cy="76" r="6" fill="#c9752f"/><circle cx="46" cy="67" r="6" fill="#e09a52"/>'
    + "".join(jar(x, 82, c) for x, c in ((72, "#e0a63a"), (88, "#7f9a45"), (104, "#c73e3a"), (118, "#e0a63a"))),
    "quarry": room_interior()
    + '<path d="M56 78h92v7H56z" fill="#7d5433"/><path d="M64 85v11M140 85v11" stroke="#7d5433" stroke-width="5"/><path d="M72 76h28l-4-6q12-16 2-34H74q-10 18 2 34z" fill="#d9a03a"/><path d="M76 36q10-8 20 0z" fill="#b97f22"/><path d="M80 31v-7h12v7z" fill="#b97f22"/><path d="M66 52q-8 0-6 8M106 52q8 0 6 8" stroke="#b97f22" stroke-width="3" fill="none"/><path d="M80 44q-2 12 2 22" stroke="#fff" stroke-opacity=".6" stroke-width="3" fill="none" stroke-linecap="round"/><ellipse cx="130" cy="76" rx="16" ry="3" fill="#f4efe4"/><path d="M117 75q4-10 13-10t13 10z" fill="#c98a4b"/><path d="M122 70l4 4M130 67v7M138 70l-4 4" stroke="#9c642c" stroke-width="1.6"/>'
    + steam(82, 22),
    "pond": room_interior()
    + '<path d="M62 20h80M102 20v20" stroke="#4a3a30" stroke-width="4"/><path d="M74 44h56q4 36-28 36T74 44z" fill="#4f5257"/><ellipse cx="102" cy="44" rx="29" ry="6" fill="#e2c27a"/><path d="M92 43q8-6 14 0q4-4 8-3l-2 3 2 3q-4 1-8-3q-6 5-14 0z" fill="#8fa9b5"/><path d="M76 44Q102 12 128 44" fill="none" stroke="#4a3a30" stroke-width="2.6"/>'
    + fire(90, 94, 0.6)
    + fire(112, 94, 0.6)
    + steam(96, 32),
    "spring": room_interior()
    + '<path d="M66 52h76l-6 36H72z" fill="#b3824f"/><path d="M68 62h72M70 78h68" stroke="#6f747a" stroke-width="3.4"/><ellipse cx="104" cy="52" rx="38" ry="7" fill="#7fb4d6"/><ellipse cx="104" cy="52" rx="38" ry="7" fill="none" stroke="#8a5f3c" stroke-width="3"/><circle cx="88" cy="50" r="5" fill="#fff" opacity=".9"/><circle cx="96" cy="52" r="4" fill="#fff" opacity=".9"/><path d="M22 56v26M16 82q6-22 12 0z" stroke="#7a5233" stroke-width="2.4" fill="#8fa552"/>'
    + steam(98, 44)
    + steam(118, 42),
    "brook": room_interior()
    + OVEN
    + fire(104, 84, 1.05)
    + '<path d="M54 92l6-6h14l6 6z" fill="#8a5f3c"/><rect x="128" y="20" width="12" height="9" rx="3" fill="#8f4a30"/>',
    "garden": room_interior()
    + OVEN
    + fire(104, 84, 0.9)
    + '<path d="M12 70h58v6H12z" fill="#8a5f3c"/><path d="M14 76v14M64 76v14" stroke="#8a5f3c" stroke-width="5"/><path d="M14 62h44q10 0 10 8H14z" fill="#c8553d"/><path d="M30 62q0-12 14-12q12 0 14 12z" fill="#55504a"/><path d="M52 52l2-7 5 4 5-4 1 8q1 8-7 8t-6-9z" fill="#55504a"/>',
    "berry": room_interior()
    + '<path d="M58 14h92" stroke="#6b4426" stroke-width="4"/>'
    + "".join(
        f'<path d="M{x} 14v8" stroke="#c8a15e" stroke-width="2"/><path d="M{x - 9} 50q-2-16 7-28h4q9 12 7 28q-4 6-9 0q-5 6-9 0z" fill="{c}"/><path d="M{x - 3} 25h6" stroke="#c8553d" stroke-width="3"/>'
        for x, c in ((70, "#7f9a45"), (92, "#8c7bb5"), (114, "#6d8f4a"), (136, "#b79a45"))
    )
    + '<path d="M66 82h76v5H66z" fill="#7d5433"/><path d="M92 82q-8-16 12-16t12 16z" fill="#5f8aa3"/><path d="M116 72q8 0 6 6" stroke="#5f8aa3" stroke-width="3" fill="none"/>',
    "watermeadow": room_interior()
    + '<path d="M62 78h84v7H62z" fill="#7d5433"/><path d="M70 85v11M138 85v11" stroke="#7d5433" stroke-width="5"/><circle cx="104" cy="46" r="34" fill="#ffe9a6" opacity=".6"/><path d="M90 78h28l-4-14H94z" fill="#b97f22"/><path d="M96 64q-6-14 0-30h16q6 16 0 30z" fill="#fff3c9" opacity=".9"/><path d="M99 60q-3-8 5-18q8 10 5 18z" fill="#e2922c"/><path d="M98 34h12v-5H98z" fill="#b97f22"/>',
    "backwater": room_interior()
    + '<path d="M62 12h86" stroke="#6b4426" stroke-width="4"/><path d="M66 14Q74 70 104 74T144 14" fill="none" stroke="#c8b48a" stroke-width="2"/><path d="M76 14q6 40 30 58M88 14q4 34 22 56M102 14v60M116 14q-4 34-20 56M130 14q-6 40-26 58M68 28q36 16 72 0M72 44q32 14 64 0M80 58q24 10 48 0" fill="none" stroke="#c8b48a" stroke-width="1.5"/><path d="M92 60q10-8 18 0q4-4 8-3l-2 4 2 4q-4 1-8-3q-8 7-18-2z" fill="#8fa9b5"/>',
    "heath": room_interior()
    + '<path d="M58 78h92v7H58z" fill="#7d5433"/><path d="M80 76q-12-26 8-32h32q20 6 8 32z" fill="#c9764e"/><path d="M96 44q8-10 16 0z" fill="#a9583a"/><circle cx="104" cy="37" r="3" fill="#a9583a"/><path d="M128 58q16-2 14-14" stroke="#c9764e" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M78 54q-14 0-10 14" stroke="#c9764e" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M86 56h36" stroke="#a9583a" stroke-width="2.4"/>'
    + steam(142, 38),
    "oldoak": room_interior()
    + '<path d="M54 62h98v7H54z" fill="#7d5433"/><path d="M62 69v27M144 69v27" stroke="#7d5433" stroke-width="6"/><path d="M112 69h26v14h-26z" fill="#6b4426"/><circle cx="125" cy="76" r="2" fill="#e7c15a"/><path d="M70 60l30-4 6 5-30 3z" fill="#fffaf0"/><path d="M78 59l18-2" stroke="#8a8378" stroke-width="1.4"/><path d="M120 62v-10h10v10z" fill="#4f76a8"/><path d="M126 52q2-16 12-20q0 12-10 20z" fill="#f4efe4"/><path d="M62 60v-22h6v22zM70 60v-18h5v18z" fill="#c8553d"/>',
    "foxtrail": room_interior()
    + '<path d="M56 66h96v8H56z" fill="#8a5f3c"/><path d="M64 74v20M144 74v20" stroke="#8a5f3c" stroke-width="6"/><path d="M62 40h84v6H62zM66 40v26M142 40v26" fill="#8a5f3c" stroke="#8a5f3c" stroke-width="5"/><path d="M72 66q0-16 16-16t16 16z" fill="#c8553d"/><path d="M106 66q0-14 14-14t14 14z" fill="#5f8aa3"/><path d="M78 58h20M112 60h16" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>',
    "wildhive": room_interior()
    + '<path d="M54 42h98v5H54zM54 82h98v5H54z" fill="#7d5433"/>'
    + jar(62, 42, "#e7a92e")
    + jar(80, 42, "#d98a2b")
    + jar(98, 42, "#e7a92e")
    + jar(126, 42, "#f0c04a")
    + jar(60, 82, "#f0c04a")
    + jar(78, 82, "#e7a92e")
    + '<path d="M104 82q-4-22 16-22t16 22z" fill="#e7b23c"/><path d="M106 74h28M108 67h24" stroke="#b97f22" stroke-width="2.4"/><circle cx="120" cy="77" r="3" fill="#4a2f22"/>',
}

# Fallback for cards without a painting, by resource
INDOORS_LIKE = {"warmth": "brook", "food": "pond", "tea": "quarry", "cosy": "birch"}
NEIGHBOUR = (
    wash(far="#b5c79f")
    + '<path d="M0 62h160M0 78h160M12 92V52l5-6 5 6v40M38 92V52l5-6 5 6v40M112 92V52l5-6 5 6v40M138 92V52l5-6 5 6v40" fill="#b3824f" stroke="#8a5f3c" stroke-width="3"/>'
    + '<path d="M58 92q0-26 22-26t22 26z" fill="#5f6f8a"/><circle cx="80" cy="48" r="17" fill="#e8b88e"/><path d="M58 40h44q-2-4-8-5q-2-14-14-14t-14 14q-6 1-8 5z" fill="#5a3820"/><path d="M70 54q10-6 20 0q-4-1-10 1q-6-2-10-1z" fill="#6b4426"/><path d="M71 43l7 2M89 43l-7 2" stroke="#4a2f22" stroke-width="2" stroke-linecap="round"/><circle cx="74" cy="47" r="1.6" fill="#2c2822"/><circle cx="86" cy="47" r="1.6" fill="#2c2822"/>'
)
GENEROUS = (
    room_interior()
    + '<path d="M56 96q0-30 26-30t26 30z" fill="#a4442f"/><circle cx="82" cy="48" r="17" fill="#e8b88e"/><path d="M60 40h44q-2-4-8-5q-2-14-14-14t-14 14q-6 1-8 5z" fill="#5a3820"/><path d="M74 53q8 6 16 0" stroke="#8f4a30" stroke-width="2" fill="none" stroke-linecap="round"/><circle cx="76" cy="46" r="1.6" fill="#2c2822"/><circle cx="88" cy="46" r="1.6" fill="#2c2822"/>'
    + '<path d="M104 92h34l-4-18h-26z" fill="#b98a54"/><path d="M108 74q13-20 26 0" stroke="#8a6036" stroke-width="2.6" fill="none"/><path d="M108 74q4-8 11-5q6-6 14 5z" fill="#c73e3a"/>'
)
