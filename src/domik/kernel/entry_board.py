"""How a game lets people enter a real table: steps, places, and what can lie at the place that is asked for.

The ring says where, the choices say what: one tap fills the place with the ring, and the ring moves on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from domik.kernel.drawing import NO_MARKUP, Markup
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.kernel.drawing import Pen
    from domik.kernel.entering import EnteredTable

MatchT = TypeVar("MatchT", contravariant=True)


@dataclass(frozen=True)
class EntryStep:
    """One part of a table: places in rows ("" is a gap) in the order in which one looks at them."""

    name: str
    label: Phrase
    rows: tuple[tuple[str, ...], ...] = ()
    is_table: bool = False  # belongs to nobody, and is asked once for all
    numbers: tuple[str, ...] = ()  # numbers that are asked of every seat here
    for_pictures: bool = False  # of the table: asked only where somebody is counted by picture
    waits: bool = False  # stays when all places are known, because what lies there can still be changed by a tap

    def place_keys(self) -> tuple[str, ...]:
        return tuple(key for row in self.rows for key in row if key)


@dataclass(frozen=True)
class EntryChoice:
    """Something that can be tapped: it puts `value` at `key` ("" is the ring), or narrows the choices."""

    label: Phrase
    value: str = ""  # "" takes away what lies at `key`
    picture: Markup = NO_MARKUP
    key: str = ""
    narrows: str = ""
    left: int | None = None  # how many the box still has
    is_on: bool = False


@dataclass(frozen=True)
class RealSetup(Generic[MatchT]):
    """How a real table is set up, and what its score sheet has."""

    clauses: tuple[str, ...]  # of the rules that say how
    box: Callable[[MatchT], tuple[tuple[Phrase, int], ...]]  # what to take out of the box, and how many
    sheet: Callable[[MatchT], tuple[tuple[Phrase, str], ...]]  # the rows of a score sheet, each with its clause
    deck: Callable[[MatchT, str], tuple[str, ...]] | None = None  # a shuffled deck of a seed, as `held_card` shows it


def as_drawn(match: object, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    """Nothing in place of what the board shows."""
    return NO_MARKUP


def no_picture(match: object, pen: Pen, key: str) -> Markup:
    """Words alone."""
    return NO_MARKUP


@dataclass(frozen=True)
class PlacesOnBoard(Generic[MatchT]):
    """The places of a step as they lie on the board that the game draws for its players."""

    prefix: str  # of the ids of their elements: `at-` and `3.1` are `at-3-1`
    size: tuple[float, float] | None = None  # of a place in the board's units; None where its element has a size
    # What stands there where the board would show more than was entered; NO_MARKUP for what the board shows
    draw: Callable[[MatchT, Pen, EnteredTable, int, str], Markup] = as_drawn

    def id(self, key: str) -> str:
        return self.prefix + key.replace(".", "-")


@dataclass(frozen=True)
class GameEntryBoard(Generic[MatchT]):
    """The parts of a game's table as they are entered on a page; `int` is a seat, or TABLE."""

    steps: Callable[[MatchT], tuple[EntryStep, ...]]
    ring: Callable[[MatchT, EnteredTable, int, EntryStep, str], str]  # the next key after one; "" when all are known
    place_name: Callable[[MatchT, str], Phrase]
    lies_there: Callable[[MatchT, EnteredTable, int, str], Phrase | None]
    draw_place: Callable[[MatchT, Pen, EnteredTable, int, str], Markup]
    # seat, step, ring, what the choices were narrowed to
    choices: Callable[[MatchT, Pen, EnteredTable, int, EntryStep, str, str], tuple[EntryChoice, ...]]
    # A tap on a place while the choices are narrowed: entries to make, and what they are narrowed to then
    tap_place: Callable[[MatchT, EnteredTable, int, str, str], tuple[Mapping[str, str], str]] | None = None
    # "What would be best?": what a player may hold, narrowed or not, and one held card with its picture
    held_choices: Callable[[MatchT, Pen, EnteredTable, int, str], tuple[EntryChoice, ...]] | None = None
    held_card: Callable[[MatchT, Pen, str], tuple[Phrase, Markup]] | None = None
    secret_keys: tuple[str, ...] = ()  # entries that nobody else may know before all are in
    setup: RealSetup[MatchT] | None = None
    on_board: PlacesOnBoard[MatchT] | None = None  # where the places lie on the game's own board
    number_picture: Callable[[MatchT, Pen, str], Markup] = no_picture  # beside what is asked by numbers
    long_numbers: tuple[str, ...] = ()  # what often has two digits; of all others the first digit is the number
    # What the engine did for a seat that is done, with its clause; None where there is nothing to say
    told: Callable[[MatchT, EnteredTable, int], tuple[Phrase, str] | None] | None = None
    numbers_first: bool = False  # where the faces of most cards are our reconstruction, people begin with numbers


def next_open(keys: tuple[str, ...], entries: Mapping[str, str], after: str) -> str:
    """The first key without an entry after one, or from the beginning; "" when there is none."""
    start = keys.index(after) + 1 if after in keys else 0
    return next((key for key in (*keys[start:], *keys[:start]) if key not in entries), "")
