"""Whole games: both builds alike, both readings of the rules agree, none is longer than it may be."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from domik.games.dream_home.rules.state import OVER, PASS, PHASE, TURN
from domik.kernel.luck import luck_of
from domik.language import words_for
from tests.conformance import test_builds
from tests.conformance.tables import QUICK
from tests.conformance.test_texts import clauses, compare_readings
from tests.games.dream_home.hooks import conserved
from tests.games.dream_home.positions import awaited, building_steps, fresh, table_for


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_hundred_games_are_the_same_in_both_builds(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_builds, "GAMES_EACH", 300)
    ways: list[tuple[str, int, dict[str, object]]] = [("dream_home", seats, {}), ("dream_home", seats, {"car": True})]
    assert test_builds.results("installed", ways) == test_builds.results("pure", ways)


def test_both_readings_agree_in_the_houses_of_people_who_build() -> None:
    """Random players rarely finish a room or fill a garage, so the conformance suite's games are not enough."""
    rng = random.Random("building")
    known = set(clauses("dream_home"))
    say = words_for("pl", ("domik.games.dream_home.words",))
    seen, phases = 0, Counter[int]()
    while seen < (1000 if QUICK else 8_000):
        options = {name: rng.random() < 0.5 for name in ("gentle", "open_roofs")}
        match = table_for(rng.randrange(2, 5), car=rng.random() < 0.8, **options)
        for state, seat, _ in building_steps(match, rng.random()):
            compare_readings(match, state, seat, known, say, rng)
            conserved(match, state)
            phases[int(state.numbers[PHASE])] += 1
            seen += 1
    assert set(phases) == set(range(OVER)), "every phase was met"


def test_the_longest_game_is_a_true_bound_even_for_those_who_use_everything() -> None:
    for seats in (2, 3, 4):
        match = table_for(seats, car=True)
        for seed in range(10 if QUICK else 60):
            state = fresh(match, seed)
            taken = 0
            luck = luck_of(seed)
            while not state.is_over():
                seat = awaited(state)
                legal = int(state.legal(seat))
                tools = legal & ~0b11111 if state.numbers[PHASE] == TURN else legal & ~PASS
                state.play(seat, int(luck.bit_of(tools or legal)))
                taken += 1
            assert taken <= match.game.max_moves
