"""The solver ends when it should, in both builds, with the best plan so far; what it judges first is a fair sample."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import domik
from domik.games.cabin.mind.solver.beam_search import BeamSearch
from domik.games.cabin.mind.solver.beam_state import BALANCE, BALANCE_BITS, IMPOSSIBLE, LIFT, ResourceBalance
from domik.games.cabin.mind.solver.blueprints import (
    CEILING,
    CEILING_BITS,
    CODE,
    ENTRY,
    ENTRY_BITS,
    BlueprintQueue,
    Blueprints,
    FinishMonths,
    wanted_side,
)
from domik.games.cabin.mind.solver.deadline import Deadline
from domik.games.cabin.mind.solver.life_search import LifeSearch
from domik.games.cabin.mind.solver.plan import greedy_plan, plan_goal, solve
from domik.games.cabin.mind.solver.problem import PlanningProblem, planning_problem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.reading import config_of
from domik.kernel.state import State
from tests.games.cabin.positions import fresh, play, table_for

SECONDS = 0.6
PORTION = 300
HOPE_AT = ENTRY_BITS + CEILING_BITS


def after_advice(match: CabinMatch, seed: str, moves: int) -> State:
    """A fresh deck after some moves of the plan that is always there."""
    state = fresh(match, seed)
    for number in greedy_plan(plan_goal(match, state, 0), state).moves[:moves]:
        state.play(0, 1 << number)
    return state


def problem_after(seed: str, moves: int) -> tuple[CabinMatch, PlanningProblem]:
    match = table_for()
    return match, planning_problem(after_advice(match, seed, moves).numbers, 0, config_of(match))


def forest_of(match: CabinMatch) -> LifeSearch:
    return LifeSearch(config_of(match))


# ---- the clock --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "moves"), [({}, 0), ({}, 15), ({}, 30), ({"scenario": "exact_plan"}, 0), ({"template": True}, 0)]
)
def test_the_time_is_kept_and_the_first_plan_is_the_least(options: dict[str, object], moves: int) -> None:
    match = table_for(1, **options)
    state = after_advice(match, "clock", moves)
    began = time.process_time()
    found = solve(match, state, 0, SECONDS)
    spent = time.process_time() - began
    assert spent < 2 * SECONDS + 0.5
    after = state.copy()
    for number in found.moves:
        after.play(0, 1 << number)
    assert after.is_over()
    assert after.score(0) == found.score <= found.bound
    assert options or found.score >= greedy_plan(plan_goal(match, state, 0), state).score


def test_the_pure_build_keeps_the_time_too() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [sys.executable, "-m", "domik.sim.pure", "solve", "cabin", "--seed", "7", "--seconds", "1", "--json"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(domik.__file__).parents[1],
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answer = json.loads(ran.stdout)
    assert spent < 2 * 1 + 6, "a second of thinking, and starting Python"
    assert answer["bound"] >= answer["score"] > 25, "greedy has about 22"
    assert not answer["proven"]


def test_a_late_beam_ends_with_what_it_has() -> None:
    match, problem = problem_after("late", 0)
    beam = BeamSearch(problem.kinds, config_of(match), 2000, 100)
    beam.targets = at.PLACES
    for card in range(len(problem.kinds)):
        beam.wanted[card] = -1 if card % 3 == 2 else at.HOME if card % 3 else 0
    beam.deadline = Deadline(0.000001)
    began = time.process_time()
    assert beam.run(problem.start_position(), problem.month, problem.slot, problem.last_month) == 0
    assert time.process_time() - began < 1
    assert beam.is_cut, "nothing is complete that was not looked at"


def test_late_circles_are_no_exact_ones() -> None:
    match = table_for()
    forest = forest_of(match)
    faces = [1 << 2 | at.HOME, 5 << 2 | at.HOME, 6 << 2 | at.HOME, 3 << 2, 7 << 2 | 1, 8 << 2, 11 << 2 | 1, 12 << 2 | 1]
    forest.deadline = Deadline(0.000001)
    order = vec[i64](faces)
    assert int(forest.exhaustive_search(order, at.EVERY_PLACE, 0x1000, 1000)) > 0
    assert forest.is_late
    assert int(forest.orders) < 40
    assert sorted(order) == sorted(faces)


@pytest.mark.clause("CC-43")
@pytest.mark.parametrize("place", [1, 8])
def test_a_spoilt_scenario_still_gets_a_plan(place: int) -> None:
    match = table_for(scenario="exact_plan")
    state = fresh(match)
    play(state, str(place))  # nothing that is wanted there
    found = solve(match, state, 0, SECONDS)
    after = state.copy()
    for number in found.moves:
        after.play(0, 1 << number)
    assert after.is_over()
    assert after.score(0) == found.score <= found.bound
    assert not found.fits
    assert found.ruled_out


# ---- what is judged ---------------------------------------------------------------------------------------


def codes_of(blueprints: Blueprints) -> list[int]:
    found = []
    while not blueprints.is_done():
        found.append(int(blueprints.next()) & CODE)
    return found


def all_codes(allowed: list[int], built: int) -> set[int]:
    """Every blueprint, card by card."""
    codes = {(0, built)}
    for card, mask in enumerate(allowed):
        codes = {
            (code | part << 2 * card, chosen + (part > 0))
            for code, chosen in codes
            for part in range(3)
            if mask >> part & 1 and chosen + (part > 0) <= at.PLACES
        }
    return {code for code, chosen in codes if chosen == at.PLACES}


def test_every_blueprint_is_met_once() -> None:
    match = table_for()
    for built, allowed in (
        (0, [7, 3, 5, 7, 6, 4, 2, 7, 1, 5, 2]),
        (3, [7] * 6),
        (6, [3, 5, 1, 7]),
        (7, [at.LEFT_OUT, at.AS_HOME]),
        (2, [at.LEFT_OUT] * 9),
        (0, [7] * 7),
    ):
        kinds = vec[i64](list(range(1, len(allowed) + 1)))
        faces = vec[i64]([(12 - k) << at.KIND_SHIFT for k in range(built)])
        found = codes_of(Blueprints(kinds, vec[i64](allowed), faces, forest_of(match)))
        assert len(found) == len(set(found))
        assert set(found) == all_codes(allowed, built)


def test_a_part_of_the_blueprints_is_a_fair_sample() -> None:
    match, problem = problem_after("sample", 0)
    hopes = BlueprintQueue(problem, vec[i64]([]), forest_of(match))
    assert int(hopes.blueprints.total) == 126720  # eight of twelve cards, each on one of two sides
    hopes.evaluate(PORTION)
    assert not hopes.is_complete()
    codes = {int(entry) & CODE for entry in all_entries(hopes)}
    assert len(codes) > PORTION / 2, "most can be finished by some month"
    for card in range(12):
        for wanted in (-1, 0, at.HOME):
            share = sum(wanted_side(code, card) == wanted for code in codes) / len(codes)
            assert 0.15 < share < 0.55, (card, wanted)  # a third each, less where it costs much


def test_without_all_blueprints_the_bound_is_that_of_full_dice() -> None:
    match, problem = problem_after("bound", 25)
    hopes = BlueprintQueue(problem, built_in(problem), forest_of(match))
    hopes.evaluate(10)
    part = int(hopes.upper_bound())
    hopes.evaluate(int(hopes.blueprints.total))
    assert hopes.is_complete()
    entries = all_entries(hopes)
    assert len(entries) == len(set(entries)) == int(hopes.count)
    assert part > int(hopes.upper_bound()) == max(entry >> ENTRY_BITS & CEILING for entry in entries)


def test_the_most_hopeful_entries_come_first() -> None:
    """Whatever is asked for: the first few, those that can beat a plan, or those that were not tried."""
    match, problem = problem_after("bound", 25)
    hopes = BlueprintQueue(problem, built_in(problem), forest_of(match))
    hopes.evaluate(int(hopes.blueprints.total))
    entries = all_entries(hopes)
    assert [one >> HOPE_AT for one in entries] == sorted((one >> HOPE_AT for one in entries), reverse=True)
    assert [int(one) for one in hopes.best_entries(5, -1, {})] == entries[:5]
    assert hopes.has_more
    above = sorted(one >> ENTRY_BITS & CEILING for one in entries)[len(entries) // 2]
    better = [one for one in entries if one >> ENTRY_BITS & CEILING > above]
    assert [int(one) for one in hopes.best_entries(len(entries), above, {})] == better
    tried = {one & ENTRY: True for one in better[::2]}
    assert [int(one) for one in hopes.best_entries(len(entries), above, tried)] == better[1::2]
    assert not hopes.has_more


def test_what_other_positions_left_in_the_cache_changes_no_bound() -> None:
    """The bounds of a component set are kept for all its decks; each must be what would be computed here."""
    match = table_for()
    for moves in (0, 12, 25):
        problem = planning_problem(after_advice(match, "kept", moves).numbers, 0, config_of(match))
        kept, fresh_one = (
            Blueprints(problem.kinds, problem.allowed, built_in(problem), forest_of(match)) for _ in "ab"
        )
        fresh_one.known = {}
        few = min(int(kept.total), 400)
        assert [int(kept.next()) for _ in range(few)] == [int(fresh_one.next()) for _ in range(few)]


def all_entries(hopes: BlueprintQueue) -> list[int]:
    return [int(entry) for entry in hopes.best_entries(int(hopes.count), -1, {})]


def built_in(problem: PlanningProblem) -> vec[i64]:
    """What stands already."""
    faces = [int(problem.placed) >> at.FACE_BITS * place & at.FACE for place in range(at.PLACES)]
    return vec[i64]([face for face in faces if face])


@pytest.mark.parametrize("moves", [0, 4, 17, 30])
def test_prospects_add_up_as_the_supply_does(moves: int) -> None:
    match, problem = problem_after("prospects", moves)
    prospects = FinishMonths(problem)
    supply = ResourceBalance(problem.kinds, config_of(match).faces)
    rng = random.Random(moves)
    firsts = set()
    for _ in range(200):
        parts = [rng.choice((0, 1, 2)) for _ in problem.kinds]
        code = sum(part << 2 * card for card, part in enumerate(parts))
        for card in range(len(parts)):
            supply.wanted[card] = wanted_side(code, card)
        hopeful = []
        for month in range(int(problem.month), int(problem.last_month) + 1):
            balance = int(supply.first_balance(problem.start_position(), problem.month, problem.slot, month))
            short = any(balance >> BALANCE_BITS * resource & BALANCE < LIFT for resource in range(at.RESOURCES))
            if balance != IMPOSSIBLE and not short:
                hopeful.append(month)
        first = int(prospects.first_month(code))
        assert hopeful == list(range(first, int(problem.last_month) + 1))
        firsts.add(first)
    assert len(firsts) > 1


def test_a_solver_with_a_deadline_judges_in_steps() -> None:
    _, problem = problem_after("steps", 0)
    solver = Solver(problem, 0.2)
    assert not solver.is_prepared
    assert int(solver.blueprint_queue.count) == 0
    while not solver.is_prepared:
        assert solver.step()
        assert int(solver.steps) == 0
    assert len(solver.queue) > 0
    assert solver.step()
    assert int(solver.steps) == 1
