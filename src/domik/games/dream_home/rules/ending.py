"""After round 12: roofer, courier and handyman for each player, then the result (DH-51 to DH-54, DH-64)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    exchange,
    fits_instead,
    swap,
    swap_partners,
    swappable_cells,
)
from domik.games.dream_home.rules.points import children, house_points, roof_points
from domik.kernel.game import AWAITED, bit, count, lowest


def begin_ending(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Start with the holder of the marker after round 12 (DH-51)."""
    numbers[at.FIRST] = numbers[at.NEXT_FIRST]
    numbers[at.SKIPPING] = 0
    numbers[at.STEP] = 0
    numbers[at.HELPED] = -1
    numbers[AWAITED] = bit(numbers[at.FIRST])
    next_helper(numbers, seats, config)


def next_helper(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Ask about the next helper that can do something, seat by seat; after the last one, score (DH-51)."""
    while numbers[at.STEP] < seats:
        seat = numbers[at.FIRST] + numbers[at.STEP]
        if seat >= seats:
            seat -= seats
        base = at.SEAT + at.SEAT_SIZE * seat
        held = numbers[base + at.HELD]
        roofers = count(held & config.roofers)
        couriers = roofers + count(held & config.couriers)
        handymen = couriers + count(held & config.handymen)
        helped = numbers[at.HELPED] + 1
        while helped < handymen:
            phase: i64 = at.HANDYMAN
            able = False
            if helped < roofers:
                phase = at.ROOFER
                able = numbers[at.RESOURCE_DISCARDS] & config.all_roofs != 0
            elif helped < couriers:
                phase = at.COURIER
                able = numbers[at.ROOM_DISCARDS] != 0
            else:
                able = swappable_cells(numbers, base, config) != 0
            if able:
                numbers[at.HELPED] = helped
                numbers[at.PHASE] = phase
                numbers[AWAITED] = bit(seat)
                return
            helped += 1
        numbers[at.HELPED] = -1
        numbers[at.STEP] += 1
    end_game(numbers, seats, config)


def legal_at_the_end(numbers: vec[i64], base: i64, config: Config) -> i64:
    phase = numbers[at.PHASE]
    if phase == at.ROOFER:
        return different_roofs(numbers[at.RESOURCE_DISCARDS], config) | at.PASS
    if phase == at.COURIER:
        return numbers[at.ROOM_DISCARDS] | at.PASS
    if phase == at.DELIVER:
        return deliveries(numbers, base, config)
    if phase == at.HANDYMAN:
        return swappable_cells(numbers, base, config) | at.PASS
    return swap_partners(numbers, base, numbers[at.CHOSEN], config)


def different_roofs(discards: i64, config: Config) -> i64:
    """One discarded roof of each look: identical cards are one choice (DH-52)."""
    mask: i64 = 0
    for colour in range(config.colours):
        roofs = discards & config.roofs[colour]
        plain = roofs & ~config.windows
        roofs &= config.windows
        mask |= (plain & -plain) | (roofs & -roofs)
    return mask


def deliveries(numbers: vec[i64], base: i64, config: Config) -> i64:
    """Any card of the house can be replaced; face up, the placement rules apply without that card (DH-53)."""
    filled = numbers[base + at.FILLED]
    mask = filled << at.DOWN
    kind = config.room_kind[numbers[at.CHOSEN]]
    rest = filled & config.zone[kind]
    while rest:
        place = rest & -rest
        rest &= rest - 1
        if fits_instead(numbers, base, kind, place, config):
            mask |= place
    return mask


def use_roofer(numbers: vec[i64], base: i64, action: i64, seats: i64, config: Config) -> None:
    """Add a discarded roof to the stack, or pass (DH-52)."""
    if action != at.PASS:
        numbers[at.RESOURCE_DISCARDS] &= ~action
        numbers[base + at.HELD] |= action
    next_helper(numbers, seats, config)


def use_courier(numbers: vec[i64], action: i64, seats: i64, config: Config) -> None:
    """Choose the discarded room to deliver, or pass (DH-53)."""
    if action == at.PASS:
        next_helper(numbers, seats, config)
    else:
        numbers[at.CHOSEN] = lowest(action)
        numbers[at.PHASE] = at.DELIVER


def deliver(numbers: vec[i64], base: i64, choice: i64, config: Config) -> None:
    """Replace a card by the chosen room; the old card is discarded and its token lost (DH-53)."""
    room = numbers[at.CHOSEN]
    numbers[at.CHOSEN] = 0
    down = choice >= at.DOWN
    gone = exchange(numbers, base, choice - at.DOWN if down else choice, room, down, config)
    numbers[at.ROOM_DISCARDS] = (numbers[at.ROOM_DISCARDS] & ~bit(room)) | bit(gone)


def use_handyman(numbers: vec[i64], base: i64, action: i64, seats: i64, config: Config) -> None:
    """Choose the first card, then swap it with the second (DH-54), or pass."""
    if numbers[at.PHASE] == at.HANDYMAN and action != at.PASS:
        numbers[at.CHOSEN] = lowest(action)
        numbers[at.PHASE] = at.SWAP
        return
    if numbers[at.PHASE] == at.SWAP:
        swap(numbers, base, numbers[at.CHOSEN], lowest(action), config)
        numbers[at.CHOSEN] = 0
    next_helper(numbers, seats, config)


def end_game(numbers: vec[i64], seats: i64, config: Config) -> None:
    """Reveal the roofs and score; a tie is broken by children, then shared (DH-63, DH-64)."""
    winners: i64 = 0
    most: i64 = 0
    for seat in range(seats):
        base = at.SEAT + at.SEAT_SIZE * seat
        points = house_points(numbers, base, config) + roof_points(numbers[base + at.HELD], config)
        numbers[base + at.SCORE] = points
        value = 1000 * points + children(numbers, base, config)
        if not winners or value > most:
            winners = bit(seat)
            most = value
        elif value == most:
            winners |= bit(seat)
    numbers[at.WINNERS] = winners
    numbers[at.HELPED] = 0
    numbers[at.STEP] = 0
    numbers[at.PHASE] = at.OVER
    numbers[AWAITED] = 0
