"""Cozy Cabin's solo scenarios in words: every prompt, move, sketch and outcome in three languages (CC-43)."""

from __future__ import annotations

import random

import pytest

from domik.games.cabin.rules.parts import SCENARIO_NAMES
from domik.kernel.luck import luck_of
from domik.kernel.record import read_record
from domik.kernel.state import imagine_state
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import random_record, random_steps
from tests.games.cabin.positions import table_for


@pytest.mark.parametrize("name", SCENARIO_NAMES)
def test_scenarios_play_replay_and_speak(name: str) -> None:
    match = table_for(scenario=name)
    record = read_record(random_record(match, name).to_json(), lambda _: match.package)
    assert record.end().is_over()
    says = [words_for(language, (match.package.words_package,)) for language in LANGUAGES]
    luck, rng = luck_of(name), random.Random(name)
    for state, seat, action in random_steps(match, name):
        view = state.view(seat)
        assert list(imagine_state(view, luck).view(seat).numbers) == list(view.numbers)
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
