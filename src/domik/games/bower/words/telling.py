"""Bower in words: what to do, what a move would do, and what everybody saw happen."""

from __future__ import annotations

from domik.games.bower.rules.objections import branch_ends
from domik.games.bower.rules.parts import BONUS_NAMES, KIND_NAMES, Face, Parts
from domik.games.bower.rules.reading import (
    Cell,
    cell_at,
    chosen_of,
    given_to,
    half_b,
    hand_of,
    kept_by,
    row_of,
    tokens_of,
    turns_made,
    using,
)
from domik.games.bower.rules.scoring import outcome
from domik.games.bower.rules.state import *
from domik.games.bower.words.notation import PHASE_NAMES, choosable
from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import Event
from domik.kernel.title import Match

TURN_NAMES = ("right", "away", "left", "towards")


def face_phrase(face: Face) -> Phrase:
    """One half of a tile: its surface and its ornaments."""
    args: dict[str, Argument] = {"surface": Phrase(f"surface.{face.surface}")}
    for number, name in enumerate(face.ornaments, 1):
        args[f"ornament{number}"] = Phrase(f"kind.{name}")
    return Phrase(f"face.{len(face.ornaments)}", args)


def tile_phrase(match: Match, tile: int) -> Phrase:
    """A tile by its id and what it shows."""
    parts: Parts = match.parts
    found = parts.tiles[tile]
    a, b = found.faces
    return Phrase("tile", {"id": found.id, "a": face_phrase(a), "b": face_phrase(b)})


def short_phrase(match: Match, tile: int) -> Phrase:
    """A tile as one talks of it at the table: its two surfaces."""
    a, b = (Phrase(f"surface.{face.surface}") for face in match.parts.tiles[tile].faces)
    return Phrase("tile_short", {"a": a, "b": b})


def bonus_phrase(tile: int) -> Phrase:
    """A bonus tile's name."""
    return Phrase(f"bonus.{BONUS_NAMES[tile]}")


def cell_phrase(cell: Cell) -> Phrase:
    """A cell by column and row."""
    return Phrase("cell", {"column": cell[0], "row": cell[1]})


def cells_phrase(one: Cell, other: Cell) -> Phrase:
    """Two cells side by side."""
    (column, row), (column_b, row_b) = min(one, other), max(one, other)
    if column == column_b:
        return Phrase("cells.along", {"column": column, "first": row, "last": row_b})
    return Phrase("cells.across", {"row": row, "first": column, "last": column_b})


# ---- what to do -------------------------------------------------------------------------------------------


def prompt(match: Match, view: View) -> Phrase:
    """What the view's seat is to do now, or what it waits for."""
    phase = PHASE_NAMES[int(view.numbers[PHASE])]
    if view.is_over():
        return Phrase("prompt.over")
    if view.seat == ONLOOKER:
        return Phrase("prompt.watch")
    tile = using(view)
    args: dict[str, Argument] = {"tile": bonus_phrase(tile)} if tile is not None else {}
    if not view.is_awaited():
        return Phrase("prompt.wait_lose") if phase == "lose" else Phrase("prompt.wait")
    if phase == "choose" and given_to(view, view.seat) is not None:
        return Phrase("prompt.gift")
    if phase == "bonus" and match.options["hard"]:
        return Phrase("prompt.bonus_hard")
    return Phrase(f"prompt.{phase}", args)


def turn_phrase(turn: int) -> Phrase:
    """Where half b lies."""
    return Phrase(f"turn.{TURN_NAMES[turn]}")


