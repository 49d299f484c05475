"""Option pictures for the new game page (120 x 72 each), and the scene for the home page."""

from __future__ import annotations

import random

from domik.games.cabin.page.picture_paintings import pines
from domik.kernel.drawing import Pen
from domik.kernel.scene import H, W, hill, pine, scene_svg

# ruff: noqa: E501  outlines read better unbroken


COLOURS = ("#d97757", "#4d94cf", "#c9a227", "#6c9a55")
CLEARING = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))  # the eight places around the cabin
MODEL = (0, 2, -1, 3, 1, -1, 0, 2)  # colour index per place, -1 for nothing built
ARROW = 'fill="none" stroke="#5b4632" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
HUT = (
    '<path d="M-12 0v-11h24v11Z" fill="#a8703f" stroke="#6d4729" stroke-width="1.6"/><path d="M-12-4h24M-12-7.5h24" stroke="#8a5a30" stroke-width="1"/>'
    '<path d="M-16-10L0-22 16-10Z" fill="#b0491a" stroke="#7c3210" stroke-width="1.6" stroke-linejoin="round"/><path d="M-3 0v-7h6v7Z" fill="#ffd98a" stroke="#6d4729" stroke-width="1.2"/>'
)


def ground(colour: str) -> str:
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/><path d="M0 60Q60 50 120 60V72H0Z" fill="var(--hill-2)"/>'


