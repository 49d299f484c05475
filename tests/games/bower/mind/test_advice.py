"""How strong Bower's advice is."""

from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from tests.conformance.tables import QUICK
from tests.games.bower.positions import MODES, actor, table_for


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