def describe(match: Match, view: View, action: int) -> Phrase:
    """A legal action in words."""
    phase = int(view.numbers[PHASE])
    number = action.bit_length() - 1
    if phase in (DRAFT, TAKE, GIVE):
        tile = row_of(view)[number]
        assert tile is not None
        return Phrase(f"describe.{'give' if phase == GIVE else 'take'}", {"tile": tile_phrase(match, tile)})
    if phase == CHOOSE:
        tile = choosable(view)[number // TURNS]
        return Phrase("describe.choose", {"tile": tile_phrase(match, tile), "turn": turn_phrase(number % TURNS)})
    if phase in (PLACE, COVER_PLACE):
        return describe_cells(view, number)
    if phase == BONUS:
        name = BONUS_NAMES[number]
        return Phrase("describe.bonus", {"tile": Phrase(f"bonus.{name}"), "effect": Phrase(f"effect.{name}")})
    if phase == USE:
        return Phrase("describe.use" if number == 0 else "describe.decline")
    if phase == LOSE:
        return Phrase("describe.lose", {"tile": tile_phrase(match, hand_of(view)[number])})
    return describe_target(match, view, phase, number)


def describe_cells(view: View, number: int) -> Phrase:
    """Both cells of a tile, half a first."""
    chosen = chosen_of(view)
    assert chosen is not None
    cell = cell_at(number)
    key = "describe.cover" if view.numbers[PHASE] == COVER_PLACE else "describe.place"
    return Phrase(key, {"a": cell_phrase(cell), "b": cell_phrase(half_b(cell, chosen[1]))})


def describe_target(match: Match, view: View, phase: int, number: int) -> Phrase:
    """What an effect aims at."""
    if phase == SCOUT:
        return Phrase("describe.scout", {"column": number + 1})
    if phase == MARK:
        side = "own" if number // CELLS == view.seat else "foe"
        return Phrase(f"describe.mark_{side}", {"cell": cell_phrase(cell_at(number % CELLS))})
    if phase == MARK_KIND:
        return Phrase("describe.mark_kind", {"kind": Phrase(f"kind.{KIND_NAMES[number]}")})
    if phase == JOIN:
        first, last = branch_ends(match.parts, number)
        return Phrase("describe.join", {"first": cell_phrase(first), "last": cell_phrase(last)})
    if phase == COVER_TURN:
        return Phrase("describe.turn", {"turn": turn_phrase(number)})
    return Phrase("describe.set", {"cell": cell_phrase(cell_at(number))})


# ---- what happened ----------------------------------------------------------------------------------------


def tell(match: Match, before: View, after: View, seat: int) -> list[Event]:
    """What an onlooker saw when the seat acted."""
    phase = int(before.numbers[PHASE])
    events: list[Event] = []
    if phase in (DRAFT, TAKE):
        events = tell_taken(match, before, after, seat)
    elif phase in (PLACE, COVER_PLACE):
        events = tell_laid(match, after, seat, phase)
    elif phase == BONUS:
        tile = next(tile for tile, _ in kept_by(after, seat) if (tile, False) not in kept_by(before, seat))
        events = [Event(seat, Phrase("told.bonus", {"tile": bonus_phrase(tile)}), "BW-24")]
    elif phase == USE:
        events = tell_use(match, before, after, seat)
    elif phase in (SCOUT, MARK, MARK_KIND, SET, JOIN, GIVE, LOSE):
        events = tell_effect(match, before, after, seat)
    if phase == PLACE and before.numbers[RESHUFFLED] != after.numbers[RESHUFFLED]:
        events.append(Event(-1, Phrase("told.reshuffled"), "BW-24"))
    return events + tell_turn(match, before, after) + tell_end(match, after)


def tell_taken(match: Match, before: View, after: View, seat: int) -> list[Event]:
    """A tile left the row, seen by both (BW-12, BW-20)."""
    at = SEAT + SEAT_SIZE * seat + CAME
    tile = (int(after.numbers[at]) & ~int(before.numbers[at])).bit_length() - 1
    clause = "BW-12" if before.numbers[PHASE] == DRAFT else "BW-20"
    return [Event(seat, Phrase("told.take", {"tile": short_phrase(match, tile)}), clause)]


def tell_laid(match: Match, after: View, seat: int, phase: int) -> list[Event]:
    """A tile lies in the nest; three gems bring a bonus tile (BW-21, BW-23, BW-36)."""
    last = int(after.numbers[LAST])
    cell = cell_at(last >> 12 & 0xFF)
    args: dict[str, Argument] = {
        "tile": short_phrase(match, (last & 0xFF) - 1),
        "cells": cells_phrase(cell, half_b(cell, last >> 8 & 3)),
    }
    if phase == COVER_PLACE:
        return [Event(seat, Phrase("told.cover", args), "BW-36")]
    events = [Event(seat, Phrase("told.place", args), "BW-21")]
    if after.numbers[PHASE] == BONUS:
        events.append(Event(seat, Phrase("told.gems"), "BW-23"))
    return events


def tell_use(match: Match, before: View, after: View, seat: int) -> list[Event]:
    """Used or declined; what a cover drew is seen by all (BW-24, BW-36)."""
    tile = using(before)
    assert tile is not None
    declined = (tile, True) in kept_by(after, seat)
    key = "told.decline" if declined else "told.use"
    events = [Event(seat, Phrase(key, {"tile": bonus_phrase(tile)}), "BW-24")]
    if after.numbers[COVERING]:
        drawn = short_phrase(match, int(after.numbers[COVERING]) - 1)
        events.append(Event(seat, Phrase("told.drew", {"tile": drawn}), "BW-36"))
    return events


def tell_effect(match: Match, before: View, after: View, seat: int) -> list[Event]:
    """What an effect did; what was seen while scouting is told to nobody (BW-34 to BW-39)."""
    phase = int(before.numbers[PHASE])
    if phase == SCOUT:
        return [Event(seat, Phrase("told.scout", {"column": int(after.numbers[SCOUTED])}), "BW-34")]
    if phase == GIVE:
        given = given_to(after, 1 - seat)
        tile = given if given is not None else gift_in_hand(before, after, 1 - seat)
        return [Event(seat, Phrase("told.give", {"tile": short_phrase(match, tile)}), "BW-37")]
    if phase == LOSE:
        return [Event(seat, Phrase("told.lose", {"tile": short_phrase(match, int(after.numbers[LOST]) - 1)}), "BW-39")]
    known = tokens_of(before)
    return [
        Event(seat, token_phrase(seat, token.name, token.nest, token.cell, token.more), "BW-35")
        for token in tokens_of(after)
        if token not in known
    ]


def gift_in_hand(before: View, after: View, seat: int) -> int:
    """A gift that fitted nowhere and went straight to the hand (BW-22, BW-37)."""
    at = SEAT + SEAT_SIZE * seat + CAME
    return (int(after.numbers[at]) & ~int(before.numbers[at])).bit_length() - 1


def token_phrase(seat: int, name: str, nest: int, cell: Cell, more: int) -> Phrase:
    """A token on its cell."""
    if name == "x":
        key = "told.x_own" if nest == seat else "told.x_foe"
        return Phrase(key, {"cell": cell_phrase(cell), "kind": Phrase(f"kind.{KIND_NAMES[more]}")})
    if name == "branch":
        return Phrase("told.branch", {"first": cell_phrase(cell), "last": cell_phrase(cell_at(more))})
    return Phrase("told.token", {"token": Phrase(f"token.{name}"), "cell": cell_phrase(cell)})


def tell_turn(match: Match, before: View, after: View) -> list[Event]:
    """Turns that ended because nothing fitted (BW-22)."""
    events = []
    for seat in (0, 1):
        skipped = turns_made(after, seat) - turns_made(before, seat)
        if seat == int(before.numbers[ACTOR]) and before.numbers[PHASE] >= PLACE:
            skipped -= 1  # this turn ended as turns should
        events += [Event(seat, Phrase("told.no_fit"), "BW-22")] * skipped
    return events


def tell_end(match: Match, after: View) -> list[Event]:
    """The goals are shown and somebody has won (BW-50, BW-56)."""
    if not after.is_over():
        return []
    found = outcome(match, after)
    events = [Event(-1, Phrase("told.goals"), "BW-50")]
    return events + [Event(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
