"""Imagining a draft: pairs that wander from seat to seat.

What one seat passes goes to the next, is mixed there with two new cards, and two of those go on: a wave. It starts at
the imagining seat (which knows the pair) or with four fresh cards in round 1, and ends when it comes back (the pair is
known again) or when the draft stands still. Waves share no card, so each is imagined alone: every way of keeping and
passing that agrees with what was seen is as likely as the next, and unknown cards are drawn from those never seen.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.deck import card_that_came
from domik.games.cabin.rules.draft import card_in, cards_drawn, drawn_at, kept_card, lay_down, passed_on
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.state import *
from domik.games.cabin.rules.wave import SLOT, SLOT_BITS, Wave, without
from domik.kernel.game import AWAITED
from domik.kernel.luck import Luck


def imagine_draft(numbers: vec[i64], seat: i64, kit: Kit, luck: Luck) -> None:
    """Everything the seat cannot know: the others' hands and what they kept, the common deck, where neighbours lie."""
    seats = kit.seats
    unseen = never_seen(numbers, seat, kit)
    luck.shuffle(unseen, 0, len(unseen))
    now: i64 = DRAFT_ROUNDS - 1
    if numbers[PHASE] == DRAFTING:
        now = numbers[ROUND]
    used: i64 = 0
    for ahead in range(1, seats):
        used = imagine_wave(numbers, Wave((seat + ahead) % seats, 0, 0), seat, now, unseen, used, kit, luck)
    if seats > 1:
        for begun in range(1, now + 1):
            passed = passed_by(numbers, seat, begun - 1)
            wave = Wave((seat + 1) % seats, begun, passed)
            used = imagine_wave(numbers, wave, seat, now, unseen, used, kit, luck)
    if numbers[PHASE] == DRAFTING:
        fill_common_deck(numbers, now, unseen, used, kit)
    if kit.neighbour:
        for other in range(seats):
            imagine_neighbour(numbers, other, kit, luck)


def never_seen(numbers: vec[i64], seat: i64, kit: Kit) -> vec[i64]:
    """The cards that were never in this seat's hand and never lay face up."""
    seen = [numbers[SHOWN + owner] for owner in range(MOST_SEATS)]
    own = OPEN_SIZE + OWN_SIZE * seat
    for k in range(DRAFT_ROUNDS):
        hand = numbers[own + HANDS + k]
        while hand:
            card = hand & CARD
            kind = (card & FACE) >> KIND_SHIFT
            one: i64 = 1
            seen[card >> FACE_BITS] |= one << kind
            hand >>= CARD_BITS
    found: list[i64] = []
    for owner in range(kit.seats):
        for kind in range(1, kit.stock + 1):
            if not (seen[owner] >> kind) & 1:
                found.append(kind << KIND_SHIFT | owner << FACE_BITS)
    return vec[i64](found)


def passed_by(numbers: vec[i64], seat: i64, round_then: i64) -> i64:
    """The pair that a seat passed on in a round, which only it and the next seat know."""
    own = OPEN_SIZE + OWN_SIZE * seat
    hand = numbers[own + HANDS + round_then]
    lower = place_of(hand, kept_card(numbers, own, 2 * round_then))
    upper = place_of(hand, kept_card(numbers, own, 2 * round_then + 1))
    return passed_on(hand, lower, upper)


