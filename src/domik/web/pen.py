"""MarkupPen, with which games draw: translated text, icons, colour marks, faces, and labels that fit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from domik.kernel.drawing import NO_MARKUP, Markup, PlayerInfo, ScreenForm, short_number
from domik.kernel.phrase import Phrase
from domik.language.words import show_control_characters, words_for
from domik.web.animals import animal_svg
from domik.web.board.element import escape, join, tag
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
LINE = 1.04  # line height of a label, in font sizes


def escape_typed(text: str) -> Markup:
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


@lru_cache(maxsize=256)
def icon(name: str, size: float = 18, width: float = 2, kept: bool = False) -> Markup:
    """A Lucide icon as a separate <svg>, for use in HTML."""
    return Markup(
        f'<svg class="icon" width="{size:g}" height="{size:g}" viewBox="0 0 24 24" aria-hidden="true"'
        f"{style_attribute(stroke_width=stroke_width(width))}>{icon_body(name, kept)}</svg>"
    )


def transform_attribute(x: float, y: float, scale: float) -> str:
    """A transform attribute, or "" for the identity."""
    moved = f"translate({short_number(x)} {short_number(y)})" if x or y else ""
    return (
        f'transform="{moved}{"" if scale == 1 else f"scale({short_number(scale, 3)})"}"' if moved or scale != 1 else ""
    )


@lru_cache(maxsize=256)
def glyph(
    name: str,
    x: float,
    y: float,
    size: float,
    colour: str = "currentColor",
    width: float = 2,
    fill: str = "none",
    kept: bool = False,
) -> Markup:
    """A Lucide icon inside an SVG, with its top left corner at x, y."""
    ink = "" if colour == "currentColor" else colour
    style = style_attribute(stroke=ink, fill="" if fill == "none" else fill, stroke_width=stroke_width(width))
    return Markup(f'<g class="glyph" {transform_attribute(x, y, size / 24)}{style}>{icon_body(name, kept)}</g>')


@lru_cache(maxsize=256)
def label(text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> Markup:
    """SVG text centred on x, y in one or two lines; textLength keeps it within `width` in any font.

    The client sets lengthAdjust on all labels, which saves repeating it in each.
    """
    lines, fit = fit_text(text, width, size)
    top = y - (len(lines) - 1) * fit * LINE / 2
    light = style_attribute(font_weight="" if weight == 800 else str(weight), fill="" if colour == INK else colour)
    return join(
        *(
            Markup(
                f'<text class="label" x="{short_number(x)}" y="{short_number(top + k * fit * LINE)}"'
                f' font-size="{short_number(fit, 2)}"{light}'
                f' textLength="{short_number(min(width, text_width(line, fit)))}">{escape_typed(line)}</text>'
            )
            for k, line in enumerate(lines)
        )
    )


def mark_shape(colour: str, more: str) -> str:
    return (
        f'<path {more} d="{MARKS[colour]}" fill="var(--{colour})" stroke="var(--{colour}-deep)"'
        ' stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=256)
def mark(colour: str, x: float, y: float, size: float, kept: bool = False) -> Markup:
    """A room colour's mark inside an SVG."""
    more = f'{transform_attribute(x, y, size / 24)} stroke-width="{30 / size + 0.6:.1f}"'
    return Markup(f'<use href="#mark-{colour}" {more}/>' if kept else mark_shape(colour, more))


@lru_cache(maxsize=256)
def mark_icon(colour: str, size: float = 18, kept: bool = False) -> Markup:
    """A room colour's mark for use in HTML."""
    picture = mark(colour, 0, 0, 24, kept)
    return tag("svg", picture, class_="icon", width=size, height=size, viewBox="-2 -2 28 28", aria_hidden="true")


@lru_cache(maxsize=256)
def face(seat: int, animal: str, size: float = 30) -> Markup:
    """A seat's animal on the seat's colour, for use in HTML; refers to the page's cached `pictures`."""
    picture = tag("svg", tag("use", href=f"#animal-{animal}"), class_="icon", viewBox="0 0 24 24", aria_hidden="true")
    measures = f"width:{size:g}px;height:{size:g}px" if size else None  # else the style sheet decides
    return tag("span", picture, class_=f"face seat-{seat}", style=measures)


