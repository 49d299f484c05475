"""The drawing protocol: a view becomes cells with stable ids, and every legal action a path of things to click.

A game's `drawing.draw(match, view, pen, players)` gives one Drawing. Its areas are the skeleton of the page: they
hold an empty element for every cell and change only with the table, the language and the size of the screen. Its cells
are what is inside those elements now. The server sends an area once and afterwards only the cells that changed; one
script for all games lights up what can be clicked by the paths. Ids must not betray a face-down card.

Symbols, patterns and gradients that cells refer to by id come from the module's `pictures(pen)`, where it has one: the
same for every table, language and screen, so that browsers keep them as a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from domik.kernel.phrase import Phrase

OTHER_WAY = 64  # added to an action's number: another path to the same action


@dataclass(frozen=True)
class Player:
    """What the page shows of a seat besides the game itself."""

    name: str
    animal: str = "squirrel"  # a Lucide icon: never colour alone
    is_bot: bool = False
    is_present: bool = True


class Pen(Protocol):
    """What a drawing draws with: the reader's language and screen, icons, colour marks, faces, and text that fits.

    There is one pen for each language, screen and game, so that drawings cache their leaves by it.
    """

    language: str
    phone: bool

    def __hash__(self) -> int: ...

    def say(self, phrase: Phrase) -> str:
        """The phrase in the reader's language, escaped for markup."""
        ...

    def escape(self, text: str) -> str:
        """A name that people typed, safe inside markup."""
        ...

    def icon(self, name: str, size: float = 18, width: float = 2) -> str:
        """A Lucide icon as an <svg> of its own, for running HTML."""
        ...

    def glyph(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        colour: str = "currentColor",
        width: float = 2,
        fill: str = "none",
    ) -> str:
        """A Lucide icon inside an SVG, its top left corner at x, y."""
        ...

    def label(self, text: str, x: float, y: float, width: float, size: float, colour: str, weight: int = 800) -> str:
        """SVG text centred on x, y in one or two lines, never wider than `width`."""
        ...

    def lines(self, text: str, width: float, size: float) -> int:
        """How many lines a label of this text takes."""
        ...

    def mark(self, colour: str, x: float, y: float, size: float) -> str:
        """A room colour's own shape inside an SVG: colour is never the only sign."""
        ...

    def mark_path(self, colour: str) -> str:
        """The bare outline of that shape on a 24 x 24 grid."""
        ...

    def mark_icon(self, colour: str, size: float = 18) -> str:
        """A colour's own shape for running HTML."""
        ...

    def face(self, seat: int, animal: str, size: float = 30) -> str:
        """A seat's animal on the seat's colour, for running HTML."""
        ...

    def who(self, seat: int, player: Player, size: float, signs: str = "") -> str:
        """A face and a name with other signs behind it; bots and empty chairs say so."""
        ...

    def points(self, n: int) -> str:
        """A big number and what it counts."""
        ...

    def state(self, kind: str, icon: str, words: Phrase) -> str:
        """A small tag: what a seat is doing."""
        ...

    def standing(
        self, scores: tuple[int, ...], winners: int, players: tuple[Player, ...], said: tuple[str, ...]
    ) -> str:
        """The end: everybody by points, the winners first and with a cup; `said` is the markup of their points."""
        ...


@dataclass(frozen=True)
class Refusal:
    """Why something that could be clicked does nothing now."""

    clause: str
    reason: Phrase


@dataclass
class Drawing:
    """One viewer's table."""

    areas: dict[str, str] = field(default_factory=dict)  # "ribbon", "own", "hand", "side": skeleton markup
    cells: dict[str, str] = field(default_factory=dict)  # element id -> the markup inside it now
    paths: dict[int, tuple[str, ...]] = field(default_factory=dict)  # action number -> element ids, in clicking order
    # (number + OTHER_WAY: the same action by clicking in another order)
    refusals: dict[str, Refusal] = field(default_factory=dict)  # element id -> why not
    # Things that move have data-key="..." in their markup: the same key before and after is animated.
