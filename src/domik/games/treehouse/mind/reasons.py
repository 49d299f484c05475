"""Reasons for a hint: facts about a move that the seat can check on the table."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.phrases import colour_phrase
from domik.games.treehouse.rules.reading import (
    PLACES,
    Place,
    adjacent_places,
    colour_of,
    hand_of,
    place_at,
    places_below,
    side_of_place,
    tree_of,
    waiting_room,
)
from domik.games.treehouse.rules.state import BIRDHOUSE, PHASE, PICK, PLACE, SEAT, SEAT_SIZE
from domik.games.treehouse.rules.tree import slots_for, slots_ignoring_balance
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def reasons(match: TreehouseMatch, view: View, action: int) -> list[Phrase]:
    """The reasons for a legal action, strongest first."""
    phase = int(view.numbers[PHASE])
    if phase == PICK:
        return room_reasons(match, view, colour_of(hand_of(view)[action.bit_length() - 1]))
    if phase == PLACE:
        place = place_at(action)
        return [] if place is None else place_reasons(view, place)
    ahead = round(float(view.score_move(action)))
    if ahead > 0:
        return [Phrase("reason.gain", {"n": ahead})]
    return [Phrase("reason.harm")] if int(view.best_moves(view.legal())) == action else []


def room_reasons(match: TreehouseMatch, view: View, colour: int) -> list[Phrase]:
    """How the colour compares with the other trees (TH-50), and whether the room can be built."""
    slots = int(slots_for(view.numbers, SEAT + SEAT_SIZE * view.seat, colour))
    if not slots:
        return [] if birdhouse_may_help(match, view, colour) else [Phrase("reason.no_place")]
    mine = tree_of(view, view.seat).count(colour) + 1
    most = max(tree_of(view, other).count(colour) for other in range(match.seats) if other != view.seat)
    places = Phrase("reason.places", {"n": slots.bit_count()})
    if mine < most:
        return [places]
    return [
        Phrase("reason.lead" if mine > most else "reason.level", {"colour": colour_phrase(colour), "n": mine}),
        places,
    ]


def birdhouse_may_help(match: TreehouseMatch, view: View, colour: int) -> bool:
    """Whether only the balance forbids the room and the birdhouse, still unused, may make a place for it (TH-61)."""
    base = SEAT + SEAT_SIZE * view.seat
    is_left = bool(match.options["birdhouse"]) and not int(view.numbers[base + BIRDHOUSE])
    return is_left and bool(int(slots_ignoring_balance(view.numbers, base, colour)))


def place_reasons(view: View, place: Place) -> list[Phrase]:
    """Neighbours of the same colour, slots that open up, and the balance after building (TH-31 to TH-33)."""
    tree = tree_of(view, view.seat)
    room = waiting_room(view, view.seat)
    found = []
    if room is not None:
        rooms = tree.rooms()
        same = sum(colour_of(rooms[other]) == colour_of(room) for other in adjacent_places(place) if other in rooms)
        if same:
            found.append(Phrase("reason.beside", {"n": same}))
    filled = tree.filled_places()
    opened = [
        other
        for other in PLACES
        if place in places_below(other)
        and other not in filled
        and all(under in filled | {place} for under in places_below(other))
    ]
    if opened:
        found.append(Phrase("reason.opens", {"n": len(opened)}))
    if tree.balance() + side_of_place(place) == 0:
        found.append(Phrase("reason.balance"))
    return found
