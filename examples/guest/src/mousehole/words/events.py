"""Public events as phrases, derived from a spectator's views before and after an action, so nothing hidden leaks."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent
from mousehole.rules.game import MouseholeMatch
from mousehole.rules.scoring import burrow, outcome
from mousehole.rules.state import DIG, KINDS, PHASE, SEAT, SEAT_SIZE, SHELF, SHELVES, WISHED
from mousehole.words.prompts import SIDES, room_phrase


def tell(match: MouseholeMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """What a spectator saw when the seat acted."""
    told = [
        dig_event(match, before, after, seat)
        if before.numbers[PHASE] == DIG
        else take_event(match, before, after, seat)
    ]
    if after.is_over():
        for other in range(match.seats):
            if wished := int(after.numbers[SEAT + SEAT_SIZE * other + WISHED]):
                told.append(GameEvent(other, Phrase(f"told.wish_{KINDS[wished - 1]}"), "MH-25"))
        result = outcome(match, after)
        told += [GameEvent(winner, Phrase("told.won", {"why": result.reason}), "MH-26") for winner in result.winners]
    return told


def dig_event(match: MouseholeMatch, before: View, after: View, seat: int) -> GameEvent:
    old, new = burrow(before.numbers, seat), burrow(after.numbers, seat)
    side = SIDES[0] if new[1:] == old else SIDES[1]
    card = new[0] if side == SIDES[0] else new[-1]
    key = side if old else "first"
    return GameEvent(seat, Phrase(f"told.{key}", {"room": room_phrase(match.parts, card)}), "MH-10")


def take_event(match: MouseholeMatch, before: View, after: View, seat: int) -> GameEvent:
    """A card from the shelf, named, or one from the pile, hidden."""
    for place in range(SHELVES):
        if before.numbers[SHELF + place] != after.numbers[SHELF + place]:
            card = int(before.numbers[SHELF + place]) - 1
            return GameEvent(seat, Phrase("told.shelf", {"room": room_phrase(match.parts, card)}), "MH-12")
    return GameEvent(seat, Phrase("told.pile"), "MH-12")
