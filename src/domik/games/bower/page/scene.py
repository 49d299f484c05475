"""Bower on the home page: an arch of twigs, two birds."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import random

from domik.kernel.drawing import Pen
from domik.kernel.scene import framed, hill


def bird(x: float, y: float, flip: int, body: str, wing: str) -> str:
    """A bird that looks at the arch."""
    return (
        f'<g transform="translate({x} {y}) scale({flip} 1)"><path d="M-34 10L-16-2L-14 8Z" fill="{wing}"/>'
        f'<path d="M-20 4Q-18-20 6-22Q12-38 27-33Q38-28 33-14Q28 14 2 16Q-14 16-20 4Z" fill="{body}"/><path d="M-14 2Q-2-14 14-6Q8 12-14 2Z" fill="{wing}"/>'
        '<path d="M34-25L46-21L34-18Z" fill="#e6a23c"/><circle cx="27" cy="-25" r="2.8" fill="#201a14"/><circle cx="28" cy="-26" r="1" fill="#fff"/>'
        '<path d="M-2 16v11m-4 0h8M8 15v12m-4 0h8" stroke="#8a5f30" stroke-width="2" stroke-linecap="round"/></g>'
    )


def flower(x: float, y: float, colour: str) -> str:
    """Five petals."""
    petals = "".join(
        f'<circle cx="{x + dx:g}" cy="{y + dy:g}" r="3.6"/>'
        for dx, dy in ((0, -4), (4, -1), (2.5, 4), (-2.5, 4), (-4, -1))
    )
    return f'<g fill="{colour}">{petals}</g><circle cx="{x}" cy="{y}" r="2.6" fill="#fff3c4"/>'


def feather(x: float, y: float, colour: str, turn: int) -> str:
    """One feather."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><path d="M0 0Q8-12 2-24Q-8-12 0 0" fill="{colour}"/>'
        '<path d="M0 4L1-20" stroke="#fff" stroke-opacity=".7" stroke-width="1.2"/></g>'
    )


def scene(pen: Pen) -> str:
    """Two birds bring flowers and feathers to their tiles."""
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
    return framed("bower", inside, ("#cfe8d4", "#f6f3d8"))
