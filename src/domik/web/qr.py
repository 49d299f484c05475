"""A link as a square that cameras read."""

from __future__ import annotations

import io
from functools import lru_cache

import segno

DARK, LIGHT = "#3b2a1c", "#fffdf8"  # by night too: cameras want dark on light


@lru_cache(maxsize=256)
def square(link: str, label: str) -> str:
    """The square as markup; `label` says what it is to those who do not see it."""
    code = segno.make(link, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, dark=DARK, light=LIGHT, svgclass="qr", lineclass=None)
    return drawn.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)


def in_letters(link: str) -> str:
    """The square for a terminal, two rows of it in one line of letters."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()
