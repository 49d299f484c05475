"""Public events of Bower as phrases, derived from a spectator's views before and after an action."""

from __future__ import annotations

from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.phrases import bonus_phrase, cell_phrase, cells_phrase, kind_phrase, short_phrase
from domik.games.bower.rules.reading import (
    Cell,
    actor_of,
    bonus_in_use,
    cell_at,
    covering_tile,
    half_b,
    is_reshuffled,
    kept_bonus_tiles,
    last_laid,
    lost_tile,
    phase_of,
    scouted_column,
    tile_that_came,
    tokens_of,
    turns_made,
    waiting_gift,
)
from domik.games.bower.rules.scoring import outcome
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent


def tell(match: BowerMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """What a spectator saw when the seat acted."""
    phase = phase_of(before)
    events: list[GameEvent] = []
    if phase in (at.DRAFT, at.TAKE):
        events = tell_taken(match, before, after, seat)
    elif phase in (at.PLACE, at.COVER_PLACE):
        events = tell_laid(match, after, seat, phase)
    elif phase == at.BONUS:
        tile = next(
            tile for tile, _ in kept_bonus_tiles(after, seat) if (tile, False) not in kept_bonus_tiles(before, seat)
        )
        events = [GameEvent(seat, Phrase("told.bonus", {"tile": bonus_phrase(tile)}), "BW-24")]
    elif phase == at.USE:
        events = tell_use(match, before, after, seat)
    elif phase in (at.SCOUT, at.MARK, at.MARK_KIND, at.SET, at.JOIN, at.GIVE, at.LOSE):
        events = tell_effect(match, before, after, seat)
    if phase == at.PLACE and is_reshuffled(before, after):
        events.append(GameEvent(-1, Phrase("told.reshuffled"), "BW-24"))
    return events + tell_turn(match, before, after) + tell_end(match, after)


def tell_taken(match: BowerMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """A tile taken from the row, which is public (BW-12, BW-20)."""
    tile = short_phrase(match, tile_that_came(before, after, seat))
    clause = "BW-12" if phase_of(before) == at.DRAFT else "BW-20"
    return [GameEvent(seat, Phrase("told.take", {"tile": tile}), clause)]


def tell_laid(match: BowerMatch, after: View, seat: int, phase: int) -> list[GameEvent]:
    """A tile laid in the nest; a third gem earns a bonus tile (BW-21, BW-23, BW-36)."""
    tile, cell, turn = last_laid(after)
    args: dict[str, Argument] = {
        "tile": short_phrase(match, tile),
        "cells": cells_phrase(cell, half_b(cell, turn)),
    }
    if phase == at.COVER_PLACE:
        return [GameEvent(seat, Phrase("told.cover", args), "BW-36")]
    events = [GameEvent(seat, Phrase("told.place", args), "BW-21")]
    if phase_of(after) == at.BONUS:
        events.append(GameEvent(seat, Phrase("told.gems"), "BW-23"))
    return events


def tell_use(match: BowerMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """Used or declined; the tile drawn for a cover is public (BW-24, BW-36)."""
    tile = bonus_in_use(before)
    assert tile is not None
    declined = (tile, True) in kept_bonus_tiles(after, seat)
    key = "told.decline" if declined else "told.use"
    events = [GameEvent(seat, Phrase(key, {"tile": bonus_phrase(tile)}), "BW-24")]
    drawn = covering_tile(after)
    if drawn is not None:
        events.append(GameEvent(seat, Phrase("told.drew", {"tile": short_phrase(match, drawn)}), "BW-36"))
    return events


def tell_effect(match: BowerMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """The result of an effect; what was seen while scouting stays hidden (BW-34 to BW-39)."""
    phase = phase_of(before)
    if phase == at.SCOUT:
        return [GameEvent(seat, Phrase("told.scout", {"column": scouted_column(after)}), "BW-34")]
    if phase == at.GIVE:
        tile = waiting_gift(after, 1 - seat)
        if tile is None:  # it fitted nowhere and went straight to the hand (BW-22)
            tile = tile_that_came(before, after, 1 - seat)
        return [GameEvent(seat, Phrase("told.give", {"tile": short_phrase(match, tile)}), "BW-37")]
    if phase == at.LOSE:
        return [GameEvent(seat, Phrase("told.lose", {"tile": short_phrase(match, lost_tile(after))}), "BW-39")]
    known = tokens_of(before)
    return [
        GameEvent(seat, token_phrase(seat, token.name, token.nest, token.cell, token.more), "BW-35")
        for token in tokens_of(after)
        if token not in known
    ]


def token_phrase(seat: int, name: str, nest: int, cell: Cell, more: int) -> Phrase:
    if name == "x":
        key = "told.x_own" if nest == seat else "told.x_foe"
        return Phrase(key, {"cell": cell_phrase(cell), "kind": kind_phrase(more)})
    if name == "branch":
        return Phrase("told.branch", {"first": cell_phrase(cell), "last": cell_phrase(cell_at(more))})
    return Phrase("told.token", {"token": Phrase(f"token.{name}"), "cell": cell_phrase(cell)})


def tell_turn(match: BowerMatch, before: View, after: View) -> list[GameEvent]:
    """Turns that ended because nothing fitted (BW-22)."""
    events = []
    for seat in (0, 1):
        skipped = turns_made(after, seat) - turns_made(before, seat)
        if seat == actor_of(before) and phase_of(before) >= at.PLACE:
            skipped -= 1  # this turn ended normally
        events += [GameEvent(seat, Phrase("told.no_fit"), "BW-22")] * skipped
    return events


def tell_end(match: BowerMatch, after: View) -> list[GameEvent]:
    """The goals are revealed, and the winners (BW-50, BW-56)."""
    if not after.is_over():
        return []
    found = outcome(match, after)
    events = [GameEvent(-1, Phrase("told.goals"), "BW-50")]
    return events + [GameEvent(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
