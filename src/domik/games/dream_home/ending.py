"""After round 12: roofer, courier and handyman, player by player, then the result (DH-51 to DH-54, DH-64)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.cards import Cards
from domik.games.dream_home.house import fits_instead, lay_down, lay_up, partners, swap, swappable, take_away
from domik.games.dream_home.points import children, house_points, roof_points
from domik.games.dream_home.state import *
from domik.kernel.game import AWAITED, bit, count, lowest


def begin_ending(table: vec[i64], seats: i64, cards: Cards) -> None:
    """The holder of the marker after round 12 begins (DH-51)."""
    table[FIRST] = table[NEXT_FIRST]
    table[SKIPPING] = 0
    table[STEP] = 0
    table[HELPED] = -1
    table[AWAITED] = bit(table[FIRST])
    next_helper(table, seats, cards)


def next_helper(table: vec[i64], seats: i64, cards: Cards) -> None:
    """Ask about the seat's next helper that can do something, then about the next seat's; then score (DH-51)."""
    while table[STEP] < seats:
        seat = table[FIRST] + table[STEP]
        if seat >= seats:
            seat -= seats
        at = SEAT + SEAT_SIZE * seat
        held = table[at + HELD]
        roofers = count(held & cards.roofers)
        couriers = roofers + count(held & cards.couriers)
        handymen = couriers + count(held & cards.handymen)
        helped = table[HELPED] + 1
        while helped < handymen:
            phase: i64 = HANDYMAN
            able = False
            if helped < roofers:
                phase = ROOFER
                able = table[RESOURCE_DISCARDS] & cards.all_roofs != 0
            elif helped < couriers:
                phase = COURIER
                able = table[ROOM_DISCARDS] != 0
            else:
                able = swappable(table, at, cards) != 0
            if able:
                table[HELPED] = helped
                table[PHASE] = phase
                table[AWAITED] = bit(seat)
                return
            helped += 1
        table[HELPED] = -1
        table[STEP] += 1
    end_game(table, seats, cards)


def legal_at_the_end(table: vec[i64], at: i64, cards: Cards) -> i64:
    """What a helper can do."""
    phase = table[PHASE]
    if phase == ROOFER:
        return different_roofs(table[RESOURCE_DISCARDS], cards) | PASS
    if phase == COURIER:
        return table[ROOM_DISCARDS] | PASS
    if phase == DELIVER:
        return deliveries(table, at, cards)
    if phase == HANDYMAN:
        return swappable(table, at, cards) | PASS
    return partners(table, at, table[CHOSEN], cards)


def different_roofs(discards: i64, cards: Cards) -> i64:
    """One roof of every look that the discards hold: equal cards are one choice (DH-52)."""
    mask: i64 = 0
    for colour in range(cards.colours):
        roofs = discards & cards.roofs[colour]
        plain = roofs & ~cards.windows
        roofs &= cards.windows
        mask |= (plain & -plain) | (roofs & -roofs)
    return mask


def deliveries(table: vec[i64], at: i64, cards: Cards) -> i64:
    """Every card of the house can go; face up the new one obeys the placement rules without it (DH-53)."""
    filled = table[at + FILLED]
    mask = filled << DOWN
    kind = cards.room_kind[table[CHOSEN]]
    rest = filled & cards.zone[kind]
    while rest:
        place = rest & -rest
        rest &= rest - 1
        if fits_instead(table, at, kind, place, cards):
            mask |= place
    return mask


def roofer(table: vec[i64], at: i64, action: i64, seats: i64, cards: Cards) -> None:
    """Add a roof of the discards to the stack (DH-52)."""
    if action != PASS:
        table[RESOURCE_DISCARDS] &= ~action
        table[at + HELD] |= action
    next_helper(table, seats, cards)


def deliver(table: vec[i64], at: i64, choice: i64, cards: Cards) -> None:
    """The chosen room comes in, the card it replaces goes to the discards; its token is lost (DH-53)."""
    room = table[CHOSEN]
    table[CHOSEN] = 0
    cell = choice if choice < DOWN else choice - DOWN
    gone = take_away(table, at, cell, cards)
    table[ROOM_DISCARDS] = (table[ROOM_DISCARDS] & ~bit(room)) | bit(gone)
    if choice < DOWN:
        lay_up(table, at, room, cell, cards)
    else:
        lay_down(table, at, room, cell, cards)


def handyman(table: vec[i64], at: i64, action: i64, seats: i64, cards: Cards) -> None:
    """Two cards of the house change places: the first, then the second (DH-54)."""
    if table[PHASE] == HANDYMAN and action != PASS:
        table[CHOSEN] = lowest(action)
        table[PHASE] = SWAP
        return
    if table[PHASE] == SWAP:
        swap(table, at, table[CHOSEN], lowest(action), cards)
        table[CHOSEN] = 0
    next_helper(table, seats, cards)


def end_game(table: vec[i64], seats: i64, cards: Cards) -> None:
    """Roofs are revealed, all is scored; tied: more children, then shared (DH-63, DH-64)."""
    winners: i64 = 0
    most: i64 = 0
    for seat in range(seats):
        at = SEAT + SEAT_SIZE * seat
        points = house_points(table, at, cards) + roof_points(table[at + HELD], cards)
        table[at + SCORE] = points
        value = 1000 * points + children(table, at, cards)
        if not winners or value > most:
            winners = bit(seat)
            most = value
        elif value == most:
            winners |= bit(seat)
    table[WINNERS] = winners
    table[HELPED] = 0
    table[STEP] = 0
    table[PHASE] = OVER
    table[AWAITED] = 0


def courier(table: vec[i64], seats: i64, cards: Cards, action: i64) -> None:
    """Choose the room that comes, or send the courier away (DH-53)."""
    if action == PASS:
        next_helper(table, seats, cards)
    else:
        table[CHOSEN] = lowest(action)
        table[PHASE] = DELIVER
