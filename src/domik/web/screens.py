"""Screens by name: where a style sheet says `@media (--flat)`, readers get the condition that screens.css gives it.

The syntax is that of the coming `@custom-media`, which no browser knows yet.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

GIVEN = re.compile(r"@custom-media (--[a-z]+) ([^;]+);")
ASKED = re.compile(r"\((--[a-z]+)\)(?=[^{};]*\{)")


def spelled(sheet: str) -> str:
    """A style sheet with its named screens spelled out."""
    return ASKED.sub(lambda found: screens().get(found[1], found[0]), sheet)


@cache
def screens() -> dict[str, str]:
    """What every name stands for."""
    known: dict[str, str] = {}
    for name, condition in GIVEN.findall(files("domik.web").joinpath("static/screens.css").read_text("utf-8")):
        known[name] = f"({re.sub(r'[(](--[a-z]+)[)]', lambda found: known[found[1]], condition)})"
    return known
