"""Notation of Cozy Cabin moves: writing and parsing.

`b3` builds on place 3; `g`, `u`, `f` put aside with gain, upgrade, flip; `3` starts a year at place 3. The neighbour:
`g2 wood` hits seat 2, `x2 wood` (or `x2`) leaves the game, `1-5` swaps two places. In a draft `1-3` lays card 1 of the
hand, then card 3 on top.
"""

from __future__ import annotations

import re

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import NATURAL_NAMES
from domik.games.cabin.rules.reading import HAND_PAIRS, PLACE_PAIRS, decision_of, seat_of
from domik.games.cabin.rules.state import FENCE, HIT, LONG_VISIT, PLACES, SHOT
from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

ASIDE = {8: "g", 9: "u", 10: "f"}


def write(match: CabinMatch, view: View, action: int) -> str:
    number = action.bit_length() - 1
    key = decision_of(view)
    if key == "life":
        return str(number + 1)
    if key in ("draft", "fence"):
        first, second = (HAND_PAIRS if key == "draft" else PLACE_PAIRS)[number]
        return f"{first + 1}-{second + 1}"
    if number < PLACES:
        return f"b{number + 1}"
    if number in ASIDE:
        return ASIDE[number]
    if number < SHOT:
        victim, resource = divmod(number - HIT, 4)
        return f"g{victim + 1} {NATURAL_NAMES[resource]}"
    victim, resource = divmod(number - SHOT, 4)
    shot = match.parts.edges[seat_of(view, view.seat).hand & 3].shot
    return f"x{victim + 1}" if shot in (FENCE, LONG_VISIT) else f"x{victim + 1} {NATURAL_NAMES[resource]}"


def read(match: CabinMatch, view: View, text: str) -> int:
    """Parse a move for the current decision; BadNotation shows what is accepted."""
    key = decision_of(view)
    word = " ".join(text.lower().split())
    action = None
    if key == "life":
        action = read_number(word, r"([1-8])")
    elif key == "draft":
        action = read_pair(word, HAND_PAIRS)
    elif key == "fence":
        action = read_pair(word, PLACE_PAIRS)
    elif key in ("plan", "neighbour"):
        action = read_card(word) if key == "plan" else read_neighbour(word)
    if action is None:
        raise BadNotation(Phrase(f"notation.{key}", {"text": text.strip()[:40]}))
    return action


def read_number(word: str, pattern: str) -> int | None:
    """The action bit of a place from 1 to 8."""
    found = re.fullmatch(pattern, word, re.ASCII)
    return 1 << int(found.group(1)) - 1 if found else None


def read_pair(word: str, pairs: list[tuple[int, int]]) -> int | None:
    """The action bit of two numbers with a dash: their index in `pairs`."""
    found = re.fullmatch(r"([1-8]) ?[- ,] ?([1-8])", word, re.ASCII)
    if not found:
        return None
    pair = (int(found.group(1)) - 1, int(found.group(2)) - 1)
    return 1 << pairs.index(pair) if pair in pairs else None


def read_card(word: str) -> int | None:
    """Parse `b3`, `g`, `u` or `f`."""
    for number, letter in ASIDE.items():
        if word == letter:
            return 1 << number
    return read_number(word, r"b ?([1-8])")


def read_neighbour(word: str) -> int | None:
    """Parse `g2 wood`, `x2 wood`, `x2`, or one of the ways to put any card aside."""
    found = re.fullmatch(rf"([gx]) ?([1-4])(?: ?({'|'.join(NATURAL_NAMES)}))?", word, re.ASCII)
    if not found:
        return read_card(word)
    if found.group(1) == "g" and not found.group(3):
        return None
    resource = NATURAL_NAMES.index(found.group(3)) if found.group(3) else 0
    return 1 << (HIT if found.group(1) == "g" else SHOT) + 4 * (int(found.group(2)) - 1) + resource
