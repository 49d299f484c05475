"""A die of the cabin."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import lru_cache

from domik.games.cabin.page.moment import Key
from domik.games.cabin.page.picture_card import resource_icon, resource_name
from domik.games.cabin.rules.resources import RESOURCE_NAMES
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

PIPS: tuple[Key, ...] = ((), (4,), (2, 6), (2, 4, 6), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))


@lru_cache(maxsize=4096)
def die_cell(pen: Pen, die: int, value: int, after: int, need: bool) -> str:
    """A die with pips, picture, number and name; an empty socket at 0; a flag at 6; the value after building beside it."""
    dots = "".join(f'<circle cx="{12 + 12 * (p % 3)}" cy="{12 + 12 * (p // 3)}" r="4"/>' for p in PIPS[value])
    cube = f'<svg class="cube" viewBox="0 0 48 52" aria-hidden="true"><rect class="under" x="1" y="5" width="46" height="46" rx="11"/><rect class="face-up" x="1" y="1" width="46" height="46" rx="11"/>{dots}</svg>'
    shape = cube if value else f'<span class="socket">{resource_icon(pen, die, 20)}</span>'
    change = f'<small class="will">{pen.icon("arrow-right", 11)}{after}</small>' if after != value else ""
    flag = f'<span class="flag">{pen.icon("hammer", 12)}{pen.say(Phrase("draw.need"))}</span>' if need else ""
    name = resource_name(pen, die)
    state = " six" if need else "" if value else " none"
    return f'<div class="die r-{RESOURCE_NAMES[die]}{state}" id="die-{RESOURCE_NAMES[die]}">{flag}{shape}<span class="num"><b>{value}</b>{change}</span><span class="what">{resource_icon(pen, die, 13)}<span>{name}</span></span></div>'
