"""`master` against OpenSpiel's own ISMCTS on our games, at equal CPU time."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from domik.bots import bot_of
from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.sim.results import wilson

MILLISECONDS = 20.0  # of CPU a decision, about: what OpenSpiel's search takes, ours gets
LEAST = 10  # simulations of OpenSpiel's search, however long they take
TRIED = 5  # simulations by which its speed is learned


def searcher(game: Any, seed: int, simulations: int) -> Any:
    """OpenSpiel's ISMCTS with random rollouts, fed with our imagined worlds."""
    from open_spiel.python.algorithms import ismcts, mcts

    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, simulations, random_state=random, allow_inconsistent_action_sets=True)
    luck = luck_of(f"worlds {seed}")
    bot.set_resampler(lambda state, player: state.imagined(player, luck))
    return bot


def affordable(game: Any) -> int:
    """How many simulations OpenSpiel's search makes in its time, from the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(1)
    bot = searcher(game, 0, TRIED)
    bot.step(state)  # the first one also loads what it needs
    before = time.process_time()
    bot.step(state)
    each = (time.process_time() - before) / TRIED
    return max(LEAST, int(MILLISECONDS / 1000 / each))


def play(game: Any, number: int, simulations: int) -> tuple[float, float, float]:
    """One game, seats in turn: what ours won, and the CPU seconds that either side took."""
    mine = number % 2
    state = game.new_initial_state()
    deal = np.random.RandomState(number // 2)  # the same deal once from either seat
    other = searcher(game, number, simulations)
    luck = luck_of(f"master {number}")
    spent = [0.0, 0.0]
    decisions = [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(deal.randint(1024)))
            continue
        legal = state.legal_actions()
        player = state.current_player()
        if len(legal) == 1:
            state.apply_action(legal[0])
            continue
        before = time.process_time()
        if player == mine:
            budget = max(2, int(1000 * spent[1] / max(decisions[1], 1)))
            bot = bot_of(f"master:milliseconds={budget}", luck, game.match)
            action = bot.decide(state.view(player), sum(1 << one for one in legal)).bit_length() - 1
        else:
            action = int(other.step(state))
        spent[player != mine] += time.process_time() - before
        decisions[player != mine] += 1
        state.apply_action(action)
    return float(state.returns()[mine]), spent[0] / max(decisions[0], 1), spent[1] / max(decisions[1], 1)


def contest(games: int) -> None:
    """So many games of every title, told as they end."""
    import pyspiel

    from domik.research.spiel import PREFIX

    for name in GAMES:
        game = pyspiel.load_game(f"{PREFIX}{name}(players=2)")
        simulations = affordable(game)
        won = 0.0
        times: list[tuple[float, float]] = []
        for number in range(games):
            share, ours, theirs = play(game, number, simulations)
            won += share
            times.append((ours, theirs))
        low, high = wilson(round(won), games)
        mean = [1000 * sum(column) / games for column in zip(*times, strict=True)]
        print(
            f"{name}: master won {won:g} of {games} ({won / games:.0%}, 95 % interval {low:.0%} to {high:.0%}); "
            f"CPU a decision {mean[0]:.0f} ms, OpenSpiel's ISMCTS ({simulations} simulations) {mean[1]:.0f} ms",
            flush=True,
        )
