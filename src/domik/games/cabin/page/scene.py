"""Cozy Cabin on the home page: a snowed-in hut with a lit window."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import random

from domik.kernel.drawing import Pen
from domik.kernel.scene import H, W, framed, hill, pine

INK = "#6b4526"


def scene(pen: Pen) -> str:
    """Stars, mountains, pines, the hut with its light and smoke, a pile of wood."""
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
    return framed("cabin", inside, ("#33456f", "#8fa6cf"))
