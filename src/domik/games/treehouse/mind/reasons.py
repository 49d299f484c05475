"""Reasons for a hint: facts about a move that the seat can check on the table."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.phrases import colour_phrase
from domik.games.treehouse.rules.reading import (
    PLACES,
    Place,
    adjacent_places,
    bit_at,
    colour_of,
    hand_of,
    place_at,
    places_below,
    side_of_place,
    slots_of_room,
    tree_of,
    turn_of,
    waiting_room,
)
from domik.games.treehouse.rules.state import (
    BALANCE,
    BIRDHOUSE,
    COLOURS,
    PHASE,
    PICK,
    PLACE,
    ROOMS,
    SEAT,
    SEAT_SIZE,
    TURNS,
)
from domik.games.treehouse.rules.tree import slots_for, slots_ignoring_balance
from domik.kernel.phrase import Argument, Phrase
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
        return [Phrase("reason.gain_two" if match.seats == 2 else "reason.gain", {"n": ahead})]
    return [Phrase("reason.harm")] if int(view.best_moves(view.legal())) == action else []


def room_reasons(match: TreehouseMatch, view: View, colour: int) -> list[Phrase]:
    """How the colour compares with the other trees (TH-50), and whether the room can be built."""
    slots = int(slots_for(view.numbers, SEAT + SEAT_SIZE * view.seat, colour))
    if not slots:
        return [] if birdhouse_may_help(match, view, colour) else [Phrase("reason.no_place")]
    own = tree_of(view, view.seat)
    mine = own.count(colour) + 1
    most = max(tree_of(view, other).count(colour) for other in range(match.seats) if other != view.seat)
    named: dict[str, Argument] = {"colour": colour_phrase(colour), "n": mine}
    found = [Phrase("reason.lead" if mine > most else "reason.level", named)] if mine >= most else []
    if mine > 1 and all(mine > own.count(other) for other in range(COLOURS) if other != colour):
        found.append(Phrase("reason.strongest", named))
    found.append(Phrase("reason.places", {"n": slots.bit_count()}))
    if is_wanted_next(match, view, colour):
        found.append(Phrase("reason.passed", {"colour": colour_phrase(colour)}))
    return found


def is_wanted_next(match: TreehouseMatch, view: View, colour: int) -> bool:
    """Whether the only room of its colour would give whoever gets the hand (TH-23), and has a place, the most of it."""
    if turn_of(view) == TURNS - 1 or sum(colour_of(room) == colour for room in hand_of(view)) > 1:
        return False
    counts = [tree_of(view, seat).count(colour) for seat in range(match.seats)]
    follower = (view.seat + 1) % match.seats
    if not int(slots_for(view.numbers, SEAT + SEAT_SIZE * follower, colour)):
        return False
    theirs = counts.pop(follower) + 1
    return theirs > 1 and theirs > max(counts)


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
    if room is not None:
        found += [Phrase("reason.keeps", {"colour": colour_phrase(kept)}) for kept in kept_colours(view, room, place)]
    return found


def kept_colours(view: View, room: int, place: Place) -> list[int]:
    """The colour of the tree that can still grow after building here, and could not after building elsewhere (TH-32).

    The one with the most rooms, if there are several.
    """
    elsewhere = slots_of_room(view, view.seat, room) & ~bit_at(place)
    others = [growing_colours(view, room, 1 << slot) for slot in range(elsewhere.bit_length()) if elsewhere >> slot & 1]
    own = tree_of(view, view.seat)
    kept = [
        colour
        for colour in growing_colours(view, room, bit_at(place))
        if own.count(colour) and any(colour not in other for other in others)
    ]
    return sorted(kept, key=lambda colour: -own.count(colour))[:1]


def growing_colours(view: View, room: int, slot: int) -> set[int]:
    """The colours that have a place once the room is built there."""
    numbers, base, place = view.numbers[:], SEAT + SEAT_SIZE * view.seat, place_at(slot)
    assert place is not None
    numbers[base + ROOMS + colour_of(room)] |= slot
    numbers[base + BALANCE] += side_of_place(place)
    return {colour for colour in range(COLOURS) if int(slots_for(numbers, base, colour))}
