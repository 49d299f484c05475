"""How a game lets owners of its box correct the components: sections, their entries, and fields with their bounds.

What a field may hold is judged by the loader of the component file; bounds here only make the form convenient.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.kernel.drawing import Markup, Pen

NUMBER, NAME, WORD, WORDS = "number", "name", "word", "words"
Entry = Mapping[str, Any]  # a table of the component file


def no_fit(document: dict[str, Any]) -> None:
    """Nothing follows from what was corrected."""


@dataclass(frozen=True)
class BoxField:
    """One value of an entry: a number, a name, one word of several, or a list of such words."""

    path: tuple[str, ...]  # inside the entry; numbers of lists from 1 on
    label: Phrase
    kind: str = NUMBER
    among: tuple[str, ...] = ()
    word: Callable[[str], Phrase] = Phrase  # how a word is called
    draw_word: Callable[[Pen, str], Markup] | None = None
    least: int = 0
    most: int = 30
    group: Phrase | None = None  # what it belongs to, such as one half of a tile


@dataclass(frozen=True)
class BoxSection:
    """A list or a table of the component file; a table is an entry by itself."""

    key: str
    label: Phrase
    entry_label: Callable[[Entry, int], Phrase]  # the entry and its number from 1 on
    fields: Callable[[Entry], tuple[BoxField, ...]]
    draw: Callable[[Pen, Entry], Markup] | None = None
    is_needed: bool = False  # a box is complete once all entries of these sections were looked at


@dataclass(frozen=True)
class GameBoxForm:
    """All that owners can correct."""

    sections: tuple[BoxSection, ...]
    fit: Callable[[dict[str, Any]], None] = no_fit  # changes the document where one value follows from another


def named_entry(entry: Entry, number: int) -> Phrase:
    """An entry called by the name that its component has."""
    return Phrase("box.name", {}, dict(entry["name"]))
