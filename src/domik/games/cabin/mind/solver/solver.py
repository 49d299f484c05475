"""The solver: the best plan it can find for one deck, better and better as long as it is asked (CC-18, CC-20, CC-30).

Blueprints with a good life are tried in turn, each for an early month first, with narrow beams; those that could be
built are tried again with wider ones. The best finished cabins get the best circle. With a deadline the blueprints are
judged for half of the time at most, so that there is always time to try some.
"""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam import ALL_NATURAL, Beam, cabin_key
from domik.games.cabin.mind.solver.blueprints import CEILING, CEILING_BITS, CODE, CODE_BITS, TYPICAL_DICE, wanted_of
from domik.games.cabin.mind.solver.circle import Forest, packed_order, swap
from domik.games.cabin.mind.solver.deadline import Deadline
from domik.games.cabin.mind.solver.hopes import ENTRY, ENTRY_BITS, Hopes
from domik.games.cabin.mind.solver.outlook import DICE_AT, RAISED, STATUS, STATUS_BITS
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit

# Rounds: how many blueprints are tried, how many positions a class the beam keeps; the last round repeats, ever wider
ROUND_SIZES: Final = vec[i64]([1200, 600, 400, 200, 100, 50])
ROUND_WIDTHS: Final = vec[i64]([6, 20, 60, 180, 500, 1200])
FLIPPING: Final = 4  # the first round in which unwanted cards may be flipped
LAST_ROUND: Final = 5
LEAST_WIDTH: Final = 800
MOST_WIDTH: Final = 4000
MOST_WIDTH_OF_FEW: Final = 14000  # a model leaves so few blueprints that each can have more
FEW: Final = 12
MOST_PASSES: Final = 400
# What the beam likes, in turn: how a lack hurts, how a little to spare and how more helps, and an upgrade; chance
TASTES: Final = vec[i64](
    [40, 6, 2, 8, 0, 40, 6, 4, 16, 15, 30, 3, 3, 4, 7, 60, 9, 1, 8, 31, 24, 8, 6, 10, 15, 40, 2, 1, 24, 31]
)
TASTE_SIZE: Final = 5
TASTE_COUNT: Final = 6
FIRST_CHOOSY: Final = 2  # the first round that weighs resources by their worth
SPARE: Final = 3
PORTION: Final = 100  # blueprints judged in one step


