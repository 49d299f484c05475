"""Cozy Cabin's solo scenarios: CC-43. Their witness plans replay and bring what the data says."""

from __future__ import annotations

import dataclasses
import random

import pytest

from domik.games.cabin.rules.parts import SCENARIO_NAMES, Scenario
from domik.games.cabin.rules.scenarios import judged, stars
from domik.games.cabin.rules.scoring import verdict_of
from domik.games.cabin.rules.state import *
from domik.kernel.luck import luck_of
from domik.kernel.record import read_record
from domik.kernel.state import State, imagined
from domik.kernel.title import Match
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import random_record, random_steps
from tests.games.cabin.positions import LETTERS, fresh, read, table_for

SCENARIOS = pytest.mark.parametrize("name", SCENARIO_NAMES)


def scenario_of(match: Match) -> Scenario:
    found: Scenario = match.parts.scenarios[str(match.options["scenario"])]
    return found


def built_by_witness(match: Match) -> State:
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
    forest = match.game.forest  # type: ignore[attr-defined]
    at = SEAT
    for start in forest.starts(state.numbers[at + PLACED], state.numbers[at + DICE]):
        state.play(0, 1 << int(start))
    assert state.is_over()
    assert state.score(0) == scenario.par
    verdict = verdict_of(match, state.view())
    assert verdict.reached()
    assert stars(scenario, verdict) == 3
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
    assert judged(scenario, full, scenario.month_limit, scenario.target).reached()
    assert stars(scenario, judged(scenario, full, scenario.month_limit, scenario.target)) == 2
    assert stars(scenario, judged(scenario, full, scenario.month_limit, scenario.target - 1)) == 1
    assert not judged(scenario, full, scenario.month_limit + 1, scenario.par).reached()
    assert not judged(scenario, [0, *full[1:]], 1, scenario.par).reached()
    birch = next(k for k, face in enumerate(full) if face >> KIND_SHIFT == match.parts.kind("birch"))
    other = [*full[:birch], full[birch] & ~HOME, *full[birch + 1 :]]
    assert not judged(scenario, other, 1, scenario.par).reached(), "a required side is missing"
    strict = dataclasses.replace(scenario, require=(), forbid=((match.parts.kind("birch"), 1),))
    assert not judged(strict, full, 1, scenario.par).reached(), "a forbidden side was built"


@pytest.mark.clause("CC-43")
def test_places_count_as_they_are() -> None:
    match = table_for(scenario="exact_plan")
    scenario = scenario_of(match)
    assert judged(scenario, list(scenario.circle), 5, scenario.par).reached()
    turned = [*scenario.circle[1:], scenario.circle[0]]
    assert not judged(scenario, turned, 5, scenario.par).reached()


@SCENARIOS
def test_scenarios_play_replay_and_speak(name: str) -> None:
    match = table_for(scenario=name)
    record = read_record(random_record(match, name).to_json(), lambda _: match.title)
    assert record.end().is_over()
    says = [words_for(language, (match.title.words,)) for language in LANGUAGES]
    luck, rng = luck_of(name), random.Random(name)
    for state, seat, action in random_steps(match, name):
        view = state.view(seat)
        assert list(imagined(view, luck).view(seat).numbers) == list(view.numbers)
        say = rng.choice(says)
        assert say(match.prompt(view))
        assert say(match.describe(view, action))
        assert match.sketch(view, say, 80)
        assert match.read(view, match.write(view, action)) == action
        for number in range(0, 63, 5):
            legal = bool(int(view.legal()) >> number & 1)
            assert bool(match.objections(view, 1 << number)) != legal
    for say in says:
        assert say(match.outcome(record.end().view()).reason)
