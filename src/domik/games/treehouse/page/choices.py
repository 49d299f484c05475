"""Small pictures of what can be chosen before a game, 120 x 72: they show what changes."""

# ruff: noqa: E501  outlines read better unbroken

from __future__ import annotations

from domik.kernel.drawing import Pen


def sky(colour: str) -> str:
    """The ground of a picture."""
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/>'


def tree(fill: str) -> str:
    """A tree on a hill."""
    return (
        '<path d="M0 62Q60 52 120 62V72H0Z" fill="var(--hill-2)"/><path d="M56 62V40h8v22Z" fill="var(--bark)"/>'
        f'<g fill="var(--{fill})"><circle cx="60" cy="28" r="22"/><circle cx="40" cy="36" r="13"/><circle cx="80" cy="36" r="13"/></g>'
    )


def card(x: int, y: int, sign: str, colour: str, turn: int) -> str:
    """A scoring-change card."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect x="-13" y="-17" width="26" height="34" rx="5" fill="#fffdf8" stroke="{colour}" stroke-width="2.5"/>'
        f'<text class="label" y="1" style="font-size:13px" fill="{colour}">{sign}</text></g>'
    )


def mark(pen: Pen, colour: str, x: int, y: int, scale: float) -> str:
    """A colour's mark."""
    return (
        f'<g transform="translate({x} {y}) scale({scale})"><path d="{pen.mark_path(colour)}" fill="var(--{colour})"'
        f' stroke="var(--{colour}-deep)" stroke-width="2" stroke-linejoin="round"/></g>'
    )


def marks(pen: Pen, scale: float, *places: tuple[str, int, int]) -> str:
    """Several of them."""
    return "".join(mark(pen, colour, x, y, scale) for colour, x, y in places)


TICK = '<path d="M44 54l8 7l18-16" fill="none" stroke="var(--good)" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>'
NEST = (
    '<path d="M12 16Q60 8 112 20" stroke="#8a6040" stroke-width="6" stroke-linecap="round" fill="none"/><path d="M60 13v10" stroke="#5d3d26" stroke-width="2"/>'
    '<path d="M46 34h28v26h-28Z" fill="#d6a673" stroke="#7c5230" stroke-width="2"/><path d="M42 36L60 21L78 36Z" fill="#b0491a" stroke="#7c3210" stroke-width="2" stroke-linejoin="round"/>'
    '<circle cx="60" cy="45" r="6" fill="#5d3d26"/><text class="label" x="98" y="46" style="font-size:15px" fill="var(--red-deep)">−1</text>'
)
SHEET = (
    '<g transform="translate(60 36) rotate(-6)"><rect x="-36" y="-25" width="72" height="50" rx="7" fill="#fffdf8" stroke="#123f6b" stroke-width="2.5"/>'
    '<path d="M0-25V25" stroke="#d8ccb8" stroke-width="2" stroke-dasharray="4 3"/></g>'
)


def picture(pen: Pen, name: str) -> str:
    """What an edition or a variant changes, at a glance."""
    if name == "original":
        return sky("blue") + tree("leaf") + marks(pen, 0.7, ("red", 32, 26), ("yellow", 51, 14), ("green", 70, 26))
    if name == "nk":
        cards = card(22, 34, "×2", "#20551c", -8) + card(98, 34, "×0", "#55330f", 8)
        return sky("purple") + tree("leaf-light") + cards + mark(pen, "purple", 51, 14, 0.7)
    if name == "young":
        return sky("yellow") + marks(pen, 1.15, ("red", 18, 18), ("blue", 47, 18), ("green", 76, 18)) + TICK
    if name == "birdhouse":
        return sky("green") + NEST
    if name == "secret_tasks":
        reds = marks(pen, 0.55, ("red", 33, 16), ("red", 42, 30), ("red", 27, 32))
        return sky("blue") + SHEET + reds + marks(pen, 0.55, ("blue", 68, 24), ("blue", 82, 22), ("green", 76, 37))
    first = card(28, 38, "×2", "#2f6d33", -12) + card(50, 35, "×0", "#55330f", -4)
    return sky("red") + first + card(72, 35, "▲", "#7d211a", 4) + card(94, 38, "▼", "#123f6b", 12)
