"""Static pictures: an area of a drawing with its cells filled in, without interactive elements."""

from __future__ import annotations

import re

from domik.kernel.drawing import Drawing

DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
INTERACTIVE_ATTRIBUTES = re.compile(r'\s(data-key|data-drag|data-enlarge|tabindex|type|role|aria-[a-z]+)="[^"]*"')


def svg_definitions(drawing: Drawing) -> str:
    return "".join(found for markup in drawing.areas.values() for found in DEFS.findall(markup))


def static_board_with_names(drawing: Drawing, area: str) -> str:
    """The picture, in which ids become `data-id` attributes so that scripts can find elements.

    Its `defs` are on the page once, at the table itself or by `svg_definitions`.
    """
    markup = DEFS.sub("", drawing.areas.get(area, ""))
    for id, inside in drawing.cells.items():
        mark = f'id="{id}"'
        at = markup.find(mark)
        if at >= 0:
            end = markup.index(">", at) + 1
            markup = markup[:end] + inside + markup[end:]
    markup = re.sub(r"<(/?)button\b", r"<\1span", markup)  # a picture has no buttons
    return INTERACTIVE_ATTRIBUTES.sub("", markup).replace(' id="', ' data-id="')


def static_board(drawing: Drawing, area: str) -> str:
    """The picture without names, for pages that show the same elements twice."""
    return re.sub(r'\sdata-id="[^"]*"', "", static_board_with_names(drawing, area))
