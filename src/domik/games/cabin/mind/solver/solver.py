"""Anytime solver: a better and better plan for one known deck (CC-18, CC-20, CC-30).

Blueprints with a promising life are tried in turn, each for an early month first, with narrow beams; those that could
be built, and the most promising of the others, are tried again with wider ones, in every round by another taste. For
the best finished cabins the order of the circle is optimized. With a deadline, evaluating blueprints takes half of the
time at most, so that there is always time to try some.
"""

from __future__ import annotations

import time
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam_search import SPARE, BeamSearch, prefer_resource, set_preferences
from domik.games.cabin.mind.solver.beam_state import NOT_WANTED, RAISED, STATUS_BITS, natural_sum
from domik.games.cabin.mind.solver.blueprints import (
    CEILING,
    CEILING_BITS,
    CODE,
    CODE_BITS,
    ENTRY,
    ENTRY_BITS,
    TYPICAL_DICE,
    BlueprintQueue,
    wanted_side,
)
from domik.games.cabin.mind.solver.cabin_values import CabinValues
from domik.games.cabin.mind.solver.deadline import Deadline
from domik.games.cabin.mind.solver.life_search import LifeSearch, pack_order
from domik.games.cabin.mind.solver.problem import PlanningProblem
from domik.games.cabin.rules.state import CARDS_EACH, DIE_BITS, FACE, FACE_BITS, KIND_SHIFT, PLACES, RESOURCES, UPGRADED

# The first round tells what can be built at all: of the first few hundred there may be nothing. The others look at a
# few with wide beams and at more with narrower ones; the best plan is mostly among the first hundred, and one beam that
# is wide or has another taste finds it rather than many narrow ones do (docs/figures/reviews.md).
FIRST_ROUND: Final = 300  # blueprints
FIRST_WIDTH: Final = 6  # positions per class
WIDTHS: Final = vec[i64]([60, 150, 400, 800, 1200, 1800, 2700])  # of the rounds that follow
LEAST_LATE_WIDTH: Final = 800
MOST_WIDTH: Final = 4000
MOST_WIDTH_OF_FEW: Final = 14000  # a model leaves few blueprints, so each can have a wider beam
FEW: Final = 12  # blueprints that have the whole width; twice as many have half of it, and again
ROUND_SIZE: Final = 84
MOST_ROUNDS: Final = 400
PORTION: Final = 100  # blueprints evaluated per step


