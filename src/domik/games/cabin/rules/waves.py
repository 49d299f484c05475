"""Imagining a draft: pairs that wander from seat to seat.

What one seat passes goes to the next, is mixed there with two new cards, and two of those go on: a wave. It starts at
the imagining seat (which knows the pair) or with four fresh cards in round 1, and ends when it comes back (the pair is
known again) or when the draft stands still. Waves share no card, so each is imagined alone: every way of keeping and
passing that agrees with what was seen is as likely as the next, and unknown cards are drawn from those never seen.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.draft import (
    card_in,
    card_that_came,
    cards_drawn,
    drawn_at,
    kept_card,
    lay_down,
    passed_on,
)
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED
from domik.kernel.luck import Luck

SLOTS: Final = 8  # cards in a wave: two that come in and two at each of three seats, or four and twice two
SLOT_BITS: Final = 4
SLOT: Final = 0xF
BLIND_TRIES: Final = 12  # while little is seen, most patterns agree


@final
class Wave:
    """One wave: its seats and rounds, the cards in it as far as they are known, and what was seen of them."""

    def __init__(self, seat: i64, first_round: i64, received: i64) -> None:
        self.seat: i64 = seat  # where it starts
        self.first_round: i64 = first_round
        self.received: i64 = received  # the known pair it starts with, 0 in round 1
        self.length: i64 = 0  # seats it has reached
        self.chosen: i64 = 0  # seats that have chosen already: all, or all but the last
        self.drawn: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # cards drawn at each of its seats
        self.lower: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # seen: what each seat laid down first, 0 unknown
        self.upper: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])
        self.out: i64 = 0  # the pair that came back
        self.slots: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        self.options: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # in how many ways each seat can keep two
        self.later: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # and all the seats after it
        self.failed_at: i64 = 0  # the first seat whose choice does not agree with what was seen

    def patterns(self) -> i64:
        """All ways of keeping, at every seat; the first seat's choice is the highest digit of a pattern."""
        size: i64 = 2 if self.received else 0
        for step in range(self.length):
            size += self.drawn[step]
            self.options[step] = 1 if step >= self.chosen else 12 if size == 4 else 2
            size -= 2
        total: i64 = 1
        step = self.length - 1
        while step >= 0:
            self.later[step] = total
            total *= self.options[step]
            step -= 1
        return total

    def pair(self, pattern: i64, step: i64) -> i64:
        """Which pair of its hand a seat keeps, as the draft numbers pairs."""
        pair = pattern // self.later[step] % self.options[step]
        return 3 if self.options[step] == 2 and pair else pair

    def ways(self, pattern: i64, swapped: bool) -> bool:
        """Whether a pattern agrees with everything seen; `slots` then holds the cards that follow from it.

        The pair that came back can have come in two orders.
        """
        slots = self.slots
        for k in range(16):
            slots[k] = 0
        self.failed_at = self.length
        used: i64 = 0
        hand: i64 = 0  # slots, SLOT_BITS each, slot + 1
        size: i64 = 0
        if self.received:
            slots[0] = card_in(self.received, 0)
            slots[1] = card_in(self.received, 1)
            hand = 0x21
            used = 2
            size = 2
        for step in range(self.length):
            for _ in range(self.drawn[step]):
                used += 1
                hand |= used << (SLOT_BITS * size)
                size += 1
            if step >= self.chosen:
                return True
            pair = self.pair(pattern, step)
            lower = (hand >> (SLOT_BITS * PAIR_LOWER[pair])) & SLOT
            upper = (hand >> (SLOT_BITS * PAIR_UPPER[pair])) & SLOT
            if not self.agrees(lower - 1, self.lower[step]) or not self.agrees(upper - 1, self.upper[step]):
                self.failed_at = step
                return False
            hand = without(hand, lower, upper)
            size -= 2
        if not self.out:
            return True
        first = card_in(self.out, 1 if swapped else 0)
        second = card_in(self.out, 0 if swapped else 1)
        return self.agrees((hand & SLOT) - 1, first) and self.agrees((hand >> SLOT_BITS) - 1, second)

    def agrees(self, slot: i64, card: i64) -> bool:
        """Whether a slot can be this card (0: not seen); a drawn one becomes it."""
        if not card:
            return True
        known = self.slots[slot]
        if known:
            return known == card
        if self.received and (card == self.slots[0] or card == self.slots[1]):
            return False  # the card is elsewhere in this wave
        self.slots[slot] = card
        return True

    def choose(self, luck: Luck) -> i64:
        """One of the agreeing patterns, each as likely; its number doubled, plus 1 when swapped."""
        total = self.patterns()
        turns: i64 = 2 if self.out else 1
        for _ in range(BLIND_TRIES):
            blind = luck.below(total * turns)
            if self.ways(blind // turns, blind % turns == 1):
                return 2 * (blind // turns) + blind % turns
        found: i64 = 0
        chosen: i64 = 0
        pattern: i64 = 0
        while pattern < total:
            for turn in range(turns):
                if self.ways(pattern, turn == 1):
                    found += 1
                    if luck.below(found) == 0:
                        chosen = 2 * pattern + turn
            if self.failed_at == self.length:
                pattern += 1
            else:  # nothing that begins like this agrees
                stride = self.later[self.failed_at]
                pattern = (pattern // stride + 1) * stride
        return chosen


def imagine_draft(numbers: vec[i64], seat: i64, seats: i64, stock: i64, neighbour: bool, luck: Luck) -> None:
    """Everything the seat cannot know: the others' hands and what they kept, the common deck, where neighbours lie."""
    unseen = never_seen(numbers, seat, seats, stock)
    luck.shuffle(unseen, 0, len(unseen))
    now: i64 = DRAFT_ROUNDS - 1
    if numbers[PHASE] == DRAFTING:
        now = numbers[ROUND]
    used: i64 = 0
    for ahead in range(1, seats):
        used = imagine_wave(numbers, Wave((seat + ahead) % seats, 0, 0), seat, seats, stock, now, unseen, used, luck)
    if seats > 1:
        for begun in range(1, now + 1):
            passed = passed_by(numbers, seat, begun - 1)
            wave = Wave((seat + 1) % seats, begun, passed)
            used = imagine_wave(numbers, wave, seat, seats, stock, now, unseen, used, luck)
    if numbers[PHASE] == DRAFTING:
        fill_common_deck(numbers, seats, stock, now, unseen, used)
    if neighbour:
        for other in range(seats):
            imagine_neighbour(numbers, other, seats, luck)


def never_seen(numbers: vec[i64], seat: i64, seats: i64, stock: i64) -> vec[i64]:
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
    for owner in range(seats):
        for kind in range(1, stock + 1):
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
    numbers: vec[i64],
    wave: Wave,
    seat: i64,
    seats: i64,
    stock: i64,
    now: i64,
    unseen: vec[i64],
    used: i64,
    luck: Luck,
) -> i64:
    """Fill in one wave's hands and kept cards; how many unseen cards are used up after it."""
    other = wave.seat
    then = wave.first_round
    drafting = numbers[PHASE] == DRAFTING
    while other != seat and then <= now:
        wave.drawn[wave.length] = cards_drawn(stock, then)
        if not drafting or then < now or not (numbers[AWAITED] >> other) & 1:
            wave.lower[wave.length] = shown_kept(numbers, other, seats, 2 * then)
            wave.upper[wave.length] = shown_kept(numbers, other, seats, 2 * then + 1)
            wave.chosen += 1
        wave.length += 1
        other = (other + 1) % seats
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
    replay_wave(numbers, wave, seats, now, chosen >> 1)
    return used


def shown_kept(numbers: vec[i64], seat: i64, seats: i64, index: i64) -> i64:
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
        for _ in range(wave.drawn[step]):
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


def without(hand: i64, lower: i64, upper: i64) -> i64:
    """The slots of a hand that are not kept."""
    rest: i64 = 0
    shift: i64 = 0
    while hand:
        slot = hand & SLOT
        if slot != lower and slot != upper:
            rest |= slot << shift
            shift += SLOT_BITS
        hand >>= SLOT_BITS
    return rest


def place_of(hand: i64, card: i64) -> i64:
    """Where in a hand a card is; no card is there twice."""
    place: i64 = 0
    while card_in(hand, place) != card:
        place += 1
    return place


def fill_common_deck(numbers: vec[i64], seats: i64, stock: i64, now: i64, unseen: vec[i64], used: i64) -> None:
    """The cards that will be drawn in later rounds."""
    sealed = OPEN_SIZE + OWN_SIZE * seats
    for then in range(now + 1, DRAFT_ROUNDS):
        first = sealed + drawn_at(seats, then, 0)
        for k in range(seats * cards_drawn(stock, then)):
            numbers[first + k] = unseen[used]
            used += 1


def imagine_neighbour(numbers: vec[i64], seat: i64, seats: i64, luck: Luck) -> None:
    """Where the neighbour lies in a drafted deck: where it came up, or anywhere below."""
    at = SEAT + SEAT_SIZE * seat
    came: i64 = 0
    while came < PILE_MOST and card_that_came(numbers, at, came):
        if card_that_came(numbers, at, came) & FACE >= NEIGHBOUR_FACE:
            numbers[OPEN_SIZE + OWN_SIZE * seats + DRAWN_EACH * seats + seat] = came
            return
        came += 1
    if came < PILE_MOST:
        numbers[OPEN_SIZE + OWN_SIZE * seats + DRAWN_EACH * seats + seat] = came + luck.below(PILE_MOST - came)
