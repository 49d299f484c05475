"""The drawing protocol: a view becomes cells with stable ids, and every legal action a path of things to click.

A game's `drawing.draw(match, view, pen, players)` gives one Drawing. Its areas are the skeleton of the page: they
hold an empty element for every cell and change only with the table, the language and the size of the screen. Its cells
are what is inside those elements now. The server sends an area once and afterwards only the cells that changed; one
script for all games lights up what can be clicked by the paths. Ids must not betray a face-down card.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from domik.kernel.phrase import Phrase


class Pen(Protocol):
    """What a drawing draws with: the reader's language and screen, icons, and text that fits."""

    language: str
    phone: bool

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


@dataclass(frozen=True)
class Player:
    """What the page shows of a seat besides the game itself."""

    name: str
    animal: str = "squirrel"  # a Lucide icon: never colour alone
    is_bot: bool = False
    is_present: bool = True


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
    refusals: dict[str, Refusal] = field(default_factory=dict)  # element id -> why not
    # Things that move have data-key="..." in their markup: the same key before and after is animated.
