"""Signs of the review in SVG: shape, colour and sign together, so that nothing depends on colour alone."""

from __future__ import annotations

from html import escape

from domik.review.thresholds import BLUNDER, INACCURACY, MISTAKE

BETTER = "better"
BODY = {  # on 24 x 24: caution diamond, give way, stop, a house; none of them is a mark of a game
    INACCURACY: "M12 .8L23.2 12L12 23.2L.8 12Z",
    MISTAKE: "M2.2 2.5H21.8Q24 2.5 23 4.6L13.4 22Q12 24.4 10.6 22L1 4.6Q0 2.5 2.2 2.5Z",
    BLUNDER: "M7.4 1H16.6L23 7.4V16.6L16.6 23H7.4L1 16.6V7.4Z",
    BETTER: "M12 .8L23.4 10.4V21.2Q23.4 23.2 21.4 23.2H2.6Q.6 23.2 .6 21.2V10.4Z",
}
SIGN = {
    INACCURACY: "M12 7V12.6M12 16.6V16.7",
    MISTAKE: "M12 6.4V12M12 16V16.1",
    BLUNDER: "M8.2 8.2L15.8 15.8M15.8 8.2L8.2 15.8",
    BETTER: "M7 13.8L10.8 17.4L17.4 10.4",
}


def _inside(what: str) -> str:
    return f'<path class="body" d="{BODY[what]}"/><path class="sign" d="{SIGN[what]}"/>'


def sign(what: str, size: float = 24) -> str:
    """A sign on its own, to stand beside words."""
    return (
        f'<svg class="rv-mark {what}" width="{size:g}" height="{size:g}" viewBox="0 0 24 24" aria-hidden="true">'
        f"{_inside(what)}</svg>"
    )


def sign_at(what: str, x: float, y: float, size: float) -> str:
    """A sign within a drawing, around its middle."""
    return (
        f'<g class="rv-mark {what}" transform="translate({x - size / 2:.1f} {y - size / 2:.1f}) '
        f'scale({size / 24:.3f})">{_inside(what)}</g>'
    )


def disc(seat: int, x: float, y: float, r: float) -> str:
    """A seat's disc with its number."""
    return (
        f'<g class="seat-{seat}"><circle class="face-disc" cx="{x:.1f}" cy="{y:.1f}" r="{r:g}"/>'
        f'<text class="face-number" x="{x:.1f}" y="{y + r * 0.42:.1f}" text-anchor="middle" '
        f'style="font-size:{r * 1.2:.1f}px">{seat + 1}</text></g>'
    )


def text(x: float, y: float, said: str, anchor: str = "start", kind: str = "") -> str:
    """A word in a drawing."""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(said)}</text>'


def line(points: list[tuple[float, float]]) -> str:
    """The path through some points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
