"""Dream Home moves as short text, written and parsed.

A column is its number, `3`; a cell is floor and column, `2.4` (the basement is floor 1); `x3` discards a column;
`j3` takes its room with the jackhammer; `m2-4` mixes; `d2.4` drills a room out and `3` or `3x` brings the market's
room in, face up or face down; `2.4` lays a room, `2.4x` lays it face down, `t2.4` puts the furnishing or scaffolding
there and `t-` puts it away; `c1.4` parks the car; a roof is `red` or `red+` with its window; a room of the discards is
its id; `s2.4` is a card to swap; `-` declines.
"""

from __future__ import annotations

import re

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.objections import MAY_PASS
from domik.games.dream_home.rules.reading import PAIRS, Place, bit_numbers, cell_of, discards_of, phase_name, place_of
from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

LETTERS = {"discard": "x", "hammer": "j", "park": "c", "handyman": "s", "swap": "s"}
CELL = r"([1-3])[.,]([1-5])"


def write(match: DreamHomeMatch, view: View, action: int) -> str:
    """A legal action of the view's seat as text."""
    phase = phase_name(view)
    number = action.bit_length() - 1
    if action == at.PASS:
        return "-"
    if phase in ("discard", "hammer"):
        return f"{LETTERS[phase]}{number + 1}"
    if phase == "turn":
        return write_turn(number)
    if phase == "drill":
        return f"{number + 1}" if number < at.DOWN_COLUMN else f"{number - at.DOWN_COLUMN + 1}x"
    if phase in ("lay", "deliver"):
        return write_lay(action, number)
    if phase == "roofer":
        roof = match.parts.resources[number]
        return f"{roof.id}{'+' if roof.window else ''}"
    if phase == "courier":
        return str(match.parts.rooms[number].id)
    return f"{LETTERS[phase]}{cell_text(number)}"


def cell_text(cell: int) -> str:
    """A cell as `2.4`."""
    return f"{cell // at.LEVEL + 1}.{cell % at.LEVEL + 1}"


def write_turn(number: int) -> str:
    """Format `3`, `m2-4` or `d2.4`."""
    if number < at.MIX:
        return f"{number + 1}"
    if number < at.DRILL_OUT:
        return f"m{PAIRS[number - at.MIX][0] + 1}-{PAIRS[number - at.MIX][1] + 1}"
    return f"d{cell_text(number - at.DRILL_OUT)}"


def write_lay(action: int, number: int) -> str:
    """Format `2.4`, `2.4x`, `t2.4` or `t-`."""
    if action == at.PUT_AWAY:
        return "t-"
    if number >= at.TARGET:
        return f"t{cell_text(number - at.TARGET)}"
    return cell_text(number) if number < at.DOWN else f"{cell_text(number - at.DOWN)}x"


def read(match: DreamHomeMatch, view: View, text: str) -> int:
    """Parse a move for the current phase; BadNotation shows what would be accepted."""
    phase = phase_name(view)
    word = text.strip().lower()
    number: int | None = None
    if word == "-" and phase in MAY_PASS:
        return at.PASS
    if phase in ("discard", "hammer") and (found := re.fullmatch(rf"{LETTERS[phase]}?([1-5])", word)):
        number = int(found.group(1)) - 1
    elif phase == "turn":
        number = read_turn(word)
    elif phase == "drill" and (found := re.fullmatch(r"([1-5])(x?)", word)):
        number = int(found.group(1)) - 1 + (at.DOWN_COLUMN if found.group(2) else 0)
    elif phase in ("lay", "deliver"):
        number = read_lay(word)
    elif phase == "roofer":
        number = read_roof(match, view, word)
    elif phase == "courier":
        number = next((n for n, room in enumerate(match.parts.rooms) if room.id == word), None)
    elif phase in LETTERS and (found := re.fullmatch(rf"{LETTERS[phase]}?{CELL}", word)):
        number = cell_at(found.group(1), found.group(2))
    if number is None:
        raise BadNotation(Phrase(f"notation.{phase}", {"text": text.strip()}))
    return 1 << number


def cell_at(floor: str, column: str) -> int | None:
    """The cell of a floor and a column, None outside the house."""
    place: Place = (int(floor), int(column))
    return cell_of(place) if place_of(cell_of(place)) else None


def action_number(cell: int | None, by: int) -> int | None:
    """The action number of a cell in the current phase; None without a cell."""
    return None if cell is None else cell + by


def read_turn(word: str) -> int | None:
    """Parse `3`, `m2-4` in either order, or `d2.4`."""
    if re.fullmatch(r"[1-5]", word):
        return int(word) - 1
    if found := re.fullmatch(r"m([1-5])-?([1-5])", word):
        left, right = sorted((int(found.group(1)) - 1, int(found.group(2)) - 1))
        return at.MIX + PAIRS.index((left, right)) if left != right else None
    if found := re.fullmatch(rf"d{CELL}", word):
        return action_number(cell_at(found.group(1), found.group(2)), at.DRILL_OUT)
    return None


def read_lay(word: str) -> int | None:
    """Parse `2.4`, `2.4x`, `t2.4` or `t-`."""
    if word == "t-":
        return at.PUT_AWAY.bit_length() - 1
    if found := re.fullmatch(rf"(t?){CELL}(x?)", word):
        cell = cell_at(found.group(2), found.group(3))
        if found.group(1):
            return None if found.group(4) else action_number(cell, at.TARGET)
        return action_number(cell, at.DOWN if found.group(4) else 0)
    return None


def read_roof(match: DreamHomeMatch, view: View, word: str) -> int | None:
    """Parse `red`, or `red+` with a window; the first such roof of the discards."""
    resources = match.parts.resources
    alike = [n for n, card in enumerate(resources) if card.sort == "roof" and word == card.id + "+" * card.window]
    discarded = [n for n in alike if n in bit_numbers(discards_of(view)[1])]
    return min(discarded or alike, default=None)
