"""Cards in motion: the draft (hands of four, two kept, two passed on, CC-41), and each seat's deck and pile."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.kernel.game import AWAITED, bit


def hand_size(hand: i64) -> i64:
    n: i64 = 0
    while hand:
        hand >>= at.CARD_BITS
        n += 1
    return n


def card_in(hand: i64, place: i64) -> i64:
    return (hand >> (at.CARD_BITS * place)) & at.CARD


def draft_moves(hand: i64) -> i64:
    """Mask of the ordered pairs: which card of the hand is laid first and which second."""
    return 0xFFF if hand >> (2 * at.CARD_BITS) else 0x9  # of two cards: 0 then 1, or 1 then 0


def passed_cards(hand: i64, lower: i64, upper: i64) -> i64:
    """The two cards not kept, sorted so that their order does not reveal which of them was drawn last."""
    passed: i64 = 0
    for place in range(hand_size(hand)):
        if place != lower and place != upper:
            card = card_in(hand, place)
            if card < passed:
                passed = passed << at.CARD_BITS | card
            else:
                passed |= card << (at.CARD_BITS if passed else 0)
    return passed


def lay_down(numbers: vec[i64], own: i64, round_now: i64, lower: i64, upper: i64) -> None:
    """Lay two cards onto those kept before, the second on top."""
    first = 2 * round_now
    put_kept(numbers, own, first, lower)
    put_kept(numbers, own, first + 1, upper)


def put_kept(numbers: vec[i64], own: i64, index: i64, card: i64) -> None:
    """Store the card laid down as number `index`."""
    half: i64 = 0
    if index >= at.KEPT_EACH:
        half = 1
        index -= at.KEPT_EACH
    numbers[own + at.KEPT + half] |= card << (at.CARD_BITS * index)


def kept_card(numbers: vec[i64], own: i64, index: i64) -> i64:
    """The card laid down as number `index`."""
    if index >= at.KEPT_EACH:
        return (numbers[own + at.KEPT + 1] >> (at.CARD_BITS * (index - at.KEPT_EACH))) & at.CARD
    return (numbers[own + at.KEPT] >> (at.CARD_BITS * index)) & at.CARD


def draw_count(stock: i64, round_then: i64) -> i64:
    """Cards that each seat draws in a round (CC-41)."""
    if round_then == 0:
        return 4
    return 2 if 2 * (round_then + 2) <= stock else 0


def draw_offset(seats: i64, round_now: i64, seat: i64) -> i64:
    """Offset in the common deck of a seat's draw in a round: seats draw in seat order, all their cards at once."""
    if round_now == 0:
        return 4 * seat
    return 4 * seats + 2 * seats * (round_now - 1) + 2 * seat


def draw(numbers: vec[i64], sealed: i64, own: i64, seats: i64, seat: i64, cards: i64) -> None:
    """Add cards from the common deck on top of the received ones, and record the hand in the seat's memory."""
    round_now = numbers[at.ROUND]
    hand = numbers[own + at.HAND]
    first = sealed + draw_offset(seats, round_now, seat)
    size = hand_size(hand)
    for k in range(cards):
        hand |= numbers[first + k] << (at.CARD_BITS * (size + k))
    numbers[own + at.HAND] = hand
    numbers[own + at.HANDS + round_now] = hand


def begin_round(numbers: vec[i64], config: Config) -> None:
    """All seats draw: four cards at first, then two, and none once the common deck is used up (CC-41)."""
    seats = config.seats
    cards = draw_count(config.stock, numbers[at.ROUND])
    own: i64 = at.OPEN_SIZE
    for seat in range(seats):
        draw(numbers, config.sealed, own, seats, seat, cards)
        own += at.OWN_SIZE
    numbers[AWAITED] = bit(seats) - 1


def keep_pair(numbers: vec[i64], seat: i64, pair: i64, config: Config) -> bool:
    """Lay two cards down in order; after the last seat, pass the rest clockwise (CC-41). True at the draft's end."""
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    hand = numbers[own + at.HAND]
    lower = at.PAIR_LOWER[pair]
    upper = at.PAIR_UPPER[pair]
    lay_down(numbers, own, numbers[at.ROUND], card_in(hand, lower), card_in(hand, upper))
    numbers[own + at.PASSING] = passed_cards(hand, lower, upper)
    numbers[own + at.HAND] = 0
    awaited = numbers[AWAITED] & ~bit(seat)
    numbers[AWAITED] = awaited
    if awaited:
        return False
    over = numbers[at.ROUND] + 1 == at.DRAFT_ROUNDS
    last = at.OPEN_SIZE + at.OWN_SIZE * (config.seats - 1)
    passed = numbers[last + at.PASSING]
    own = at.OPEN_SIZE
    while own <= last:
        kept = numbers[own + at.PASSING]
        numbers[own + at.HAND] = 0 if over else passed  # with promo cards the last pair is discarded
        numbers[own + at.PASSING] = 0
        passed = kept
        own += at.OWN_SIZE
    if not over:
        numbers[at.ROUND] += 1
        begin_round(numbers, config)
    return over


