"""Elements of a page, escaped: `tag` escapes every attribute, and between tags the type checker allows no plain string.

Text between tags comes from the pen, which escapes it; `Markup(f"...")` is for outlines and other numbers.
"""

from __future__ import annotations

import re
from html import escape as escape_any

from domik.kernel.drawing import Markup

SPECIAL = re.compile("[&<>\"']")
SHAPES = frozenset(
    ("circle", "ellipse", "path", "polygon", "polyline", "rect", "stop", "use")
)  # nothing inside: <path/>
_STARTS: dict[str, str] = {}  # of attributes, by their names in Python: ' class="' by class_


def escape(text: str) -> Markup:
    """Escape text for markup; the common case without special characters is fast."""
    return Markup(escape_any(text) if SPECIAL.search(text) else text)


def join(*parts: Markup) -> Markup:
    return Markup("".join(parts))


def tag(name: str, *inside: Markup | int | None, **attributes: str | int | float | None) -> Markup:
    """An element; True stands for an attribute without a value, None and False for no attribute, None for no child."""
    text = f"<{name}"
    for key, value in attributes.items():
        if isinstance(value, str):
            shown = escape_any(value) if SPECIAL.search(value) else value
        elif value is None or value is False:
            continue
        else:
            shown = "" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
        text += f'{_STARTS.get(key) or attribute_start(key)}{shown}"'
    if name in SHAPES:
        return Markup(f"{text}/>")
    text += ">"
    for child in inside:
        if child is not None:
            text += f"{child}"
    return Markup(f"{text}</{name}>")


def attribute_start(key: str) -> str:
    """class_ is `class`, aria_label is `aria-label`."""
    _STARTS[key] = f' {key.rstrip("_").replace("_", "-")}="'
    return _STARTS[key]
