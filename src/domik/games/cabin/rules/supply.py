"""Supply minus need: what the cards of a deck can still give, less what a blueprint still costs."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.position import DICE_AT, RAISED, STATUS, STATUS_BITS
from domik.games.cabin.rules.state import *

# The balance: supply minus need of each resource, twelve bits each, lifted by LIFT; above them the liking
BALANCE_BITS: Final = 12
BALANCE: Final = 0xFFF
LIFT: Final = 512
LIKING_AT: Final = 48
CARD_LIFT: Final = 0x100000000000000  # keeps one card's balance positive; it cancels out
NO_WAY: Final = -1
NOT_WANTED: Final = -1


class Supply:
    """A deck and what a blueprint wants of it."""

    def __init__(self, kinds: vec[i64], faces: vec[i64]) -> None:
        self.cards: i64 = len(kinds)
        self.kinds: vec[i64] = kinds
        self.faces: vec[i64] = faces
        self.wanted: vec[i64] = vec[i64]([0] * CARDS_EACH)  # a card: NOT_WANTED, 0 its natural side, HOME its home
        self.likes_upgrade: i64 = 8  # an upgraded location is worth a little more

    def balance_of(self, card: i64, status: i64, passes: i64) -> i64:
        """What one card adds to supply minus need when it can still be taken so many times; NO_WAY when too few."""
        if status & RAISED:
            return 0
        face = self.kinds[card] << KIND_SHIFT
        wanted = self.wanted[card]
        free = passes
        need: i64 = 0
        liking: i64 = 0
        if wanted != NOT_WANTED:
            free -= 1
            if wanted and not status & HOME:
                free -= 1
            if status & HOME and not wanted:
                return NO_WAY
            cost = self.faces[FACE_SIZE * (face | wanted) + COST]
            for resource in range(RESOURCES):
                need += ((cost >> (DIE_BITS * resource)) & DIE) << (BALANCE_BITS * resource)
            if status & UPGRADED and not wanted:
                liking = self.likes_upgrade
        if free < 0:
            return NO_WAY
        shift = self.faces[FACE_SIZE * face + GAIN_SHIFT] * 3
        supply = free * self.faces[FACE_SIZE * (face | UPGRADED) + GAIN_AMOUNT]
        if not status & UPGRADED:
            plain = free * self.faces[FACE_SIZE * face + GAIN_AMOUNT]
            supply -= self.faces[FACE_SIZE * (face | UPGRADED) + GAIN_AMOUNT]
            if plain > supply:
                supply = plain
        other = self.faces[FACE_SIZE * (face | HOME) + GAIN_SHIFT] * 3
        if other != shift and (status & HOME or wanted):  # a home that gives something else (CC-12): count it as well
            need -= (free * self.faces[FACE_SIZE * (face | HOME | UPGRADED) + GAIN_AMOUNT]) << other
        return CARD_LIFT + (supply << shift) - need + (liking << LIKING_AT)

    def first_balance(self, start: i64, month: i64, slot: i64, last_month: i64) -> i64:
        """Supply minus need of everything at the start; NO_WAY when a card comes too seldom."""
        balance: i64 = 0
        for card in range(self.cards):
            passes = last_month - month + (1 if card >= slot else 0)  # the first month runs forwards
            own = self.balance_of(card, (start >> (STATUS_BITS * card)) & STATUS, passes)
            if own == NO_WAY:
                return NO_WAY
            if own:
                balance += own - CARD_LIFT
        dice = (start >> DICE_AT) & NATURAL
        for resource in range(RESOURCES):
            balance += (LIFT + ((dice >> (DIE_BITS * resource)) & DIE)) << (BALANCE_BITS * resource)
        return balance
