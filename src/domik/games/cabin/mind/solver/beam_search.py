"""Beam search for a way to build the wanted locations by the end of a given month, guided by supply minus need.

Cards keep their order: every month runs through the same cards, forwards and backwards in turn (CC-15). So a position
fits in one number: three bits per card (its edge, and whether it is built), the four natural dice, and whether
anything was built this month. All positions of a layer stand at the same card of the same month.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver import beam_state as beam
from domik.games.cabin.mind.solver.deadline import Deadline
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.kernel.game import bit

PASS: Final = 0  # what a step did, as stored in the history
DID_GAIN: Final = 1
DID_UPGRADE: Final = 2
DID_FLIP: Final = 3
DID_BUILD: Final = 4

SCORES: Final = 256
SCORE_SHIFT: Final = 2
SCORE_MIDDLE: Final = 640
BUSY_CLASSES: Final = 8  # average number of full classes per layer that the history has room for
CHILDREN: Final = 24  # candidate capacity per layer, as a multiple of the class width
CLASSES: Final = 18  # locations built, times whether any was built this month; the beam is selected per class


@final
class BeamSearch(beam.ResourceBalance):
    """Search buffers for one deck, reused for many blueprints."""

    def __init__(self, kinds: vec[i64], config: Config, width: i64, layers: i64) -> None:
        super().__init__(kinds, config.faces)
        self.reverses: bool = config.reverses
        self.deadline: Deadline = Deadline(0.0)  # checked inside a run, which then stops and keeps what it has found
        self.each: i64 = 0  # positions kept per class
        self.most: i64 = 0  # candidates per layer
        self.last_key: i64 = 0
        self.words: vec[i64] = vec[i64]([0] * (CLASSES * width))
        self.balances: vec[i64] = vec[i64]([0] * (CLASSES * width))
        self.new_words: vec[i64] = vec[i64]([0] * (CHILDREN * width))
        self.new_balances: vec[i64] = vec[i64]([0] * (CHILDREN * width))
        self.new_from: vec[i64] = vec[i64]([0] * (CHILDREN * width))
        self.new_scores: vec[i64] = vec[i64]([0] * (CHILDREN * width))
        self.counts: vec[i64] = vec[i64]([0] * (SCORES * CLASSES))
        self.sizes: vec[i64] = vec[i64]([0] * CLASSES)
        self.least: vec[i64] = vec[i64]([0] * CLASSES)
        self.spare: vec[i64] = vec[i64]([0] * CLASSES)
        self.narrow(width)
        self.keys: vec[i64] = vec[i64]([0] * (self.last_key + 1))
        self.stamps: vec[i64] = vec[i64]([0] * (self.last_key + 1))
        self.stamp: i64 = 0
        self.history: vec[i64] = vec[i64]([0] * (layers * BUSY_CLASSES * width + CLASSES * width))
        self.history_at: vec[i64] = vec[i64]([0] * (layers + 1))  # where each layer begins in `history`
        self.weights: vec[i64] = vec[i64]([0] * (256 * at.RESOURCES))  # score of a balance, by balance + 128
        self.salt: i64 = 0
        self.noise: i64 = 0  # bit mask of the random noise added to scores
        for resource in range(at.RESOURCES):
            self.set_weights(resource, 40, 6, 2)
        self.targets: i64 = 0
        self.spoils: bool = False  # whether the last location may be any card: a wrong build (CC-42)
        self.flips_all: bool = False  # whether unwanted cards may be flipped too, which can serve as a no-op
        self.is_cut: bool = False  # whether any position was dropped, so that the search was not exhaustive
        self.finished: beam.FinishedCabins = beam.FinishedCabins()  # of the current run
        self.now_balance: vec[i64] = vec[i64]([0] * 8)
        self.next_balance: vec[i64] = vec[i64]([0] * 8)

    def narrow(self, width: i64) -> None:
        """Keep fewer positions than there is room for."""
        self.each = width
        self.most = CHILDREN * width
        room: i64 = 1024
        while room < 2 * CHILDREN * width:
            room *= 2
        self.last_key = room - 1

    def set_weights(self, resource: i64, lack: i64, some: i64, more: i64) -> None:
        """Set the score of a resource's balance per unit: below 0, up to 3, and above that."""
        for k in range(256):
            left = k - 128
            if left < 0:
                liked = left * lack
            elif left < 3:
                liked = left * some
            else:
                liked = 3 * some + (left - 3 if left < 8 else 5) * more
            self.weights[256 * resource + k] = liked

    def run(self, start: i64, month: i64, slot: i64, last_month: i64) -> i64:
        """Search from a position at a slot of a month; return the number of finished cabins found."""
        self.finished.clear()
        words = self.words
        balances = self.balances
        balance = self.first_balance(start, month, slot, last_month)
        if balance == beam.IMPOSSIBLE:
            return 0
        first_month = month
        words[0] = start
        balances[0] = balance
        size: i64 = 1
        layer: i64 = 0
        while month <= last_month:
            forwards = not self.reverses or (month - first_month) & 1 == 0
            while slot < self.cards:
                card = slot if forwards else self.cards - 1 - slot
                size = self.expand_layer(layer, size, card, last_month - month, month)
                if not size:
                    return self.finished.count
                layer += 1
                slot += 1
            slot = 0
            month += 1
            kept: i64 = 0
            for k in range(size):  # a month without a build is the last (CC-17)
                word = words[k]
                if (word >> beam.ANY_BUILT_AT) & 1:
                    self.history[self.history_at[layer] + kept] = k * 8
                    words[kept] = word & ~bit(beam.ANY_BUILT_AT)
                    balances[kept] = balances[k]
                    kept += 1
            size = kept
            if not size:
                return self.finished.count
            self.history_at[layer + 1] = self.history_at[layer] + size
            layer += 1
        return self.finished.count

    def expand_layer(self, layer: i64, size: i64, card: i64, months_after: i64, month: i64) -> i64:
        """Resolve one card in every position of a layer; return the size of the next layer."""
        faces = self.faces
        words = self.words
        balances = self.balances
        shift = beam.STATUS_BITS * card
        wanted = self.wanted[card]
        base = at.FACE_SIZE * (self.kinds[card] << at.KIND_SHIFT)
        for status in range(4):
            self.now_balance[status] = self.balance_of(card, status, months_after + 1)
            self.next_balance[status] = self.balance_of(card, status, months_after)
        made: i64 = 0
        self.stamp += 1
        for k in range(size):
            if k & 255 == 255 and self.deadline.is_over():
                self.is_cut = True
                return 0
            word = words[k]
            balance = balances[k]
            status = (word >> shift) & beam.STATUS
            built = self.count_built(word)
            group = 2 * built + ((word >> beam.ANY_BUILT_AT) & 1)
            if status & beam.RAISED:
                made = self.add_candidate(made, word, balance, group, k * 8)
                continue
            dice = (word >> beam.DICE_AT) & at.NATURAL
            face = base + at.FACE_SIZE * status
            cost = faces[face + at.COST]
            old = self.now_balance[status] - beam.CARD_LIFT
            can_build = ((dice | at.NATURAL_GUARD) - cost) & at.NATURAL_GUARD == at.NATURAL_GUARD
            if can_build:
                if wanted == status & at.HOME:
                    after = word - (cost << beam.DICE_AT)
                    after |= bit(shift + 2) | bit(beam.ANY_BUILT_AT)
                    liking: i64 = 0
                    if status & at.UPGRADED and not wanted:
                        liking = self.upgrade_weight << beam.WEIGHT_AT
                    change = liking - old
                    for resource in range(at.RESOURCES):
                        change -= ((cost >> (at.DIE_BITS * resource)) & at.DIE) << (beam.BALANCE_BITS * resource)
                    if built + 1 == self.targets:
                        self.record_finished(after, layer << 32 | k, month)
                    else:
                        made = self.add_candidate(made, after, balance + change, 2 * built + 3, k * 8 + DID_BUILD)
                elif self.spoils and built + 1 == self.targets:
                    after = word - (cost << beam.DICE_AT) | bit(shift + 2) | bit(beam.ANY_BUILT_AT)
                    self.record_finished(after, layer << 32 | k, month)
                if (dice + at.SIXES) & at.NATURAL_GUARD:
                    continue  # need to build (CC-18)
            new = self.next_balance[status]
            if new != beam.IMPOSSIBLE:
                die = faces[face + at.GAIN_SHIFT]
                gain = faces[face + at.GAIN_AMOUNT]
                room = at.DIE_MOST - ((dice >> die) & at.DIE)
                if gain > room:
                    gain = room
                after = word + (gain << (beam.DICE_AT + die))
                change = new - beam.CARD_LIFT - old + (gain << (3 * die))
                made = self.add_candidate(made, after, balance + change, group, k * 8 + DID_GAIN)
            if not status & at.UPGRADED:
                new = self.next_balance[status | at.UPGRADED]
                if new != beam.IMPOSSIBLE:
                    change = new - beam.CARD_LIFT - old
                    made = self.add_candidate(made, word | bit(shift), balance + change, group, k * 8 + DID_UPGRADE)
            if not status & at.HOME and (wanted == at.HOME or (self.flips_all and wanted == beam.NOT_WANTED)):
                new = self.next_balance[status | at.HOME]
                if new != beam.IMPOSSIBLE:
                    change = new - beam.CARD_LIFT - old
                    made = self.add_candidate(made, word | bit(shift + 1), balance + change, group, k * 8 + DID_FLIP)
        return self.select(layer, made)

    def record_finished(self, word: i64, origin: i64, month: i64) -> None:
        if not self.finished.add(word, origin, month):
            self.is_cut = True

    def count_built(self, word: i64) -> i64:
        n: i64 = 0
        left = word & beam.ALL_RAISED
        while left:
            left &= left - 1
            n += 1
        return n

    def add_candidate(self, made: i64, word: i64, balance: i64, group: i64, parent: i64) -> i64:
        """Add a successor position of a class unless it is a duplicate; return the new number of candidates."""
        key = ((word & 0xFFFFFFF) * 0x9E3779B1 ^ (word >> 28) * 0x85EBCA6B) >> 17 & self.last_key
        while self.stamps[key] == self.stamp:
            if self.keys[key] == word:
                return made
            key = (key + 1) & self.last_key
        if made == self.most:
            self.is_cut = True
            return made
        self.stamps[key] = self.stamp
        self.keys[key] = word
        score: i64 = SCORE_MIDDLE + (balance >> beam.WEIGHT_AT)
        for resource in range(at.RESOURCES):
            left = ((balance >> (beam.BALANCE_BITS * resource)) & beam.BALANCE) - beam.LIFT + 128
            if left < 0:
                left = 0
            elif left > 255:
                left = 255
            score += self.weights[256 * resource + left]
        if self.noise:
            score += (((word & 0xFFFFFFFF) ^ self.salt) * 0x2545F491 >> 20 ^ word >> 32) & self.noise
        if score < 0:
            score = 0
        score >>= SCORE_SHIFT
        if score >= SCORES:
            score = SCORES - 1
        self.sizes[group] += 1
        score += SCORES * group
        self.new_words[made] = word
        self.new_balances[made] = balance
        self.new_from[made] = parent
        self.new_scores[made] = score
        self.counts[score] += 1
        return made + 1

    def select(self, layer: i64, made: i64) -> i64:
        """Keep the best candidates of each class as the next layer; return its size."""
        each = self.each
        for group in range(CLASSES):
            first = SCORES * group
            self.least[group] = first
            self.spare[group] = each
            if self.sizes[group] > each:
                self.is_cut = True
                least = first + SCORES - 1
                room = each
                while self.counts[least] <= room:
                    room -= self.counts[least]
                    least -= 1
                self.least[group] = least
                self.spare[group] = room  # room for candidates that score exactly the threshold
            self.sizes[group] = 0
        first = self.history_at[layer]
        last = len(self.history) - first
        scores, counts, least_of, spare = self.new_scores, self.counts, self.least, self.spare
        words, balances, history = self.words, self.balances, self.history
        size: i64 = 0
        for k in range(made):
            score = scores[k]
            counts[score] = 0  # reset for the next layer
            group = score >> 8  # SCORES is 256
            if score < least_of[group]:
                continue
            if score == least_of[group]:
                if spare[group] == 0:
                    continue
                spare[group] -= 1
            if size == last:
                self.is_cut = True
                continue
            words[size] = self.new_words[k]
            balances[size] = self.new_balances[k]
            history[first + size] = self.new_from[k]
            size += 1
        self.history_at[layer + 1] = first + size
        return size

    def actions_to(self, number: i64) -> list[int]:
        """Steps that led to a finished cabin; PASS for a card already built and for the end of a month."""
        layer = self.finished.origins[number] >> 32
        parent = self.finished.origins[number] & 0xFFFFFFFF
        steps: list[int] = [DID_BUILD]
        while layer > 0:
            layer -= 1
            step = self.history[self.history_at[layer] + parent]
            steps.append(step & 7)
            parent = step >> 3
        steps.reverse()
        return steps


