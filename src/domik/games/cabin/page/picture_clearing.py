"""The clearing, the cabin in its middle, free places, and the viewport onto a card's painting."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import cache

from domik.games.cabin.page import picture_paintings
from domik.games.cabin.page.picture_paintings import GENEROUS, INDOORS, NATURE, NEIGHBOUR, bush, grove, one_pine

# Positions on the clearing: x, y; for pines also height and shade, for sparks their size
EDGE = (
    (14, 190, 104, 1), (36, 300, 92, 2), (8, 380, 120, 1), (30, 500, 100, 2), (6, 600, 124, 1),
    (744, 196, 110, 1), (722, 290, 88, 2), (750, 392, 122, 1), (726, 492, 96, 2), (748, 606, 124, 1),
)  # fmt: skip
TUFTS = (
    (268, 250), (492, 236), (262, 420), (500, 430), (250, 560), (505, 580),
    (377, 606), (80, 330), (676, 330), (255, 120), (498, 124),
)  # fmt: skip
SPARKS = (
    (262, 300, 2.2), (300, 444, 1.8), (486, 396, 2.4), (470, 212, 1.8), (240, 196, 2), (516, 528, 2), (68, 250, 2),
    (694, 430, 2.2), (246, 484, 1.6), (120, 24, 1.4), (260, 16, 1.2), (470, 20, 1.5), (610, 30, 1.2), (350, 34, 1.1),
)  # fmt: skip


def painting(card: str, home: bool, like: str) -> str:
    """A card's painting; cards without one use the painting of their resource."""
    if card == "neighbour":
        return GENEROUS if home else NEIGHBOUR
    if home:
        return INDOORS.get(card) or INDOORS[picture_paintings.INDOORS_LIKE[like]]
    return NATURE.get(card) or NATURE[picture_paintings.NATURE_LIKE[like]]


def vignette(kind: int, home: bool) -> str:
    """A viewport onto one of the paintings in the skeleton."""
    return (
        '<svg class="pic" viewBox="0 0 160 96" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<use href="#art-{kind}-{int(home)}"/></svg>'
    )


def tuft(x: int, y: int, width: float) -> str:
    return f'<path d="M{x} {y}q-1-6-4-8M{x} {y}q0-7 1-10M{x} {y}q2-5 5-7" stroke="var(--scene-grass)" stroke-width="{width:g}" fill="none" stroke-linecap="round"/>'


@cache
def plot() -> str:
    """A free place: bare earth, four pegs and a rope."""
    pegs = "".join(
        f'<path d="M{x} {y}v13" stroke="var(--scene-peg)" stroke-width="5" stroke-linecap="round"/>'
        for x, y in ((22, 34), (138, 34), (14, 116), (146, 116))
    )
    tufts = "".join(tuft(x, y, 2) for x, y in ((40, 134), (118, 138), (34, 74), (130, 78), (104, 30), (60, 28)))
    return f'<ellipse cx="80" cy="84" rx="58" ry="40" fill="var(--scene-path)" opacity=".8"/><path d="M22 38Q80 48 138 38Q136 80 146 120Q80 132 14 120Q24 80 22 38" fill="none" stroke="var(--scene-peg)" stroke-opacity=".55" stroke-width="1.6"/>{pegs}{tufts}'


def clearing() -> str:
    head = '<svg class="clearing" viewBox="0 0 754 618" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
    return head + '<use href="#woods"/></svg>'


