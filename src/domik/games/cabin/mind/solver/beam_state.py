"""A search position packed into one number, and supply minus need of natural resources."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at

STATUS_BITS: Final = 3  # bits of a card's edge and its built flag
STATUS: Final = 7
RAISED: Final = 4  # status bit: the card is built
ALL_RAISED: Final = 0x924924924  # the built bit of every card
DICE_AT: Final = 36
ALL_NATURAL: Final = 0xFFFF000000000
ANY_BUILT_AT: Final = 52


def cabin_key(position: i64) -> i64:
    """The part of a position that determines its life: built cards with their edges, and the dice."""
    built = position & ALL_RAISED
    return position & (built | built >> 1 | built >> 2 | ALL_NATURAL)


def natural_sum(position: i64) -> i64:
    dice = (position >> DICE_AT) & at.NATURAL
    total: i64 = 0
    while dice:
        total += dice & at.DIE
        dice >>= at.DIE_BITS
    return total


# The balance: supply minus need of each resource, BALANCE_BITS each, offset by LIFT; above them a weight
BALANCE_BITS: Final = 12
BALANCE: Final = 0xFFF
LIFT: Final = 512
WEIGHT_AT: Final = 48
CARD_LIFT: Final = 0x100000000000000  # keeps the balance of a single card positive; it cancels out in sums
IMPOSSIBLE: Final = -1
NOT_WANTED: Final = -1


class ResourceBalance:
    """A deck, and which side of each card a blueprint wants."""

    def __init__(self, kinds: vec[i64], faces: vec[i64]) -> None:
        self.cards: i64 = len(kinds)
        self.kinds: vec[i64] = kinds
        self.faces: vec[i64] = faces
        self.wanted: vec[i64] = vec[i64]([0] * at.CARDS_EACH)  # per card: NOT_WANTED, 0 (natural side) or HOME
        self.upgrade_weight: i64 = 8  # an upgraded location is worth a little more

    def balance_of(self, card: i64, status: i64, passes: i64) -> i64:
        """What one card adds to supply minus need with `passes` turns left; IMPOSSIBLE when they do not suffice."""
        if status & RAISED:
            return 0
        face = self.kinds[card] << at.KIND_SHIFT
        wanted = self.wanted[card]
        free = passes
        need: i64 = 0
        liking: i64 = 0
        if wanted != NOT_WANTED:
            free -= 1
            if wanted and not status & at.HOME:
                free -= 1
            if status & at.HOME and not wanted:
                return IMPOSSIBLE
            cost = self.faces[at.FACE_SIZE * (face | wanted) + at.COST]
            for resource in range(at.RESOURCES):
                need += ((cost >> (at.DIE_BITS * resource)) & at.DIE) << (BALANCE_BITS * resource)
            if status & at.UPGRADED and not wanted:
                liking = self.upgrade_weight
        if free < 0:
            return IMPOSSIBLE
        shift = self.faces[at.FACE_SIZE * face + at.GAIN_SHIFT] * 3
        supply = free * self.faces[at.FACE_SIZE * (face | at.UPGRADED) + at.GAIN_AMOUNT]
        if not status & at.UPGRADED:
            plain = free * self.faces[at.FACE_SIZE * face + at.GAIN_AMOUNT]
            supply -= self.faces[at.FACE_SIZE * (face | at.UPGRADED) + at.GAIN_AMOUNT]
            if plain > supply:
                supply = plain
        other = self.faces[at.FACE_SIZE * (face | at.HOME) + at.GAIN_SHIFT] * 3
        if other != shift and (status & at.HOME or wanted):  # a home that gives another resource (CC-12): count it too
            need -= (free * self.faces[at.FACE_SIZE * (face | at.HOME | at.UPGRADED) + at.GAIN_AMOUNT]) << other
        return CARD_LIFT + (supply << shift) - need + (liking << WEIGHT_AT)

    def first_balance(self, start: i64, month: i64, slot: i64, last_month: i64) -> i64:
        """Supply minus need of the whole start position; IMPOSSIBLE when some card has too few turns."""
        balance: i64 = 0
        for card in range(self.cards):
            passes = last_month - month + (1 if card >= slot else 0)  # the first month runs forwards
            own = self.balance_of(card, (start >> (STATUS_BITS * card)) & STATUS, passes)
            if own == IMPOSSIBLE:
                return IMPOSSIBLE
            if own:
                balance += own - CARD_LIFT
        dice = (start >> DICE_AT) & at.NATURAL
        for resource in range(at.RESOURCES):
            balance += (LIFT + ((dice >> (at.DIE_BITS * resource)) & at.DIE)) << (BALANCE_BITS * resource)
        return balance


MOST_FINISHED: Final = 65536


@final
class FinishedCabins:
    """Positions with all wanted locations built, in the order they were found."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.words: vec[i64] = vec[i64]([0] * MOST_FINISHED)
        self.origins: vec[i64] = vec[i64]([0] * MOST_FINISHED)  # layer << 32 | parent in the layer's beam
        self.months: vec[i64] = vec[i64]([0] * MOST_FINISHED)
        self.keys: dict[i64, bool] = {}

    def clear(self) -> None:
        self.count = 0
        self.keys = {}

    def add(self, word: i64, origin: i64, month: i64) -> bool:
        """Append a finished cabin; return False when the buffer is full."""
        key = cabin_key(word)
        if key in self.keys:
            return True
        if self.count == MOST_FINISHED:
            return False
        self.keys[key] = True
        self.words[self.count] = word
        self.origins[self.count] = origin
        self.months[self.count] = month
        self.count += 1
        return True
