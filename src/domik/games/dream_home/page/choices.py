"""Small pictures of what can be chosen before a game, 120 x 72: they show what changes."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from domik.kernel.drawing import Pen

WALLS = (("#f8d9d3", "#7d211a", "bed-double"), ("#d6e9f8", "#123f6b", "bath"), ("#dcefd6", "#20551c", "sofa"), ("#fbedc4", "#6b4e00", "lamp-desk"))  # fmt: skip
HEART = '<path d="M0 7C-11-1-8-10-2.6-8.5-.8-8 0-6 0-6S.8-8 2.6-8.500C8-10 11-1 0 7Z" fill="#d9534a" stroke="#7d211a" stroke-width="1.4" stroke-linejoin="round"/>'
CAR = (
    '<path d="M36 57v-8q0-4 5-5l6-1 6-9q2-3 6-3h10q4 0 6 3l5 9 5 1q5 1 5 5v8Z" fill="#4d94cf" stroke="#123f6b" stroke-width="1.8" stroke-linejoin="round"/><path d="M51 43l5-8h7v8ZM66 35h5q2 0 3 2l3 6H66Z" fill="#eaf5fc" stroke="#123f6b" stroke-width="1.2" stroke-linejoin="round"/>'
    '<g fill="#3a332b" stroke="#efe6d8" stroke-width="2"><circle cx="48" cy="58" r="6"/><circle cx="78" cy="58" r="6"/></g><circle cx="88" cy="50" r="2" fill="#ffe08a"/>'
)


def ground(colour: str) -> str:
    """The paper, and a lawn."""
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/><path d="M0 63Q60 57 120 63V72H0Z" fill="var(--hill-2)"/>'


def room(pen: Pen, x: float, y: float, which: int) -> str:
    """A room card."""
    wall, ink, what = WALLS[which]
    return (
        f'<rect x="{x}" y="{y}" width="20" height="25" rx="4" fill="#fffdf8" stroke="#8a7a66" stroke-width="1.3"/>'
        f'<rect x="{x + 2.5}" y="{y + 2.5}" width="15" height="20" rx="2" fill="{wall}"/>{pen.glyph(what, x + 3.5, y + 6.5, 13, ink, 2, "none")}'
    )


def columns(pen: Pen) -> str:
    """Four columns of the market, and none of them leaves."""
    cards = "".join(room(pen, 8 + 23 * n, 8, n) + room(pen, 8 + 23 * n, 36, (n + 2) % 4) for n in range(4))
    return ground("yellow") + cards + f'<g transform="translate(18.5 34) scale(1.3)">{HEART}</g>'


def roof(x: float, y: float, colour: str, deep: str) -> str:
    """A piece of roof, face up."""
    tiles = "".join(f"M{x + 3} {y + 7 * k}h25" for k in range(1, 4))
    return (
        f'<path d="M{x} {y}h31v28h-31Z" fill="{colour}" stroke="{deep}" stroke-width="1.8" stroke-linejoin="round"/>'
        f'<path d="{tiles}" stroke="{deep}" stroke-width="1.4" stroke-dasharray="6 3"/>'
    )


def open_roofs(pen: Pen) -> str:
    """One's own pieces of roof lie face up."""
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


def picture(pen: Pen, name: str) -> str:
    """What a variant changes, at a glance."""
    if name == "gentle":
        return columns(pen)
    return open_roofs(pen) if name == "open_roofs" else garage()