@cache
def woods() -> str:
    """The content of the clearing, part of `pictures`; colours come from the theme's --scene-* tokens."""
    rows = ""
    for c, y0, step, h in (("var(--scene-tree-3)", 66, 26, 58), ("var(--scene-tree-2)", 92, 34, 72)):
        trees = range(int(800 / step))
        standing = ((-10 + i * step + (i * 7) % 11, y0 + (i * 13) % 9, h + (i * 17) % 22, c) for i in trees)
        rows += grove(standing)
    edge = grove((x, y, h, f"var(--scene-tree-{shade})") for x, y, h, shade in EDGE)
    tufts = "".join(tuft(x, y, 1.8) for x, y in TUFTS)
    lights = "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="var(--scene-spark)"/>' for x, y, r in SPARKS)
    return (
        f'<g id="woods"><defs>{one_pine("var(--scene-trunk)")}<radialGradient id="meadow" cy=".55"><stop offset="0" stop-color="var(--scene-meadow)"/><stop offset=".7" stop-color="var(--scene-meadow)"/><stop offset="1" stop-color="var(--scene-wood)"/></radialGradient></defs>'
        f'<rect width="754" height="618" fill="var(--scene-sky)"/><circle cx="690" cy="36" r="20" fill="var(--scene-sun)"/>{rows}<rect y="84" width="754" height="534" fill="var(--scene-wood)"/><ellipse cx="377" cy="350" rx="440" ry="300" fill="url(#meadow)"/>'
        f"{edge}{tufts}{lights}</g>"
    )


def window(x: float) -> str:
    return f'<rect x="{x}" y="118" width="26" height="26" rx="3" fill="#5f3d24"/><rect x="{x + 3}" y="121" width="20" height="20" fill="var(--scene-window)"/><path d="M{x + 13} 121v20M{x + 3} 131h20" stroke="#5f3d24" stroke-width="2"/>'


@cache
def cabin() -> str:
    logs = "".join(
        f'<rect x="58" y="{y}" width="124" height="13" rx="6.5" fill="var(--scene-log{"-2" if i % 2 else ""})"/>'
        for i, y in enumerate(range(104, 168, 12))
    )
    ends = "".join(
        f'<circle cx="{x}" cy="{y}" r="6.5" fill="#d9b27c"/><circle cx="{x}" cy="{y}" r="3" fill="none" stroke="#a37a48" stroke-width="1.2"/>'
        for x in (56, 184)
        for y in range(111, 175, 12)
    )
    pile = "".join(
        f'<circle cx="{x}" cy="{y}" r="6" fill="#d9b27c" stroke="#8a5f3c" stroke-width="2"/>'
        for x, y in ((200, 172), (213, 172), (226, 172), (206, 161), (219, 161))
    )
    return (
        '<svg class="house" viewBox="0 0 240 206" aria-hidden="true"><ellipse cx="120" cy="180" rx="112" ry="15" fill="#2c2822" opacity=".16"/>'
        '<g class="smoke" fill="var(--scene-smoke)"><circle cx="168" cy="38" r="8"/><circle cx="176" cy="24" r="10"/><circle cx="168" cy="8" r="7"/></g><path d="M158 92V46h22v50z" fill="#9a9388"/><path d="M155 46h28v7h-28z" fill="#7c766c"/>'
        f'<defs><radialGradient id="glow"><stop offset=".2" stop-color="var(--scene-glow)" stop-opacity=".6"/><stop offset="1" stop-color="var(--scene-glow)" stop-opacity="0"/></radialGradient></defs><circle cx="120" cy="130" r="130" fill="url(#glow)"/>{logs}{ends}<path d="M58 106L120 50L182 106Z" fill="var(--scene-log-2)"/><circle cx="120" cy="86" r="10" fill="#5f3d24"/><circle cx="120" cy="86" r="7" fill="var(--scene-window)"/>'
        '<path d="M34 112L120 34L206 112L196 120L120 54L44 120Z" fill="var(--scene-roof)"/><path d="M34 112L120 34L206 112" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="3"/>'
        f'{window(70)}{window(144)}<path d="M106 176v-46q0-8 14-8t14 8v46z" fill="#6f4527"/><circle cx="129" cy="152" r="2" fill="#e7c15a"/><path d="M98 176h44v7H98z" fill="#8a8378"/>'
        f'{pile}<path d="M104 184Q96 196 84 206H156Q144 196 136 184Z" fill="var(--scene-path)"/>'
        + bush(34, 182, 14, 0, "var(--scene-bush)")
        + "</svg>"
    )