def imagine_wave(
    numbers: vec[i64], wave: Wave, seat: i64, now: i64, unseen: vec[i64], used: i64, kit: Kit, luck: Luck
) -> i64:
    """Fill in one wave's hands and kept cards; how many unseen cards are used up after it."""
    other = wave.seat
    then = wave.first_round
    drafting = numbers[PHASE] == DRAFTING
    while other != seat and then <= now:
        wave.drawn[wave.length] = cards_drawn(kit.stock, then)
        if not drafting or then < now or not (numbers[AWAITED] >> other) & 1:
            wave.lower[wave.length] = shown_kept(numbers, other, 2 * then)
            wave.upper[wave.length] = shown_kept(numbers, other, 2 * then + 1)
            wave.chosen += 1
        wave.length += 1
        other = (other + 1) % kit.seats
        then += 1
    if other == seat and then <= now:
        wave.out = numbers[OPEN_SIZE + OWN_SIZE * seat + HANDS + then] & (CARD | CARD << CARD_BITS)
    chosen = wave.choose(luck)
    wave.ways(chosen >> 1, chosen & 1 == 1)
    first: i64 = 2 if wave.received else 0
    total = first
    for step in range(wave.length):
        total += wave.drawn[step]
    for slot in range(first, total):
        if not wave.slots[slot]:
            wave.slots[slot] = unseen[used]
            used += 1
    replay_wave(numbers, wave, kit.seats, now, chosen >> 1)
    return used


def shown_kept(numbers: vec[i64], seat: i64, index: i64) -> i64:
    """The card that a seat laid down as number `index`, once its deck has come that far; 0 before."""
    at = SEAT + SEAT_SIZE * seat
    place = CARDS_EACH - 1 - index
    for k in range(PILE_MOST):
        card = card_that_came(numbers, at, k)
        if card & FACE >= NEIGHBOUR_FACE:
            place += 1
        elif k == place:
            return card
        if k >= place or not card:
            break
    return 0


def replay_wave(numbers: vec[i64], wave: Wave, seats: i64, now: i64, pattern: i64) -> None:
    """Write the hands, what was kept and what is being passed into the seats' own compartments."""
    drafting = numbers[PHASE] == DRAFTING
    slots = wave.slots
    seat = wave.seat
    then = wave.first_round
    received = wave.received
    hand: i64 = 0x21 if received else 0  # slots, as in `ways`
    size: i64 = 2 if received else 0
    used = size
    for step in range(wave.length):
        own = OPEN_SIZE + OWN_SIZE * seat
        cards = received
        for _again in range(wave.drawn[step]):
            cards |= slots[used] << (CARD_BITS * size)
            used += 1
            hand |= used << (SLOT_BITS * size)
            size += 1
        numbers[own + HANDS + then] = cards
        if step >= wave.chosen:
            numbers[own + HAND] = cards
            return
        pair = wave.pair(pattern, step)
        lower = (hand >> (SLOT_BITS * PAIR_LOWER[pair])) & SLOT
        upper = (hand >> (SLOT_BITS * PAIR_UPPER[pair])) & SLOT
        lay_down(numbers, own, then, slots[lower - 1], slots[upper - 1])
        received = passed_on(cards, place_of(cards, slots[lower - 1]), place_of(cards, slots[upper - 1]))
        hand = without(hand, lower, upper)
        size -= 2
        if drafting and then == now:
            numbers[own + PASSING] = received
        seat = (seat + 1) % seats
        then += 1


def place_of(hand: i64, card: i64) -> i64:
    """Where in a hand a card is; no card is there twice."""
    place: i64 = 0
    while card_in(hand, place) != card:
        place += 1
    return place


def fill_common_deck(numbers: vec[i64], now: i64, unseen: vec[i64], used: i64, kit: Kit) -> None:
    """The cards that will be drawn in later rounds."""
    for then in range(now + 1, DRAFT_ROUNDS):
        first = kit.sealed + drawn_at(kit.seats, then, 0)
        for k in range(kit.seats * cards_drawn(kit.stock, then)):
            numbers[first + k] = unseen[used]
            used += 1


def imagine_neighbour(numbers: vec[i64], seat: i64, kit: Kit, luck: Luck) -> None:
    """Where the neighbour lies in a drafted deck: where it came up, or anywhere below."""
    at = SEAT + SEAT_SIZE * seat
    lies = kit.sealed + DRAWN_EACH * kit.seats + seat
    came: i64 = 0
    while came < PILE_MOST and card_that_came(numbers, at, came):
        if card_that_came(numbers, at, came) & FACE >= NEIGHBOUR_FACE:
            numbers[lies] = came
            return
        came += 1
    if came < PILE_MOST:
        numbers[lies] = came + luck.below(PILE_MOST - came)
