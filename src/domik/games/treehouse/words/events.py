"""Public events: what every player could see happen after an action."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.phrases import colour_phrase, kind_phrase, place_phrase, room_phrase, side_phrase
from domik.games.treehouse.rules.reading import (
    first_chooser_of,
    kinds_in_round,
    kinds_now,
    phase_of,
    round_of,
    taken_kind,
    tree_of,
    waiting_room,
)
from domik.games.treehouse.rules.scoring import outcome
from domik.games.treehouse.rules.state import CHOOSE, LAY, PICK, PLACE, PLAIN, TAKE
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import GameEvent


def tell(match: TreehouseMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """The events of one action, from the view of a spectator."""
    phase = phase_of(before)
    if phase == PICK:
        events = tell_pick(match, after, seat)
    elif phase == PLACE:
        events = tell_place(match, before, after, seat)
    elif phase == TAKE:
        kind = taken_kind(after, seat)
        events = [GameEvent(seat, Phrase("told.take", {"change": kind_phrase(kind)}), "TH-40")]
    else:
        events = tell_colour(before, after, seat)
    return events + tell_scoring(match, before, after)


def tell_pick(match: TreehouseMatch, after: View, seat: int) -> list[GameEvent]:
    """A seat has chosen; after the last choice all rooms are revealed (TH-21)."""
    if phase_of(after) == PICK:
        return [GameEvent(seat, Phrase("told.chosen"), "TH-21")]
    return [
        GameEvent(other, Phrase("told.reveal", {"room": room_phrase(match, room)}), "TH-21")
        for other in range(match.seats)
        if (room := waiting_room(after, other)) is not None
    ]


def tell_place(match: TreehouseMatch, before: View, after: View, seat: int) -> list[GameEvent]:
    """A room built or discarded, or a birdhouse built (TH-22, TH-35, TH-61)."""
    tree = tree_of(after, seat)
    if tree.birdhouse and not tree_of(before, seat).birdhouse:
        return [GameEvent(seat, Phrase("told.birdhouse", {"place": place_phrase(tree.birdhouse)}), "TH-61")]
    turn = tree.turns[-1]
    room = room_phrase(match, turn.room)
    if turn.place is None:
        return [GameEvent(seat, Phrase("told.discard", {"room": room}), "TH-35")]
    args = {"room": room, "place": place_phrase(turn.place), "side": side_phrase(tree.balance())}
    return [GameEvent(seat, Phrase("told.place", args), "TH-22")]


def tell_colour(before: View, after: View, seat: int) -> list[GameEvent]:
    """A change card laid on a colour (TH-43), or a colour picked in `young` (TH-60)."""
    ended = phase_of(after) not in (LAY, CHOOSE)
    old, new = kinds_now(before), kinds_in_round(after, round_of(before)) if ended else kinds_now(after)
    colour, kind = next((colour, kind) for colour, kind in enumerate(new) if kind != old[colour])
    if kind == PLAIN:
        return [GameEvent(seat, Phrase("told.choose", {"colour": colour_phrase(colour)}), "TH-60")]
    return [
        GameEvent(seat, Phrase("told.lay", {"change": kind_phrase(kind), "colour": colour_phrase(colour)}), "TH-43")
    ]


def tell_scoring(match: TreehouseMatch, before: View, after: View) -> list[GameEvent]:
    """The first chooser when scoring starts, a round's points when it ends, and the winners."""
    events = []
    if phase_of(before) == PLACE and phase_of(after) in (TAKE, LAY, CHOOSE):
        events.append(GameEvent(first_chooser_of(after), Phrase("told.first"), "TH-41"))
    if phase_of(before) in (LAY, CHOOSE) and phase_of(after) not in (LAY, CHOOSE):
        for seat in range(match.seats):
            gained = int(after.score(seat) - before.score(seat))
            number = round_of(before) + 1
            scored = Phrase("told.scored", {"n": gained, "round": number})
            events.append(GameEvent(seat, scored, "TH-45", recap=number))
    if after.is_over():
        found = outcome(match, after)
        events += [GameEvent(seat, Phrase("told.won", {"why": found.reason}), found.clause) for seat in found.winners]
    return events
