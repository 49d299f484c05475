"""Select some of the SVG definitions in a game's `pictures`."""

from __future__ import annotations

import re
from collections.abc import Callable

TAG = re.compile(r"<(/?)\w+[^<>]*?(/?)>")
ID = re.compile(r'id="([^"]+)"')
REFERRED = re.compile(r"#([A-Za-z][\w-]*)")


def pieces(drawing: str) -> dict[str, str]:
    """Each definition by its id."""
    inside, found, depth, start = drawing.partition("<defs>")[2].rpartition("</defs>")[0], {}, 0, 0
    for tag in TAG.finditer(inside):
        depth += 0 if tag[2] else -1 if tag[1] else 1
        if depth == 0:
            piece, start = inside[start : tag.end()], tag.end()
            named = ID.search(piece)
            found[named[1] if named else piece] = piece
    return found


def some_of(drawing: str, is_wanted: Callable[[str], bool]) -> str:
    """The drawing with only the wanted definitions."""
    head, tail = drawing.partition("<defs>")[0], drawing.rpartition("</defs>")[2]
    kept = "".join(piece for name, piece in pieces(drawing).items() if is_wanted(name))
    return f"{head}<defs>{kept}</defs>{tail}"


def with_references(drawing: str, markup: str) -> str:
    """The drawing with only what `markup` refers to, directly or indirectly."""
    defined, wanted, asked = pieces(drawing), set[str](), set(REFERRED.findall(markup))
    while asked := (asked & defined.keys()) - wanted:
        wanted |= asked
        asked = {name for one in asked for name in REFERRED.findall(defined[one])}
    return some_of(drawing, wanted.__contains__)
