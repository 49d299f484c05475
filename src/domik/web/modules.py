"""Dependencies between script modules, so that a page can preload all that its script imports."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.resources import files

IMPORTED = re.compile(r'\bimport\b[^;"(]*"\./([a-z]+\.js)"')
OF_EVERY_PAGE = ("page.js", "dom.js")


@cache
def scripts() -> tuple[str, ...]:
    found = (path.name for path in files("domik.web").joinpath("static").iterdir())
    return tuple(sorted(name for name in found if name.endswith(".js")))


@lru_cache(maxsize=64)
def imports_of(name: str) -> tuple[str, ...]:
    """All direct and indirect imports of a module, except those that every page loads."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        text = files("domik.web").joinpath("static", waiting.pop()).read_text("utf-8")
        new = [one for one in IMPORTED.findall(text) if one not in found and one not in OF_EVERY_PAGE]
        found += new
        waiting += new
    return tuple(found)
