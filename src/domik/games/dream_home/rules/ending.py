"""After round 12: roofer, courier and handyman for each player, then the result (DH-51 to DH-54, DH-64)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    fits_instead,
    lay_down,
    lay_up,
    swap,
    swap_partners,
    swappable_cells,
    take_away,
)
from domik.games.dream_home.rules.points import children, house_points, roof_points
from domik.games.dream_home.rules.state import *
from domik.kernel.game import AWAITED, bit, count, lowest


def begin_ending(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Start with the holder of the marker after round 12 (DH-51)."""
    numbers[FIRST] = numbers[NEXT_FIRST]
    numbers[SKIPPING] = 0
    numbers[STEP] = 0
    numbers[HELPED] = -1
    numbers[AWAITED] = bit(numbers[FIRST])
    next_helper(numbers, seats, config)


def next_helper(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Ask about the next helper that can do something, seat by seat; after the last one, score (DH-51)."""
    while numbers[STEP] < seats:
        seat = numbers[FIRST] + numbers[STEP]
        if seat >= seats:
            seat -= seats
        at = SEAT + SEAT_SIZE * seat
        held = numbers[at + HELD]
        roofers = count(held & config.roofers)
        couriers = roofers + count(held & config.couriers)
        handymen = couriers + count(held & config.handymen)
        helped = numbers[HELPED] + 1
        while helped < handymen:
            phase: i64 = HANDYMAN
            able = False
            if helped < roofers:
                phase = ROOFER
                able = numbers[RESOURCE_DISCARDS] & config.all_roofs != 0
            elif helped < couriers:
                phase = COURIER
                able = numbers[ROOM_DISCARDS] != 0
            else:
                able = swappable_cells(numbers, at, config) != 0
            if able:
                numbers[HELPED] = helped
                numbers[PHASE] = phase
                numbers[AWAITED] = bit(seat)
                return
            helped += 1
        numbers[HELPED] = -1
        numbers[STEP] += 1
    end_game(numbers, seats, config)


def legal_at_the_end(numbers: vec[i64], at: i64, config: Config) -> i64:
    phase = numbers[PHASE]
    if phase == ROOFER:
        return different_roofs(numbers[RESOURCE_DISCARDS], config) | PASS
    if phase == COURIER:
        return numbers[ROOM_DISCARDS] | PASS
    if phase == DELIVER:
        return deliveries(numbers, at, config)
    if phase == HANDYMAN:
        return swappable_cells(numbers, at, config) | PASS
    return swap_partners(numbers, at, numbers[CHOSEN], config)


def different_roofs(discards: i64, config: Config) -> i64:
    """One discarded roof of each look: identical cards are one choice (DH-52)."""
    mask: i64 = 0
    for colour in range(config.colours):
        roofs = discards & config.roofs[colour]
        plain = roofs & ~config.windows
        roofs &= config.windows
        mask |= (plain & -plain) | (roofs & -roofs)
    return mask


def deliveries(numbers: vec[i64], at: i64, config: Config) -> i64:
    """Any card of the house can be replaced; face up, the placement rules apply without that card (DH-53)."""
    filled = numbers[at + FILLED]
    mask = filled << DOWN
    kind = config.room_kind[numbers[CHOSEN]]
    rest = filled & config.zone[kind]
    while rest:
        place = rest & -rest
        rest &= rest - 1
        if fits_instead(numbers, at, kind, place, config):
            mask |= place
    return mask


def use_roofer(numbers: vec[i64], at: i64, action: i64, seats: i64, config: Config) -> None:
    """Add a discarded roof to the stack, or pass (DH-52)."""
    if action != PASS:
        numbers[RESOURCE_DISCARDS] &= ~action
        numbers[at + HELD] |= action
    next_helper(numbers, seats, config)


def use_courier(numbers: vec[i64], action: i64, seats: i64, config: Config) -> None:
    """Choose the discarded room to deliver, or pass (DH-53)."""
    if action == PASS:
        next_helper(numbers, seats, config)
    else:
        numbers[CHOSEN] = lowest(action)
        numbers[PHASE] = DELIVER


def deliver(numbers: vec[i64], at: i64, choice: i64, config: Config) -> None:
    """Replace a card by the chosen room; the old card is discarded and its token lost (DH-53)."""
    room = numbers[CHOSEN]
    numbers[CHOSEN] = 0
    cell = choice if choice < DOWN else choice - DOWN
    gone = take_away(numbers, at, cell, config)
    numbers[ROOM_DISCARDS] = (numbers[ROOM_DISCARDS] & ~bit(room)) | bit(gone)
    if choice < DOWN:
        lay_up(numbers, at, room, cell, config)
    else:
        lay_down(numbers, at, room, cell, config)


def use_handyman(numbers: vec[i64], at: i64, action: i64, seats: i64, config: Config) -> None:
    """Choose the first card, then swap it with the second (DH-54), or pass."""
    if numbers[PHASE] == HANDYMAN and action != PASS:
        numbers[CHOSEN] = lowest(action)
        numbers[PHASE] = SWAP
        return
    if numbers[PHASE] == SWAP:
        swap(numbers, at, numbers[CHOSEN], lowest(action), config)
        numbers[CHOSEN] = 0
    next_helper(numbers, seats, config)


def end_game(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Reveal the roofs and score; a tie is broken by children, then shared (DH-63, DH-64)."""
    winners: i64 = 0
    most: i64 = 0
    for seat in range(seats):
        at = SEAT + SEAT_SIZE * seat
        points = house_points(numbers, at, config) + roof_points(numbers[at + HELD], config)
        numbers[at + SCORE] = points
        value = 1000 * points + children(numbers, at, config)
        if not winners or value > most:
            winners = bit(seat)
            most = value
        elif value == most:
            winners |= bit(seat)
    numbers[WINNERS] = winners
    numbers[HELPED] = 0
    numbers[STEP] = 0
    numbers[PHASE] = OVER
    numbers[AWAITED] = 0
