"""Life in the forest: gains, one year around the cabin, and when a life ends (CC-20 to CC-25)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.points import finish_seat
from domik.games.cabin.rules.state import *

# How a year ended; 0 is a full circle, and another year may follow (CC-23)
STILL: Final = 0x100000000  # a full circle that changed no die (CC-25)
EMPTY_PLACE: Final = 0x200000000
UNPAID: Final = 0x300000000
SIX: Final = 0x400000000
ALL_DICE: Final = 0xFFFFFFFF  # low bits of a year's result: the dice; the bits above tell how it ended


def raise_die(dice: i64, shift: i64, amount: i64) -> i64:
    """Raise one die; anything above 6 is lost (CC-13)."""
    room = DIE_MOST - ((dice >> shift) & DIE)
    if amount > room:
        amount = room
    return dice + (amount << shift)


def year_result(placed: i64, dice: i64, start: i64, faces: vec[i64], still_ends: bool) -> i64:
    """Visit the locations clockwise from one place (CC-20): the dice afterwards, and how the year ended."""
    before = dice
    place = FACE_BITS * start
    for _again in range(PLACES):
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


def live_year(numbers: vec[i64], seat: i64, at: i64, start: i64, config: Config) -> None:
    """Play one year from a chosen location; another may follow a full year that changed a die (CC-20 to CC-25)."""
    after = year_result(numbers[at + PLACED], numbers[at + DICE], start, config.faces, config.still_ends)
    numbers[at + DICE] = after & ALL_DICE
    years = numbers[at + YEARS] + 1
    numbers[at + YEARS] = years
    if after & ~ALL_DICE or years == MOST_YEARS:
        finish_seat(numbers, seat, at, config)
