"""Shared elements of the home page's scenes: dimensions, sky, clouds, pines, hills.

A game's `page/scene.py` provides `scene(pen)`: one framed picture, the same in every language and on every screen. Its
ids must differ from those of other games' scenes, since all are on one page.
"""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

W, H, SKY = 300, 172, 50  # width and height of a scene, and the height of the sky above it
SUN = "#ffd872"


def cloud(x: float, y: float, s: float, opacity: float = 0.85) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({s})" fill="#fff" opacity="{opacity}"><circle r="14"/><circle cx="17" cy="-7" r="17"/>'
        '<circle cx="36" cy="-1" r="13"/><rect x="-14" y="-1" width="63" height="15" rx="7.5"/></g>'
    )


def pine(x: float, y: float, s: float, colour: str, snow: bool = False) -> str:
    white = (
        '<path d="M0-46L8-31L3-34L0-30L-4-34L-8-31ZM-14-12L-9-19L-4-14L0-19L5-14L9-19L14-12Z" fill="#f4f7fb"/>'
        if snow
        else ""
    )
    return (
        f'<g transform="translate({x} {y}) scale({s})"><rect x="-3" y="-2" width="6" height="10" fill="#6d4a30"/>'
        f'<path d="M0-46L14-22H8L20 0H-20L-8-22H-14Z" fill="{colour}"/>{white}</g>'
    )


def hill(y: float, bow: float, colour: str) -> str:
    return f'<path d="M0 {y}Q{W / 2:g} {y - bow} {W} {y}V{H}H0Z" fill="{colour}"/>'


def scene_svg(name: str, inside: str, sky: tuple[str, str]) -> str:
    """The complete <svg> of a scene: `inside` in front of a gradient sky."""
    return (
        f'<svg class="scene" viewBox="0 {-SKY} {W} {H + SKY}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">'
        f'<defs><linearGradient id="sky-{name}" x2="0" y2="1"><stop stop-color="{sky[0]}"/><stop offset="1" stop-color="{sky[1]}"/></linearGradient></defs>'
        f'<rect y="{-SKY}" width="{W}" height="{H + SKY}" fill="url(#sky-{name})"/>{inside}</svg>'
    )
