"""The pen every drawing draws with: the reader's words, Lucide's icons, colour marks, faces, text that fits."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape

from domik.kernel.phrase import Phrase
from domik.language.words import words_for
from domik.web.icons import strokes
from domik.web.lettering import fitted, text_width

# The mark of each room colour on a 24 x 24 grid: colour is never the only sign.
MARKS = {
    "red": "M12 3.5L22 20.5H2Z",
    "yellow": "M12 2.5a9.5 9.5 0 1 0 .01 0Z",
    "green": "M4 20C2 9 9 2.5 21 3C21.5 15 15 22 4 20ZM4 20L13 11",
    "blue": "M1 8.5q5.5-7 11-1t11-1v9.5q-5.5 7-11 1t-11 1Z",
    "purple": "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1-6.3-3.5-6.3 3.5 1.3-7.1-5.2-4.9 7.1-.9Z",
    "brown": "M3.5 3.5H20.5V20.5H3.5Z",
}
LINE = 1.04  # of the font size, from one line of a label to the next


@cache
def icon(name: str, size: float = 18, width: float = 2) -> str:
    """A Lucide icon as an <svg> of its own, for running HTML."""
    return (
        f'<svg class="icon" width="{size:g}" height="{size:g}" viewBox="0 0 24 24" aria-hidden="true" fill="none"'
        f' stroke="currentColor" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round">'
        f"{strokes(name)}</svg>"
    )


@lru_cache(maxsize=8192)
def glyph(
    name: str, x: float, y: float, size: float, colour: str = "currentColor", width: float = 2, fill: str = "none"
) -> str:
    """A Lucide icon inside an SVG, its top left corner at x, y."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 24:.3f})" fill="{fill}" stroke="{colour}"'
        f' stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round">{strokes(name)}</g>'
    )


@lru_cache(maxsize=8192)
def label(text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> str:
    """SVG text centred on x, y in one or two lines; textLength holds it within `width` whatever font arrives."""
    lines, fit = fitted(text, width, size)
    top = y - (len(lines) - 1) * fit * LINE / 2
    return "".join(
        f'<text x="{x:.1f}" y="{top + k * fit * LINE:.1f}" font-size="{fit:.2f}" font-weight="{weight}"'
        f' text-anchor="middle" dominant-baseline="central" fill="{colour}" lengthAdjust="spacingAndGlyphs"'
        f' textLength="{min(width, text_width(line, fit)):.1f}">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )


@cache
def mark(colour: str, x: float, y: float, size: float) -> str:
    """A room colour's own shape inside an SVG, filled with the colour."""
    return (
        f'<path transform="translate({x:.1f} {y:.1f}) scale({size / 24:.3f})" d="{MARKS[colour]}"'
        f' fill="var(--{colour})" stroke="var(--{colour}-deep)" stroke-width="{30 / size + 0.6:.1f}"'
        ' stroke-linejoin="round"/>'
    )


@cache
def mark_icon(colour: str, size: float = 18) -> str:
    """A room colour's shape for running HTML."""
    return (
        f'<svg class="icon" width="{size:g}" height="{size:g}" viewBox="-2 -2 28 28" aria-hidden="true">'
        f"{mark(colour, 0, 0, 24)}</svg>"
    )


@cache
def face(seat: int, animal: str, size: float = 30) -> str:
    """A seat's animal on the seat's colour, for running HTML."""
    picture = icon(animal, round(size * 0.62), 2.2)
    return f'<span class="face seat-{seat}" style="width:{size:g}px;height:{size:g}px">{picture}</span>'


class Pen:
    """A pen for one language, one size of screen and one game's words; see kernel.drawing.Pen."""

    def __init__(self, language: str, phone: bool, packages: tuple[str, ...]) -> None:
        self.language = language
        self.phone = phone
        self.words = words_for(language, packages)

    def say(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, escaped for markup."""
        return escape(self.words.say(phrase))

    def escape(self, text: str) -> str:
        """A name that people typed, safe inside markup."""
        return escape(text)

    icon = staticmethod(icon)
    glyph = staticmethod(glyph)
    label = staticmethod(label)
    mark = staticmethod(mark)
    mark_icon = staticmethod(mark_icon)
    face = staticmethod(face)

    def mark_path(self, colour: str) -> str:
        """The bare outline of a colour's mark on a 24 x 24 grid."""
        return MARKS[colour]

    def lines(self, text: str, width: float, size: float) -> int:
        """How many lines a label of this text takes."""
        return len(fitted(text, width, size)[0])


@cache
def pen_for(language: str, phone: bool = False, *packages: str) -> Pen:
    """The one pen of a language, a size of screen and the packages whose words it knows: drawings cache by it."""
    return Pen(language, phone, packages)
