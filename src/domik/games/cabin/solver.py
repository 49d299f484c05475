"""The solver: the best plan it can find for one deck, better and better as long as it is asked (CC-18, CC-20, CC-30).

Blueprints with a good life are tried in turn, each for an early month first, with narrow beams; those that could be
built are tried again with wider ones. The best finished cabins get the best circle.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.beam import ALL_NATURAL, Beam, cabin_key
from domik.games.cabin.blueprints import CEILING, CEILING_BITS, CODE, CODE_BITS, TYPICAL_DICE, Blueprints, wanted_of
from domik.games.cabin.circle import Forest, packed_order, swap
from domik.games.cabin.outlook import ANY_BUILT_AT, DICE_AT, RAISED, STATUS, STATUS_BITS
from domik.games.cabin.state import *
from domik.kernel.game import bit

# Rounds: how many blueprints are tried, how many positions a class the beam keeps; the last round repeats, ever wider
ROUND_SIZES: Final = vec[i64]([1500, 800, 500, 300, 200, 100])
ROUND_WIDTHS: Final = vec[i64]([6, 20, 60, 180, 400, 800])
LAST_ROUND: Final = 5
MOST_WIDTH: Final = 3000
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
MONTH_BITS: Final = 4
ENTRY: Final = 0xFFFFFFF  # month and code of a queue entry


@final
class Problem:
    """A position of one cabin with its whole deck known."""

    def __init__(
        self,
        kinds: vec[i64],
        edges: vec[i64],
        allowed: vec[i64],
        dice: i64,
        month: i64,
        slot: i64,
        any_built: bool,
        placed: i64,
        fixed: i64,
        last_month: i64,
    ) -> None:
        self.kinds: vec[i64] = kinds  # unbuilt cards in this month's order, those put aside already first
        self.edges: vec[i64] = edges
        self.allowed: vec[i64] = allowed
        self.dice: i64 = dice
        self.month: i64 = month
        self.slot: i64 = slot
        self.any_built: bool = any_built
        self.placed: i64 = placed
        self.fixed: i64 = fixed  # a cabin that every face must be copied from, place by place; 0: none
        self.last_month: i64 = last_month

    def start(self) -> i64:
        """The position as the beam's number."""
        word = self.dice << DICE_AT
        for card in range(len(self.kinds)):
            word |= self.edges[card] << (STATUS_BITS * card)
        return word | bit(ANY_BUILT_AT) if self.any_built else word


@final
class Solver:
    """An anytime search; every call of `step` does a little."""

    def __init__(self, problem: Problem, faces: vec[i64], worth: vec[i64], reverses: bool, still_ends: bool) -> None:
        self.problem: Problem = problem
        self.faces: vec[i64] = faces
        self.worth: vec[i64] = worth
        self.reverses: bool = reverses
        self.forest: Forest = Forest(faces, worth, still_ends)
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
        self.results: list[i64] = []
        self.lives: dict[i64, i64] = {}  # faces and dice -> more than their life can bring
        self.exact: dict[i64, list[i64]] = {}  # faces -> dice << 16 | the exact life they bring
        self.order: vec[i64] = vec[i64]([0] * PLACES)
        self.built: vec[i64] = self.built_faces()
        self.beam: Beam = self.new_beam()
        self.hopes: list[i64] = []  # (hope << MONTH_BITS | month) << CODE_BITS | code, the highest first
        self.prepare()
        self.queue: list[i64] = self.hopes[: ROUND_SIZES[0]]

    def new_beam(self) -> Beam:
        """A beam of so many positions a class."""
        problem = self.problem
        layers = (len(problem.kinds) + 1) * (problem.last_month - problem.month + 1) + 1
        beam = Beam(problem.kinds, self.faces, self.reverses, self.width, layers)
        beam.targets = PLACES - len(self.built)
        taste = TASTE_SIZE * (self.passes % TASTE_COUNT)
        beam.likes_upgrade = TASTES[taste + 3]
        beam.noise = TASTES[taste + 4]
        beam.salt = self.passes
        rest = len(problem.kinds) * (problem.last_month - problem.month + 1)
        beam.flips_all = rest <= CARDS_EACH + CARDS_EACH or problem.fixed != 0 or self.passes & 1 == 1
        return beam

    def built_faces(self) -> vec[i64]:
        """What stands already."""
        found: list[i64] = []
        for place in range(PLACES):
            face = (self.problem.placed >> (FACE_BITS * place)) & FACE
            if face:
                found.append(face)
        return vec[i64](found)

    def prepare(self) -> None:
        """Every blueprint with every month in which it might be finished, the highest hopes first; and the bound."""
        problem = self.problem
        blueprints = Blueprints(problem.kinds, problem.allowed, self.built, self.forest)
        start = problem.start()
        for entry in blueprints.all():
            code = entry & CODE
            ceiling = (entry >> CODE_BITS) & CEILING
            life = entry >> (CODE_BITS + CEILING_BITS)
            self.want(code)
            for month in range(problem.month, problem.last_month + 1):
                if self.beam.is_hopeless(start, problem.month, problem.slot, month):
                    continue
                left = self.worth[0] * (MONTHS + 1 - month)
                if ceiling + left > self.bound:
                    self.bound = ceiling + left
                self.hopes.append(((life + left) << MONTH_BITS | month) << CODE_BITS | code)
        self.hopes.sort()
        self.hopes.reverse()

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
        """One run of the beam; False when there is nothing left to try."""
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
            self.results.append(self.look_at(found) << (CODE_BITS + MONTH_BITS) | entry & ENTRY)
        return True

    def next_round(self) -> bool:
        """What could be built, and what promised most, is tried again with a wider beam."""
        if not self.beam.is_cut and self.beam.flips_all and len(self.queue) == len(self.hopes):
            self.is_complete = True
            return False
        if self.round_now < LAST_ROUND:
            self.round_now += 1
            self.width = ROUND_WIDTHS[self.round_now]
        else:
            self.passes += 1
            self.width = self.width * 3 // 2
            if self.width > (MOST_WIDTH if len(self.hopes) > FEW else MOST_WIDTH_OF_FEW):
                self.width = ROUND_WIDTHS[LAST_ROUND]
            if self.passes == MOST_PASSES:
                return False
        self.results.sort()
        self.results.reverse()
        limit = ROUND_SIZES[self.round_now]
        chosen: dict[i64, bool] = {}
        queue: list[i64] = []
        for entry in self.results:
            if entry & ENTRY not in chosen and len(queue) < limit // 2:
                chosen[entry & ENTRY] = True
                queue.append(entry)
        for entry in self.hopes:
            if len(queue) == limit:
                break
            if entry & ENTRY not in chosen:
                chosen[entry & ENTRY] = True
                queue.append(entry)
        self.queue = queue
        self.results = []
        self.at = 0
        self.beam = self.new_beam()
        return len(queue) > 0

    def look_at(self, found: i64) -> i64:
        """The best hope of the finished cabins of a run; those that might be better than the best get their circle."""
        beam = self.beam
        most: i64 = 0
        hopes: list[i64] = []
        for number in range(found):
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
