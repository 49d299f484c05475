"""Small pictures for the page where a game is set up: one for each option (120 x 72), and the game's scene."""

from __future__ import annotations

import random

from domik.games.treehouse.page.picture_layout import BoardLayout, balance, boughs, fork, trunk
from domik.games.treehouse.page.picture_room import CardFormat, card, symbols, wallpapers
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.kernel.drawing import Pen
from domik.kernel.scene import SUN, H, W, cloud, hill, pine, scene_svg

# ruff: noqa: E501  outlines read better unbroken


def sky(colour: str) -> str:
    """The background of an option's picture."""
    return f'<rect width="120" height="72" fill="var(--{colour}-pale)"/>'


def tree(fill: str) -> str:
    return (
        '<path d="M0 62Q60 52 120 62V72H0Z" fill="var(--hill-2)"/><path d="M56 62V40h8v22Z" fill="var(--bark)"/>'
        f'<g fill="var(--{fill})"><circle cx="60" cy="28" r="22"/><circle cx="40" cy="36" r="13"/><circle cx="80" cy="36" r="13"/></g>'
    )


def change_card(x: int, y: int, sign: str, colour: str, turn: int) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect x="-13" y="-17" width="26" height="34" rx="5" fill="#fffdf8" stroke="{colour}" stroke-width="2.5"/>'
        f'<text class="label" y="1" style="font-size:13px" fill="{colour}">{sign}</text></g>'
    )


def mark(pen: Pen, colour: str, x: int, y: int, scale: float) -> str:
    return (
        f'<g transform="translate({x} {y}) scale({scale})"><path d="{pen.mark_path(colour)}" fill="var(--{colour})"'
        f' stroke="var(--{colour}-deep)" stroke-width="2" stroke-linejoin="round"/></g>'
    )


def marks(pen: Pen, scale: float, *places: tuple[str, int, int]) -> str:
    return "".join(mark(pen, colour, x, y, scale) for colour, x, y in places)


TICK = '<path d="M44 54l8 7l18-16" fill="none" stroke="var(--good)" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>'
NEST = (
    '<path d="M12 16Q60 8 112 20" stroke="#8a6040" stroke-width="6" stroke-linecap="round" fill="none"/><path d="M60 13v10" stroke="#5d3d26" stroke-width="2"/>'
    '<path d="M46 34h28v26h-28Z" fill="#d6a673" stroke="#7c5230" stroke-width="2"/><path d="M42 36L60 21L78 36Z" fill="#b0491a" stroke="#7c3210" stroke-width="2" stroke-linejoin="round"/>'
    '<circle cx="60" cy="45" r="6" fill="#5d3d26"/><text class="label" x="98" y="46" style="font-size:15px" fill="var(--red-deep)">−1</text>'
)
TASK_SHEET = (
    '<g transform="translate(60 36) rotate(-6)"><rect x="-36" y="-25" width="72" height="50" rx="7" fill="#fffdf8" stroke="#123f6b" stroke-width="2.5"/>'
    '<path d="M0-25V25" stroke="#d8ccb8" stroke-width="2" stroke-dasharray="4 3"/></g>'
)


def option_picture(pen: Pen, name: str) -> str:
    """A picture of what an edition or a variant changes."""
    if name == "original":
        return sky("blue") + tree("leaf") + marks(pen, 0.7, ("red", 32, 26), ("yellow", 51, 14), ("green", 70, 26))
    if name == "nk":
        cards = change_card(22, 34, "×2", "#20551c", -8) + change_card(98, 34, "×0", "#55330f", 8)
        return sky("purple") + tree("leaf-light") + cards + mark(pen, "purple", 51, 14, 0.7)
    if name == "young":
        return sky("yellow") + marks(pen, 1.15, ("red", 18, 18), ("blue", 47, 18), ("green", 76, 18)) + TICK
    if name == "birdhouse":
        return sky("green") + NEST
    if name == "secret_tasks":
        reds = marks(pen, 0.55, ("red", 33, 16), ("red", 42, 30), ("red", 27, 32))
        return sky("blue") + TASK_SHEET + reds + marks(pen, 0.55, ("blue", 68, 24), ("blue", 82, 22), ("green", 76, 37))
    first = change_card(28, 38, "×2", "#2f6d33", -12) + change_card(50, 35, "×0", "#55330f", -4)
    return sky("red") + first + change_card(72, 35, "▲", "#7d211a", 4) + change_card(94, 38, "▼", "#123f6b", 12)


# ruff: noqa: E501  markup and outlines read better unbroken


SMALL_TREE = BoardLayout(W, H, 50, 36, 7, 12, 116, 0, names=False)
SMALL_CARD = CardFormat("s", 50, 36, 0, True, 8)
BUILT = (
    ((2, 0), "blue", "waves-ladder"),
    ((2, 1), "yellow", "library-big"),
    ((3, 0), "red", "mountain"),
    ((3, 1), "purple", "clapperboard"),
    ((3, 2), "green", "flower-2"),
)


def scene(pen: Pen) -> str:
    rng = random.Random(2)
    leaves = "".join(
        f'<circle cx="{W / 2 + rng.uniform(-98, 98):.0f}" cy="{rng.uniform(-6, 66):.0f}" r="{rng.uniform(26, 38):.0f}" fill="var(--leaf{tone})"/>'
        for tone in ("-deep", "", "")
        for _ in range(9)
    )
    rooms = "".join(
        f'<g transform="translate({SMALL_TREE.corner(place)[0]:.1f} {SMALL_TREE.corner(place)[1]:.1f})">{card(pen, COLOUR_NAMES.index(colour), icon, "", SMALL_CARD)}</g>'
        for place, colour, icon in BUILT
    )
    rungs = "".join(f"M{W / 2 + 47 + k * 0.5} {115 + k * 8}h11" for k in range(6))
    ladder = f'<path d="M{W / 2 + 46} 106l3 52M{W / 2 + 56} 106l3 52{rungs}" stroke="#7c5230" stroke-width="1.8"/>'
    inside = (
        f'<defs>{wallpapers(pen)}{symbols(SMALL_CARD)}</defs><circle cx="262" cy="-8" r="34" fill="{SUN}" opacity=".3"/><circle cx="262" cy="-8" r="19" fill="{SUN}"/>'
        + cloud(18, 60, 0.62)
        + hill(136, 26, "#bcd9a2")
        + "".join(pine(x, y, s, "#7aa862") for x, y, s in ((30, 142, 0.62), (54, 144, 0.48), (272, 144, 0.6)))
        + hill(152, 14, "#93bd75")
        + leaves
        + ladder
        + "".join(boughs(SMALL_TREE, place, True, True, 6) for place, _, _ in BUILT[:2])
        + trunk(SMALL_TREE)
        + fork(SMALL_TREE, True, True)
        + balance(pen, SMALL_TREE, 0, 0, "squirrel").replace(' data-key="marker-0"', "")
        + rooms
    )
    return scene_svg("treehouse", inside, ("#bfe0f5", "#f3f3df"))
