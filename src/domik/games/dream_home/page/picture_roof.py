"""Roof cards: open, face down, and in the stack on the roof (DH-30)."""

from __future__ import annotations

from functools import lru_cache

from domik.games.dream_home.page.picture_shape import WIDTH, at, box, disc, line, path
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

ROOF_COLOURS = {"red": "#c4513d", "blue": "#3f78ad", "green": "#568a4d", "brown": "#8d6440"}


def roof_cards(pen: Pen) -> str:
    """Every look of a roof card, and the back that all share."""
    fronts = "".join(
        f'<g id="{roof_id(colour, there)}">{roof_front(pen, colour, there)}</g>'
        for colour in ROOF_COLOURS
        for there in (False, True)
    )
    return f'{fronts}<g id="shingle-back">{roof_back(pen)}</g>'


def roof_id(colour: str, window_in_it: bool) -> str:
    """The drawing of a roof that lies open."""
    return f"shingle-{colour}{'-window' if window_in_it else ''}"


def roof_card(colour: str, window_in_it: bool) -> str:
    """A roof that lies open, 60 x 42."""
    return f'<use href="#{roof_id(colour, window_in_it)}"/>'


def roof_front(pen: Pen, colour: str, window_in_it: bool) -> str:
    """A roof: its colour's shingles and mark, a window where it has one."""
    pane = (
        box(36, 20, 17, 16, "#fff3df", 2)
        + box(38, 22, 13, 12, "#bfe2f5", 1)
        + line("M44.500 22v12M38 28h13", "#fff3df", 1.6)
        if window_in_it
        else ""
    )
    return (
        box(0, 0, 60, 42, "#fff3df", 6, 'stroke="#6e4a35" stroke-width="2"')
        + path(
            "M3 38L14 6H46L57 38Z", ROOF_COLOURS[colour], 'stroke="#3b1d0d" stroke-width="1.4" stroke-linejoin="round"'
        )
        + line("M11 15h38M8 24h44M5 32h50", "#00000030", 1.4)
        + disc(23, 22, 9.5, "#fff3df")
        + pen.mark(colour, 16.5, 15.5, 13)
        + pane
    )


def roof_back(pen: Pen) -> str:
    """A roof card face down, 60 x 42: all are alike (DH-30)."""
    return (
        box(0, 0, 60, 42, "#fff3df", 6, 'stroke="#6e4a35" stroke-width="2"')
        + box(5, 5, 50, 32, "none", 4, 'stroke="#b98a63" stroke-width="1.5" stroke-dasharray="3 3"')
        + pen.glyph("house", 12, 11, 20, "#7a4a2c")
        + '<text x="43" y="21" font-size="19" class="unknown">?</text>'
    )


@lru_cache(maxsize=1024)
def stack(pen: Pen, count: int, shown: tuple[tuple[str, bool], ...], small: bool) -> str:
    """The roof stack: four places that fill; more lie closer together; open only when they may be seen."""
    places = max(4, count)
    step = 68 if places <= 5 else min(68, 330 / (places - 1))
    left = WIDTH / 2 - ((places - 1) * step + 60) / 2
    cards = []
    for k in range(places):
        inside = roof_card(*shown[k]) if k < len(shown) else '<use href="#shingle-back" class="unknown"/>'
        if k >= count:
            inside = box(
                0, 0, 60, 42, "#00000018", 6, 'stroke="#fff3df" stroke-width="1.8" stroke-dasharray="5 4" opacity=".75"'
            )
        cards.append(at(left + k * step, 42, inside))
    words = pen.say(Phrase("draw.stack" if count <= 4 else "draw.stack_more", {"n": count}))
    text = (
        ""
        if small
        else f'<text class="stacked" x="{WIDTH / 2:g}" y="29" font-size="{19 if pen.phone else 14}">{words}</text>'
    )
    return f'<g role="img" aria-label="{words}">{"".join(cards)}{text}</g>'
