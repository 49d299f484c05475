"""Where everything stands in a picture of a tree: desk, tablet, phone and a rival's small tree."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.treehouse.rules.reading import Place
from domik.kernel.drawing import Form, Pen

ROW = 5  # levels that are always in the picture; for the sixth the tree steps back (see .tree.far in look.css)


@dataclass(frozen=True, eq=False)  # one object a scene: caches ask for it often
class Shape:
    """The measures of one scene."""

    width: int
    height: int
    card_w: int
    card_h: int
    gap_x: int
    gap_y: int
    foot: int  # top of the trunk's place, level 1
    stones: int  # length of the score path
    names: bool = True

    def corner(self, place: Place) -> tuple[float, float]:
        """The top left corner of a place."""
        level, slot = place
        middle = self.width / 2 + (slot - (level - 1) / 2) * (self.card_w + self.gap_x)
        return middle - self.card_w / 2, self.foot - (level - 1) * (self.card_h + self.gap_y)

    def centre(self, place: Place) -> tuple[float, float]:
        """The middle of a place."""
        x, y = self.corner(place)
        return x + self.card_w / 2, y + self.card_h / 2


DESKTOP = Shape(1046, 540, 128, 73, 15, 24, 428, 41)
LAP = Shape(820, 652, 122, 92, 12, 22, 520, 41)
PHONE = Shape(390, 428, 68, 61, 6, 17, 338, 21, names=False)
SMALL = Shape(159, 112, 25, 17, 4, 4, 92, 0, names=False)


BY_FORM: dict[Form, Shape] = {"hand": PHONE, "low": PHONE, "lap": LAP, "desk": DESKTOP}


def shape_for(pen: Pen) -> Shape:
    """The big scene of this screen."""
    return BY_FORM[pen.form]
