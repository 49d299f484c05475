"""Dice and life in the forest: gains, payments, one year around the cabin, and what it is all worth."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.state import *

# How a year went on
FULL: Final = 0  # a full circle; another year may follow (CC-23)
STILL: Final = 0x100000000  # a full circle that changed no die (CC-25)
EMPTY_PLACE: Final = 0x200000000
UNPAID: Final = 0x300000000
SIX: Final = 0x400000000
ALL_DICE: Final = 0xFFFFFFFF  # a year's answer: the dice, and above them how it ended


def raised(dice: i64, shift: i64, amount: i64) -> i64:
    """The dice with one of them higher; what is over 6 is lost (CC-13)."""
    room = DIE_MOST - ((dice >> shift) & DIE)
    if amount > room:
        amount = room
    return dice + (amount << shift)


def payable(dice: i64, cost: i64) -> bool:
    """Whether every die can pay its part: no partial payment (CC-11)."""
    return ((dice | GUARD) - cost) & GUARD == GUARD


def needs_to_build(dice: i64) -> bool:
    """Whether a natural die shows 6 (CC-18)."""
    return ((dice & NATURAL) + SIXES) & NATURAL_GUARD != 0


def year(placed: i64, dice: i64, start: i64, faces: vec[i64], still_ends: bool) -> i64:
    """The visits clockwise from one place (CC-20): the dice after it, and how it ended."""
    before = dice
    place = FACE_BITS * start
    for _ in range(PLACES):
        face = (placed >> place) & FACE
        if not face:
            return dice | EMPTY_PLACE  # CC-24
        at = FACE_SIZE * face
        cost = faces[at + VISIT_COST]
        if cost:
            paid = (dice | GUARD) - cost
            if paid & GUARD != GUARD:
                return dice | UNPAID  # CC-24
            dice = paid & ~GUARD
        shift = faces[at + VISIT_SHIFT]
        room = DIE_MOST - ((dice >> shift) & DIE)
        gain = faces[at + VISIT_AMOUNT]
        if gain > room:
            gain = room
        dice += gain << shift
        if gain == room and shift >= DIE_BITS * RESOURCES:
            return dice | SIX  # CC-24
        place += FACE_BITS
        if place == FACE_BITS * PLACES:
            place = 0
    if dice == before and still_ends:
        return dice | STILL  # CC-25
    return dice


def worth_of(dice: i64, left: i64, worth: vec[i64]) -> i64:
    """Doubled points of months left and dice (CC-30); `worth` is a month's, then each die's in table order."""
    points = left * worth[0]
    for die in range(2 * RESOURCES):
        points += (dice & DIE) * worth[1 + die]
        dice >>= DIE_BITS
    return points


def at_home(dice: i64) -> i64:
    """All domestic resources together: the tie-break (CC-31)."""
    dice >>= DIE_BITS * RESOURCES
    total: i64 = 0
    while dice:
        total += dice & DIE
        dice >>= DIE_BITS
    return total
