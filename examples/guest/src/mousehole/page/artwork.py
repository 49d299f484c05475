"""Mousehole's picture for the home page: a house on the grass above a burrow of lit rooms."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from domik.kernel.drawing import Pen
from domik.kernel.scene import SUN, cloud, hill, scene_svg

ROOMS = (("bed-single", "#bcd7ee"), ("flame", "#f4b8a6"), ("cookie", "#f6e3a1"), ("lamp", "#c9e2b5"))


def scene(pen: Pen) -> str:
    """Return the scene as SVG."""
    rooms = "".join(
        f'<rect x="{34 + 60 * k}" y="112" width="50" height="42" rx="12" fill="{colour}"/>'
        + pen.glyph(icon, 46 + 60 * k, 120, 26, "#4a3524", 2)
        for k, (icon, colour) in enumerate(ROOMS)
    )
    inside = (
        f'<circle cx="48" cy="4" r="20" fill="{SUN}"/>{cloud(206, 10, 0.7)}{hill(84, 12, "#a8cc85")}'
        '<path d="M108 86V42l42-32l42 32v44Z" fill="#fff3e0" stroke="#8a5f30" stroke-width="3" stroke-linejoin="round"/>'
        '<path d="M98 46L150 6l52 40" fill="none" stroke="#b5523b" stroke-width="9" stroke-linecap="round"/>'
        '<rect x="138" y="52" width="24" height="22" rx="3" fill="#ffe08a" stroke="#8a5f30" stroke-width="2"/>'
        f'<rect y="86" width="300" height="86" fill="#7c5738"/><rect y="86" width="300" height="7" fill="#93bd75"/>{rooms}'
    )
    return scene_svg("mousehole", inside, ("#bfe0f5", "#f6f0d8"))
