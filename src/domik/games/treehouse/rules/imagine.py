"""Determinization: a complete state consistent with everything one seat has seen.

A seat knows every hand it once held except for choices not yet revealed, and after a round all cards of those hands.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.state import *
from domik.kernel.game import AWAITED, bit, lowest
from domik.kernel.luck import Luck

HALF_BITS: Final = 48  # room bits in one mask: three colours
HALF: Final = 0xFFF_0FFF_0FFF  # the rooms that exist among them, COPIES a colour


def unseen_rooms(view: vec[i64], seat: i64, seats: i64) -> vec[i64]:
    """The rooms this seat has never seen, neither in a hand it held nor revealed by any player."""
    low: i64 = 0
    high: i64 = 0
    at: i64 = SEAT
    turns = TURNS * view[ROUND] + view[TURN] + 1  # turns begun so far
    for _seat in range(seats):  # a bare `_` would be boxed
        room = view[at + ROOM]
        for k in range(-1, turns):
            card = room if k < 0 else view[at + BUILT + k] & CARD
            if card > HALF_BITS:
                high |= bit(card - 1 - HALF_BITS)
            elif card:
                low |= bit(card - 1)
        at += SEAT_SIZE
    own = OPEN_SIZE + OWN_SIZE * seat
    for k in range(turns):
        hand = view[own + SEEN + k]
        while hand:
            card = hand & CARD
            if card > HALF_BITS:
                high |= bit(card - 1 - HALF_BITS)
            else:
                low |= bit(card - 1)
            hand >>= CARD_BITS
    rooms = ALL_ROOMS[:]
    n: i64 = 0
    rest = HALF & ~low
    while rest:
        rooms[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    rest = HALF & ~high
    while rest:
        rooms[n] = HALF_BITS + lowest(rest)
        rest &= rest - 1
        n += 1
    return rooms[:n]


def draw_hand(pool: vec[i64], drawn: i64, size: i64, luck: Luck) -> i64:
    """A hand of `size` random rooms from pool[drawn:], which are swapped to its front; the caller advances `drawn`."""
    hand: i64 = 0
    for k in range(size):
        at = drawn + k
        other = at + luck.below(len(pool) - at)
        room = pool[other]
        pool[other] = pool[at]
        pool[at] = room
        hand |= (room + 1) << (CARD_BITS * k)
    return hand


def hand_without(hand: i64, card: i64) -> i64:
    """The hand without one card (room + 1); the order of the others is kept."""
    shift: i64 = 0
    while hand >> shift:
        if (hand >> shift) & CARD == card:
            return hand & ((bit(shift)) - 1) | (hand >> (shift + CARD_BITS)) << shift
        shift += CARD_BITS
    return hand


def remembered_hand(view: vec[i64], seat: i64, seats: i64, ago: i64) -> i64:
    """The hand this seat held `ago` turns ago, without the picks revealed since."""
    turn = view[TURN]
    base = TURNS * view[ROUND]
    held = turn - ago
    hand = view[OPEN_SIZE + OWN_SIZE * seat + SEEN + base + held]
    for k in range(held, turn):
        holder = (seat + k - held) % seats
        hand = hand_without(hand, view[SEAT + SEAT_SIZE * holder + BUILT + base + k] & CARD)
    return hand


def imagined_numbers(view: vec[i64], seat: i64, seats: i64, config: Config, luck: Luck) -> vec[i64]:
    """The view with everything hidden from the seat drawn at random."""
    numbers = view[:]
    pool = unseen_rooms(view, seat, seats)
    drawn: i64 = 0
    phase = view[PHASE]
    sealed = OPEN_SIZE + OWN_SIZE * seats
    if phase == PICK or phase == PLACE:
        turn = view[TURN]
        for ahead in range(1, seats):
            other = (seat + ahead) % seats
            if ahead <= turn:
                hand = remembered_hand(view, seat, seats, ahead)
            else:
                size = HAND - turn
                if phase == PLACE:
                    size -= 1
                hand = draw_hand(pool, drawn, size, luck)
                drawn += size
            imagine_holder(numbers, other, ahead <= turn, hand, luck)
        remember_round(numbers, seat, seats)
    if phase != OVER:
        for k in range((view[ROUND] + 1) * seats, ROUNDS * seats):
            numbers[sealed + DEALT + k] = draw_hand(pool, drawn, HAND, luck)
            drawn += HAND
        if not config.nk and not view[FIRST]:
            numbers[sealed + FIRST_CHOOSER] = luck.below(seats) + 1
        if config.secret_tasks:
            imagine_tasks(numbers, seat, seats, luck)
    return numbers


def imagine_holder(numbers: vec[i64], other: i64, remembered: bool, hand: i64, luck: Luck) -> None:
    """Give another seat its hand; a choice not yet revealed becomes any card of it."""
    own = OPEN_SIZE + OWN_SIZE * other
    at = SEAT + SEAT_SIZE * other
    turn = numbers[TURN]
    if numbers[PHASE] == PLACE:
        if remembered:
            room = numbers[at + ROOM]
            hand = hand_without(hand, room if room else numbers[at + BUILT + TURNS * numbers[ROUND] + turn] & CARD)
    elif not (numbers[AWAITED] >> other) & 1:
        chosen = (hand >> (CARD_BITS * luck.below(HAND - turn))) & CARD
        numbers[own + CHOSEN] = chosen
        hand = hand_without(hand, chosen)
    numbers[own + IN_HAND] = hand


def remember_round(numbers: vec[i64], seat: i64, seats: i64) -> None:
    """Fill in what the other seats have seen, so that the result can be imagined again from their view.

    All cards of earlier rounds are known to every player, so this seat's memory of them is copied.
    """
    base = TURNS * numbers[ROUND]
    turn = numbers[TURN]
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        own = OPEN_SIZE + OWN_SIZE * other
        for k in range(base):
            numbers[own + SEEN + k] = numbers[OPEN_SIZE + OWN_SIZE * seat + SEEN + k]
    for holder in range(seats):
        own = OPEN_SIZE + OWN_SIZE * holder
        at = SEAT + SEAT_SIZE * holder
        hand = numbers[own + IN_HAND]
        chosen = numbers[own + CHOSEN]
        if numbers[PHASE] == PLACE:
            chosen = numbers[at + ROOM]
            if not chosen:
                chosen = numbers[at + BUILT + base + turn] & CARD
        hand = hand << CARD_BITS | chosen if chosen else hand
        for back in range(turn + 1):
            past = (holder - back + seats) % seats
            if back:
                picked = numbers[SEAT + SEAT_SIZE * past + BUILT + base + turn - back] & CARD
                hand = hand << CARD_BITS | picked
            if past != seat:
                numbers[OPEN_SIZE + OWN_SIZE * past + SEEN + base + turn - back] = hand


def imagine_tasks(numbers: vec[i64], seat: i64, seats: i64, luck: Luck) -> None:
    """Deal the other seats random tasks, excluding this seat's own (TH-62)."""
    tasks = ALL_TASKS[:]
    own = numbers[OPEN_SIZE + OWN_SIZE * seat + TASK] - 1
    first: i64 = 0
    if own >= 0:
        tasks[own] = tasks[0]
        tasks[0] = own
        first = 1
    luck.shuffle(tasks, first, TASKS)
    for other in range(seats):
        if other != seat:
            numbers[OPEN_SIZE + OWN_SIZE * other + TASK] = tasks[first] + 1
            first += 1
