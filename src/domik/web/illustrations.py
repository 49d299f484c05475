"""Illustrations: each game's scene, the wordmark, the hills of the home page, and pictures of options."""

from __future__ import annotations

import re
from functools import cache

from domik.kernel.contract import GameArtwork
from domik.kernel.drawing import Pen
from domik.kernel.package import GamePackage
from domik.kernel.scene import cloud, hill, pine, scene_svg
from domik.web.animals import animal_svg
from domik.web.pen import MarkupPen, icon

# ruff: noqa: E501  markup and outlines read better unbroken


USED_ANIMAL = re.compile(r'<use href="#animal-(\w+)"/>')


def default_scene() -> str:
    """The scene of a game without artwork: hills and a pine."""
    return scene_svg(
        "any",
        cloud(60, 20, 0.8) + hill(130, 24, "#bcd9a2") + pine(150, 144, 1.6, "#7aa862") + hill(150, 10, "#93bd75"),
        ("#bfe0f5", "#f3f3df"),
    )


def scene_of(package: GamePackage, pen: Pen) -> str:
    """A game's own scene (its page/artwork.py), or the default one."""
    artwork = package.artwork()
    if artwork is None or artwork.scene is None:
        return default_scene()
    return USED_ANIMAL.sub(
        lambda found: animal_svg(found[1]), artwork.scene(pen)
    )  # these pages have no cached pictures


@cache
def wordmark() -> str:
    """The name Domik with a little house for the o."""
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
    return (
        '<svg class="hills" viewBox="0 0 1366 260" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="M0 90C240 10 420 130 700 70S1160 20 1366 80V260H0Z" fill="var(--hill-1)"/><path d="M0 140C300 80 520 170 820 120S1220 90 1366 130V260H0Z" fill="var(--hill-2)"/>'
        '<path d="M0 190C340 150 760 210 1366 170V260H0Z" fill="var(--hill-3)"/></svg>'
    )


DEFAULT_EMBLEM = ("yellow", ("dices",))
EMBLEM_STEP = 36
COVER = "xMidYMid slice"


def choice_picture(package: GamePackage, pen: MarkupPen, name: str) -> str:
    """The picture of an option's value or of a flag."""
    artwork = package.artwork() or GameArtwork()
    if artwork.option_picture is not None:
        inside = artwork.option_picture(pen, name)
    else:
        inside = emblem(*artwork.emblems.get(name, DEFAULT_EMBLEM))
    return f'<svg class="opt-art" viewBox="0 0 120 72" preserveAspectRatio="{COVER}" aria-hidden="true">{inside}</svg>'


def emblem(colour: str, icons: tuple[str, ...]) -> str:
    """Icons in a row; of three, the middle one is smaller, since it only joins the others."""
    found = f'<rect width="120" height="72" fill="var(--{colour}-pale)"/>'
    left = 60 - EMBLEM_STEP * (len(icons) - 1) / 2
    for number, name in enumerate(icons):
        size = 20 if len(icons) == 3 and number == 1 else 32
        x = left + EMBLEM_STEP * number - size / 2
        at = f"translate({x:g} {36 - size / 2:g})"
        found += f'<g transform="{at}" color="var(--{colour}-deep)">{icon(name, size, 1.8)}</g>'
    return found