# One row per preference set: the weights of a lack, of a small surplus, of more, and of an upgrade; the noise mask
PREFERENCES: Final = vec[i64](
    [40, 3, 4, 16, 15, 30, 3, 3, 4, 7, 40, 6, 4, 24, 63, 20, 4, 6, 32, 15, 12, 3, 8, 48, 15, 40, 2, 1, 24, 31]
)
PREFERENCE_SIZE: Final = 5
PREFERENCE_COUNT: Final = 6
SPARE: Final = 3  # surplus of a resource whose worth is measured


def set_preferences(beam: BeamSearch, number: i64) -> None:
    """Apply one preference set to the beam: upgrade weight and noise."""
    taste = PREFERENCE_SIZE * (number % PREFERENCE_COUNT)
    beam.upgrade_weight = PREFERENCES[taste + 3]
    beam.noise = PREFERENCES[taste + 4]
    beam.salt = number


def prefer_resource(beam: BeamSearch, number: i64, resource: i64, gain: i64) -> None:
    """Weight a resource by `gain`, the points that a surplus of it adds to the life."""
    taste = PREFERENCE_SIZE * (number % PREFERENCE_COUNT)
    more = PREFERENCES[taste + 2] * gain // 2
    beam.set_weights(resource, PREFERENCES[taste], PREFERENCES[taste + 1] + gain, more if more > 0 else 1)
