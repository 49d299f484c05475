"""Board layouts for desktop, tablet, phone and a rival's small tree, and the formats of room cards."""

from __future__ import annotations

from dataclasses import dataclass

from domik.games.treehouse.rules.reading import Place
from domik.kernel.drawing import Markup, Pen, ScreenForm
from domik.web.board.parts import read_picture

ROW = 5  # levels that are always in the picture; for the sixth the tree is scaled down (see .tree.far in look.css)


@dataclass(frozen=True, eq=False)  # compared by identity: a cache key looked up often
class BoardLayout:
    """The measures of one picture, in SVG units."""

    name: str  # of its pictures in art/: they are drawn for these measures
    width: int
    height: int
    card_w: int
    card_h: int
    gap_x: int
    gap_y: int
    foot: int  # top of the trunk's place, level 1
    stones: int  # number of stones on the score path
    names: bool = True

    def corner(self, place: Place) -> tuple[float, float]:
        """The top left corner of a place."""
        level, slot = place
        middle = self.width / 2 + (slot - (level - 1) / 2) * (self.card_w + self.gap_x)
        return middle - self.card_w / 2, self.foot - (level - 1) * (self.card_h + self.gap_y)

    def centre(self, place: Place) -> tuple[float, float]:
        x, y = self.corner(place)
        return x + self.card_w / 2, y + self.card_h / 2


DESKTOP = BoardLayout("desk", 1046, 540, 128, 73, 15, 24, 428, 41)
LAP = BoardLayout("lap", 820, 652, 122, 92, 12, 22, 520, 41)
PHONE = BoardLayout("phone", 390, 428, 68, 61, 6, 17, 338, 21, names=False)
SMALL = BoardLayout("small", 159, 112, 25, 17, 4, 4, 92, 0, names=False)
BY_FORM: dict[ScreenForm, BoardLayout] = {"hand": PHONE, "low": PHONE, "lap": LAP, "desk": DESKTOP}


def layout_for(pen: Pen) -> BoardLayout:
    """The layout of the big board for the reader's screen."""
    return BY_FORM[pen.form]


def art(name: str) -> Markup:
    """A picture of the folder art/."""
    return read_picture("domik.games.treehouse.page", name)


@dataclass(frozen=True, eq=False)
class CardFormat:
    name: str  # prefix of its symbols' ids
    w: float
    h: float
    size: float  # font size of the name; 0: no name
    plank: bool
    deep: float  # depth of the awning

    def plate(self, lines: int) -> float:
        """Height of the name plate."""
        return self.size * (2.45 if lines == 2 else 1.75)


TREE_CARD = CardFormat("t", DESKTOP.card_w, DESKTOP.card_h, 11.5, True, 9)
LAP_TREE_CARD = CardFormat("l", LAP.card_w, LAP.card_h, 12, True, 10)
PHONE_TREE_CARD = CardFormat("p", PHONE.card_w, PHONE.card_h, 0, True, 9)
HAND_CARD = CardFormat("h", 112, 126, 12.5, False, 13)
PHONE_HAND_CARD = CardFormat("q", 86, 100, 11.5, False, 13)
PHONE_WIDE_CARD = CardFormat("w", 118, 74, 10.5, False, 10)  # a big hand takes two rows
TREE_CARDS = {DESKTOP: TREE_CARD, LAP: LAP_TREE_CARD, PHONE: PHONE_TREE_CARD}


def card_formats(pen: Pen) -> list[CardFormat]:
    """All formats on a page; TREE_CARD is for rivals' trees, enlarged."""
    hands = (PHONE_HAND_CARD, PHONE_WIDE_CARD) if pen.phone else (HAND_CARD,)
    return list(dict.fromkeys((TREE_CARDS[layout_for(pen)], TREE_CARD, *hands)))
