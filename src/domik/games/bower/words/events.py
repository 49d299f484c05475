"""Public events of Bower as phrases, derived from a spectator's views before and after an action."""

from __future__ import annotations

from domik.games.bower.rules.phrases import bonus_phrase, cell_phrase, cells_phrase, kind_phrase, short_phrase
from domik.games.bower.rules.reading import (
    Cell,
    bonus_in_use,
    cell_at,
    half_b,
    kept_bonus_tiles,
    tokens_of,
    turns_made,
    waiting_gift,
)
from domik.games.bower.rules.scoring import outcome
from domik.games.bower.rules.state import *
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent


def tell(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """What a spectator saw when the seat acted."""
    phase = int(before.numbers[PHASE])
    events: list[GameEvent] = []
    if phase in (DRAFT, TAKE):
        events = tell_taken(match, before, after, seat)
    elif phase in (PLACE, COVER_PLACE):
        events = tell_laid(match, after, seat, phase)
    elif phase == BONUS:
        tile = next(
            tile for tile, _ in kept_bonus_tiles(after, seat) if (tile, False) not in kept_bonus_tiles(before, seat)
        )
        events = [GameEvent(seat, Phrase("told.bonus", {"tile": bonus_phrase(tile)}), "BW-24")]
    elif phase == USE:
        events = tell_use(match, before, after, seat)
    elif phase in (SCOUT, MARK, MARK_KIND, SET, JOIN, GIVE, LOSE):
        events = tell_effect(match, before, after, seat)
    if phase == PLACE and before.numbers[RESHUFFLED] != after.numbers[RESHUFFLED]:
        events.append(GameEvent(-1, Phrase("told.reshuffled"), "BW-24"))
    return events + tell_turn(match, before, after) + tell_end(match, after)


def tell_taken(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """A tile taken from the row, which is public (BW-12, BW-20)."""
    at = SEAT + SEAT_SIZE * seat + CAME
    tile = (int(after.numbers[at]) & ~int(before.numbers[at])).bit_length() - 1
    clause = "BW-12" if before.numbers[PHASE] == DRAFT else "BW-20"
    return [GameEvent(seat, Phrase("told.take", {"tile": short_phrase(match, tile)}), clause)]


def tell_laid(match: Match, after: View, seat: int, phase: int) -> list[GameEvent]:
    """A tile laid in the nest; a third gem earns a bonus tile (BW-21, BW-23, BW-36)."""
    last = int(after.numbers[LAST])
    cell = cell_at(last >> 12 & 0xFF)
    args: dict[str, Argument] = {
        "tile": short_phrase(match, (last & 0xFF) - 1),
        "cells": cells_phrase(cell, half_b(cell, last >> 8 & 3)),
    }
    if phase == COVER_PLACE:
        return [GameEvent(seat, Phrase("told.cover", args), "BW-36")]
    events = [GameEvent(seat, Phrase("told.place", args), "BW-21")]
    if after.numbers[PHASE] == BONUS:
        events.append(GameEvent(seat, Phrase("told.gems"), "BW-23"))
    return events


def tell_use(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """Used or declined; the tile drawn for a cover is public (BW-24, BW-36)."""
    tile = bonus_in_use(before)
    assert tile is not None
    declined = (tile, True) in kept_bonus_tiles(after, seat)
    key = "told.decline" if declined else "told.use"
    events = [GameEvent(seat, Phrase(key, {"tile": bonus_phrase(tile)}), "BW-24")]
    if after.numbers[COVERING]:
        drawn = short_phrase(match, int(after.numbers[COVERING]) - 1)
        events.append(GameEvent(seat, Phrase("told.drew", {"tile": drawn}), "BW-36"))
    return events


def tell_effect(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """The result of an effect; what was seen while scouting stays hidden (BW-34 to BW-39)."""
    phase = int(before.numbers[PHASE])
    if phase == SCOUT:
        return [GameEvent(seat, Phrase("told.scout", {"column": int(after.numbers[SCOUTED])}), "BW-34")]
    if phase == GIVE:
        given = waiting_gift(after, 1 - seat)
        tile = given if given is not None else gift_in_hand(before, after, 1 - seat)
        return [GameEvent(seat, Phrase("told.give", {"tile": short_phrase(match, tile)}), "BW-37")]
    if phase == LOSE:
        return [
            GameEvent(seat, Phrase("told.lose", {"tile": short_phrase(match, int(after.numbers[LOST]) - 1)}), "BW-39")
        ]
    known = tokens_of(before)
    return [
        GameEvent(seat, token_phrase(seat, token.name, token.nest, token.cell, token.more), "BW-35")
        for token in tokens_of(after)
        if token not in known
    ]


def gift_in_hand(before: View, after: View, seat: int) -> int:
    """A gift that fitted nowhere and went straight to the hand (BW-22, BW-37)."""
    at = SEAT + SEAT_SIZE * seat + CAME
    return (int(after.numbers[at]) & ~int(before.numbers[at])).bit_length() - 1


def token_phrase(seat: int, name: str, nest: int, cell: Cell, more: int) -> Phrase:
    if name == "x":
        key = "told.x_own" if nest == seat else "told.x_foe"
        return Phrase(key, {"cell": cell_phrase(cell), "kind": kind_phrase(more)})
    if name == "branch":
        return Phrase("told.branch", {"first": cell_phrase(cell), "last": cell_phrase(cell_at(more))})
    return Phrase("told.token", {"token": Phrase(f"token.{name}"), "cell": cell_phrase(cell)})


def tell_turn(match: Match, before: View, after: View) -> list[GameEvent]:
    """Turns that ended because nothing fitted (BW-22)."""
    events = []
    for seat in (0, 1):
        skipped = turns_made(after, seat) - turns_made(before, seat)
        if seat == int(before.numbers[ACTOR]) and before.numbers[PHASE] >= PLACE:
            skipped -= 1  # this turn ended normally
        events += [GameEvent(seat, Phrase("told.no_fit"), "BW-22")] * skipped
    return events


def tell_end(match: Match, after: View) -> list[GameEvent]:
    """The goals are revealed, and the winners (BW-50, BW-56)."""
    if not after.is_over():
        return []
    found = outcome(match, after)
    events = [GameEvent(-1, Phrase("told.goals"), "BW-50")]
    return events + [GameEvent(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
