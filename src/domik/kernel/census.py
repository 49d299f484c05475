"""A census: what a game's components are called, for those who count how often each is taken and what it is worth.

A game's `words.census` module has `component(match, key)`, `taken(match, view, action)`, `owned(match, view, seat)` and
`beginner(match, view)`.
"""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase

NOBODY = -1  # when nobody begins


@dataclass(frozen=True)
class Component:
    """A card, tile, room, tool or goal that can be counted: which sort of thing it is, and its name."""

    sort: str  # a word of the report: [balance.sort.*]
    name: Phrase
