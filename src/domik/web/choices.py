"""Pictures of what can be chosen before a game: the game's own, or a few icons on its colour."""

from __future__ import annotations

from domik.kernel.title import Title
from domik.web.pen import Pen, icon

PLAIN = ("yellow", ("dices",))
STEP = 36
WHOLE = "xMidYMid slice"


def choice_picture(title: Title, pen: Pen, name: str) -> str:
    """The picture of an option's value, or of a flag."""
    module = title.module("page.choices") if title.has("page.choices") else None
    if module is not None and hasattr(module, "picture"):
        inside: str = module.picture(pen, name)
    else:
        inside = emblem(*getattr(module, "EMBLEMS", {}).get(name, PLAIN))
    return f'<svg class="opt-art" viewBox="0 0 120 72" preserveAspectRatio="{WHOLE}" aria-hidden="true">{inside}</svg>'


def emblem(colour: str, icons: tuple[str, ...]) -> str:
    """Icons in a row; the one in the middle is smaller where there are three, for it says how they go together."""
    found = f'<rect width="120" height="72" fill="var(--{colour}-pale)"/>'
    left = 60 - STEP * (len(icons) - 1) / 2
    for number, name in enumerate(icons):
        size = 20 if len(icons) == 3 and number == 1 else 32
        x = left + STEP * number - size / 2
        at = f"translate({x:g} {36 - size / 2:g})"
        found += f'<g transform="{at}" color="var(--{colour}-deep)">{icon(name, size, 1.8)}</g>'
    return found
