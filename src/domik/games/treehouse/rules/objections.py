"""Why a move is refused, clause by clause: a second, slow and plain implementation of the rules."""

from __future__ import annotations

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.phrases import SIDE_NAMES, change_id, colour_id, colour_phrase, slot_id
from domik.games.treehouse.rules.reading import (
    PLACES,
    Place,
    Tree,
    adjacent_places,
    colour_of,
    hand_of,
    kinds_now,
    phase_of,
    place_at,
    places_below,
    pool_counts,
    side_of_place,
    tree_of,
    waiting_room,
)
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.tally import RuleObjection


def objections(match: TreehouseMatch, view: View, action: int) -> list[RuleObjection]:
    """All objections to an action of the view's seat; empty when the action is legal."""
    if view.is_over():
        return [RuleObjection("TH-50", (), Phrase("objection.over"))]
    phase = phase_of(view)
    if not view.is_awaited():
        return [RuleObjection(TURN_CLAUSES[phase], (), Phrase("objection.wait"))]
    if action <= 0 or action & (action - 1):
        return [RuleObjection(TURN_CLAUSES[phase], (), Phrase("objection.unknown"))]
    if phase == at.PICK:
        return against_pick(view, action)
    if phase == at.PLACE:
        return against_place(match, view, action)
    if phase == at.TAKE:
        return against_take(view, action)
    return against_colour(view, action)


TURN_CLAUSES = ("TH-21", "TH-22", "TH-40", "TH-43", "TH-60", "TH-50")


def against_pick(view: View, action: int) -> list[RuleObjection]:
    """Only a card of the hand can be chosen (TH-21)."""
    place = action.bit_length() - 1
    if place < len(hand_of(view)):
        return []
    return [RuleObjection("TH-21", (), Phrase("objection.hand", {"n": len(hand_of(view))}))]


def against_place(match: TreehouseMatch, view: View, action: int) -> list[RuleObjection]:
    """A room, a birdhouse or a discard (TH-22, TH-35, TH-61)."""
    if action == at.DISCARD:
        return against_discard(match, view)
    place = place_at(action)
    if place is None:
        return [RuleObjection("TH-30", (), Phrase("objection.no_place"))]
    tree = tree_of(view, view.seat)
    if wants_birdhouse(match, view):
        return against_birdhouse(tree, place)
    room = waiting_room(view, view.seat)
    assert room is not None
    return against_room(tree, room, place)


def against_room(tree: Tree, room: int, place: Place) -> list[RuleObjection]:
    """A room's place must be free, supported, beside its colour and in balance (TH-30 to TH-33)."""
    return [*against_shape(tree, place), *against_colour_group(tree, room, place), *against_balance(tree, place)]


def against_shape(tree: Tree, place: Place) -> list[RuleObjection]:
    """The place must be free and all places below it filled (TH-31, TH-34)."""
    filled = tree.filled_places()
    if place in filled:
        return [RuleObjection("TH-34", (slot_id(place),), Phrase("objection.filled"))]
    missing = [under for under in places_below(place) if under not in filled]
    if missing:
        where = tuple(slot_id(under) for under in missing)
        return [RuleObjection("TH-31", where, Phrase("objection.support", {"n": len(missing)}))]
    return []


def against_colour_group(tree: Tree, room: int, place: Place) -> list[RuleObjection]:
    """A room must touch its colour where the tree already has it (TH-32)."""
    colour = colour_of(room)
    same = [other for other, built in tree.rooms().items() if colour_of(built) == colour]
    if not same or any(other in adjacent_places(place) for other in same):
        return []
    where = tuple(slot_id(other) for other in same)
    return [RuleObjection("TH-32", where, Phrase("objection.group", {"colour": colour_phrase(colour)}))]


def against_balance(tree: Tree, place: Place) -> list[RuleObjection]:
    """The marker must stay on its three spots (TH-33)."""
    if abs(tree.balance() + side_of_place(place)) <= 1:
        return []
    return [RuleObjection("TH-33", ("balance",), Phrase(f"objection.{SIDE_NAMES[side_of_place(place)]}"))]


def against_birdhouse(tree: Tree, place: Place) -> list[RuleObjection]:
    """The birdhouse needs support and balance, but has no colour (TH-61)."""
    return [*against_shape(tree, place), *against_balance(tree, place)]


def against_discard(match: TreehouseMatch, view: View) -> list[RuleObjection]:
    """Original: always allowed; nk: only when the room fits nowhere, or after a birdhouse (TH-35)."""
    if match.options["edition"] == "original" or view.numbers[at.SEAT + at.SEAT_SIZE * view.seat + at.NESTED]:
        return []
    fitting = fitting_places(view)
    if not fitting:
        return []
    where = tuple(slot_id(place) for place in fitting)
    return [RuleObjection("TH-35", where, Phrase("objection.discard", {"n": len(fitting)}))]


def fitting_places(view: View) -> list[Place]:
    """Where the revealed room may be built; empty when none waits."""
    room = waiting_room(view, view.seat)
    if room is None:
        return []
    tree = tree_of(view, view.seat)
    return [place for place in PLACES if not against_room(tree, room, place)]


def wants_birdhouse(match: TreehouseMatch, view: View) -> bool:
    """Whether only the balance forbids every place and the birdhouse is unused (TH-61)."""
    if not match.options["birdhouse"] or view.seat < 0:
        return False
    room = waiting_room(view, view.seat)
    tree = tree_of(view, view.seat)
    if room is None or tree.birdhouse or fitting_places(view):
        return False
    return any(not against_shape(tree, place) and not against_colour_group(tree, room, place) for place in PLACES)


def against_take(view: View, action: int) -> list[RuleObjection]:
    """The change card must still be on offer (TH-40, TH-42, TH-63)."""
    kind = action.bit_length() - 1
    if not at.NOTHING <= kind <= at.MOST:
        return [RuleObjection("TH-40", (), Phrase("objection.unknown"))]
    if pool_counts(view)[kind]:
        return []
    return [RuleObjection("TH-40", (change_id(kind),), Phrase("objection.taken"))]


def against_colour(view: View, action: int) -> list[RuleObjection]:
    """One change card a colour (TH-44); with `young`, each colour is picked once (TH-60)."""
    colour = action.bit_length() - 1
    if colour >= at.COLOURS:
        return [RuleObjection("TH-44", (), Phrase("objection.unknown"))]
    if not kinds_now(view)[colour]:
        return []
    young = phase_of(view) == at.CHOOSE
    where = (colour_id(colour),)
    return [
        RuleObjection("TH-60" if young else "TH-44", where, Phrase("objection.picked" if young else "objection.laid"))
    ]
