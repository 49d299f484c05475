"""Dream Home on the home page: a house cut open."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from domik.kernel.drawing import Pen
from domik.kernel.scene import SUN, cloud, framed, hill

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
    """Five rooms under one roof, and a cellar."""
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
    return framed("dream", inside, ("#f9d9b8", "#fdf3df"))
