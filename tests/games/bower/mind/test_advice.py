"""How strong Bower's advice is."""

from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.games.bower.rules.state import BONUS, OFFER, PHASE
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from tests.conformance.tables import QUICK
from tests.games.bower.positions import MODES, actor, ready_for_bonus, table_for


@pytest.mark.parametrize("options", MODES[:3])
def test_greedy_beats_random_in_nine_games_of_ten(options: dict[str, object]) -> None:
    match = table_for(**options)
    games = 20 if QUICK else 100
    won = 0.0
    for number in range(games):
        luck = luck_of(f"greedy {number}")
        state = new_state(match.game, luck)
        greedy = number % 2  # seats rotated
        bots = [bot_of("greedy" if seat == greedy else "random", luck.split()) for seat in (0, 1)]
        while not state.is_over():
            seat = actor(state)
            view = state.view(seat)
            state.play(seat, bots[seat].decide(view, int(view.legal())))
        winners = int(state.winners())
        won += 0.5 if winners == 0b11 else winners >> greedy & 1
    assert won >= 0.9 * games


@pytest.mark.clause("BW-60")
@pytest.mark.parametrize("is_left", [True, False])
def test_a_third_gem_promises_no_bonus_tile_where_none_is_left(is_left: bool) -> None:
    match = table_for(hard=True)
    state = ready_for_bonus(match)
    if not is_left:
        state.numbers[OFFER] = 0
    action = match.read(state.view(0), "5.1")
    promised = "reason.third_gem" in {one.key for one in match.reasons(state.view(0), action)}
    state.play(0, action)
    assert promised == is_left == (int(state.numbers[PHASE]) == BONUS)
