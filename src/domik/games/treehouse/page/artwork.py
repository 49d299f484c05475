"""Small pictures for the page where a game is set up: one for each option (120 x 72), and the game's scene."""

from __future__ import annotations

from domik.games.treehouse.page.layout import CardFormat, art
from domik.games.treehouse.page.rooms import card, symbols, wallpapers
from domik.games.treehouse.rules.parts import COLOUR_NAMES
from domik.kernel.drawing import Markup, Pen
from domik.kernel.scene import scene_svg
from domik.web.board.element import join, tag

SMALL_CARD = CardFormat("s", 50, 36, 0, True, 8)
BUILT = (  # rooms in the scene
    (96.5, 68.0, "blue", "waves-ladder"),
    (153.5, 68.0, "yellow", "library-big"),
    (68.0, 20.0, "red", "mountain"),
    (125.0, 20.0, "purple", "clapperboard"),
    (182.0, 20.0, "green", "flower-2"),
)


def option_picture(pen: Pen, name: str) -> Markup:
    """A picture of what an edition or a variant changes."""
    return art(f"option_{name}")


def scene(pen: Pen) -> str:
    rooms = [
        tag("g", card(pen, COLOUR_NAMES.index(colour), icon, "", SMALL_CARD), transform=f"translate({x} {y})")
        for x, y, colour, icon in BUILT
    ]
    inside = join(tag("defs", wallpapers(pen), symbols(SMALL_CARD)), art("scene"), *rooms)
    return scene_svg("treehouse", inside, ("#bfe0f5", "#f3f3df"))
