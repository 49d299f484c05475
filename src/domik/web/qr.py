"""QR codes of links, as SVG or as text for a terminal."""

from __future__ import annotations

import io
from functools import lru_cache

import segno


@lru_cache(maxsize=256)
def qr_svg(link: str, label: str = "") -> str:
    """The code as SVG, always dark on light, since not every camera reads inverted codes."""
    code = segno.make(link, error="m", micro=False)
    drawn: str = code.svg_inline(
        scale=1, border=2, omitsize=True, dark="#2c2822", light="#fffdf8", svgclass=None, lineclass=None
    )
    said = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return drawn.replace("<svg", f'<svg class="qr" {said}', 1)


def qr_text(link: str) -> str:
    """The code as text, with two rows per line."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    return drawn.getvalue()
