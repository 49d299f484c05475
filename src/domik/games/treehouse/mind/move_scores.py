"""Heuristic scores of single actions, computed from one seat's view."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.state import *
from domik.games.treehouse.rules.tree import (
    adjacent_slots,
    balanced_slots,
    filled_slots,
    side_of,
    slots_for,
    supported_slots,
)
from domik.kernel.game import count, lowest
from domik.kernel.luck import Luck

FREEDOM: Final = 0.30  # for each slot that can be built on next turn
GROWTH: Final = 0.12  # for each free neighbour of a colour group
LEAD: Final = 0.8  # for strictly the most rooms of a colour (TH-50, and a colour worth doubling)
WASTED: Final = -4.0


def move_score(view: vec[i64], seat: i64, seats: i64, config: Config, action: i64) -> float:
    """Higher is better; comparable only within one decision."""
    phase = view[PHASE]
    if phase == PICK:
        return pick_value(view, seat, seats, lowest(action))
    if phase == PLACE:
        return place_value(view, seat, seats, action)
    if phase == TAKE:
        return take_value(view, seat, seats, config, lowest(action))
    kind: i64 = PLAIN
    if phase == LAY:
        kind = (view[TAKEN] >> (KIND_BITS * seat)) & KIND
    return lay_value(view, seat, seats, config, kind, lowest(action))


def pick_value(view: vec[i64], seat: i64, seats: i64, place: i64) -> float:
    """Value of the room at this position of the hand: its colour plus its best slot."""
    card = (view[OPEN_SIZE + OWN_SIZE * seat + IN_HAND] >> (CARD_BITS * place)) & CARD
    colour = (card - 1) >> COLOUR_SHIFT
    at = SEAT + SEAT_SIZE * seat
    slots = slots_for(view, at, colour)
    if not slots:
        return WASTED
    best = WASTED
    while slots:
        value = slot_value(view, at, colour, slots & -slots)
        if value > best:
            best = value
        slots &= slots - 1
    return best + colour_value(view, seat, seats, colour)


def colour_value(view: vec[i64], seat: i64, seats: i64, colour: i64) -> float:
    """Value of one more room of this colour: points in every round, and a lead over the other seats."""
    mine = count(view[SEAT + SEAT_SIZE * seat + ROOMS + colour]) + 1
    most: i64 = 0
    for other in range(seats):
        if other != seat:
            n = count(view[SEAT + SEAT_SIZE * other + ROOMS + colour])
            if n > most:
                most = n
    ahead = mine - most
    value = 0.25 * float(mine)
    if ahead > 0:
        value += LEAD + (0.2 * float(ahead) if ahead < 3 else 0.4)
    return value


def place_value(view: vec[i64], seat: i64, seats: i64, action: i64) -> float:
    """Value of building on a slot: how much the tree can still grow; a discarded room is wasted."""
    if action == DISCARD:
        return WASTED
    at = SEAT + SEAT_SIZE * seat
    colour = (view[at + ROOM] - 1) >> COLOUR_SHIFT
    if not slots_for(view, at, colour):  # the birdhouse: worth it only if the room can be built next (TH-61)
        tried = view[:]
        tried[at + BIRDHOUSE] = action
        tried[at + BALANCE] += side_of(action)
        follows = slots_for(tried, at, colour)
        return slot_value(view, at, -1, action) - 6.0 + (7.0 if follows else 0.0)
    return slot_value(view, at, colour, action)


def slot_value(view: vec[i64], at: i64, colour: i64, slot: i64) -> float:
    """Freedom of the tree once this slot is filled: open slots, and free neighbours of each colour."""
    built = filled_slots(view, at) | slot
    open_slots = balanced_slots(supported_slots(built), view[at + BALANCE] + side_of(slot))
    value = FREEDOM * float(count(open_slots))
    free = BOARD & ~built
    for other in range(COLOURS):
        rooms = view[at + ROOMS + other]
        if other == colour:
            rooms |= slot
        if rooms:
            growth = count(adjacent_slots(rooms) & free)
            value += GROWTH * float(growth if growth < 4 else 4)
            if adjacent_slots(rooms) & open_slots:
                value += GROWTH
    return value


def take_value(view: vec[i64], seat: i64, seats: i64, config: Config, kind: i64) -> float:
    """Value of a change card laid on its best colour."""
    best = -1000.0
    for colour in range(COLOURS):
        value = lay_value(view, seat, seats, config, kind, colour)
        if value > best:
            best = value
    return best


def lay_value(view: vec[i64], seat: i64, seats: i64, config: Config, kind: i64, colour: i64) -> float:
    """This seat's gain over the others' mean from laying this kind on this colour, compared with a plain colour."""
    mine = 0.0
    others = 0.0
    for player in range(seats):
        rooms = count(view[SEAT + SEAT_SIZE * player + ROOMS + colour])
        gain = points_with(view, seats, config, kind, colour, player) - (0 if kind == PLAIN else rooms)
        if player == seat:
            mine = float(gain)
        else:
            others += float(gain)
    return mine - others / float(seats - 1)


def points_with(view: vec[i64], seats: i64, config: Config, kind: i64, colour: i64, player: i64) -> i64:
    """A player's points for a colour under a change card (TH-45, TH-65)."""
    rooms = count(view[SEAT + SEAT_SIZE * player + ROOMS + colour])
    if kind == NOTHING:
        return 0
    if kind == DOUBLE:
        return 2 * rooms
    if kind == PLAIN:
        return rooms
    for other in range(seats):
        if other != player:
            n = count(view[SEAT + SEAT_SIZE * other + ROOMS + colour])
            if (n >= rooms) if kind == MOST else (n <= rooms):
                return 0
    return config.most_a_room * rooms if kind == MOST else config.fewest_flat


def equivalence_key(view: vec[i64], seat: i64, action: i64) -> i64:
    """Rooms of one colour share a key; every other action is its own key."""
    if view[PHASE] != PICK:
        return action
    card = (view[OPEN_SIZE + OWN_SIZE * seat + IN_HAND] >> (CARD_BITS * lowest(action))) & CARD
    return -1 - ((card - 1) >> COLOUR_SHIFT)


def rollout_score(view: vec[i64], seat: i64, seats: i64, config: Config, action: i64) -> float:
    """A cheaper move_score without the search for the best slot: fitting and leading colours, free slots."""
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
        built = filled_slots(view, at) | action
        open_slots = balanced_slots(supported_slots(built), view[at + BALANCE] + side_of(action))
        mine = view[at + ROOMS + ((view[at + ROOM] - 1) >> COLOUR_SHIFT)] | action
        return FREEDOM * float(count(open_slots)) + GROWTH * float(count(adjacent_slots(mine) & BOARD & ~built))
    return move_score(view, seat, seats, config, action)


def partial_view(view: vec[i64], seat: i64, seats: i64, luck: Luck) -> vec[i64]:
    """A view that forgets two in three colours of the others' trees, as a hasty player would."""
    seen = view[:]
    for other in range(seats):
        if other != seat:
            for colour in range(COLOURS):
                if luck.below(3):
                    seen[SEAT + SEAT_SIZE * other + ROOMS + colour] = 0
    return seen
