"""Treehouse moves as short text, written and parsed.

A room of the hand is its colour's letter and its position in the hand, `r2`; a slot is level and position from
the left, `3.1`; the birdhouse is `h3.1`; `x` discards the room; a change card is its name; a colour is its name.
"""

from __future__ import annotations

import re

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.objections import wants_birdhouse
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES, LETTERS
from domik.games.treehouse.rules.phrases import PHASE_NAMES
from domik.games.treehouse.rules.reading import bit_at, colour_of, hand_of, phase_of, place_at
from domik.games.treehouse.rules.state import CHOOSE, DISCARD, LAY, NOTHING, PICK, PLACE, PLAIN, TAKE
from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def write(match: TreehouseMatch, view: View, action: int) -> str:
    """A legal action of the view's seat as text."""
    phase = phase_of(view)
    number = action.bit_length() - 1
    if phase == PICK:
        return f"{LETTERS[colour_of(hand_of(view)[number])]}{number + 1}"
    if phase == PLACE:
        place = place_at(action)
        if place is None:
            return "x"
        return f"{'h' if wants_birdhouse(match, view) else ''}{place[0]}.{place[1] + 1}"
    if phase == TAKE:
        return KIND_NAMES[number]
    return COLOUR_NAMES[number]


def read(match: TreehouseMatch, view: View, text: str) -> int:
    """Parse a move for the current phase; BadNotation shows what would be accepted."""
    phase = phase_of(view)
    word = text.strip().lower()
    action = None
    if phase == PICK:
        action = read_pick(view, word)
    elif phase == PLACE:
        action = read_place(word)
    elif phase == TAKE and word in KIND_NAMES[NOTHING:PLAIN]:
        action = 1 << KIND_NAMES.index(word)
    elif phase in (LAY, CHOOSE):
        action = read_colour(word)
    if action is None:
        raise BadNotation(Phrase(f"notation.{PHASE_NAMES[phase]}", {"text": text.strip()}))
    return action


def read_pick(view: View, word: str) -> int | None:
    """`r2`, or only the position in the hand."""
    found = re.fullmatch(r"([rygbpn]?)([1-6])", word)
    if not found:
        return None
    place = int(found.group(2)) - 1
    hand = hand_of(view)
    if found.group(1) and (place >= len(hand) or LETTERS[colour_of(hand[place])] != found.group(1)):
        return None
    return 1 << place


def read_place(word: str) -> int | None:
    """Parse `3.1`, `h3.1` or `x`."""
    if word == "x":
        return DISCARD
    found = re.fullmatch(r"h?([2-6])[.,]([1-6])", word)
    if not found or int(found.group(2)) > int(found.group(1)):
        return None
    return bit_at((int(found.group(1)), int(found.group(2)) - 1))


def read_colour(word: str) -> int | None:
    """Parse a colour's name or letter."""
    if word in COLOUR_NAMES:
        return 1 << COLOUR_NAMES.index(word)
    if word in LETTERS:
        return 1 << LETTERS.index(word)
    return None
