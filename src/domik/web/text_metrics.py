"""Text metrics: the width of a text in the product's font, and how it fits in one or two lines."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files

UNKNOWN_WIDTH = 0.9  # in em, for characters from a system font: wide, to be safe
SLACK = 1.01  # positive kerning makes some pairs wider than their letters
SMALLEST = 6.0  # least font size; a text still too long is compressed by its textLength
LEAST_ONE_LINE_SCALE = 0.9  # one line is kept unless it must shrink below this fraction of the size


@cache
def character_widths() -> dict[str, float]:
    """Width in em of each known character (Manrope ExtraBold: lighter weights are no wider)."""
    measured = tomllib.loads(files("domik.web").joinpath("widths.toml").read_text(encoding="utf-8"))
    return {character: int(width) / 1000 for width, characters in measured.items() for character in characters}


@lru_cache(maxsize=8192)
def text_width(text: str, size: float = 1) -> float:
    known = character_widths()
    return sum(known.get(character, UNKNOWN_WIDTH) for character in text) * size * SLACK


def line_breaks(text: str) -> list[tuple[str, ...]]:
    """The text in one line, and in two lines broken at each space."""
    words = text.split(" ")
    return [(text,), *((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words)))]


@lru_cache(maxsize=8192)
def fit_text(text: str, width: float, size: float) -> tuple[tuple[str, ...], float]:
    """One or two lines, and the largest font size (at most `size`) at which they fit in `width`."""
    choices = line_breaks(text)
    widest = [max(0.1, *map(text_width, lines), 0.1) for lines in choices]
    sizes = [min(size, width / wide) for wide in widest]
    best = 0
    if sizes[0] < size * LEAST_ONE_LINE_SCALE:  # of two-line breaks the largest, and of equals the most even
        best = max(range(len(choices)), key=lambda k: (round(sizes[k], 2), -widest[k]))
    return choices[best], max(SMALLEST, sizes[best])
