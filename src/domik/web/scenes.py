"""The home page's pictures: each game's own scene, the wordmark and the hills."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import re
from functools import cache

from domik.kernel.drawing import Pen
from domik.kernel.scene import cloud, framed, hill, pine
from domik.kernel.title import Title
from domik.web.animals import drawn

USED = re.compile(r'<use href="#animal-(\w+)"/>')


def unknown() -> str:
    """A game that has no picture yet: hills and a pine."""
    return framed(
        "any",
        cloud(60, 20, 0.8) + hill(130, 24, "#bcd9a2") + pine(150, 144, 1.6, "#7aa862") + hill(150, 10, "#93bd75"),
        ("#bfe0f5", "#f3f3df"),
    )


def scene_of(title: Title, pen: Pen) -> str:
    """A game's own picture (its page/scene.py), or the plain one."""
    if not title.has("page.scene"):
        return unknown()
    picture: str = title.module("page.scene").scene(pen)
    return USED.sub(lambda found: drawn(found[1]), picture)  # pages around the tables keep no pictures


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
