"""Determinization: a complete state consistent with everything one seat has seen.

A seat knows every hand it once held except for choices not yet revealed, and after a round all cards of those hands.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
from domik.kernel.game import AWAITED, bit, lowest
from domik.kernel.luck import Luck

HALF_BITS: Final = 48  # room bits in one mask: three colours
HALF: Final = 0xFFF_0FFF_0FFF  # the rooms that exist among them, COPIES a colour


def unseen_rooms(view: vec[i64], seat: i64, seats: i64) -> vec[i64]:
    """The rooms this seat has never seen, neither in a hand it held nor revealed by any player."""
    low: i64 = 0
    high: i64 = 0
    base: i64 = at.SEAT
    turns = at.TURNS * view[at.ROUND] + view[at.TURN] + 1  # turns begun so far
    for _seat in range(seats):  # a bare `_` would be boxed
        room = view[base + at.ROOM]
        for k in range(-1, turns):
            card = room if k < 0 else view[base + at.BUILT + k] & at.CARD
            if card > HALF_BITS:
                high |= bit(card - 1 - HALF_BITS)
            elif card:
                low |= bit(card - 1)
        base += at.SEAT_SIZE
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    for k in range(turns):
        hand = view[own + at.SEEN + k]
        while hand:
            card = hand & at.CARD
            if card > HALF_BITS:
                high |= bit(card - 1 - HALF_BITS)
            else:
                low |= bit(card - 1)
            hand >>= at.CARD_BITS
    rooms = at.ALL_ROOMS[:]
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
        base = drawn + k
        other = base + luck.below(len(pool) - base)
        room = pool[other]
        pool[other] = pool[base]
        pool[base] = room
        hand |= (room + 1) << (at.CARD_BITS * k)
    return hand


def hand_without(hand: i64, card: i64) -> i64:
    """The hand without one card (room + 1); the order of the others is kept."""
    shift: i64 = 0
    while hand >> shift:
        if (hand >> shift) & at.CARD == card:
            return hand & ((bit(shift)) - 1) | (hand >> (shift + at.CARD_BITS)) << shift
        shift += at.CARD_BITS
    return hand


def remembered_hand(view: vec[i64], seat: i64, seats: i64, ago: i64) -> i64:
    """The hand this seat held `ago` turns ago, without the picks revealed since."""
    turn = view[at.TURN]
    begun = at.TURNS * view[at.ROUND]
    held = turn - ago
    hand = view[at.OPEN_SIZE + at.OWN_SIZE * seat + at.SEEN + begun + held]
    for k in range(held, turn):
        holder = (seat + k - held) % seats
        hand = hand_without(hand, view[at.SEAT + at.SEAT_SIZE * holder + at.BUILT + begun + k] & at.CARD)
    return hand


def imagined_numbers(view: vec[i64], seat: i64, seats: i64, config: Config, luck: Luck) -> vec[i64]:
    """The view with everything hidden from the seat drawn at random."""
    numbers = view[:]
    pool = unseen_rooms(view, seat, seats)
    drawn: i64 = 0
    phase = view[at.PHASE]
    sealed = at.OPEN_SIZE + at.OWN_SIZE * seats
    if phase == at.PICK or phase == at.PLACE:
        turn = view[at.TURN]
        for ahead in range(1, seats):
            other = (seat + ahead) % seats
            if ahead <= turn:
                hand = remembered_hand(view, seat, seats, ahead)
            else:
                size = at.HAND - turn
                if phase == at.PLACE:
                    size -= 1
                hand = draw_hand(pool, drawn, size, luck)
                drawn += size
            imagine_holder(numbers, other, ahead <= turn, hand, luck)
        remember_round(numbers, seat, seats)
    if phase != at.OVER:
        for k in range((view[at.ROUND] + 1) * seats, at.ROUNDS * seats):
            numbers[sealed + at.DEALT + k] = draw_hand(pool, drawn, at.HAND, luck)
            drawn += at.HAND
        if not config.nk and not view[at.FIRST]:
            numbers[sealed + at.FIRST_CHOOSER] = luck.below(seats) + 1
        if config.secret_tasks:
            imagine_tasks(numbers, seat, seats, luck)
    return numbers


def imagine_holder(numbers: vec[i64], other: i64, remembered: bool, hand: i64, luck: Luck) -> None:
    """Give another seat its hand; a choice not yet revealed becomes any card of it."""
    own = at.OPEN_SIZE + at.OWN_SIZE * other
    base = at.SEAT + at.SEAT_SIZE * other
    turn = numbers[at.TURN]
    if numbers[at.PHASE] == at.PLACE:
        if remembered:
            room = numbers[base + at.ROOM]
            hand = hand_without(
                hand, room if room else numbers[base + at.BUILT + at.TURNS * numbers[at.ROUND] + turn] & at.CARD
            )
    elif not (numbers[AWAITED] >> other) & 1:
        chosen = (hand >> (at.CARD_BITS * luck.below(at.HAND - turn))) & at.CARD
        numbers[own + at.CHOSEN] = chosen
        hand = hand_without(hand, chosen)
    numbers[own + at.IN_HAND] = hand


def remember_round(numbers: vec[i64], seat: i64, seats: i64) -> None:
    """Fill in what the other seats have seen, so that the result can be imagined again from their view.

    All cards of earlier rounds are known to every player, so this seat's memory of them is copied.
    """
    begun = at.TURNS * numbers[at.ROUND]
    turn = numbers[at.TURN]
    for ahead in range(1, seats):
        other = (seat + ahead) % seats
        own = at.OPEN_SIZE + at.OWN_SIZE * other
        for k in range(begun):
            numbers[own + at.SEEN + k] = numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.SEEN + k]
    for holder in range(seats):
        own = at.OPEN_SIZE + at.OWN_SIZE * holder
        base = at.SEAT + at.SEAT_SIZE * holder
        hand = numbers[own + at.IN_HAND]
        chosen = numbers[own + at.CHOSEN]
        if numbers[at.PHASE] == at.PLACE:
            chosen = numbers[base + at.ROOM]
            if not chosen:
                chosen = numbers[base + at.BUILT + begun + turn] & at.CARD
        hand = hand << at.CARD_BITS | chosen if chosen else hand
        for back in range(turn + 1):
            past = (holder - back + seats) % seats
            if back:
                picked = numbers[at.SEAT + at.SEAT_SIZE * past + at.BUILT + begun + turn - back] & at.CARD
                hand = hand << at.CARD_BITS | picked
            if past != seat:
                numbers[at.OPEN_SIZE + at.OWN_SIZE * past + at.SEEN + begun + turn - back] = hand


def imagine_tasks(numbers: vec[i64], seat: i64, seats: i64, luck: Luck) -> None:
    """Deal the other seats random tasks, excluding this seat's own (TH-62)."""
    tasks = at.ALL_TASKS[:]
    own = numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.TASK] - 1
    first: i64 = 0
    if own >= 0:
        tasks[own] = tasks[0]
        tasks[0] = own
        first = 1
    luck.shuffle(tasks, first, at.TASKS)
    for other in range(seats):
        if other != seat:
            numbers[at.OPEN_SIZE + at.OWN_SIZE * other + at.TASK] = tasks[first] + 1
            first += 1
