"""Small pictures of what can be chosen before a game, 120 x 72: they show what changes."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from domik.kernel.drawing import Pen

STRAW = 'fill="#e9d3a4" stroke="#a8834a" stroke-width="1.2"'
FILLED = {7: "#9a68cf", 8: "#f4c531", 13: "#da4a3d", 14: "#9a68cf", 15: "#79aa5d", 20: "#f4c531", 21: "#79aa5d"}
BEAM = (
    '<path d="M60 62V22M42 64h36" stroke="#6d4729" stroke-width="4" stroke-linecap="round"/><path d="M26 24h68" stroke="#8a6040" stroke-width="4" stroke-linecap="round"/>'
    '<circle cx="60" cy="21" r="4.5" fill="#f2c94c" stroke="#a67c00" stroke-width="1.4"/>'
)


def ground(colour: str) -> str:
    """The paper, and a meadow."""
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/><path d="M0 62Q60 54 120 62V72H0Z" fill="var(--hill-2)"/>'


def egg(x: float, y: float, fill: str) -> str:
    """A speckled egg."""
    return (
        f'<path d="M{x} {y - 11}c6 0 9 7 9 12a9 9 0 0 1-18 0c0-5 3-12 9-12Z" fill="{fill}" stroke="#5b4632" stroke-width="1.6"/>'
        f'<circle cx="{x - 3}" cy="{y - 1}" r="1.3" fill="#5b4632"/><circle cx="{x + 3}" cy="{y + 3}" r="1.5" fill="#5b4632"/><circle cx="{x + 1}" cy="{y - 5}" r="1" fill="#5b4632"/>'
    )


def wide_bower() -> str:
    """A bower of six by five cells, and more eggs to win."""
    cells = ""
    for cell in range(30):
        look = f'fill="{FILLED[cell]}" stroke="#5b4632" stroke-width="1"' if cell in FILLED else STRAW
        cells += f'<rect x="{18 + cell % 6 * 10}" y="{9 + cell // 6 * 10}" width="9" height="9" rx="2" {look}/>'
    return ground("brown") + cells + egg(94, 48, "#d6e9f8")


def pan(x: float, fill: str) -> str:
    """A pan of the scales with an egg in it."""
    return (
        f'<path d="M{x} 24L{x - 14} 46M{x} 24L{x + 14} 46" stroke="#8a6040" stroke-width="1.6"/>{egg(x, 39, fill)}'
        f'<path d="M{x - 17} 46h34q-3 9-17 9t-17-9Z" fill="#d9b384" stroke="#8a6040" stroke-width="1.6"/>'
    )


def scales() -> str:
    """Nobody takes anything from the other: both weigh the same."""
    return ground("green") + BEAM + pan(29, "#fbedc4") + pan(91, "#d6e9f8")


def picture(pen: Pen, name: str) -> str:
    """What a variant changes, at a glance."""
    return wide_bower() if name == "hard" else scales()