@final
class Solver:
    """An anytime search; every call of `step` does a little."""

    def __init__(
        self,
        problem: Problem,
        faces: vec[i64],
        worth: vec[i64],
        reverses: bool,
        still_ends: bool,
        seconds: float = 0.0,
    ) -> None:
        self.problem: Problem = problem
        self.faces: vec[i64] = faces
        self.worth: vec[i64] = worth
        self.reverses: bool = reverses
        now = time.process_time()
        self.deadline: Deadline = Deadline(now + seconds if seconds > 0.0 else 0.0)  # CPU time of this process
        self.half_time: Deadline = Deadline(now + seconds / 2.0 if seconds > 0.0 else 0.0)
        self.forest: Forest = Forest(faces, worth, still_ends)
        self.forest.deadline = self.deadline
        self.best: i64 = -1  # doubled points; -1 while no finished cabin is known
        self.best_placed: i64 = 0
        self.best_dice: i64 = 0
        self.best_steps: list[int] = []
        self.bound: i64 = 0  # doubled points that no finished cabin can beat
        self.is_complete: bool = False  # whether everything was searched
        self.steps: i64 = 0
        self.round_now: i64 = 0
        self.passes: i64 = 0  # of the last round
        self.width: i64 = ROUND_WIDTHS[0]
        self.at: i64 = 0
        self.values: dict[i64, i64] = {}  # month and code of what could be built -> hope << CEILING_BITS | ceiling
        self.is_all: bool = False  # whether the queue holds everything that could still be better
        self.lives: dict[i64, i64] = {}  # faces and dice -> more than their life can bring
        self.exact: dict[i64, list[i64]] = {}  # faces -> dice << 16 | the exact life they bring
        self.order: vec[i64] = vec[i64]([0] * PLACES)
        self.built: vec[i64] = self.built_faces()
        self.beam: Beam = self.new_beam()
        self.queue: list[i64] = []  # entries to try now
        self.hopes: Hopes = Hopes(problem, self.built, self.forest)
        self.bound = self.hopes.bound()
        self.is_prepared: bool = False
        if seconds <= 0.0:
            self.prepare(self.hopes.blueprints.total)

    def new_beam(self) -> Beam:
        """A beam of so many positions a class."""
        problem = self.problem
        layers = (len(problem.kinds) + 1) * (problem.last_month - problem.month + 1) + 1
        beam = Beam(problem.kinds, self.faces, self.reverses, self.width, layers)
        beam.deadline = self.deadline
        beam.targets = PLACES - len(self.built)
        taste = TASTE_SIZE * (self.passes % TASTE_COUNT)
        beam.likes_upgrade = TASTES[taste + 3]
        beam.noise = TASTES[taste + 4]
        beam.salt = self.passes
        rest = len(problem.kinds) * (problem.last_month - problem.month + 1)
        beam.flips_all = rest <= CARDS_EACH + CARDS_EACH or problem.fixed != 0 or self.round_now >= FLIPPING
        return beam

    def built_faces(self) -> vec[i64]:
        """What stands already."""
        found: list[i64] = []
        for place in range(PLACES):
            face = (self.problem.placed >> (FACE_BITS * place)) & FACE
            if face:
                found.append(face)
        return vec[i64](found)

    def prepare(self, portion: i64) -> None:
        """Judge some more blueprints; when all are judged or half of the time is over, begin with them."""
        self.hopes.judge(portion)
        if self.hopes.is_whole() or self.half_time.is_over():
            self.hopes.sort()
            self.bound = self.hopes.bound()
            self.fill_queue(ROUND_SIZES[0])
            self.is_prepared = True

    def want(self, code: i64) -> None:
        """Set the beam on a blueprint."""
        for card in range(len(self.problem.kinds)):
            self.beam.wanted[card] = wanted_of(code, card)

    def prefer(self, code: i64) -> None:
        """Let the beam like most what is worth most in the life after this blueprint."""
        taste = TASTE_SIZE * (self.passes % TASTE_COUNT)
        if self.round_now < FIRST_CHOOSY:
            return
        place: i64 = 0
        for k in range(len(self.built)):
            self.order[place] = self.built[k]
            place += 1
        for card in range(len(self.problem.kinds)):
            wanted = wanted_of(code, card)
            if wanted >= 0 and place < PLACES:
                self.order[place] = self.problem.kinds[card] << KIND_SHIFT | (wanted if wanted else UPGRADED)
                place += 1
        plain = self.hoped_life(TYPICAL_DICE)
        for resource in range(RESOURCES):
            extra: i64 = SPARE
            gain = self.hoped_life(TYPICAL_DICE + (extra << (DIE_BITS * resource))) - plain
            more = TASTES[taste + 2] * gain // 2
            some = TASTES[taste + 1] + gain
            self.beam.set_likes(resource, TASTES[taste], some, more if more > 0 else 1)

    def hoped_life(self, dice: i64) -> i64:
        """What the order at hand may bring: exactly where the places are given, else its bound."""
        if self.problem.fixed and copy_order(self.order, self.problem.fixed):
            return self.forest.best_life(packed_order(self.order), dice, 0)
        return self.forest.bound(self.order, dice)

    def is_proven(self) -> bool:
        """Whether no better plan can exist."""
        return self.best >= 0 and (self.is_complete or self.best >= self.bound)

    def step(self) -> bool:
        """Some blueprints judged, or one run of the beam; False when there is nothing left to try."""
        if not self.is_prepared:
            self.prepare(PORTION)
            return True
        if self.is_proven():
            return False
        if self.at == len(self.queue) and not self.next_round():
            return False
        entry = self.queue[self.at]
        self.at += 1
        self.steps += 1
        problem = self.problem
        self.want(entry & CODE)
        self.prefer(entry & CODE)
        found = self.beam.run(problem.start(), problem.month, problem.slot, (entry >> CODE_BITS) & 0xF)
        if found:
            self.values[entry & ENTRY] = self.look_at(found) << CEILING_BITS | (entry >> ENTRY_BITS) & CEILING
        return True

    def next_round(self) -> bool:
        """What could be built, and what promised most, is tried again with a wider beam."""
        if not self.beam.is_cut and self.beam.flips_all and self.is_all:
            self.is_complete = True
            return False
        if self.round_now < LAST_ROUND:
            self.round_now += 1
            self.width = ROUND_WIDTHS[self.round_now]
        else:
            self.passes += 1
            self.width = self.width * 3 // 2
            if self.width > (MOST_WIDTH if len(self.hopes.entries) > FEW else MOST_WIDTH_OF_FEW):
                self.width = LEAST_WIDTH
            if self.passes == MOST_PASSES:
                return False
        self.fill_queue(ROUND_SIZES[self.round_now])
        self.beam = self.new_beam()
        return len(self.queue) > 0

    def fill_queue(self, limit: i64) -> None:
        """Half of what could be built best, half of what promises most; nothing that cannot beat the best any more."""
        built = [value << ENTRY_BITS | key for key, value in self.values.items()]
        built.sort()
        built.reverse()
        chosen: dict[i64, bool] = {}
        self.queue = []
        self.at = 0
        for entry in built:
            if len(self.queue) >= limit // 2:
                break
            if (entry >> ENTRY_BITS) & CEILING > self.best:
                chosen[entry & ENTRY] = True
                self.queue.append(entry)
        for entry in self.hopes.entries:
            if len(self.queue) == limit:
                self.is_all = False
                return
            if entry & ENTRY not in chosen and (entry >> ENTRY_BITS) & CEILING > self.best:
                self.queue.append(entry)
        self.is_all = self.hopes.is_whole()

    def look_at(self, found: i64) -> i64:
        """The best hope of the finished cabins of a run; those that might be better than the best get their circle."""
        beam = self.beam
        most: i64 = 0
        hopes: list[i64] = []
        for number in range(found):
            if number & 63 == 63 and self.deadline.is_over():
                break
            word = beam.found_words[number]
            hope = self.left_in(number) + self.life_hope(word)
            if hope > most:
                most = hope
            if hope > self.best:
                hopes.append((hope << 8 | natural_sum(word)) << 16 | number)
        hopes.sort()
        hopes.reverse()
        for entry in hopes:
            number = entry & 0xFFFF
            hope = self.left_in(number) + self.life_hope(beam.found_words[number])  # a new circle may have dashed it
            if hope > self.best:
                self.settle(number, hope)
            if self.deadline.is_over():
                break
        return most

    def left_in(self, number: i64) -> i64:
        """The points for months left of a finished cabin."""
        return self.worth[0] * (MONTHS + 1 - self.beam.found_month[number])

    def life_hope(self, word: i64) -> i64:
        """More than the life of a finished cabin can bring: its bound, or the exact life of one with more resources."""
        key = cabin_key(word)
        if key in self.lives:
            return self.lives[key]
        self.fill_order(word)
        dice = (word >> DICE_AT) & NATURAL
        hope = self.forest.bound(self.order, dice)
        faces = key & ~(ALL_NATURAL)
        if faces in self.exact:
            for known in self.exact[faces]:
                if (((known >> 16) | NATURAL_GUARD) - dice) & NATURAL_GUARD == NATURAL_GUARD and known & NATURAL < hope:
                    hope = known & NATURAL
        self.lives[key] = hope
        return hope

    def fill_order(self, word: i64) -> None:
        """The faces of a finished cabin on the free places; those that stand already stay where they are."""
        problem = self.problem
        place: i64 = 0
        for k in range(PLACES):
            self.order[k] = (problem.placed >> (FACE_BITS * k)) & FACE
        for card in range(len(problem.kinds)):
            status = (word >> (STATUS_BITS * card)) & STATUS
            if status & RAISED:
                while self.order[place]:
                    place += 1
                self.order[place] = problem.kinds[card] << KIND_SHIFT | status & 3

    def settle(self, number: i64, hope: i64) -> None:
        """Find the circle of a finished cabin; remember the plan when it is the best so far."""
        word = self.beam.found_words[number]
        left = self.left_in(number)
        dice = (word >> DICE_AT) & NATURAL
        self.fill_order(word)
        if self.problem.fixed:
            if not copy_order(self.order, self.problem.fixed):
                return
            life = self.forest.best_life(packed_order(self.order), dice, 0)
        else:
            free: i64 = EVERY_PLACE
            for place in range(PLACES):
                if (self.problem.placed >> (FACE_BITS * place)) & FACE:
                    free &= ~bit(place)
            life = self.forest.climb(self.order, free, dice, hope - left)
            if left + life < hope:
                life = self.forest.exhaust(self.order, free, dice, hope - left)
        if not self.forest.is_late:
            key = cabin_key(word)
            faces = key & ~ALL_NATURAL
            if faces not in self.exact:
                self.exact[faces] = []
            self.exact[faces].append(dice << 16 | life)
            self.lives[key] = life
        if left + life > self.best:
            self.best = left + life
            self.best_placed = packed_order(self.order)
            self.best_dice = dice
            self.best_steps = self.beam.plan(number)


def copy_order(order: vec[i64], model: i64) -> bool:
    """Put eight faces where a model wants them (CC-42); False when they are others."""
    for place in range(PLACES):
        wanted = (model >> (FACE_BITS * place)) & FACE
        for other in range(place, PLACES):
            if order[other] & ~UPGRADED == wanted:
                swap(order, place, other)
        if order[place] & ~UPGRADED != wanted:
            return False
    return True


def natural_sum(word: i64) -> i64:
    """All natural resources together."""
    dice = (word >> DICE_AT) & NATURAL
    total: i64 = 0
    while dice:
        total += dice & DIE
        dice >>= DIE_BITS
    return total
