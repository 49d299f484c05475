"""MarkupPen, with which games draw: translated text, icons, colour marks, faces, and labels that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape as escape_any

from domik.kernel.drawing import PlayerInfo, ScreenForm, short_number
from domik.kernel.phrase import Phrase
from domik.language.words import show_control_characters, words_for
from domik.web.animals import animal_svg
from domik.web.icons import icon_paths
from domik.web.text_metrics import fit_text, text_width

INK = "var(--ink)"  # default colour of labels
# The mark of each room colour on a 24 x 24 grid: colour is never the only sign.
MARKS = {
    "red": "M12 3.5L22 20.5H2Z",
    "yellow": "M12 2.5a9.5 9.5 0 1 0 .01 0Z",
    "green": "M4 20C2 9 9 2.5 21 3C21.5 15 15 22 4 20ZM4 20L13 11",
    "blue": "M1 8.5q5.5-7 11-1t11-1v9.5q-5.5 7-11 1t-11 1Z",
    "purple": "M12 1.8l3.1 6.5 7.1.9-5.2 4.9 1.3 7.1-6.3-3.5-6.3 3.5 1.3-7.1-5.2-4.9 7.1-.9Z",
    "brown": "M3.5 3.5H20.5V20.5H3.5Z",
}
MARKUP = re.compile("[&<>\"']")
LINE = 1.04  # line height of a label, in font sizes


def escape(text: str) -> str:
    """Escape text for markup; the common case without special characters is fast."""
    return escape_any(text) if MARKUP.search(text) else text


def escape_typed(text: str) -> str:
    """Escape text typed by people, with control characters made visible."""
    return escape(show_control_characters(text))


def style_attribute(**wishes: str) -> str:
    """A style attribute for what differs from domik.css; a style, since the sheet would override plain attributes."""
    found = ";".join(f"{name.replace('_', '-')}:{value}" for name, value in wishes.items() if value)
    return f' style="{found}"' if found else ""


def stroke_width(width: float) -> str:
    """A stroke width, or "" for the default of 2."""
    return "" if width == 2 else f"{width:g}"


def icon_body(name: str, kept: bool) -> str:
    """An icon's paths, or a reference if it is one of the page's cached `pictures`."""
    return f'<use href="#i-{name}"/>' if kept else icon_paths(name)


@lru_cache(maxsize=2048)
def icon(name: str, size: float = 18, width: float = 2, kept: bool = False) -> str:
    """A Lucide icon as a separate <svg>, for use in HTML."""
    return (
        f'<svg class="icon" width="{size:g}" height="{size:g}" viewBox="0 0 24 24" aria-hidden="true"'
        f"{style_attribute(stroke_width=stroke_width(width))}>{icon_body(name, kept)}</svg>"
    )


def transform_attribute(x: float, y: float, scale: float) -> str:
    """A transform attribute, or "" for the identity."""
    moved = f"translate({short_number(x)} {short_number(y)})" if x or y else ""
    return (
        f'transform="{moved}{"" if scale == 1 else f"scale({short_number(scale, 3)})"}"' if moved or scale != 1 else ""
    )


@lru_cache(maxsize=8192)
def glyph(
    name: str,
    x: float,
    y: float,
    size: float,
    colour: str = "currentColor",
    width: float = 2,
    fill: str = "none",
    kept: bool = False,
) -> str:
    """A Lucide icon inside an SVG, with its top left corner at x, y."""
    ink = "" if colour == "currentColor" else colour
    style = style_attribute(stroke=ink, fill="" if fill == "none" else fill, stroke_width=stroke_width(width))
    return f'<g class="glyph" {transform_attribute(x, y, size / 24)}{style}>{icon_body(name, kept)}</g>'


@lru_cache(maxsize=8192)
def label(text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> str:
    """SVG text centred on x, y in one or two lines; textLength keeps it within `width` in any font.

    The client sets lengthAdjust on all labels, which saves repeating it in each.
    """
    lines, fit = fit_text(text, width, size)
    top = y - (len(lines) - 1) * fit * LINE / 2
    light = style_attribute(font_weight="" if weight == 800 else str(weight), fill="" if colour == INK else colour)
    return "".join(
        f'<text class="label" x="{short_number(x)}" y="{short_number(top + k * fit * LINE)}"'
        f' font-size="{short_number(fit, 2)}"{light}'
        f' textLength="{short_number(min(width, text_width(line, fit)))}">{escape_typed(line)}</text>'
        for k, line in enumerate(lines)
    )


def mark_shape(colour: str, more: str) -> str:
    return (
        f'<path {more} d="{MARKS[colour]}" fill="var(--{colour})" stroke="var(--{colour}-deep)"'
        ' stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=2048)
def mark(colour: str, x: float, y: float, size: float, kept: bool = False) -> str:
    """A room colour's mark inside an SVG."""
    more = f'{transform_attribute(x, y, size / 24)} stroke-width="{30 / size + 0.6:.1f}"'
    return f'<use href="#mark-{colour}" {more}/>' if kept else mark_shape(colour, more)


@lru_cache(maxsize=256)
def mark_icon(colour: str, size: float = 18, kept: bool = False) -> str:
    """A room colour's mark for use in HTML."""
    return (
        f'<svg class="icon" width="{size:g}" height="{size:g}" viewBox="-2 -2 28 28" aria-hidden="true">'
        f"{mark(colour, 0, 0, 24, kept)}</svg>"
    )


@lru_cache(maxsize=512)
def face(seat: int, animal: str, size: float = 30) -> str:
    """A seat's animal on the seat's colour, for use in HTML; refers to the page's cached `pictures`."""
    picture = f'<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#animal-{animal}"/></svg>'
    measures = f' style="width:{size:g}px;height:{size:g}px"' if size else ""  # else the style sheet decides
    return f'<span class="face seat-{seat}"{measures}>{picture}</span>'


