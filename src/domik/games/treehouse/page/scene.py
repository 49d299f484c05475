"""Treehouse on the home page: a little tree with five rooms, drawn with the game's own pictures."""

# ruff: noqa: E501  markup and outlines read better unbroken

from __future__ import annotations

import random

from domik.games.treehouse.page.picture_room import Format, card, symbols, wallpapers
from domik.games.treehouse.page.picture_shape import Shape
from domik.games.treehouse.page.picture_tree import balance, boughs, fork, trunk
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.kernel.drawing import Pen
from domik.kernel.scene import SUN, H, W, cloud, framed, hill, pine

SMALL_TREE = Shape(W, H, 50, 36, 7, 12, 116, 0, names=False)
SMALL_CARD = Format("s", 50, 36, 0, True, 8)
BUILT = (
    ((2, 0), "blue", "waves-ladder"),
    ((2, 1), "yellow", "library-big"),
    ((3, 0), "red", "mountain"),
    ((3, 1), "purple", "clapperboard"),
    ((3, 2), "green", "flower-2"),
)


def scene(pen: Pen) -> str:
    """A little tree with five rooms, a sun, a ladder."""
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
    return framed("treehouse", inside, ("#bfe0f5", "#f3f3df"))
