"""Advice: who follows it wins."""

from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.games.dream_home.rules.state import PARK, PHASE
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from tests.conformance.tables import QUICK
from tests.games.dream_home.positions import awaited, fresh, hold, let_lay, let_turn, play, put, table_for


def test_greedy_beats_random() -> None:
    match = table_for()
    games = 40 if QUICK else 200
    won = 0.0
    for number in range(games):
        luck = luck_of(f"greedy {number}")
        state = new_state(match.game, luck.stream(0))
        greedy = number % 2
        bots = [bot_of("greedy" if seat == greedy else "random", luck.stream(1 + seat)) for seat in range(2)]
        while not state.is_over():
            view = state.view(awaited(state))
            state.play(view.seat, bots[int(view.seat)].decide(view, int(view.legal())))
        winners = int(state.winners())
        won += (winners >> greedy & 1) / bin(winners).count("1")
    assert won >= 0.9 * games


@pytest.mark.parametrize(("helpers", "points"), [((), 1), (("designer",), 2)])
def test_the_car_is_worth_what_a_furnishing_is(helpers: tuple[str, ...], points: int) -> None:
    """The designer adds a point to it (DH-50, DH-65); the reason says as many as the tally then counts."""
    match = table_for(car=True)
    state = fresh(match)
    put(match, state, 0, ("garage", (1, 4)))
    hold(match, state, 0, *helpers)
    let_lay(match, state, 0, "garage")
    play(match, state, "1.5")
    assert state.numbers[PHASE] == PARK
    before, action = int(state.score(0)), match.read(state.view(0), "c1.5")
    (reason,) = match.reasons(state.view(0), action)
    state.play(0, action)
    assert reason.args["n"] == int(state.score(0)) - before == points


@pytest.mark.parametrize(("resource", "points"), [("red", 1 + 3), ("architect", 1 + 4)])
def test_a_room_is_worth_what_the_helper_makes_of_it(resource: str, points: int) -> None:
    """A bedroom that completes the home comfort gets 4 for it where the architect comes along (DH-55, DH-62)."""
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 1)), ("kitchen", (2, 2)))
    let_turn(match, state, 0, ("living", "bedroom", "kids", "study", "pantry"), (resource, "blue", "green", "brown"))
    view = state.view(0)
    told = next(one for one in match.reasons(view, match.read(view, "2")) if one.key == "reason.room")
    play(match, state, "2")
    before = int(state.score(0))
    play(match, state, "2.3")
    assert told.args["n"] == int(state.score(0)) - before == points
