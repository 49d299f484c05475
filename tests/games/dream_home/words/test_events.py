"""The log: every kind of event, in all languages."""

from __future__ import annotations

import pytest

from domik.language import LANGUAGES, words_for
from domik.language.words import catalogue
from tests.conformance.test_texts import clauses
from tests.games.dream_home.positions import building_steps, table_for


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_can_be_told(language: str) -> None:
    """Games in which every tool and helper is used, so that every line of the log is said at least once."""
    say = words_for(language, ("domik.games.dream_home.words",))
    told: set[str] = set()
    cited: set[str] = set()
    for seed in range(60):
        match = table_for(2 + seed % 3, car=True)
        for state, seat, action in building_steps(match, seed):
            after = state.copy()
            after.play(seat, action)
            for event in match.events(state.view(), after.view(), seat):
                assert say(event.what)
                told.add(event.what.key)
                cited.add(event.clause)
    known = {key for key in catalogue("domik.games.dream_home.words") if key.startswith("told.")}
    assert told == known
    assert cited <= set(clauses("dream_home"))
