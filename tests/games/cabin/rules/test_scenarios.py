"""Cozy Cabin's solo scenarios: CC-43. Their witness plans replay and bring what the data says."""

from __future__ import annotations

import dataclasses

import pytest

from domik.games.cabin.mind.solver.life_search import LifeSearch
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import SCENARIO_NAMES, Scenario, judge_scenario, star_count
from domik.games.cabin.rules.reading import config_of
from domik.games.cabin.rules.scoring import scenario_result
from domik.games.cabin.rules.state import DICE, HOME, KIND_SHIFT, LIVES, PLACED, SEAT
from domik.kernel.luck import luck_of
from domik.kernel.state import State
from tests.games.cabin.positions import LETTERS, fresh, read, table_for

SCENARIOS = pytest.mark.parametrize("name", SCENARIO_NAMES)


def scenario_of(match: CabinMatch) -> Scenario:
    found: Scenario = match.parts.scenarios[str(match.options["scenario"])]
    return found


def built_by_witness(match: CabinMatch) -> State:
    """The state after a witness's planning."""
    scenario = scenario_of(match)
    state = fresh(match)
    for letter in scenario.actions.replace(".", ""):
        state.play(0, 1 << scenario.circle.index(read(state).hand) if letter == "B" else LETTERS[letter])
    return state


@pytest.mark.clause("CC-43")
@SCENARIOS
def test_the_witness_plan_reaches_par(name: str) -> None:
    match = table_for(scenario=name)
    scenario = scenario_of(match)
    state = built_by_witness(match)
    assert read(state).stage == LIVES
    assert tuple(read(state).places) == scenario.circle
    forest = LifeSearch(config_of(match))
    at = SEAT
    for start in forest.best_starts(state.numbers[at + PLACED], state.numbers[at + DICE]):
        state.play(0, 1 << int(start))
    assert state.is_over()
    assert state.score(0) == scenario.par
    verdict = scenario_result(match, state.view())
    assert verdict.is_reached()
    assert star_count(scenario, verdict) == 3
    assert match.outcome(state.view()).clause == "CC-43"


@pytest.mark.clause("CC-43")
@SCENARIOS
def test_a_scenario_deals_its_own_deck_which_everybody_knows(name: str) -> None:
    match = table_for(scenario=name)
    scenario = scenario_of(match)
    state = fresh(match)
    own = read(state)
    assert [own.hand, *own.deck] == [kind << KIND_SHIFT for kind in scenario.deck]
    assert int(state.numbers[SEAT + DICE]) == scenario.dice
    assert list(match.game.deal(luck_of(1))) == list(match.game.deal(luck_of(2)))


@pytest.mark.clause("CC-43")
def test_everything_is_judged_at_the_end() -> None:
    match = table_for(scenario="tea_and_book")
    scenario = scenario_of(match)
    full = list(scenario.circle)
    assert judge_scenario(scenario, full, scenario.month_limit, scenario.target).is_reached()
    assert star_count(scenario, judge_scenario(scenario, full, scenario.month_limit, scenario.target)) == 2
    assert star_count(scenario, judge_scenario(scenario, full, scenario.month_limit, scenario.target - 1)) == 1
    assert not judge_scenario(scenario, full, scenario.month_limit + 1, scenario.par).is_reached()
    assert not judge_scenario(scenario, [0, *full[1:]], 1, scenario.par).is_reached()
    birch = next(k for k, face in enumerate(full) if face >> KIND_SHIFT == match.parts.kind("birch"))
    other = [*full[:birch], full[birch] & ~HOME, *full[birch + 1 :]]
    assert not judge_scenario(scenario, other, 1, scenario.par).is_reached(), "a required side is missing"
    strict = dataclasses.replace(scenario, require=(), forbid=((match.parts.kind("birch"), 1),))
    assert not judge_scenario(strict, full, 1, scenario.par).is_reached(), "a forbidden side was built"


@pytest.mark.clause("CC-43")
def test_places_count_as_they_are() -> None:
    match = table_for(scenario="exact_plan")
    scenario = scenario_of(match)
    assert judge_scenario(scenario, list(scenario.circle), 5, scenario.par).is_reached()
    turned = [*scenario.circle[1:], scenario.circle[0]]
    assert not judge_scenario(scenario, turned, 5, scenario.par).is_reached()
