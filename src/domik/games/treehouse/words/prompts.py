"""Prompts for the player to move, and descriptions of moves."""

from __future__ import annotations

from domik.games.treehouse.rules.game import TreehouseMatch
from domik.games.treehouse.rules.objections import wants_birdhouse
from domik.games.treehouse.rules.phrases import (
    PHASE_NAMES,
    colour_phrase,
    kind_phrase,
    place_phrase,
    room_phrase,
    side_phrase,
)
from domik.games.treehouse.rules.reading import (
    Place,
    colour_of,
    hand_of,
    phase_of,
    place_at,
    side_of_place,
    taken_kind,
    tree_of,
    waiting_room,
)
from domik.games.treehouse.rules.state import LAY, PICK, PLACE, TAKE
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


def prompt(match: TreehouseMatch, view: View) -> Phrase:
    """What the view's seat is to do now, or what it waits for."""
    if view.is_over():
        return Phrase("prompt.over")
    phase = PHASE_NAMES[phase_of(view)]
    if view.seat < 0:
        return Phrase("prompt.watch")
    if not view.is_awaited():
        return Phrase(f"prompt.wait_{phase}")
    if phase == "place":
        room = waiting_room(view, view.seat)
        assert room is not None
        key = "prompt.birdhouse" if wants_birdhouse(match, view) else "prompt.place"
        return Phrase(key, {"room": room_phrase(match, room)})
    if phase == "lay":
        return Phrase("prompt.lay", {"change": kind_phrase(taken_kind(view, view.seat))})
    return Phrase(f"prompt.{phase}")


def describe(match: TreehouseMatch, view: View, action: int) -> Phrase:
    phase = phase_of(view)
    number = action.bit_length() - 1
    if phase == PICK:
        room = hand_of(view)[number]
        args = {"room": room_phrase(match, room), "colour": colour_phrase(colour_of(room))}
        return Phrase("describe.pick", args)
    if phase == PLACE:
        return describe_place(match, view, place_at(action))
    if phase == TAKE:
        return Phrase("describe.take", {"change": kind_phrase(number)})
    if phase == LAY:
        return Phrase(
            "describe.lay", {"change": kind_phrase(taken_kind(view, view.seat)), "colour": colour_phrase(number)}
        )
    return Phrase("describe.choose", {"colour": colour_phrase(number)})


def describe_place(match: TreehouseMatch, view: View, place: Place | None) -> Phrase:
    """A room built or discarded, or a birdhouse built, with the resulting balance."""
    if place is None:
        return Phrase("describe.discard")
    lean = tree_of(view, view.seat).balance() + side_of_place(place)
    key = "describe.birdhouse" if wants_birdhouse(match, view) else "describe.place"
    return Phrase(key, {"place": place_phrase(place), "side": side_phrase(lean)})
