"""Links for cameras: a QR code in the page's own colours."""

from __future__ import annotations

import segno


def qr(link: str) -> str:
    """The code as SVG; always dark on light, since not every camera reads the other way round."""
    code = segno.make(link, error="m", micro=False)
    drawn: str = code.svg_inline(scale=1, border=2, omitsize=True, dark="#2c2822", svgclass=None, lineclass=None)
    return drawn.replace("<svg", '<svg class="qr" aria-hidden="true"', 1)
