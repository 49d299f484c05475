"""Lucide's icons, read from the installed package, and a few of our own in the same style."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from zipfile import ZipFile

OWN_ICONS = {  # missing in Lucide
    "log": '<ellipse cx="6" cy="12" rx="4" ry="6"/><path d="M6 6h12a4 6 0 0 1 0 12H6M6 12h.01M13 10h5M12 14h3"/>'
}
FALLBACK_ICON = "circle-question-mark"  # for unknown names


@cache
def lucide_archive() -> ZipFile:
    """The package's archive, with one SVG per icon."""
    return ZipFile(BytesIO(files("lucide").joinpath("lucide.zip").read_bytes()))


@cache
def icon_names() -> frozenset[str]:
    return frozenset(name.removesuffix(".svg") for name in lucide_archive().namelist())


@lru_cache(maxsize=256)
def icon_paths(name: str) -> str:
    """An icon's paths, without the <svg> around them."""
    if name in OWN_ICONS:
        return OWN_ICONS[name]
    svg = lucide_archive().read(f"{name if name in icon_names() else FALLBACK_ICON}.svg").decode()
    found = re.search(r"<svg[^>]*>(.*)</svg>", svg, re.DOTALL)
    inside = re.sub(r"\s+", " ", found.group(1)).strip() if found else ""
    return re.sub(r" ?/> ?", "/>", inside)
