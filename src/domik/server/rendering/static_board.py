"""Still pictures: an area of a drawing with its cells in it, and nothing to press."""

from __future__ import annotations

import re

from domik.kernel.drawing import Drawing

DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
INTERACTIVE_ATTRIBUTES = re.compile(r'\s(data-key|data-drag|data-enlarge|tabindex|type|role|aria-[a-z]+)="[^"]*"')


def svg_definitions(drawing: Drawing) -> str:
    """Everything that the areas of a drawing define and refer to."""
    return "".join(found for markup in drawing.areas.values() for found in DEFS.findall(markup))


def static_board_with_names(drawing: Drawing, area: str) -> str:
    """The picture, in which everything that had an id still has it as a name: so numbers find their places.

    What it refers to (`defs`) stands on the page once, at the table itself or by `definitions`.
    """
    markup = DEFS.sub("", drawing.areas.get(area, ""))
    for id, inside in drawing.cells.items():
        mark = f'id="{id}"'
        at = markup.find(mark)
        if at >= 0:
            end = markup.index(">", at) + 1
            markup = markup[:end] + inside + markup[end:]
    markup = re.sub(r"<(/?)button\b", r"<\1span", markup)  # there is nothing to press in a picture
    return INTERACTIVE_ATTRIBUTES.sub("", markup).replace(' id="', ' data-id="')


def static_board(drawing: Drawing, area: str) -> str:
    """The picture without names, for pages on which the same things stand twice."""
    return re.sub(r'\sdata-id="[^"]*"', "", static_board_with_names(drawing, area))
