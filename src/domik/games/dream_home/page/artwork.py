"""Small pictures for the page where a game is set up: one for each option (120 x 72), and the game's scene."""

from __future__ import annotations

from domik.kernel.drawing import Pen
from domik.kernel.scene import SUN, cloud, hill, scene_svg

# ruff: noqa: E501  outlines read better unbroken


WALLS = (("#f8d9d3", "#7d211a", "bed-double"), ("#d6e9f8", "#123f6b", "bath"), ("#dcefd6", "#20551c", "sofa"), ("#fbedc4", "#6b4e00", "lamp-desk"))  # fmt: skip
HEART = '<path d="M0 7C-11-1-8-10-2.6-8.5-.8-8 0-6 0-6S.8-8 2.6-8.500C8-10 11-1 0 7Z" fill="#d9534a" stroke="#7d211a" stroke-width="1.4" stroke-linejoin="round"/>'
CAR = (
    '<path d="M36 57v-8q0-4 5-5l6-1 6-9q2-3 6-3h10q4 0 6 3l5 9 5 1q5 1 5 5v8Z" fill="#4d94cf" stroke="#123f6b" stroke-width="1.8" stroke-linejoin="round"/><path d="M51 43l5-8h7v8ZM66 35h5q2 0 3 2l3 6H66Z" fill="#eaf5fc" stroke="#123f6b" stroke-width="1.2" stroke-linejoin="round"/>'
    '<g fill="#3a332b" stroke="#efe6d8" stroke-width="2"><circle cx="48" cy="58" r="6"/><circle cx="78" cy="58" r="6"/></g><circle cx="88" cy="50" r="2" fill="#ffe08a"/>'
)


def ground(colour: str) -> str:
    """The background of an option's picture, and a lawn."""
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/><path d="M0 63Q60 57 120 63V72H0Z" fill="var(--hill-2)"/>'


def room(pen: Pen, x: float, y: float, which: int) -> str:
    wall, ink, what = WALLS[which]
    return (
        f'<rect x="{x}" y="{y}" width="20" height="25" rx="4" fill="#fffdf8" stroke="#8a7a66" stroke-width="1.3"/>'
        f'<rect x="{x + 2.5}" y="{y + 2.5}" width="15" height="20" rx="2" fill="{wall}"/>{pen.glyph(what, x + 3.5, y + 6.5, 13, ink, 2, "none")}'
    )


def columns(pen: Pen) -> str:
    """Four columns of the market, none of which is discarded."""
    cards = "".join(room(pen, 8 + 23 * n, 8, n) + room(pen, 8 + 23 * n, 36, (n + 2) % 4) for n in range(4))
    return ground("yellow") + cards + f'<g transform="translate(18.5 34) scale(1.3)">{HEART}</g>'


def roof(x: float, y: float, colour: str, deep: str) -> str:
    tiles = "".join(f"M{x + 3} {y + 7 * k}h25" for k in range(1, 4))
    return (
        f'<path d="M{x} {y}h31v28h-31Z" fill="{colour}" stroke="{deep}" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<path d="{tiles}" stroke="{deep}" stroke-width="1.4" stroke-dasharray="6 3"/>'
    )


def open_roofs(pen: Pen) -> str:
    """The viewer's own roof cards, face up."""
    pieces = (
        roof(12, 30, "#d9745a", "#8f3a20") + roof(34, 34, "#7fa8c9", "#2d5878") + roof(56, 30, "#8fb36e", "#476a2c")
    )
    window = '<circle cx="71.5" cy="44" r="6" fill="#fff3d0" stroke="#476a2c" stroke-width="1.8"/><path d="M71.5 38v12M65.5 44h12" stroke="#476a2c" stroke-width="1.4"/>'
    return ground("red") + pieces + window + pen.glyph("eye", 34, 3, 26, "#5b2a1a", 2, "#fffdf8")