def card(x: float, y: float, turn: float, colour: str, size: float = 1) -> str:
    """A face-up card in one colour."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn}) scale({size})"><rect x="-12" y="-17" width="24" height="34" rx="4" fill="#fffdf8" stroke="#8a7a66" stroke-width="1.4"/>'
        f'<rect x="-9" y="-14" width="18" height="15" rx="2.5" fill="{colour}"/><path d="M-7 6H7M-5 11H5" stroke="#b9ab97" stroke-width="2" stroke-linecap="round"/></g>'
    )


def hut(x: float, y: float, size: float) -> str:
    return f'<g transform="translate({x} {y}) scale({size})">{HUT}</g>'


def clearing(x: float, y: float) -> str:
    cells = ""
    for (column, row), colour in zip(CLEARING, MODEL, strict=True):
        look = f'fill="{COLOURS[colour]}"' if colour >= 0 else 'fill="none" stroke="#8a7a66" stroke-dasharray="2.5 2"'
        cells += f'<rect x="{x + column * 14}" y="{y + row * 14}" width="12" height="12" rx="3" {look}/>'
    return cells + hut(x + 20, y + 25, 0.36)


def family() -> str:
    """All decks in one heap (CC-40)."""
    heap = "".join(card(38 + 11 * n, 37 + (n % 2) * 5, (-26, 14, -8, 22, 4)[n], COLOURS[n % 4], 0.92) for n in range(5))
    return ground("red") + f'<path d="M16 22q6-10 18-9m-6-5l7 5l-6 6M104 52q-4 12-17 11m6 5l-7-5l6-6" {ARROW}/>' + heap


def draft() -> str:
    """Two cards kept, the others passed on (CC-41)."""
    kept = card(24, 42, -8, COLOURS[3]) + card(42, 40, 6, COLOURS[1])
    return ground("blue") + kept + f'<path d="M58 38h18m-7-7l8 7l-8 7" {ARROW}/>' + card(94, 46, 10, COLOURS[0], 0.86)


def template() -> str:
    """A clearing and its copy (CC-42)."""
    return ground("green") + clearing(8, 16) + f'<path d="M53 32h11M53 41h11" {ARROW}/>' + clearing(70, 24)


def neighbour() -> str:
    """The neighbour looking over the fence at the woodpile (CC-44)."""
    fence = "".join(f"M{x} 64v-20l5-5l5 5v20Z" for x in range(44, 96, 12))
    return (
        ground("brown")
        + pines(((10, 60, 40, "#4d7a56"), (112, 62, 30, "#3f6b4a")))
        + hut(28, 60, 1)
        + '<circle cx="70" cy="32" r="12" fill="#e7bd93" stroke="#7c5230" stroke-width="1.6"/><path d="M54 25q16-8 32 0l-5-12q-11-6-22 0Z" fill="#5c6f4f" stroke="#3a4a31" stroke-width="1.6" stroke-linejoin="round"/>'
        '<circle cx="64" cy="32" r="2.2" fill="#2c2822"/><circle cx="74" cy="32" r="2.2" fill="#2c2822"/><path d="M60 27l6 2M79 27l-6 2" stroke="#2c2822" stroke-width="1.8" stroke-linecap="round"/><path d="M67 37q4 3 8 0" stroke="#2c2822" stroke-width="1.6" fill="none" stroke-linecap="round"/>'
        + f'<path d="M42 50h56M42 58h56" stroke="#8a6040" stroke-width="3"/><path d="{fence}" fill="#d9b384" stroke="#8a6040" stroke-width="1.4"/>'
    )


def promo() -> str:
    """Promo cards as a gift box (CC-48)."""
    box = (
        '<rect x="36" y="40" width="48" height="26" rx="3" fill="#8a63b8" stroke="#4b2c75" stroke-width="1.8"/><path d="M32 34h56v9H32Z" fill="#a57fd0" stroke="#4b2c75" stroke-width="1.8" stroke-linejoin="round"/>'
        '<path d="M56 34h8v32h-8Z" fill="#f2c94c"/><path d="M60 34q-14-2-12-9t12 9q14-2 12-9t-12 9" fill="#f2c94c" stroke="#a67c00" stroke-width="1.4"/>'
    )
    return ground("purple") + card(40, 24, -16, COLOURS[3], 0.8) + card(80, 24, 16, COLOURS[0], 0.8) + box


PICTURES = {"family": family, "draft": draft, "template": template, "neighbour": neighbour, "promo": promo}


def option_picture(pen: Pen, name: str) -> str:
    """The picture of an option; a solo scenario shows a single cabin."""
    return PICTURES[name]() if name in PICTURES else ground("yellow") + hut(60, 62, 2)


INK = "#6b4526"


def scene(pen: Pen) -> str:
    rng = random.Random(5)
    stars = "".join(
        f'<circle cx="{rng.uniform(4, W - 4):.0f}" cy="{rng.uniform(-46, 70):.0f}" r="{rng.uniform(0.6, 1.4):.1f}"/>'
        for _ in range(46)
    )
    flakes = "".join(
        f'<circle cx="{rng.uniform(0, W):.0f}" cy="{rng.uniform(-30, H):.0f}" r="{rng.uniform(1, 2.2):.1f}"/>'
        for _ in range(34)
    )
    logs = "".join(
        f'<rect x="104" y="{96 + k * 10}" width="98" height="10" rx="5" fill="{"#a8703f" if k % 2 else "#b67c48"}"/>'
        f'<circle cx="106" cy="{101 + k * 10}" r="5" fill="#dba873"/><circle cx="200" cy="{101 + k * 10}" r="5" fill="#dba873"/>'
        for k in range(5)
    )
    pile = "".join(
        f'<circle cx="{x}" cy="{y}" r="6" fill="#dba873"/>'
        for x, y in ((222, 142), (235, 142), (248, 142), (228, 131), (241, 131))
    )
    inside = (
        f'<g fill="#fff6dc" opacity=".85">{stars}</g><path d="M252-12a18 18 0 1 0 18 22a15.5 15.5 0 1 1-18-22Z" fill="#f7e8b5"/>'
        '<path d="M0 118L50 66L84 100L128 52L186 112L232 74L300 126V172H0Z" fill="#4d638f"/>'
        '<path d="M50 66L62 79L54 82L48 76L40 84L37 80ZM128 52L145 70L134 72L126 66L116 76L111 70Z" fill="#e9eff8"/>'
        + pine(28, 140, 1.15, "#2f5a52", True)
        + pine(66, 138, 0.85, "#376459", True)
        + pine(272, 138, 1.2, "#2f5a52", True)
        + pine(238, 130, 0.7, "#376459", True)
        + hill(144, 18, "#e8eef7")
        + '<defs><radialGradient id="warm"><stop stop-color="#ffcf70" stop-opacity=".6"/><stop offset="1" stop-color="#ffcf70" stop-opacity="0"/></radialGradient></defs>'
        '<ellipse cx="153" cy="118" rx="125" ry="66" fill="url(#warm)"/>'
        '<path d="M178 46q-8-9 2-17q9-8 0-18" stroke="#dfe6f2" stroke-width="7" stroke-linecap="round" fill="none" opacity=".7"/>'
        f'<rect x="170" y="50" width="15" height="34" fill="#8a5f4a" stroke="#59392a" stroke-width="1.5"/><g stroke="{INK}" stroke-width="1.2">{logs}</g>'
        '<path d="M90 99L153 58L216 99L208 104L153 70L98 104Z" fill="#f6f9fd" stroke="#b8c6dc" stroke-width="1.5" stroke-linejoin="round"/>'
        f'<path d="M104 98L153 68L202 98Z" fill="#b67c48" stroke="{INK}" stroke-width="1.2"/><circle cx="153" cy="86" r="6" fill="#ffe39a" stroke="{INK}" stroke-width="2"/>'
        f'<rect x="116" y="106" width="28" height="24" rx="3" fill="#ffe08a" stroke="{INK}" stroke-width="2.5"/><path d="M130 106v24M116 118h28" stroke="{INK}" stroke-width="2"/>'
        '<path d="M162 146v-34q12-9 24 0v34Z" fill="#8a4b32" stroke="#59301e" stroke-width="2"/><circle cx="181" cy="130" r="2" fill="#ffe08a"/>'
        f'<g stroke="{INK}" stroke-width="1.3">{pile}</g><path d="M0 150Q80 140 150 149T300 148V172H0Z" fill="#fbfdff"/><g fill="#fff" opacity=".75">{flakes}</g>'
    )
    return scene_svg("cabin", inside, ("#33456f", "#8fa6cf"))
