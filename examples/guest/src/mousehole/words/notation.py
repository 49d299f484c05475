"""Notation of moves: `2l` digs the second room of the hand on the left; `s1` takes from the shelf, `p` draws."""

from __future__ import annotations

from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.state import HAND, SHELVES

TEXTS = (
    *(f"{place + 1}{side}" for place in range(HAND) for side in "lr"),
    *(f"s{place + 1}" for place in range(SHELVES)),
    "p",
)


def write(match: MouseholeMatch, view: View, action: int) -> str:
    return TEXTS[action.bit_length() - 1]


def read(match: MouseholeMatch, view: View, text: str) -> int:
    """Parse a move; BadNotation shows what is accepted."""
    word = text.strip().lower()
    if word not in TEXTS:
        raise BadNotation(Phrase("notation.unknown", {"text": text.strip()}))
    return 1 << TEXTS.index(word)
