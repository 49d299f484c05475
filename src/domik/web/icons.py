"""Lucide's icons, read once from the package that carries them."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from zipfile import ZipFile

PLAIN = "circle-question-mark"  # what a name that Lucide does not know looks like


@cache
def lucide() -> ZipFile:
    """The package's archive, one SVG an icon."""
    return ZipFile(BytesIO(files("lucide").joinpath("lucide.zip").read_bytes()))


@cache
def names() -> frozenset[str]:
    """All icons there are."""
    return frozenset(name.removesuffix(".svg") for name in lucide().namelist())


@lru_cache(maxsize=2048)
def strokes(name: str) -> str:
    """The inside of an icon: its paths, without the <svg> around them."""
    svg = lucide().read(f"{name if name in names() else PLAIN}.svg").decode()
    found = re.search(r"<svg[^>]*>(.*)</svg>", svg, re.DOTALL)
    inside = re.sub(r"\s+", " ", found.group(1)).strip() if found else ""
    return re.sub(r" ?/> ?", "/>", inside)
