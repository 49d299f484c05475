"""Sampling of everything a seat cannot see: decks, the neighbours' positions, and the other seats' drafts (CC-41).

In a draft, a pair of cards is passed from seat to seat and changes on the way; the code calls that a wave.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.dealing import EVERY_RESOURCE, MOST_REDEALS, source_mask
from domik.games.cabin.rules.deck import (
    card_in,
    draw_count,
    draw_offset,
    kept_card,
    lay_down,
    passed_cards,
    revealed_card,
)
from domik.kernel.game import AWAITED
from domik.kernel.luck import Luck

SLOT_BITS: Final = 4  # a card's index in the wave, plus 1
SLOT: Final = 0xF
MOST_SLOTS: Final = 16
BLIND_TRIES: Final = 12  # random tries first: while little is known, most patterns are consistent


@final
class PassedHand:
    """One wave: the seats and rounds it passed, the cards known to be in it, and what the viewer saw of them."""

    def __init__(self, seat: i64, first_round: i64, received: i64) -> None:
        self.seat: i64 = seat  # where the wave starts
        self.first_round: i64 = first_round
        self.received: i64 = received  # the known pair it starts with, 0 in round 1
        self.length: i64 = 0  # number of seats reached
        self.chosen: i64 = 0  # number of seats that have chosen: all, or all but the last
        self.drawn: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # cards drawn at each seat
        self.lower: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # what each seat was seen to lay down first, 0 unknown
        self.upper: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])
        self.out: i64 = 0  # the pair that came back to the viewer
        self.slots: vec[i64] = vec[i64]([0] * MOST_SLOTS)
        self.options: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # number of ways each seat can keep two cards
        self.later: vec[i64] = vec[i64]([0, 0, 0, 0, 0, 0, 0])  # product of `options` over the later seats
        self.failed_at: i64 = 0  # the first step whose choice contradicts what was seen

    def pattern_count(self) -> i64:
        """The number of patterns; a pattern has one mixed-radix digit per seat, the first seat's highest."""
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
        """The pair that a seat keeps in a pattern, numbered as in the draft's actions."""
        pair = pattern // self.later[step] % self.options[step]
        return 3 if self.options[step] == 2 and pair else pair

    def check_pattern(self, pattern: i64, swapped: bool) -> bool:
        """Whether a pattern agrees with everything seen; `slots` then holds the cards that follow from it.

        `swapped` gives the order of the pair that came back.
        """
        slots = self.slots
        for k in range(MOST_SLOTS):
            slots[k] = 0
        self.failed_at = self.length
        used: i64 = 0
        hand: i64 = 0  # packed slots + 1, SLOT_BITS each
        size: i64 = 0
        if self.received:
            slots[0] = card_in(self.received, 0)
            slots[1] = card_in(self.received, 1)
            hand = 0x21
            used = 2
            size = 2
        for step in range(self.length):
            for _again in range(self.drawn[step]):
                used += 1
                hand |= used << (SLOT_BITS * size)
                size += 1
            if step >= self.chosen:
                return True
            pair = self.pair(pattern, step)
            lower = (hand >> (SLOT_BITS * at.PAIR_LOWER[pair])) & SLOT
            upper = (hand >> (SLOT_BITS * at.PAIR_UPPER[pair])) & SLOT
            if not self.can_be_card(lower - 1, self.lower[step]) or not self.can_be_card(upper - 1, self.upper[step]):
                self.failed_at = step
                return False
            hand = slots_without(hand, lower, upper)
            size -= 2
        if not self.out:
            return True
        first = card_in(self.out, 1 if swapped else 0)
        second = card_in(self.out, 0 if swapped else 1)
        return self.can_be_card((hand & SLOT) - 1, first) and self.can_be_card((hand >> SLOT_BITS) - 1, second)

    def can_be_card(self, slot: i64, card: i64) -> bool:
        """Whether a slot can hold this card (0: not seen); assigns the card to an undetermined slot."""
        if not card:
            return True
        known = self.slots[slot]
        if known:
            return known == card
        if self.received and (card == self.slots[0] or card == self.slots[1]):
            return False  # the card is elsewhere in this wave
        self.slots[slot] = card
        return True

    def choose_pattern(self, luck: Luck) -> i64:
        """Choose uniformly among the consistent patterns; return its number doubled, plus 1 when swapped."""
        total = self.pattern_count()
        turns: i64 = 2 if self.out else 1
        for _again in range(BLIND_TRIES):
            blind = luck.below(total * turns)
            if self.check_pattern(blind // turns, blind % turns == 1):
                return 2 * (blind // turns) + blind % turns
        found: i64 = 0
        chosen: i64 = 0
        pattern: i64 = 0
        while pattern < total:
            for turn in range(turns):
                if self.check_pattern(pattern, turn == 1):
                    found += 1
                    if luck.below(found) == 0:
                        chosen = 2 * pattern + turn
            if self.failed_at == self.length:
                pattern += 1
            else:  # skip every pattern with the same beginning
                stride = self.later[self.failed_at]
                pattern = (pattern // stride + 1) * stride
        return chosen


def slots_without(hand: i64, lower: i64, upper: i64) -> i64:
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


def imagine_draft(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> None:
    """Sample the other seats' hands and kept cards, the common deck and the neighbours' positions."""
    seats = config.seats
    unseen = unseen_cards(numbers, seat, config)
    luck.shuffle(unseen, 0, len(unseen))
    now: i64 = at.DRAFT_ROUNDS - 1
    if numbers[at.PHASE] == at.DRAFTING:
        now = numbers[at.ROUND]
    used: i64 = 0
    for ahead in range(1, seats):
        used = imagine_passed_hand(
            numbers, PassedHand((seat + ahead) % seats, 0, 0), seat, now, unseen, used, config, luck
        )
    if seats > 1:
        for begun in range(1, now + 1):
            passed = passed_pair(numbers, seat, begun - 1)
            wave = PassedHand((seat + 1) % seats, begun, passed)
            used = imagine_passed_hand(numbers, wave, seat, now, unseen, used, config, luck)
    if numbers[at.PHASE] == at.DRAFTING:
        fill_common_deck(numbers, now, unseen, used, config)
    if config.neighbour:
        for other in range(seats):
            imagine_neighbour(numbers, other, config, luck)


def unseen_cards(numbers: vec[i64], seat: i64, config: Config) -> vec[i64]:
    """Cards that were never in this seat's hand and never lay face up."""
    seen = [numbers[at.SHOWN + owner] for owner in range(at.MOST_SEATS)]
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    for k in range(at.DRAFT_ROUNDS):
        hand = numbers[own + at.HANDS + k]
        while hand:
            card = hand & at.CARD
            kind = (card & at.FACE) >> at.KIND_SHIFT
            one: i64 = 1
            seen[card >> at.FACE_BITS] |= one << kind
            hand >>= at.CARD_BITS
    found: list[i64] = []
    for owner in range(config.seats):
        for kind in range(1, config.stock + 1):
            if not (seen[owner] >> kind) & 1:
                found.append(kind << at.KIND_SHIFT | owner << at.FACE_BITS)
    return vec[i64](found)


def passed_pair(numbers: vec[i64], seat: i64, round_then: i64) -> i64:
    """The pair a seat passed on in a round, known only to it and the next seat."""
    own = at.OPEN_SIZE + at.OWN_SIZE * seat
    hand = numbers[own + at.HANDS + round_then]
    lower = place_of(hand, kept_card(numbers, own, 2 * round_then))
    upper = place_of(hand, kept_card(numbers, own, 2 * round_then + 1))
    return passed_cards(hand, lower, upper)


def imagine_passed_hand(
    numbers: vec[i64], wave: PassedHand, seat: i64, now: i64, unseen: vec[i64], used: i64, config: Config, luck: Luck
) -> i64:
    """Fill in the hands and kept cards of one wave; return how many unseen cards are used up so far."""
    other = wave.seat
    then = wave.first_round
    drafting = numbers[at.PHASE] == at.DRAFTING
    while other != seat and then <= now:
        wave.drawn[wave.length] = draw_count(config.stock, then)
        if not drafting or then < now or not (numbers[AWAITED] >> other) & 1:
            wave.lower[wave.length] = revealed_kept_card(numbers, other, 2 * then)
            wave.upper[wave.length] = revealed_kept_card(numbers, other, 2 * then + 1)
            wave.chosen += 1
        wave.length += 1
        other = (other + 1) % config.seats
        then += 1
    if other == seat and then <= now:
        wave.out = numbers[at.OPEN_SIZE + at.OWN_SIZE * seat + at.HANDS + then] & (at.CARD | at.CARD << at.CARD_BITS)
    chosen = wave.choose_pattern(luck)
    wave.check_pattern(chosen >> 1, chosen & 1 == 1)
    first: i64 = 2 if wave.received else 0
    total = first
    for step in range(wave.length):
        total += wave.drawn[step]
    for slot in range(first, total):
        if not wave.slots[slot]:
            wave.slots[slot] = unseen[used]
            used += 1
    replay_passed_hand(numbers, wave, config.seats, now, chosen >> 1)
    return used


def revealed_kept_card(numbers: vec[i64], seat: i64, index: i64) -> i64:
    """The card a seat laid down as number `index`, once its deck has revealed it; 0 before."""
    base = at.SEAT + at.SEAT_SIZE * seat
    place = at.CARDS_EACH - 1 - index
    for k in range(at.PILE_MOST):
        card = revealed_card(numbers, base, k)
        if card & at.FACE >= at.NEIGHBOUR_FACE:
            place += 1
        elif k == place:
            return card
        if k >= place or not card:
            break
    return 0


def replay_passed_hand(numbers: vec[i64], wave: PassedHand, seats: i64, now: i64, pattern: i64) -> None:
    """Write a wave's hands, kept cards and passed pair into the seats' own compartments."""
    drafting = numbers[at.PHASE] == at.DRAFTING
    slots = wave.slots
    seat = wave.seat
    then = wave.first_round
    received = wave.received
    hand: i64 = 0x21 if received else 0  # packed slots, as in `check_pattern`
    size: i64 = 2 if received else 0
    used = size
    for step in range(wave.length):
        own = at.OPEN_SIZE + at.OWN_SIZE * seat
        cards = received
        for _again in range(wave.drawn[step]):
            cards |= slots[used] << (at.CARD_BITS * size)
            used += 1
            hand |= used << (SLOT_BITS * size)
            size += 1
        numbers[own + at.HANDS + then] = cards
        if step >= wave.chosen:
            numbers[own + at.HAND] = cards
            return
        pair = wave.pair(pattern, step)
        lower = (hand >> (SLOT_BITS * at.PAIR_LOWER[pair])) & SLOT
        upper = (hand >> (SLOT_BITS * at.PAIR_UPPER[pair])) & SLOT
        lay_down(numbers, own, then, slots[lower - 1], slots[upper - 1])
        received = passed_cards(cards, place_of(cards, slots[lower - 1]), place_of(cards, slots[upper - 1]))
        hand = slots_without(hand, lower, upper)
        size -= 2
        if drafting and then == now:
            numbers[own + at.PASSING] = received
        seat = (seat + 1) % seats
        then += 1


def place_of(hand: i64, card: i64) -> i64:
    """The position of a card in a hand; a hand holds no card twice."""
    place: i64 = 0
    while card_in(hand, place) != card:
        place += 1
    return place


def fill_common_deck(numbers: vec[i64], now: i64, unseen: vec[i64], used: i64, config: Config) -> None:
    """Fill in the cards to be drawn in later rounds."""
    for then in range(now + 1, at.DRAFT_ROUNDS):
        first = config.sealed + draw_offset(config.seats, then, 0)
        for k in range(config.seats * draw_count(config.stock, then)):
            numbers[first + k] = unseen[used]
            used += 1


def imagine_neighbour(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> None:
    """Sample the neighbour's position in a drafted deck: where it came up, or anywhere below."""
    base = at.SEAT + at.SEAT_SIZE * seat
    lies = config.sealed + at.DRAWN_EACH * config.seats + seat
    came: i64 = 0
    while came < at.PILE_MOST and revealed_card(numbers, base, came):
        if revealed_card(numbers, base, came) & at.FACE >= at.NEIGHBOUR_FACE:
            numbers[lies] = came
            return
        came += 1
    if came < at.PILE_MOST:
        numbers[lies] = came + luck.below(at.PILE_MOST - came)


def imagined_numbers(view: vec[i64], seat: i64, config: Config, luck: Luck) -> vec[i64]:
    """A copy of the view with everything hidden sampled."""
    numbers = view[:]
    if config.draft:
        imagine_draft(numbers, seat, config, luck)
    elif config.family:
        imagine_decks(numbers, view, 0, config.seats, config, luck)
    else:
        for other in range(config.seats):
            imagine_decks(numbers, view, other, other + 1, config, luck)
    return numbers


def imagine_decks(numbers: vec[i64], view: vec[i64], first: i64, last: i64, config: Config, luck: Luck) -> None:
    """Sample the decks of seats that share their cards, rejecting those that would have been redealt (CC-49)."""
    tries: i64 = 0
    while True:
        tries += 1
        fits = fill_decks(numbers, first, last, unseen_of(view, first, last, config.stock), config, luck)
        if fits or not config.redeal or tries == MOST_REDEALS:
            return


def unseen_of(view: vec[i64], first: i64, last: i64, stock: i64) -> vec[i64]:
    """Cards of these sets that are not public yet."""
    found: list[i64] = []
    for owner in range(first, last):
        for kind in range(1, stock + 1):
            if not (view[at.SHOWN + owner] >> kind) & 1:
                found.append(kind << at.KIND_SHIFT | owner << at.FACE_BITS)
    return vec[i64](found)


def fill_decks(numbers: vec[i64], first: i64, last: i64, unseen: vec[i64], config: Config, luck: Luck) -> bool:
    """Put unseen cards in the unknown places of these decks; return whether every hand has all its sources (CC-49)."""
    faces = config.faces
    luck.shuffle(unseen, 0, len(unseen))
    drawn: i64 = 0
    fits = True
    for seat in range(first, last):
        base = at.SEAT + at.SEAT_SIZE * seat
        found = known_sources(numbers, base, faces)
        hidden = first_hidden(numbers, base)
        pile = numbers[base + at.PILE]
        deck = config.sealed + at.DRAWN_EACH * seat
        place: i64 = at.PILE_MOST
        if config.neighbour and hidden < pile and not (numbers[at.SHOWN + seat] >> at.NEIGHBOUR) & 1:
            place = hidden + luck.below(pile - hidden)
        for index in range(hidden, pile):
            if index == place:
                numbers[deck + index] = at.NEIGHBOUR_FACE | seat << at.FACE_BITS
            else:
                card = unseen[drawn]
                drawn += 1
                numbers[deck + index] = card
                found |= source_mask(card, faces)
        if found != EVERY_RESOURCE:
            fits = False
    return fits


def first_hidden(numbers: vec[i64], base: i64) -> i64:
    """Index of the first hidden card of a deck; the end of the pile when all are known."""
    for index in range(numbers[base + at.TOP], numbers[base + at.PILE]):
        if not numbers[base + at.CARDS + index]:
            return index
    return numbers[base + at.PILE]


def known_sources(numbers: vec[i64], base: i64, faces: vec[i64]) -> i64:
    """Mask of the resources that a seat's known cards give, built or in its piles."""
    found: i64 = 0
    for index in range(at.PILE_MOST):
        found |= source_mask(numbers[base + at.CARDS + index], faces)
    placed = numbers[base + at.PLACED]
    while placed:
        found |= source_mask(placed & at.FACE, faces)
        placed >>= at.FACE_BITS
    return found
