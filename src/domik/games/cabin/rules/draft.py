"""The draft: hands of four, two kept in order, two passed on (CC-41)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit


def hand_size(hand: i64) -> i64:
    """How many cards a hand holds."""
    n: i64 = 0
    while hand:
        hand >>= CARD_BITS
        n += 1
    return n


def card_in(hand: i64, place: i64) -> i64:
    """One card of a hand."""
    return (hand >> (CARD_BITS * place)) & CARD


def draft_moves(hand: i64) -> i64:
    """The ordered pairs: the hand's places of what is laid first and second."""
    return 0xFFF if hand >> (2 * CARD_BITS) else 0x9  # of two cards: 0 then 1, or 1 then 0


def passed_on(hand: i64, lower: i64, upper: i64) -> i64:
    """The two cards of a hand that are not kept, sorted: their order must not tell which of them was drawn last."""
    passed: i64 = 0
    for place in range(hand_size(hand)):
        if place != lower and place != upper:
            card = card_in(hand, place)
            passed = passed << CARD_BITS | card if card < passed else passed | card << (CARD_BITS if passed else 0)
    return passed


def lay_down(numbers: vec[i64], own: i64, round_now: i64, lower: i64, upper: i64) -> None:
    """Two cards onto what was kept before, the second on top."""
    first = 2 * round_now
    put_kept(numbers, own, first, lower)
    put_kept(numbers, own, first + 1, upper)


def put_kept(numbers: vec[i64], own: i64, index: i64, card: i64) -> None:
    """The card laid down as number `index`."""
    half: i64 = 0
    if index >= KEPT_EACH:
        half = 1
        index -= KEPT_EACH
    numbers[own + KEPT + half] |= card << (CARD_BITS * index)


def kept_card(numbers: vec[i64], own: i64, index: i64) -> i64:
    """The card that was laid down as number `index`."""
    if index >= KEPT_EACH:
        return (numbers[own + KEPT + 1] >> (CARD_BITS * (index - KEPT_EACH))) & CARD
    return (numbers[own + KEPT] >> (CARD_BITS * index)) & CARD


def cards_drawn(stock: i64, round_then: i64) -> i64:
    """How many cards each seat draws in a round (CC-41)."""
    if round_then == 0:
        return 4
    return 2 if 2 * (round_then + 2) <= stock else 0


def drawn_at(seats: i64, round_now: i64, seat: i64) -> i64:
    """Where in the common deck a seat's draw of a round begins: seats draw in seat order, all their cards at once."""
    if round_now == 0:
        return 4 * seat
    return 4 * seats + 2 * seats * (round_now - 1) + 2 * seat


def draw(numbers: vec[i64], sealed: i64, own: i64, seats: i64, seat: i64, cards: i64) -> None:
    """Cards from the common deck on top of what was received; the seat remembers the hand."""
    round_now = numbers[ROUND]
    hand = numbers[own + HAND]
    first = sealed + drawn_at(seats, round_now, seat)
    size = hand_size(hand)
    for k in range(cards):
        hand |= numbers[first + k] << (CARD_BITS * (size + k))
    numbers[own + HAND] = hand
    numbers[own + HANDS + round_now] = hand


def begin_round(numbers: vec[i64], kit: Kit) -> None:
    """Everybody draws: four cards at first, then two, and nothing once the common deck is used up (CC-41)."""
    seats = kit.seats
    cards = cards_drawn(kit.stock, numbers[ROUND])
    own: i64 = OPEN_SIZE
    for seat in range(seats):
        draw(numbers, kit.sealed, own, seats, seat, cards)
        own += OWN_SIZE
    numbers[AWAITED] = bit(seats) - 1


def keep(numbers: vec[i64], seat: i64, pair: i64, kit: Kit) -> bool:
    """Lay two cards down in order; when all have, the rest goes clockwise (CC-41). True when the draft is over."""
    own = OPEN_SIZE + OWN_SIZE * seat
    hand = numbers[own + HAND]
    lower = PAIR_LOWER[pair]
    upper = PAIR_UPPER[pair]
    lay_down(numbers, own, numbers[ROUND], card_in(hand, lower), card_in(hand, upper))
    numbers[own + PASSING] = passed_on(hand, lower, upper)
    numbers[own + HAND] = 0
    awaited = numbers[AWAITED] & ~bit(seat)
    numbers[AWAITED] = awaited
    if awaited:
        return False
    over = numbers[ROUND] + 1 == DRAFT_ROUNDS
    last = OPEN_SIZE + OWN_SIZE * (kit.seats - 1)
    passed = numbers[last + PASSING]
    own = OPEN_SIZE
    while own <= last:
        kept = numbers[own + PASSING]
        numbers[own + HAND] = 0 if over else passed  # with promo cards the last pair is discarded
        numbers[own + PASSING] = 0
        passed = kept
        own += OWN_SIZE
    if not over:
        numbers[ROUND] += 1
        begin_round(numbers, kit)
    return over