def garage() -> str:
    """A car in a garage of two cards."""
    house = (
        '<path d="M20 64V28h86v36Z" fill="#efe0cf" stroke="#7c5230" stroke-width="2"/><path d="M12 30L63 8l51 22Z" fill="#c65f3c" stroke="#8f3a20" stroke-width="2" stroke-linejoin="round"/>'
        '<path d="M28 64V34h70v30Z" fill="#8d8072"/><path d="M28 34h70v5H28Z" fill="#d8ccb8" stroke="#7c5230" stroke-width="1"/>'
    )
    return ground("blue") + house + CAR


def option_picture(pen: Pen, name: str) -> str:
    """A picture of what a variant changes."""
    if name == "gentle":
        return columns(pen)
    return open_roofs(pen) if name == "open_roofs" else garage()


# ruff: noqa: E501  markup and outlines read better unbroken


ROOMS = (
    (78, 62, 48, 38, "#f8d9d3", "#7d211a", "bed-double"),
    (128, 62, 44, 38, "#d6e9f8", "#123f6b", "bath"),
    (174, 62, 48, 38, "#fbedc4", "#6b4e00", "lamp-desk"),
    (78, 102, 70, 40, "#dcefd6", "#20551c", "sofa"),
    (150, 102, 72, 40, "#efe0cf", "#55330f", "cooking-pot"),
    (150, 146, 72, 20, "#d9cfc3", "#55330f", "wine"),
)
BUSHES = (
    (36, 118, 21, "#79aa5d"), (50, 106, 19, "#8cb86b"), (28, 103, 17, "#8cb86b"),
    (252, 134, 13, "#79aa5d"), (268, 136, 11, "#8cb86b"),
)  # fmt: skip


def scene(pen: Pen) -> str:
    """Five rooms under one roof, and a basement."""
    cells = ""
    for x, y, w, h, wall, ink, picture in ROOMS:
        size = min(h - 9, 28)
        cells += f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{wall}"/><rect x="{x}" y="{y + h - 5}" width="{w}" height="5" fill="#b9824f"/>'
        cells += pen.glyph(picture, x + w / 2 - size / 2, y + h - 5 - size, size, ink, 1.8, "#ffffff99")
    tiles = "".join(f"M{112 - k * 14 + 6} {25 + k * 9}H{188 + k * 14 - 6}" for k in range(4))
    bush = "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{c}"/>' for x, y, r, c in BUSHES)
    fence = "".join(f"M{x} 146v-14l4-4l4 4v14Z" for x in range(232, 300, 12))
    inside = (
        f'<circle cx="44" cy="8" r="30" fill="#ffe08a" opacity=".35"/><circle cx="44" cy="8" r="16" fill="{SUN}"/>'
        + cloud(226, 8, 0.72)
        + cloud(20, 62, 0.45, 0.7)
        + hill(132, 20, "#c9dfa8")
        + f'<rect x="37" y="112" width="6" height="34" fill="#7c5230"/>{bush}'
        + hill(146, 4, "#a8cc85")
        + f'<path d="{fence}" fill="#fffaf0" stroke="#d8ccb8"/>'
        + '<rect x="186" y="8" width="16" height="34" fill="#a9573c"/><rect x="183" y="6" width="22" height="6" rx="2" fill="#8f3a20"/>'
        + '<rect x="72" y="56" width="156" height="91" rx="3" fill="#7c5230"/><rect x="144" y="142" width="84" height="28" rx="3" fill="#7c5230"/>'
        + cells
        + '<path d="M58 62L110 18H190L242 62Z" fill="#c65f3c" stroke="#8f3a20" stroke-width="2" stroke-linejoin="round"/>'
        + f'<path d="{tiles}" stroke="#8f3a20" stroke-width="1.6" stroke-dasharray="9 5" opacity=".7"/>'
        + '<circle cx="150" cy="42" r="10" fill="#fff3d0" stroke="#8f3a20" stroke-width="2.5"/><path d="M150 32v20M140 42h20" stroke="#8f3a20" stroke-width="2"/>'
    )
    return scene_svg("dream", inside, ("#f9d9b8", "#fdf3df"))
