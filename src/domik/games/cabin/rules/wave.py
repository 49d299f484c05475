"""One wave of a draft: a pair of cards that wanders from seat to seat and changes on the way (CC-41)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.draft import card_in
from domik.games.cabin.rules.state import *
from domik.kernel.luck import Luck

SLOT_BITS: Final = 4  # a card's number in the wave, plus 1
SLOT: Final = 0xF
MOST_SLOTS: Final = 16
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
        self.slots: vec[i64] = vec[i64]([0] * MOST_SLOTS)
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
        for k in range(MOST_SLOTS):
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
            for _again in range(self.drawn[step]):
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
        for _again in range(BLIND_TRIES):
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
