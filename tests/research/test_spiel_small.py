"""Small games for algorithms that walk the whole tree, with published values; and search that resamples."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import ismcts  # noqa: E402
from open_spiel.python.algorithms.gambit import export_gambit  # noqa: E402
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: E402

import domik.research.spiel  # noqa: E402, F401 - registers the games

# docs/research.md names them: the value is what the first seat wins by when both play perfectly.
SMALL = {
    "python_domik_treehouse(players=2,reward=margin,deals=2,opening=60)": (697, -7.0),
    "python_domik_dream_home(players=2,reward=margin,deals=3,opening=70)": (718, 7 / 3),
}


def positions(game: Any) -> list[Any]:
    found, waiting = [], [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        found.append(state)
        if not state.is_terminal():
            waiting += [state.child(action) for action in state.legal_actions()]
    return found


@pytest.mark.parametrize("name", list(SMALL))
def test_players_recall_everything(name: str) -> None:
    """One information state, one history of what this player saw and did: what CFR takes for granted."""
    game = pyspiel.load_game(name)
    histories: dict[str, set[str]] = defaultdict(set)
    states = positions(game)
    assert len(states) == SMALL[name][0]
    for state in states:
        if state.is_terminal() or state.is_chance_node():
            continue
        player, before, own = state.current_player(), game.new_initial_state(), []
        for action in state.history():
            if before.current_player() == player:
                own.append(f"{before.observation_string(player)} {action}")
            before.apply_action(action)
        histories[state.information_state_string(player)].add(str(own))
    assert all(len(found) == 1 for found in histories.values())


@pytest.mark.parametrize("name", list(SMALL))
def test_the_published_value_is_that_of_perfect_play(name: str) -> None:
    game = pyspiel.load_game(name)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    small = pyspiel.load_efg_game(export_gambit(game))  # the same tree in C++, which walks it faster
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.nash_conv(small, policy) < 0.01 < pyspiel.nash_conv(small, pyspiel.UniformRandomPolicy(small))
    value = pyspiel.expected_returns(small.new_initial_state(), policy, -1, True)
    assert value == pytest.approx([SMALL[name][1], -SMALL[name][1]], abs=0.01)


def test_rewards_sum_as_declared() -> None:
    kinds = pyspiel.GameType.Utility
    for text, kind, total in (
        ("treehouse(players=3)", kinds.CONSTANT_SUM, 1.0),
        ("bower(reward=margin)", kinds.ZERO_SUM, 0.0),
        ("treehouse(players=3,reward=margin)", kinds.GENERAL_SUM, None),
        ("cabin(players=1)", kinds.GENERAL_SUM, None),
    ):
        game = pyspiel.load_game(f"python_domik_{text}")
        assert game.get_type().utility == kind
        assert game.utility_sum() == total
        if total is None:
            continue
        state, luck = game.new_initial_state(), np.random.RandomState(1)
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
        assert sum(state.returns()) == pytest.approx(total)


def test_ismcts_resamples_by_itself() -> None:
    game = pyspiel.load_game("python_domik_treehouse")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(3)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, RandomRolloutEvaluator(1, luck), uct_c=1.0, max_simulations=8, random_state=luck)
    assert bot.step(state) in state.legal_actions()
    player = state.current_player()
    other = state.resample_from_infostate(player, luck.rand)
    assert other.information_state_string(player) == state.information_state_string(player)
