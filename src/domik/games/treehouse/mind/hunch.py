"""First thoughts: the cheapest judgement of an action, which actions are alike, and what a hasty player sees."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.mind.advice import FREEDOM, GROWTH, WASTED, colour_value, judgement
from domik.games.treehouse.rules.kit import Kit
from domik.games.treehouse.rules.state import *
from domik.games.treehouse.rules.tree import built_on, near, side_of, slots_for, supported, swaying
from domik.kernel.game import count, lowest
from domik.kernel.luck import Luck


def what_it_is(view: vec[i64], seat: i64, action: i64) -> i64:
    """Rooms of one colour are alike; everything else is its own bit."""
    if view[PHASE] != PICK:
        return action
    card = (view[OPEN_SIZE + OWN_SIZE * seat + IN_HAND] >> (CARD_BITS * lowest(action))) & CARD
    return -1 - ((card - 1) >> COLOUR_SHIFT)


def first_thought(view: vec[i64], seat: i64, seats: i64, kit: Kit, action: i64) -> float:
    """The judgement without looking far: a colour that fits and leads, a slot that leaves the tree free to grow."""
    phase = view[PHASE]
    at = SEAT + SEAT_SIZE * seat
    if phase == PICK:
        card = (view[OPEN_SIZE + OWN_SIZE * seat + IN_HAND] >> (CARD_BITS * lowest(action))) & CARD
        colour = (card - 1) >> COLOUR_SHIFT
        if not slots_for(view, at, colour):
            return WASTED
        return colour_value(view, seat, seats, colour)
    if phase == PLACE:
        if action == DISCARD:
            return WASTED
        built = built_on(view, at) | action
        open_slots = swaying(supported(built), view[at + BALANCE] + side_of(action))
        mine = view[at + ROOMS + ((view[at + ROOM] - 1) >> COLOUR_SHIFT)] | action
        return FREEDOM * float(count(open_slots)) + GROWTH * float(count(near(mine) & BOARD & ~built))
    return judgement(view, seat, seats, kit, action)


def hasty_view(view: vec[i64], seat: i64, seats: i64, luck: Luck) -> vec[i64]:
    """The others' trees as somebody remembers them who looked once: two colours in three are forgotten."""
    seen = view[:]
    for other in range(seats):
        if other != seat:
            for colour in range(COLOURS):
                if luck.below(3):
                    seen[SEAT + SEAT_SIZE * other + ROOMS + colour] = 0
    return seen
