"""The home page's pictures: one scene a game, the wordmark and the hills."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files

from domik.web.pen import glyph
from domik.web.scene_cabin import cabin_inside
from domik.web.scene_kit import cloud, framed, hill, pine

SUN = "#ffd872"


def treehouse() -> str:
    """A little tree with five rooms: made once with the game's own pictures (tests/web/treehouse_scene.py)."""
    return files("domik.web").joinpath("scene_treehouse.svg").read_text(encoding="utf-8")


# ---- Dream Home: a house cut open --------------------------------------------------------------------

ROOMS = (
    (78, 62, 48, 38, "#f8d9d3", "#7d211a", "bed-double"),
    (128, 62, 44, 38, "#d6e9f8", "#123f6b", "bath"),
    (174, 62, 48, 38, "#fbedc4", "#6b4e00", "lamp-desk"),
    (78, 102, 70, 40, "#dcefd6", "#20551c", "sofa"),
    (150, 102, 72, 40, "#efe0cf", "#55330f", "cooking-pot"),
    (150, 146, 72, 20, "#d9cfc3", "#55330f", "wine"),
)


def dream_home() -> str:
    """Five rooms under one roof, and a cellar."""
    cells = ""
    for x, y, w, h, wall, ink, picture in ROOMS:
        size = min(h - 9, 28)
        cells += f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{wall}"/><rect x="{x}" y="{y + h - 5}" width="{w}" height="5" fill="#b9824f"/>'
        cells += glyph(picture, x + w / 2 - size / 2, y + h - 5 - size, size, ink, 1.8, "#ffffff99")
    tiles = "".join(f"M{112 - k * 14 + 6} {25 + k * 9}H{188 + k * 14 - 6}" for k in range(4))
    bush = "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{c}"/>'
        for x, y, r, c in (
            (36, 118, 21, "#79aa5d"),
            (50, 106, 19, "#8cb86b"),
            (28, 103, 17, "#8cb86b"),
            (252, 134, 13, "#79aa5d"),
            (268, 136, 11, "#8cb86b"),
        )
    )
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


def cabin() -> str:
    """A snowed-in hut with a lit window."""
    return framed("cabin", cabin_inside(), ("#33456f", "#8fa6cf"))


# ---- Bower: an arch of twigs, two birds ---------------------------------------------------------------


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


def bower() -> str:
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


# ---- any game ------------------------------------------------------------------------------------------


def unknown() -> str:
    """A game that has no picture yet: hills and a pine."""
    return framed(
        "any",
        cloud(60, 20, 0.8) + hill(130, 24, "#bcd9a2") + pine(150, 144, 1.6, "#7aa862") + hill(150, 10, "#93bd75"),
        ("#bfe0f5", "#f3f3df"),
    )


SCENES: dict[str, Callable[[], str]] = {
    "treehouse": treehouse,
    "dream_home": dream_home,
    "cabin": cabin,
    "bower": bower,
}


@lru_cache(maxsize=64)
def scene_of(game: str) -> str:
    """The picture of a game of the registry."""
    return SCENES.get(game, unknown)()


@cache
def wordmark() -> str:
    """Domik: the o is a little house with a lit window."""
    house = (
        '<svg class="o" viewBox="0 0 40 40" aria-hidden="true"><path d="M27 6h6v9h-6Z" fill="var(--wood-deep)"/>'
        '<path d="M6 19V35q0 3 3 3H31q3 0 3-3V19Z" fill="var(--wood-light)"/>'
        '<path d="M2.5 21.5L20 5L37.5 21.5" fill="none" stroke="var(--accent)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>'
        '<rect x="13.5" y="21" width="13" height="13" rx="2.5" fill="#ffe08a" stroke="var(--wood-deep)" stroke-width="2"/>'
        '<path d="M20 21v13M13.5 27.5h13" stroke="var(--wood-deep)" stroke-width="1.8"/></svg>'
    )
    return f'<span class="wordmark" role="img" aria-label="Domik"><span aria-hidden="true">D</span>{house}<span aria-hidden="true">mik</span></span>'


@cache
def hills() -> str:
    """The hills at the foot of the home page."""
    return (
        '<svg class="hills" viewBox="0 0 1366 260" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="M0 90C240 10 420 130 700 70S1160 20 1366 80V260H0Z" fill="var(--hill-1)"/><path d="M0 140C300 80 520 170 820 120S1220 90 1366 130V260H0Z" fill="var(--hill-2)"/>'
        '<path d="M0 190C340 150 760 210 1366 170V260H0Z" fill="var(--hill-3)"/></svg>'
    )