@final
class Solver:
    """One search; every call of `step` does a small amount of work."""

    def __init__(self, problem: PlanningProblem, seconds: float = 0.0) -> None:
        self.problem: PlanningProblem = problem
        now = time.process_time()
        self.deadline: Deadline = Deadline(now + seconds if seconds > 0.0 else 0.0)  # CPU time of this process
        self.half_time: Deadline = Deadline(now + seconds / 2.0 if seconds > 0.0 else 0.0)
        self.life_search: LifeSearch = LifeSearch(problem.config)
        self.life_search.deadline = self.deadline
        self.best: i64 = -1  # doubled points; -1 while no finished cabin is known
        self.best_placed: i64 = 0
        self.best_steps: list[int] = []
        self.bound: i64 = 0  # doubled points that no finished cabin can beat
        self.is_complete: bool = False  # whether the search was exhaustive
        self.steps: i64 = 0
        self.round_now: i64 = 0
        self.width: i64 = FIRST_WIDTH
        self.at: i64 = 0
        self.size: i64 = FIRST_ROUND  # entries of this round
        self.values: dict[i64, i64] = {}  # month and code of built blueprints -> hope << CEILING_BITS | ceiling
        self.cabin_values: CabinValues = CabinValues(problem, self.life_search)
        self.built: vec[i64] = self.built_faces()
        self.beam: BeamSearch = self.new_beam()
        self.queue: list[i64] = []  # entries still to try in this round
        self.blueprint_queue: BlueprintQueue = BlueprintQueue(problem, self.built, self.life_search)
        self.bound = self.blueprint_queue.upper_bound()
        self.is_prepared: bool = False
        if seconds <= 0.0:
            self.prepare(self.blueprint_queue.blueprints.total)

    def new_beam(self) -> BeamSearch:
        """A beam search with the current width."""
        problem = self.problem
        layers = (len(problem.kinds) + 1) * (problem.last_month - problem.month + 1) + 1
        beam = BeamSearch(problem.kinds, problem.config, self.width, layers)
        beam.deadline = self.deadline
        beam.targets = PLACES - len(self.built)
        beam.spoils = problem.spoils
        if self.round_now:
            set_preferences(beam, self.round_now - 1)
        rest = len(problem.kinds) * (problem.last_month - problem.month + 1)
        beam.flips_all = rest <= CARDS_EACH + CARDS_EACH or problem.fixed != 0 or self.round_now > 0
        return beam

    def built_faces(self) -> vec[i64]:
        """Faces of the locations already built."""
        found: list[i64] = []
        for place in range(PLACES):
            face = (self.problem.placed >> (FACE_BITS * place)) & FACE
            if face:
                found.append(face)
        return vec[i64](found)

    def prepare(self, portion: i64) -> None:
        """Evaluate more blueprints; fill the queue once all are evaluated or half of the time is over."""
        self.blueprint_queue.evaluate(portion)
        if self.blueprint_queue.is_complete() or self.half_time.is_over():
            self.bound = self.blueprint_queue.upper_bound()
            self.fill_queue()
            self.is_prepared = True

    def set_target(self, code: i64) -> None:
        """Point the beam at a blueprint."""
        for card in range(len(self.problem.kinds)):
            self.beam.wanted[card] = wanted_side(code, card)

    def prefer(self, code: i64) -> None:
        """Weight the beam's resources by their worth in the life after this blueprint."""
        if not self.round_now:
            return
        order = self.cabin_values.order
        place: i64 = 0
        for k in range(len(self.built)):
            order[place] = self.built[k]
            place += 1
        for card in range(len(self.problem.kinds)):
            wanted = wanted_side(code, card)
            if wanted >= 0 and place < PLACES:
                order[place] = self.problem.kinds[card] << KIND_SHIFT | (wanted if wanted else UPGRADED)
                place += 1
        while place < PLACES:  # the last one may be any card (CC-42)
            order[place] = self.problem.kinds[0] << KIND_SHIFT
            place += 1
        plain = self.cabin_values.order_bound(TYPICAL_DICE)
        for resource in range(RESOURCES):
            extra: i64 = SPARE
            gain = self.cabin_values.order_bound(TYPICAL_DICE + (extra << (DIE_BITS * resource))) - plain
            prefer_resource(self.beam, self.round_now - 1, resource, gain)

    def is_proven(self) -> bool:
        """Whether no better plan can exist."""
        return self.best >= 0 and (self.is_complete or self.best >= self.bound)

    def upper_bound(self) -> i64:
        """Upper bound in doubled points on the cabins searched for; -1 when there are none."""
        return self.best if self.is_complete else self.bound

    def step(self) -> bool:
        """Evaluate some blueprints or run the beam once; return False when nothing is left to try."""
        if not self.is_prepared:
            self.prepare(PORTION)
            return True
        if self.is_proven():
            return False
        while self.at < len(self.queue) and self.ceiling_of(self.queue[self.at]) <= self.best:
            self.at += 1  # what was found since has ruled it out
        if self.at == len(self.queue):
            return self.next_round()
        entry = self.queue[self.at]
        self.beam.narrow(self.width_at(self.at))
        self.at += 1
        self.steps += 1
        problem = self.problem
        self.set_target(entry & CODE)
        self.prefer(entry & CODE)
        found = self.beam.run(problem.start_position(), problem.month, problem.slot, (entry >> CODE_BITS) & 0xF)
        if found:
            value = self.examine_results(found) << CEILING_BITS | self.ceiling_of(entry)
            key = entry & ENTRY
            if key not in self.values or value > self.values[key]:
                self.values[key] = value
        return True

    def ceiling_of(self, entry: i64) -> i64:
        return (entry >> ENTRY_BITS) & CEILING

    def width_at(self, place: i64) -> i64:
        """The beam's width for a place in the queue."""
        if not self.round_now or place < FEW:
            return self.width
        return self.width // 2 if place < FEW + 2 * FEW else self.width // 4

    def next_round(self) -> bool:
        """Start the next round with a wider beam; return False when nothing is left to try."""
        is_whole = not self.beam.is_cut and self.beam.flips_all  # whether the round dropped no position
        if is_whole and self.is_all():
            self.is_complete = True
            return False
        if self.round_now == 0 and self.blueprint_queue.has_more and (self.best < 0 or is_whole):
            self.size += FIRST_ROUND
            self.queue = self.blueprint_queue.best_entries(self.size, -1, {})
            return True  # those before `at` were tried
        self.round_now += 1
        if self.round_now >= MOST_ROUNDS:
            return False
        self.size = ROUND_SIZE if not is_whole else self.size * 2
        if self.round_now <= len(WIDTHS):
            self.width = WIDTHS[self.round_now - 1]
        else:
            self.width = self.width * 3 // 2
            if self.width > (MOST_WIDTH if self.blueprint_queue.count > FEW else MOST_WIDTH_OF_FEW):
                self.width = LEAST_LATE_WIDTH
        self.fill_queue()
        self.beam = self.new_beam()
        if not self.queue:
            self.is_complete = self.is_all()  # nothing is left that could be better
        return len(self.queue) > 0

    def is_all(self) -> bool:
        """Whether the queue holds everything that could still improve the best plan."""
        return self.blueprint_queue.is_complete() and not self.blueprint_queue.has_more

    def fill_queue(self) -> None:
        """Queue the best built and the most promising blueprints in turn; skip those that cannot beat the best."""
        built = [value << ENTRY_BITS | key for key, value in self.values.items()]
        built.sort()
        built.reverse()
        chosen: dict[i64, bool] = {}
        first: list[i64] = []
        for entry in built:
            if len(first) >= self.size // 2:
                break
            if self.ceiling_of(entry) > self.best:
                chosen[entry & ENTRY] = True
                first.append(entry)
        second = self.blueprint_queue.best_entries(self.size - len(first), self.best, chosen)
        self.queue = []
        self.at = 0
        for place in range(self.size):
            if place < len(first):
                self.queue.append(first[place])
            if place < len(second):
                self.queue.append(second[place])

    def examine_results(self, found: i64) -> i64:
        """Optimize the circles of finished cabins that may beat the best; return the highest bound of the run."""
        beam = self.beam
        most: i64 = 0
        hopes: list[i64] = []
        for number in range(found):
            if number & 63 == 63 and self.deadline.is_over():
                break
            word = beam.finished.words[number]
            hope = self.months_left_points(number) + self.cabin_values.upper_bound(word)
            if hope > most:
                most = hope
            if hope > self.best:
                hopes.append((hope << 8 | natural_sum(word)) << 16 | number)
        hopes.sort()
        hopes.reverse()
        for entry in hopes:
            number = entry & 0xFFFF
            hope = self.months_left_points(number) + self.cabin_values.upper_bound(
                beam.finished.words[number]
            )  # the new best may have ruled it out
            if hope > self.best:
                self.settle_circle(number, hope)
            if self.deadline.is_over():
                break
        return most

    def months_left_points(self, number: i64) -> i64:
        return self.blueprint_queue.months_left_points(self.beam.finished.months[number])

    def settle_circle(self, number: i64, hope: i64) -> None:
        """Optimize the circle of a finished cabin; store the plan if it is the best so far."""
        word = self.beam.finished.words[number]
        left = self.months_left_points(number)
        if self.problem.spoils:
            life = self.cabin_values.solve_with_misfit(word, self.last_built(word))
        else:
            life = self.cabin_values.solve_exactly(word, hope - left)
        if life >= 0 and left + life > self.best:
            self.best = left + life
            self.best_placed = pack_order(self.cabin_values.order)
            self.best_steps = self.beam.actions_to(number)

    def last_built(self, word: i64) -> i64:
        """The built card that the blueprint does not want: the one that spoils the copy (CC-42)."""
        last: i64 = 0
        for card in range(len(self.problem.kinds)):
            if (word >> (STATUS_BITS * card)) & RAISED and self.beam.wanted[card] == NOT_WANTED:
                last = card
        return last