@lru_cache(maxsize=256)
def pet(animal: str, x: float, y: float, size: float) -> Markup:
    """A seat's animal inside an SVG, with its top left corner at x, y; refers to the page's cached `pictures`."""
    return Markup(f'<g {transform_attribute(x, y, size / 24)}><use href="#animal-{animal}"/></g>')


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

    def text(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, not escaped."""
        return self.words.say(phrase)

    def say(self, phrase: Phrase) -> Markup:
        """The phrase in the reader's language, escaped."""
        return escape(self.words.say(phrase))

    def escape(self, text: str) -> Markup:
        return escape_typed(text)

    def icon(self, name: str, size: float = 18, width: float = 2) -> Markup:
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
    ) -> Markup:
        """A Lucide icon inside an SVG, with its top left corner at x, y."""
        return glyph(name, x, y, size, colour, width, fill, name in self.icons)

    def mark(self, colour: str, x: float, y: float, size: float) -> Markup:
        """A room colour's mark inside an SVG."""
        return mark(colour, x, y, size, bool(self.icons))

    def mark_icon(self, colour: str, size: float = 18) -> Markup:
        """A room colour's mark for use in HTML."""
        return mark_icon(colour, size, bool(self.icons))

    label = staticmethod(label)
    face = staticmethod(face)
    pet = staticmethod(pet)

    def mark_path(self, colour: str) -> str:
        """The outline of a room colour's mark on a 24 x 24 grid."""
        return MARKS[colour]

    @lru_cache(maxsize=256)  # noqa: B019  pens live as long as the program: see pen_for
    def who(self, seat: int, player: PlayerInfo, size: float, signs: Markup = NO_MARKUP) -> Markup:
        """A player's face and name, followed by `signs`; bots and absent players are marked."""
        if player.is_bot:
            words = self.text(Phrase("player.bot"))
            signs = join(signs, tag("span", self.icon("bot", 14), class_="sign", role="img", aria_label=words))
        elif not player.is_present:
            signs = join(signs, self.away(seat))
        return join(face(seat, player.animal, size), tag("b", escape_typed(player.name)), signs)

    def away(self, seat: int) -> Markup:
        """The sign of an absent player; the client adds since when."""
        words = tag("i", self.say(Phrase("player.away")))
        return tag("span", self.icon("unplug", 14), words, class_="sign away", data_away=seat)

    @lru_cache(maxsize=256)  # noqa: B019
    def points(self, n: int) -> Markup:
        return Markup(f"{n}{tag('small', self.say(Phrase('player.points', {'n': n})))}")

    @lru_cache(maxsize=256)  # noqa: B019
    def state(self, kind: str, icon_name: str, words: Phrase) -> Markup:
        """A small tag that tells what a seat is doing."""
        return tag("span", self.icon(icon_name, 13), tag("span", self.say(words)), class_=f"state {kind}")

    @lru_cache(maxsize=256)  # noqa: B019
    def final_standings(
        self, scores: tuple[int, ...], winners: int, players: tuple[PlayerInfo, ...], said: tuple[Markup, ...]
    ) -> Markup:
        """The final ranking, winners first."""
        rows = []
        for seat in final_order(winners, scores):
            won = winners >> seat & 1
            name = join(face(seat, players[seat].animal, 34), tag("b", escape_typed(players[seat].name)))
            cup = self.icon("trophy", 22, 2.4) if won else None
            rows.append(tag("li", name, tag("span", said[seat], class_="points"), cup, class_="won" if won else ""))
        return tag("ol", *rows, class_="standing")

    def lines(self, text: str, width: float, size: float) -> int:
        """The number of lines that a label takes."""
        return len(fit_text(text, width, size)[0])


@lru_cache(maxsize=256)
def pen_for(
    language: str, form: ScreenForm = "desk", *packages: str, icons: frozenset[str] = frozenset(), root: str = ""
) -> MarkupPen:
    """The shared pen for these arguments, so that drawings can be cached by pen."""
    return MarkupPen(language, form, packages, icons, root)
