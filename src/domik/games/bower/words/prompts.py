"""Phrases for the current decision and for what a move would do."""

from __future__ import annotations

from collections.abc import Callable

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.phrases import (
    bonus_phrase,
    cell_phrase,
    effect_phrase,
    kind_phrase,
    ornate_phrase,
    spoken_phrase,
    tile_phrase,
    turn_phrase,
)
from domik.games.bower.rules.reading import (
    bonus_in_use,
    branch_ends,
    cell_at,
    choosable_tiles,
    chosen_of,
    half_b,
    hand_of,
    phase_of,
    row_tiles,
    waiting_gift,
)
from domik.games.bower.words.notation import PHASE_NAMES
from domik.kernel.game import SPECTATOR
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View


def prompt(match: BowerMatch, view: View) -> Phrase:
    """What the view's seat has to do now, or is waiting for."""
    phase = PHASE_NAMES[phase_of(view)]
    if view.is_over():
        return Phrase("prompt.over")
    if view.seat == SPECTATOR:
        return Phrase("prompt.watch")
    tile = bonus_in_use(view)
    args: dict[str, Argument] = {"tile": bonus_phrase(tile)} if tile is not None else {}
    if not view.is_awaited():
        return Phrase("prompt.wait_lose") if phase == "lose" else Phrase("prompt.wait")
    if phase == "choose" and waiting_gift(view, view.seat) is not None:
        return Phrase("prompt.gift")
    if phase == "bonus" and match.options["hard"]:
        return Phrase("prompt.bonus_hard")
    return Phrase(f"prompt.{phase}", args)


def describe(match: BowerMatch, view: View, action: int) -> Phrase:
    """Describe a legal action, naming tiles by their ids, as they are typed in the terminal."""
    return describe_with_names(match, view, action, tile_phrase)


def describe_aloud(match: BowerMatch, view: View, action: int) -> Phrase:
    """Describe a legal action, naming tiles by their surfaces, for pages that show them.

    Where two tiles to choose from have the same surfaces, ornaments tell them apart.
    """
    offered = row_tiles(view) if phase_of(view) in (at.DRAFT, at.TAKE, at.GIVE) else hand_of(view)
    spoken = [str(spoken_phrase(match, tile)) for tile in offered if tile is not None]

    def tile_name(match: BowerMatch, tile: int) -> Phrase:
        short = spoken_phrase(match, tile)
        return short if spoken.count(str(short)) < 2 else ornate_phrase(match, tile)

    return describe_with_names(match, view, action, tile_name)


def describe_with_names(
    match: BowerMatch, view: View, action: int, named: Callable[[BowerMatch, int], Phrase]
) -> Phrase:
    phase = phase_of(view)
    number = action.bit_length() - 1
    if phase in (at.DRAFT, at.TAKE, at.GIVE):
        tile = row_tiles(view)[number]
        assert tile is not None
        return Phrase(f"describe.{'give' if phase == at.GIVE else 'take'}", {"tile": named(match, tile)})
    if phase == at.CHOOSE:
        tile = choosable_tiles(view)[number // at.TURNS]
        return Phrase("describe.choose", {"tile": named(match, tile), "turn": turn_phrase(number % at.TURNS)})
    if phase in (at.PLACE, at.COVER_PLACE):
        return describe_cells(view, number)
    if phase == at.BONUS:
        return Phrase("describe.bonus", {"tile": bonus_phrase(number), "effect": effect_phrase(number)})
    if phase == at.USE:
        return Phrase("describe.use" if number == 0 else "describe.decline")
    if phase == at.LOSE:
        return Phrase("describe.lose", {"tile": named(match, hand_of(view)[number])})
    return describe_target(match, view, phase, number)


def describe_cells(view: View, number: int) -> Phrase:
    """Both cells of a tile, half a first."""
    chosen = chosen_of(view)
    assert chosen is not None
    cell = cell_at(number)
    key = "describe.cover" if phase_of(view) == at.COVER_PLACE else "describe.place"
    return Phrase(key, {"a": cell_phrase(cell), "b": cell_phrase(half_b(cell, chosen[1]))})


def describe_target(match: BowerMatch, view: View, phase: int, number: int) -> Phrase:
    """The target of an effect."""
    if phase == at.SCOUT:
        return Phrase("describe.scout", {"column": number + 1})
    if phase == at.MARK:
        side = "own" if number // at.CELLS == view.seat else "foe"
        return Phrase(f"describe.mark_{side}", {"cell": cell_phrase(cell_at(number % at.CELLS))})
    if phase == at.MARK_KIND:
        return Phrase("describe.mark_kind", {"kind": kind_phrase(number)})
    if phase == at.JOIN:
        first, last = branch_ends(match.parts, number)
        return Phrase("describe.join", {"first": cell_phrase(first), "last": cell_phrase(last)})
    if phase == at.COVER_TURN:
        return Phrase("describe.turn", {"turn": turn_phrase(number)})
    return Phrase("describe.set", {"cell": cell_phrase(cell_at(number))})
