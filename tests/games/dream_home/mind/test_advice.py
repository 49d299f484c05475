"""Advice: who follows it wins."""

from __future__ import annotations

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from tests.conformance.tables import QUICK
from tests.games.dream_home.positions import awaited, table_for


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
