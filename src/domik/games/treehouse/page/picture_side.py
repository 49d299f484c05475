"""Markup beside the tree: rivals' small trees, colour cards with counts and worth, change cards, the secret task."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

from functools import cache, lru_cache

from domik.games.treehouse.page.picture_layout import SMALL, rings
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, SecretTask
from domik.games.treehouse.rules.phrases import colour_phrase, colour_words, kind_phrase, theme_phrase
from domik.games.treehouse.rules.reading import LEVELS
from domik.games.treehouse.rules.state import *
from domik.kernel.drawing import Pen
from domik.kernel.phrase import Phrase

SIGNS = {NOTHING: "×0", DOUBLE: "×2", PLAIN: "×1"}
ARROWS = {FEWEST: "chevrons-down", MOST: "chevrons-up"}


@lru_cache(maxsize=256)
def state(pen: Pen, key: str) -> str:
    """A tag for what a seat is doing: thinking, ready, acting, won."""
    if not key:
        return ""
    icons = {"thinking": "ellipsis", "ready": "check", "acting": "hand", "won": "trophy"}
    return pen.state(key, icons[key], Phrase(f"draw.{key}" if key in ("acting", "won") else f"sketch.{key}"))


@lru_cache(maxsize=256)
def note(pen: Pen, key: str) -> str:
    """A small remark: chooses first, passes to whom."""
    if not key:
        return ""
    icons = {"first": "flag", "gives": "arrow-left", "gets": "arrow-right", "both": "arrow-left-right"}
    return f'<small class="note">{pen.icon(icons[key], 12)}{pen.say(Phrase(f"draw.{key}"))}</small>'


@lru_cache(maxsize=256)
def change(pen: Pen, kind: int, worth: tuple[int, int], big: bool = False) -> str:
    """A change card's sign: a number, and arrows for `most` and `fewest`; never colour alone."""
    sign = SIGNS.get(kind) or (f"+{worth[1]}" if kind == FEWEST else f"×{worth[0]}")
    arrow = pen.icon(ARROWS[kind], 22 if big else 12, 3) if kind in ARROWS else ""
    return f'<i class="tag {KIND_NAMES[kind]}" title="{pen.say(kind_phrase(kind))}">{arrow}{sign}</i>'


@lru_cache(maxsize=1024)
def colour_card(
    pen: Pen,
    colour: int,
    counts: tuple[int, ...],
    laid: tuple[int, ...],
    now: int,
    plain: int,
    worth: tuple[int, int],
) -> str:
    """Rooms of a colour by seat (a sole leader is highlighted, TH-50), and its worth by round."""
    hue = COLOUR_NAMES[colour]
    most = max(counts)
    alone = counts.count(most) == 1
    cells = "".join(
        f'<span class="seat-{seat}{" lead" if alone and n == most else ""}">{n}</span>' for seat, n in enumerate(counts)
    )
    rounds = ""
    for k, kind in enumerate(laid):
        if kind:
            rounds += change(pen, kind, worth)
        elif k < now:
            rounds += f'<i class="tag plain">{"×1" if plain else "×0"}</i>'
        else:
            rounds += f'<i class="tag {"next" if k == now else "later"}"></i>'
    words = pen.say(Phrase("draw.colour_card", {**colour_words(colour)}))
    return (
        f'<div class="colour c-{hue}" role="group" aria-label="{words}"><div class="theme">{pen.mark_icon(hue, 17)}<b>{pen.say(theme_phrase(colour))}</b></div>'
        f'<div class="counts">{cells}</div><div class="was">{rounds}</div></div>'
    )


@lru_cache(maxsize=256)
def pool(pen: Pen, key: str, kinds: tuple[int, ...], worth: tuple[int, int]) -> str:
    """A text and the change cards to come, if any."""
    cards = "".join(change(pen, kind, worth) for kind in kinds)
    return f"<span>{pen.say(Phrase(key))}</span>{cards}"


@cache
def small_trunk() -> str:
    """A rival's tree without rooms: crown and trunk."""
    x = SMALL.width / 2
    y, height = SMALL.foot, SMALL.height
    leaves = rings(
        [
            (*lowered_point(SMALL.centre((level, slot))), 17 if level > 2 else 13)
            for level in range(2, 5)
            for slot in range(level)
        ]
    )
    return (
        f'<path d="{leaves}" fill="var(--leaf)" opacity=".42"/>'
        f'<path d="M{x - 13:g} {height}Q{x - 6:g} {height - 6} {x - 6:g} {y + 2}H{x + 6:g}Q{x + 6:g} {height - 6} {x + 13:g} {height}Z" class="bark"/>'
    )


def lowered_point(point: tuple[float, float]) -> tuple[float, float]:
    return point[0], point[1] + 1


@lru_cache(maxsize=256)
def small_twigs(level: int, slot: int) -> str:
    """Two twigs from a card of a rival's tree to the places above it."""
    if level >= LEVELS:
        return ""
    x, y = SMALL.centre((level, slot))
    ends = (SMALL.centre((level + 1, above)) for above in (slot, slot + 1))
    lines = "".join(f"M{x:.1f} {y - 2:.1f}L{a:.1f} {b + 8:.1f}" for a, b in ends)
    return f'<path d="{lines}" stroke="var(--bark)" stroke-width="{max(1.2, 5.5 - level):g}" stroke-linecap="round"/>'


@lru_cache(maxsize=256)
def small_balance(lean: int) -> str:
    x, y = SMALL.width / 2, SMALL.foot + SMALL.card_h * 0.62
    return "".join(
        f'<circle cx="{x + 7 * k:g}" cy="{y:.1f}" r="{3.8 if k == lean else 2}" fill="{"var(--card)" if k == lean else "var(--bark-deep)"}" stroke="var(--bark-deep)" stroke-width="1.2"/>'
        for k in (-1, 0, 1)
    )


@lru_cache(maxsize=256)
def task_card(pen: Pen, task: SecretTask, done: tuple[bool, bool]) -> str:
    """The secret task: a row and a triangle of colours, their points, and whether they are complete (TH-62)."""
    out = []
    for key, pattern, stands in (("row", task.row, done[0]), ("triangle", task.triangle, done[1])):
        places = ((0, 4), (19, 4), (38, 4)) if key == "row" else ((19, 0), (9.5, 17), (28.5, 17))
        marks = "".join(
            f'<rect x="{x}" y="{y}" width="17" height="14.5" rx="3.5" fill="var(--{hue}-pale)" stroke="var(--{hue})" stroke-width="1.5"/>{pen.mark(hue, x + 4, y + 2.7, 9)}'
            for (x, y), hue in zip(places, (COLOUR_NAMES[c] for c in pattern.colours), strict=True)
        )
        args = {name: colour_phrase(c) for name, c in zip(("first", "second", "third"), pattern.colours, strict=True)}
        words = pen.say(Phrase(f"draw.{key}", {**args, "n": pattern.points}))
        high = 23 if key == "row" else 33
        out.append(
            f'<div class="pattern{" done" if stands else ""}" role="img" aria-label="{words}"><svg width="57" height="{high}" viewBox="-1 -1 57 {high}" aria-hidden="true">{marks}</svg>'
            f"<b>+{pattern.points}</b>{pen.icon('check', 14, 3) if stands else ''}</div>"
        )
    return (
        f'<div class="task"><small>{pen.icon("eye-off", 12)}{pen.say(Phrase("draw.task"))}</small>{"".join(out)}</div>'
    )
