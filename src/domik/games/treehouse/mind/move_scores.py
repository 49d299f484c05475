"""Heuristic scores of single actions, computed from one seat's view."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
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
    phase = view[at.PHASE]
    if phase == at.PICK:
        return pick_value(view, seat, seats, lowest(action))
    if phase == at.PLACE:
        return place_value(view, seat, seats, action)
    if phase == at.TAKE:
        return take_value(view, seat, seats, config, lowest(action))
    kind: i64 = at.PLAIN
    if phase == at.LAY:
        kind = (view[at.TAKEN] >> (at.KIND_BITS * seat)) & at.KIND
    return lay_value(view, seat, seats, config, kind, lowest(action))


def pick_value(view: vec[i64], seat: i64, seats: i64, place: i64) -> float:
    """Value of the room at this position of the hand: its colour plus its best slot."""
    card = (view[at.OPEN_SIZE + at.OWN_SIZE * seat + at.IN_HAND] >> (at.CARD_BITS * place)) & at.CARD
    colour = (card - 1) >> at.COLOUR_SHIFT
    base = at.SEAT + at.SEAT_SIZE * seat
    slots = slots_for(view, base, colour)
    if not slots:
        return WASTED
    best = WASTED
    while slots:
        value = slot_value(view, base, colour, slots & -slots)
        if value > best:
            best = value
        slots &= slots - 1
    return best + colour_value(view, seat, seats, colour)


def colour_value(view: vec[i64], seat: i64, seats: i64, colour: i64) -> float:
    """Value of one more room of this colour: points in every round, and a lead over the other seats."""
    mine = count(view[at.SEAT + at.SEAT_SIZE * seat + at.ROOMS + colour]) + 1
    most: i64 = 0
    for other in range(seats):
        if other != seat:
            n = count(view[at.SEAT + at.SEAT_SIZE * other + at.ROOMS + colour])
            if n > most:
                most = n
    ahead = mine - most
    value = 0.25 * float(mine)
    if ahead > 0:
        value += LEAD + (0.2 * float(ahead) if ahead < 3 else 0.4)
    return value


def place_value(view: vec[i64], seat: i64, seats: i64, action: i64) -> float:
    """Value of building on a slot: how much the tree can still grow; a discarded room is wasted."""
    if action == at.DISCARD:
        return WASTED
    base = at.SEAT + at.SEAT_SIZE * seat
    colour = (view[base + at.ROOM] - 1) >> at.COLOUR_SHIFT
    if not slots_for(view, base, colour):  # the birdhouse: worth it only if the room can be built next (TH-61)
        tried = view[:]
        tried[base + at.BIRDHOUSE] = action
        tried[base + at.BALANCE] += side_of(action)
        follows = slots_for(tried, base, colour)
        return slot_value(view, base, -1, action) - 6.0 + (7.0 if follows else 0.0)
    return slot_value(view, base, colour, action)


def slot_value(view: vec[i64], base: i64, colour: i64, slot: i64) -> float:
    """Freedom of the tree once this slot is filled: open slots, and free neighbours of each colour."""
    built = filled_slots(view, base) | slot
    open_slots = balanced_slots(supported_slots(built), view[base + at.BALANCE] + side_of(slot))
    value = FREEDOM * float(count(open_slots))
    free = at.BOARD & ~built
    for other in range(at.COLOURS):
        rooms = view[base + at.ROOMS + other]
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
    for colour in range(at.COLOURS):
        value = lay_value(view, seat, seats, config, kind, colour)
        if value > best:
            best = value
    return best


def lay_value(view: vec[i64], seat: i64, seats: i64, config: Config, kind: i64, colour: i64) -> float:
    """This seat's gain over the others' mean from laying this kind on this colour, compared with a plain colour."""
    mine = 0.0
    others = 0.0
    for player in range(seats):
        rooms = count(view[at.SEAT + at.SEAT_SIZE * player + at.ROOMS + colour])
        gain = points_with(view, seats, config, kind, colour, player) - (0 if kind == at.PLAIN else rooms)
        if player == seat:
            mine = float(gain)
        else:
            others += float(gain)
    return mine - others / float(seats - 1)


def points_with(view: vec[i64], seats: i64, config: Config, kind: i64, colour: i64, player: i64) -> i64:
    """A player's points for a colour under a change card (TH-45, TH-65)."""
    rooms = count(view[at.SEAT + at.SEAT_SIZE * player + at.ROOMS + colour])
    if kind == at.NOTHING:
        return 0
    if kind == at.DOUBLE:
        return 2 * rooms
    if kind == at.PLAIN:
        return rooms
    for other in range(seats):
        if other != player:
            n = count(view[at.SEAT + at.SEAT_SIZE * other + at.ROOMS + colour])
            if (n >= rooms) if kind == at.MOST else (n <= rooms):
                return 0
    return config.most_a_room * rooms if kind == at.MOST else config.fewest_flat


def equivalence_key(view: vec[i64], seat: i64, action: i64) -> i64:
    """Rooms of one colour share a key; every other action is its own key."""
    if view[at.PHASE] != at.PICK:
        return action
    card = (view[at.OPEN_SIZE + at.OWN_SIZE * seat + at.IN_HAND] >> (at.CARD_BITS * lowest(action))) & at.CARD
    return -1 - ((card - 1) >> at.COLOUR_SHIFT)


def rollout_score(view: vec[i64], seat: i64, seats: i64, config: Config, action: i64) -> float:
    """A cheaper move_score without the search for the best slot: fitting and leading colours, free slots."""
    phase = view[at.PHASE]
    base = at.SEAT + at.SEAT_SIZE * seat
    if phase == at.PICK:
        card = (view[at.OPEN_SIZE + at.OWN_SIZE * seat + at.IN_HAND] >> (at.CARD_BITS * lowest(action))) & at.CARD
        colour = (card - 1) >> at.COLOUR_SHIFT
        if not slots_for(view, base, colour):
            return WASTED
        return colour_value(view, seat, seats, colour)
    if phase == at.PLACE:
        if action == at.DISCARD:
            return WASTED
        built = filled_slots(view, base) | action
        open_slots = balanced_slots(supported_slots(built), view[base + at.BALANCE] + side_of(action))
        mine = view[base + at.ROOMS + ((view[base + at.ROOM] - 1) >> at.COLOUR_SHIFT)] | action
        return FREEDOM * float(count(open_slots)) + GROWTH * float(count(adjacent_slots(mine) & at.BOARD & ~built))
    return move_score(view, seat, seats, config, action)


def partial_view(view: vec[i64], seat: i64, seats: i64, luck: Luck) -> vec[i64]:
    """A view that forgets two in three colours of the others' trees, as a hasty player would."""
    seen = view[:]
    for other in range(seats):
        if other != seat:
            for colour in range(at.COLOURS):
                if luck.below(3):
                    seen[at.SEAT + at.SEAT_SIZE * other + at.ROOMS + colour] = 0
    return seen