def card_at(numbers: vec[i64], seat: i64, index: i64, config: Config) -> i64:
    """A card of this month's deck, revealed or not."""
    card = numbers[at.SEAT + at.SEAT_SIZE * seat + at.CARDS + index]
    if card:
        return card
    if config.draft:
        return drafted_card(numbers, seat, index, config)
    return numbers[config.sealed + at.DRAWN_EACH * seat + index]


def drafted_card(numbers: vec[i64], seat: i64, index: i64, config: Config) -> i64:
    """A card of a drafted deck: last laid, first taken; the neighbour lies somewhere in between."""
    if config.neighbour:
        place = numbers[config.sealed + at.DRAWN_EACH * config.seats + seat]
        if index == place:
            return at.NEIGHBOUR_FACE | seat << at.FACE_BITS
        if index > place:
            index -= 1
    return kept_card(numbers, at.OPEN_SIZE + at.OWN_SIZE * seat, at.CARDS_EACH - 1 - index)


def uncover(numbers: vec[i64], seat: i64, base: i64, index: i64, config: Config) -> None:
    """Reveal the deck's next card (CC-4); from month 2 on every card is known."""
    if index == numbers[base + at.PILE] or numbers[base + at.CARDS + index]:
        return
    if config.draft:
        card = drafted_card(numbers, seat, index, config)
        remember_card(numbers, base, index, card)
    else:
        card = numbers[config.sealed + at.DRAWN_EACH * seat + index]
    numbers[base + at.CARDS + index] = card
    numbers[at.SHOWN + (card >> at.FACE_BITS)] |= bit((card & at.FACE) >> at.KIND_SHIFT)


def remember_card(numbers: vec[i64], base: i64, index: i64, card: i64) -> None:
    """Record the card that came up as number `index`, for all seats."""
    part: i64 = 0
    while index >= at.KEPT_EACH:
        index -= at.KEPT_EACH
        part += 1
    numbers[base + at.CAME_UP + part] |= card << (at.CARD_BITS * index)


def revealed_card(numbers: vec[i64], base: i64, index: i64) -> i64:
    """The card that came up as number `index` in month 1; 0 while it is hidden."""
    part: i64 = 0
    while index >= at.KEPT_EACH:
        index -= at.KEPT_EACH
        part += 1
    return (numbers[base + at.CAME_UP + part] >> (at.CARD_BITS * index)) & at.CARD


def lay_aside(numbers: vec[i64], base: i64, card: i64) -> None:
    """Put a card on next month's pile, face up (CC-15)."""
    laid = numbers[base + at.LAID]
    numbers[base + at.CARDS + laid] = card
    numbers[base + at.LAID] = laid + 1


def move_pile(numbers: vec[i64], base: i64, reverses: bool) -> None:
    """Make the pile the new deck (CC-16), moved as it lies: the last one laid is the first one taken (CC-15)."""
    laid = numbers[base + at.LAID]
    numbers[base + at.TOP] = 0
    numbers[base + at.LAID] = 0
    numbers[base + at.PILE] = laid
    if reverses:
        first = base + at.CARDS
        last = first + laid - 1
        while first < last:
            card = numbers[first]
            numbers[first] = numbers[last]
            numbers[last] = card
            first += 1
            last -= 1


def shuffle_in(numbers: vec[i64], seat: i64, place: i64, config: Config) -> None:
    """Insert the neighbour at a random place, after the cut and after the draft (CC-47)."""
    numbers[config.sealed + at.DRAWN_EACH * config.seats + seat] = place
    if not config.draft:
        first = config.sealed + at.DRAWN_EACH * seat
        k: i64 = at.CARDS_EACH
        while k > place:
            numbers[first + k] = numbers[first + k - 1]
            k -= 1
        numbers[first + place] = at.NEIGHBOUR_FACE | seat << at.FACE_BITS
