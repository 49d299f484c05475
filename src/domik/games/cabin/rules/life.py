"""Life in the forest: gains, one year around the cabin, and when a life ends (CC-20 to CC-25)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.points import finish_seat

# How a year ended; 0 is a full circle, and another year may follow (CC-23)
STILL: Final = 0x100000000  # a full circle that changed no die (CC-25)
EMPTY_PLACE: Final = 0x200000000
UNPAID: Final = 0x300000000
SIX: Final = 0x400000000
ALL_DICE: Final = 0xFFFFFFFF  # low bits of a year's result: the dice; the bits above tell how it ended


def raise_die(dice: i64, shift: i64, amount: i64) -> i64:
    """Raise one die; anything above 6 is lost (CC-13)."""
    room = at.DIE_MOST - ((dice >> shift) & at.DIE)
    if amount > room:
        amount = room
    return dice + (amount << shift)


def year_result(placed: i64, dice: i64, start: i64, faces: vec[i64], still_ends: bool) -> i64:
    """Visit the locations clockwise from one place (CC-20): the dice afterwards, and how the year ended."""
    before = dice
    place = at.FACE_BITS * start
    for _again in range(at.PLACES):
        face = (placed >> place) & at.FACE
        if not face:
            return dice | EMPTY_PLACE  # CC-24
        base = at.FACE_SIZE * face
        cost = faces[base + at.VISIT_COST]
        if cost:
            paid = (dice | at.GUARD) - cost
            if paid & at.GUARD != at.GUARD:
                return dice | UNPAID  # CC-24
            dice = paid & ~at.GUARD
        shift = faces[base + at.VISIT_SHIFT]
        room = at.DIE_MOST - ((dice >> shift) & at.DIE)
        gain = faces[base + at.VISIT_AMOUNT]
        if gain > room:
            gain = room
        dice += gain << shift
        if gain == room and shift >= at.DIE_BITS * at.RESOURCES:
            return dice | SIX  # CC-24
        place += at.FACE_BITS
        if place == at.FACE_BITS * at.PLACES:
            place = 0
    if dice == before and still_ends:
        return dice | STILL  # CC-25
    return dice


def live_year(numbers: vec[i64], seat: i64, base: i64, start: i64, config: Config) -> None:
    """Play one year from a chosen location; another may follow a full year that changed a die (CC-20 to CC-25)."""
    after = year_result(numbers[base + at.PLACED], numbers[base + at.DICE], start, config.faces, config.still_ends)
    numbers[base + at.DICE] = after & ALL_DICE
    years = numbers[base + at.YEARS] + 1
    numbers[base + at.YEARS] = years
    if after & ~ALL_DICE or years == at.MOST_YEARS:
        finish_seat(numbers, seat, base, config)
