"""Public events: what every player could see happen after an action."""

from __future__ import annotations

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.phrases import colour_phrase, kind_phrase, place_phrase, room_phrase, side_phrase
from domik.games.treehouse.rules.reading import place_at, taken_kind, waiting_room
from domik.games.treehouse.rules.scoring import outcome
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent


def tell(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """The events of one action, from the view of a spectator."""
    phase = int(before.numbers[at.PHASE])
    if phase == at.PICK:
        events = tell_pick(match, after, seat)
    elif phase == at.PLACE:
        events = tell_place(match, before, after, seat)
    elif phase == at.TAKE:
        kind = taken_kind(after, seat)
        events = [GameEvent(seat, Phrase("told.take", {"change": kind_phrase(kind)}), "TH-40")]
    else:
        events = tell_colour(before, after, seat)
    return events + tell_scoring(match, before, after)


def tell_pick(match: Match, after: View, seat: int) -> list[GameEvent]:
    """A seat has chosen; after the last choice all rooms are revealed (TH-21)."""
    if after.numbers[at.PHASE] == at.PICK:
        return [GameEvent(seat, Phrase("told.chosen"), "TH-21")]
    return [
        GameEvent(other, Phrase("told.reveal", {"room": room_phrase(match, room)}), "TH-21")
        for other in range(match.seats)
        if (room := waiting_room(after, other)) is not None
    ]


def tell_place(match: Match, before: View, after: View, seat: int) -> list[GameEvent]:
    """A room built or discarded, or a birdhouse built (TH-22, TH-35, TH-61)."""
    numbers, base = after.numbers, at.SEAT + at.SEAT_SIZE * seat
    nest = place_at(int(numbers[base + at.BIRDHOUSE]))
    if nest and not before.numbers[base + at.BIRDHOUSE]:
        return [GameEvent(seat, Phrase("told.birdhouse", {"place": place_phrase(nest)}), "TH-61")]
    turn = next(
        k for k in range(base + at.BUILT, base + at.BUILT + at.ROUNDS * at.TURNS) if numbers[k] != before.numbers[k]
    )
    number = int(numbers[turn])
    room, place = room_phrase(match, (number & at.CARD) - 1), place_at(number >> at.CARD_BITS)
    if place is None:
        return [GameEvent(seat, Phrase("told.discard", {"room": room}), "TH-35")]
    lean = int(numbers[base + at.BALANCE])
    args = {"room": room, "place": place_phrase(place), "side": side_phrase(lean)}
    return [GameEvent(seat, Phrase("told.place", args), "TH-22")]


def tell_colour(before: View, after: View, seat: int) -> list[GameEvent]:
    """A change card laid on a colour (TH-43), or a colour picked in `young` (TH-60)."""
    ended = after.numbers[at.PHASE] not in (at.LAY, at.CHOOSE)
    laid = int(after.numbers[at.LAID_IN + int(before.numbers[at.ROUND])] if ended else after.numbers[at.LAID])
    new = laid & ~int(before.numbers[at.LAID])
    colour = (new.bit_length() - 1) // at.KIND_BITS
    kind = new >> (at.KIND_BITS * colour) & at.KIND
    if kind == at.PLAIN:
        return [GameEvent(seat, Phrase("told.choose", {"colour": colour_phrase(colour)}), "TH-60")]
    return [
        GameEvent(seat, Phrase("told.lay", {"change": kind_phrase(kind), "colour": colour_phrase(colour)}), "TH-43")
    ]


def tell_scoring(match: Match, before: View, after: View) -> list[GameEvent]:
    """The first chooser when scoring starts, a round's points when it ends, and the winners."""
    events = []
    if before.numbers[at.PHASE] == at.PLACE and after.numbers[at.PHASE] in (at.TAKE, at.LAY, at.CHOOSE):
        events.append(GameEvent(int(after.numbers[at.FIRST]) - 1, Phrase("told.first"), "TH-41"))
    if before.numbers[at.PHASE] in (at.LAY, at.CHOOSE) and after.numbers[at.PHASE] not in (at.LAY, at.CHOOSE):
        for seat in range(match.seats):
            gained = int(after.score(seat) - before.score(seat))
            number = int(before.numbers[at.ROUND]) + 1
            scored = Phrase("told.scored", {"n": gained, "round": number})
            events.append(GameEvent(seat, scored, "TH-45", recap=number))
    if after.is_over():
        found = outcome(match, after)
        events += [GameEvent(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
    return events
