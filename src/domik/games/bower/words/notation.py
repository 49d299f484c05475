"""Notation of Bower moves: writing and parsing.

A tile is its id, `n05`; a tile and its turn `n05>`: the arrow points from half a to half b, `^` away from the board and
`v` towards it; a cell is column and row, `4.2`; a bonus tile is its id; `use` and `decline`; a goal is its column, `3`;
the X goes to `own 4.2` or `foe 4.2` and then to an ornament, `red_feather`; the branch is `2.2-4.2`.
"""

from __future__ import annotations

import re

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.parts import BONUS_NAMES, KIND_NAMES, Parts
from domik.games.bower.rules.reading import (
    ARROWS,
    Cell,
    branch_ends,
    cell_at,
    cell_number,
    choosable_tiles,
    hand_of,
    phase_of,
    row_tiles,
)
from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

PHASE_NAMES = (
    "draft", "take", "choose", "place", "bonus", "use", "scout", "mark", "mark_kind", "set", "join",
    "cover_turn", "cover_place", "give", "lose", "over",
)  # fmt: skip
USES = ("use", "decline")


def write(match: BowerMatch, view: View, action: int) -> str:
    phase = phase_of(view)
    number = action.bit_length() - 1
    parts: Parts = match.parts
    if phase in (at.DRAFT, at.TAKE, at.GIVE):
        tile = row_tiles(view)[number]
        assert tile is not None
        return parts.tiles[tile].id
    if phase == at.CHOOSE:
        return f"{parts.tiles[choosable_tiles(view)[number // at.TURNS]].id}{ARROWS[number % at.TURNS]}"
    if phase == at.BONUS:
        return BONUS_NAMES[number]
    if phase == at.USE:
        return USES[number]
    if phase == at.SCOUT:
        return str(number + 1)
    if phase == at.MARK:
        return f"{'own' if number // at.CELLS == view.seat else 'foe'} {cell_text(cell_at(number % at.CELLS))}"
    if phase == at.MARK_KIND:
        return KIND_NAMES[number]
    if phase == at.JOIN:
        return "-".join(cell_text(end) for end in branch_ends(parts, number))
    if phase == at.COVER_TURN:
        return ARROWS[number]
    if phase == at.LOSE:
        return parts.tiles[hand_of(view)[number]].id
    return cell_text(cell_at(number))


def cell_text(cell: Cell) -> str:
    return f"{cell[0]}.{cell[1]}"


def read(match: BowerMatch, view: View, text: str) -> int:
    """Parse a move for the current phase; BadNotation shows what is accepted."""
    phase = phase_of(view)
    number = read_number(match, view, phase, " ".join(text.lower().split()))
    if number is None:
        raise BadNotation(Phrase(f"notation.{PHASE_NAMES[phase]}", {"text": text.strip()[:40]}))
    return 1 << number


def read_number(match: BowerMatch, view: View, phase: int, word: str) -> int | None:
    """The action number that a word stands for; None if it cannot be parsed."""
    if phase in (at.DRAFT, at.TAKE, at.GIVE):
        return read_tile(match.parts, row_tiles(view), word)
    if phase == at.CHOOSE and word and word[-1] in ARROWS:
        place = read_tile(match.parts, list(choosable_tiles(view)), word[:-1].strip())
        return None if place is None else at.TURNS * place + ARROWS.index(word[-1])
    if phase == at.BONUS:
        return BONUS_NAMES.index(word) if word in BONUS_NAMES else None
    if phase == at.USE:
        return USES.index(word) if word in USES else None
    if phase == at.SCOUT:
        return int(word) - 1 if re.fullmatch("[1-6]", word) else None
    if phase == at.MARK:
        return read_mark(view, word)
    if phase == at.MARK_KIND:
        return KIND_NAMES.index(word) if word in KIND_NAMES[: at.MARKABLE] else None
    if phase == at.JOIN:
        return read_branch(match.parts, word)
    if phase == at.COVER_TURN:
        return ARROWS.index(word) if word in ARROWS else None
    if phase == at.LOSE:
        return read_tile(match.parts, list(hand_of(view)), word)
    return read_cell(word) if phase in (at.PLACE, at.SET, at.COVER_PLACE) else None


def read_tile(parts: Parts, tiles: list[int | None], word: str) -> int | None:
    """The index of a tile named by its id, or by its position counted from 1."""
    for place, tile in enumerate(tiles):
        if tile is not None and parts.tiles[tile].id.lower() == word:
            return place
    if re.fullmatch("[1-9]", word) and int(word) <= len(tiles):
        return int(word) - 1
    return None


def read_cell(word: str) -> int | None:
    """Parse `4.2`."""
    found = re.fullmatch(r"([1-6])[.,]([1-5])", word)
    return cell_number((int(found.group(1)), int(found.group(2)))) if found else None


def read_mark(view: View, word: str) -> int | None:
    """Parse `own 4.2` or `foe 4.2`."""
    side, _, rest = word.partition(" ")
    cell = read_cell(rest)
    if side not in ("own", "foe") or cell is None:
        return None
    return at.CELLS * (view.seat if side == "own" else 1 - view.seat) + cell


def read_branch(parts: Parts, word: str) -> int | None:
    """Parse `2.2-4.2`, with either end first."""
    ends = [read_cell(part.strip()) for part in word.split("-")]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return None
    wanted = tuple(sorted(cell_at(end) for end in ends if end is not None))
    numbers = range(at.STANDING_BRANCH + at.CELLS)
    return next((n for n in numbers if tuple(sorted(branch_ends(parts, n))) == wanted), None)
