"""Option pictures for the new game page (120 x 72 each), and the scene for the home page."""

from __future__ import annotations

import random

from domik.kernel.drawing import Pen
from domik.kernel.scene import hill, scene_svg

# ruff: noqa: E501  outlines read better unbroken


STRAW = 'fill="#e9d3a4" stroke="#a8834a" stroke-width="1.2"'
FILLED = {7: "#9a68cf", 8: "#f4c531", 13: "#da4a3d", 14: "#9a68cf", 15: "#79aa5d", 20: "#f4c531", 21: "#79aa5d"}
BEAM = (
    '<path d="M60 62V22M42 64h36" stroke="#6d4729" stroke-width="4" stroke-linecap="round"/><path d="M26 24h68" stroke="#8a6040" stroke-width="4" stroke-linecap="round"/>'
    '<circle cx="60" cy="21" r="4.5" fill="#f2c94c" stroke="#a67c00" stroke-width="1.4"/>'
)


def ground(colour: str) -> str:
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/><path d="M0 62Q60 54 120 62V72H0Z" fill="var(--hill-2)"/>'


def egg(x: float, y: float, fill: str) -> str:
    return (
        f'<path d="M{x} {y - 11}c6 0 9 7 9 12a9 9 0 0 1-18 0c0-5 3-12 9-12Z" fill="{fill}" stroke="#5b4632" stroke-width="1.6"/>'
        f'<circle cx="{x - 3}" cy="{y - 1}" r="1.3" fill="#5b4632"/><circle cx="{x + 3}" cy="{y + 3}" r="1.5" fill="#5b4632"/><circle cx="{x + 1}" cy="{y - 5}" r="1" fill="#5b4632"/>'
    )


def wide_bower() -> str:
    """A nest of six by five cells, and more eggs to win (BW-60)."""
    cells = ""
    for cell in range(30):
        look = f'fill="{FILLED[cell]}" stroke="#5b4632" stroke-width="1"' if cell in FILLED else STRAW
        cells += f'<rect x="{18 + cell % 6 * 10}" y="{9 + cell // 6 * 10}" width="9" height="9" rx="2" {look}/>'
    return ground("brown") + cells + egg(94, 48, "#d6e9f8")


def pan(x: float, fill: str) -> str:
    return (
        f'<path d="M{x} 24L{x - 14} 46M{x} 24L{x + 14} 46" stroke="#8a6040" stroke-width="1.6"/>{egg(x, 39, fill)}'
        f'<path d="M{x - 17} 46h34q-3 9-17 9t-17-9Z" fill="#d9b384" stroke="#8a6040" stroke-width="1.6"/>'
    )


def scales() -> str:
    """Balanced scales: no tile that takes from the opponent (BW-61)."""
    return ground("green") + BEAM + pan(29, "#fbedc4") + pan(91, "#d6e9f8")


def option_picture(pen: Pen, name: str) -> str:
    return wide_bower() if name == "hard" else scales()


def bird(x: float, y: float, flip: int, body: str, wing: str) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({flip} 1)"><path d="M-34 10L-16-2L-14 8Z" fill="{wing}"/>'
        f'<path d="M-20 4Q-18-20 6-22Q12-38 27-33Q38-28 33-14Q28 14 2 16Q-14 16-20 4Z" fill="{body}"/><path d="M-14 2Q-2-14 14-6Q8 12-14 2Z" fill="{wing}"/>'
        '<path d="M34-25L46-21L34-18Z" fill="#e6a23c"/><circle cx="27" cy="-25" r="2.8" fill="#201a14"/><circle cx="28" cy="-26" r="1" fill="#fff"/>'
        '<path d="M-2 16v11m-4 0h8M8 15v12m-4 0h8" stroke="#8a5f30" stroke-width="2" stroke-linecap="round"/></g>'
    )


def flower(x: float, y: float, colour: str) -> str:
    petals = "".join(
        f'<circle cx="{x + dx:g}" cy="{y + dy:g}" r="3.6"/>'
        for dx, dy in ((0, -4), (4, -1), (2.5, 4), (-2.5, 4), (-4, -1))
    )
    return f'<g fill="{colour}">{petals}</g><circle cx="{x}" cy="{y}" r="2.6" fill="#fff3c4"/>'


def feather(x: float, y: float, colour: str, turn: int) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><path d="M0 0Q8-12 2-24Q-8-12 0 0" fill="{colour}"/>'
        '<path d="M0 4L1-20" stroke="#fff" stroke-opacity=".7" stroke-width="1.2"/></g>'
    )


def scene(pen: Pen) -> str:
    rng = random.Random(9)
    browns = ("#8f6238", "#b9824f", "#a9713c", "#6d4a2a")
    twigs = "".join(
        f'<path d="M{150 + s * (30 + k * 1.8):.0f} 142Q{150 + s * (50 + rng.uniform(-10, 6)):.0f} {88 - k} {150 + s * rng.uniform(-16, 14):.0f} {34 + rng.uniform(-9, 12):.0f}" stroke="{rng.choice(browns)}" stroke-width="{rng.uniform(2, 3.8):.1f}"/>'
        for s in (-1, 1)
        for k in range(13)
    )
    tiles = "".join(
        f'<path d="M{x} 150l10-9h30l-8 9Z" fill="{c}"/>'
        for x, c in ((30, "#ecd48a"), (66, "#9dbb76"), (196, "#b9bcc2"), (232, "#ecd48a"))
    )
    bushes = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="{r}" ry="{r * 0.8:.0f}" fill="{c}"/>'
        for x, y, r, c in (
            (8, 46, 48, "#8fbf86"),
            (292, 40, 52, "#8fbf86"),
            (34, -8, 50, "#a8d09a"),
            (268, -14, 52, "#a8d09a"),
            (96, -44, 34, "#bfdcae"),
            (206, -48, 34, "#bfdcae"),
            (0, 104, 34, "#7cae74"),
            (300, 104, 34, "#7cae74"),
        )
    )
    eggs = "".join(f'<ellipse cx="{x}" cy="{y}" rx="7" ry="9"/>' for x, y in ((141, 136), (159, 136), (150, 133)))
    inside = (
        f'<circle cx="150" cy="70" r="72" fill="#fff3c4" opacity=".55"/>{bushes}{hill(134, 14, "#bfd79b")}<g fill="none" stroke-linecap="round">{twigs}</g>'
        '<path d="M122 142Q150 156 178 142L172 154Q150 162 128 154Z" fill="#a9713c" stroke="#6d4a2a" stroke-width="1.5"/>'
        f'<g fill="#fbf3e2" stroke="#d9c6a0">{eggs}</g><path d="M120 143Q150 156 180 143" stroke="#d6a673" stroke-width="4" fill="none" stroke-linecap="round"/>'
        + hill(156, 6, "#a9c982")
        + f'<g stroke="#7c6a45" stroke-opacity=".5">{tiles}</g>'
        + bird(72, 112, 1, "#4f7fb8", "#2f5a90")
        + bird(230, 112, -1, "#c9803f", "#99582a")
        + flower(118, 104, "#d4574c")
        + feather(184, 112, "#9670c4", 30)
        + flower(48, 160, "#e6b93d")
        + flower(258, 161, "#9670c4")
        + flower(104, 164, "#d4574c")
        + feather(206, 168, "#d4574c", -50)
        + feather(88, 168, "#e6b93d", 60)
    )
    return scene_svg("bower", inside, ("#cfe8d4", "#f6f3d8"))
