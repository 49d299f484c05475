"""Elements of a page, escaped: `tag` escapes every attribute, and between tags the type checker allows no plain string.

Text between tags comes from the pen, which escapes it; `Markup(f"...")` is for outlines and other numbers.
"""

from __future__ import annotations

from html import escape as escape_any

from domik.kernel.drawing import Markup

SHAPES = frozenset(
    ("circle", "ellipse", "path", "polygon", "polyline", "rect", "stop", "use")
)  # nothing inside: <path/>
_STARTS: dict[str, str] = {}  # of attributes, by their names in Python: ' class="' by class_


def escape(text: str) -> Markup:
    """Escape text for markup; the common case without special characters is fast."""
    plain = "&" not in text and "<" not in text and ">" not in text and '"' not in text and "'" not in text
    return Markup(text if plain else escape_any(text))


def join(*parts: Markup) -> Markup:
    return Markup("".join(parts))


def tag(name: str, *inside: Markup | int | None, **attributes: str | int | float | None) -> Markup:
    """An element; True stands for an attribute without a value, None and False for no attribute, None for no child."""
    text = "<" + name
    for key, value in attributes.items():
        if isinstance(value, str):
            shown: str = escape(value)
        elif value is None or value is False:
            continue
        else:
            shown = "" if value is True else f"{value:g}" if isinstance(value, float) else str(value)
        start = _STARTS.get(key)
        text += (attribute_start(key) if start is None else start) + shown + '"'
    if name in SHAPES:
        return Markup(text + "/>")
    text += ">"
    for child in inside:
        if isinstance(child, str):
            text += child
        elif child is not None:
            text += str(child)
    return Markup(text + "</" + name + ">")


def attribute_start(key: str) -> str:
    """class_ is `class`, aria_label is `aria-label`."""
    _STARTS[key] = f' {key.rstrip("_").replace("_", "-")}="'
    return _STARTS[key]