@lru_cache(maxsize=512)
def pet(animal: str, x: float, y: float, size: float) -> str:
    """A seat's animal inside an SVG, with its top left corner at x, y; refers to the page's cached `pictures`."""
    return f'<g {transform_attribute(x, y, size / 24)}><use href="#animal-{animal}"/></g>'


def picture_definitions(animals: Iterable[str], others: str, icons: Iterable[str] = ()) -> str:
    """An invisible SVG with the definitions that cells refer to: animals, icons, and a game's own pictures."""
    faces = "".join(f'<g id="animal-{animal}">{animal_svg(animal)}</g>' for animal in animals)
    signs = "".join(f'<g id="i-{name}">{icon_paths(name)}</g>' for name in sorted(icons))
    marks = "".join(mark_shape(colour, f'id="mark-{colour}"') for colour in MARKS) if icons else ""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
    return f"{head}<defs>{faces}{signs}{marks}{others}</defs></svg>"


def final_order(winners: int, scores: tuple[int, ...]) -> list[int]:
    """The seats, winners first, then by points."""
    return sorted(range(len(scores)), key=lambda seat: (-(winners >> seat & 1), -scores[seat]))


class MarkupPen:
    """A pen for one language, screen form and set of translations; implements kernel.drawing.Pen.

    `icons` are those among the page's cached `pictures`: they and the marks are drawn as references. `root` is the path
    prefix of the server's URLs, such as /domik.
    """

    def __init__(
        self,
        language: str,
        form: ScreenForm,
        packages: tuple[str, ...],
        icons: frozenset[str] = frozenset(),
        root: str = "",
    ) -> None:
        self.language = language
        self.form: ScreenForm = form
        self.phone = form in ("hand", "low")
        self.words = words_for(language, packages)
        self.icons = icons
        self.root = root

    def say(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, escaped."""
        return escape(self.words.say(phrase))

    def escape(self, text: str) -> str:
        return escape_typed(text)

    def icon(self, name: str, size: float = 18, width: float = 2) -> str:
        """A Lucide icon as a separate <svg>, for use in HTML."""
        return icon(name, size, width, name in self.icons)

    def glyph(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        colour: str = "currentColor",
        width: float = 2,
        fill: str = "none",
    ) -> str:
        """A Lucide icon inside an SVG, with its top left corner at x, y."""
        return glyph(name, x, y, size, colour, width, fill, name in self.icons)

    def mark(self, colour: str, x: float, y: float, size: float) -> str:
        """A room colour's mark inside an SVG."""
        return mark(colour, x, y, size, bool(self.icons))

    def mark_icon(self, colour: str, size: float = 18) -> str:
        """A room colour's mark for use in HTML."""
        return mark_icon(colour, size, bool(self.icons))

    label = staticmethod(label)
    face = staticmethod(face)
    pet = staticmethod(pet)

    def mark_path(self, colour: str) -> str:
        """The outline of a room colour's mark on a 24 x 24 grid."""
        return MARKS[colour]

    @lru_cache(maxsize=4096)  # noqa: B019  pens live as long as the program: see pen_for
    def who(self, seat: int, player: PlayerInfo, size: float, signs: str = "") -> str:
        """A player's face and name, followed by `signs`; bots and absent players are marked."""
        if player.is_bot:
            words = self.say(Phrase("player.bot"))
            signs += f'<span class="sign" role="img" aria-label="{words}">{self.icon("bot", 14)}</span>'
        elif not player.is_present:
            signs += self.away(seat)
        return f"{face(seat, player.animal, size)}<b>{escape_typed(player.name)}</b>{signs}"

    def away(self, seat: int) -> str:
        """The sign of an absent player; the client adds since when."""
        words = self.say(Phrase("player.away"))
        return f'<span class="sign away" data-away="{seat}">{self.icon("unplug", 14)}<i>{words}</i></span>'

    @lru_cache(maxsize=1024)  # noqa: B019
    def points(self, n: int) -> str:
        return f"{n}<small>{self.say(Phrase('player.points', {'n': n}))}</small>"

    @lru_cache(maxsize=1024)  # noqa: B019
    def state(self, kind: str, icon_name: str, words: Phrase) -> str:
        """A small tag that tells what a seat is doing."""
        return f'<span class="state {kind}">{self.icon(icon_name, 13)}<span>{self.say(words)}</span></span>'

    @lru_cache(maxsize=1024)  # noqa: B019
    def final_standings(
        self, scores: tuple[int, ...], winners: int, players: tuple[PlayerInfo, ...], said: tuple[str, ...]
    ) -> str:
        """The final ranking, winners first."""
        rows = ""
        for seat in final_order(winners, scores):
            won = winners >> seat & 1
            name = f"{face(seat, players[seat].animal, 34)}<b>{escape_typed(players[seat].name)}</b>"
            cup = self.icon("trophy", 22, 2.4) if won else ""
            rows += f'<li class="{"won" if won else ""}">{name}<span class="points">{said[seat]}</span>{cup}</li>'
        return f'<ol class="standing">{rows}</ol>'

    def lines(self, text: str, width: float, size: float) -> int:
        """The number of lines that a label takes."""
        return len(fit_text(text, width, size)[0])


@lru_cache(maxsize=256)
def pen_for(
    language: str, form: ScreenForm = "desk", *packages: str, icons: frozenset[str] = frozenset(), root: str = ""
) -> MarkupPen:
    """The shared pen for these arguments, so that drawings can be cached by pen."""
    return MarkupPen(language, form, packages, icons, root)
