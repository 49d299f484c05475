"""`master` against OpenSpiel's own ISMCTS on our games, at equal CPU time.

Master is given a time and takes what it takes; the other gets as many simulations as make its CPU time a decision, over
all games, the same. So the comparison is equal also where a solver does not keep to its time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from domik.bots import bot_of
from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.sim.results import wilson

MILLISECONDS = 50  # of CPU a decision that master is given
TRIED = 5  # simulations by which the other's speed is learned
LEAST = 2  # simulations: the first only makes the root
MOST = 4.0  # times the usual: what it may make up for at one decision


@dataclass
class Purse:
    """The CPU seconds that one side has spent, and on how many decisions."""

    seconds: float = 0.0
    decisions: int = 0

    def each(self) -> float:
        """Seconds a decision."""
        return self.seconds / max(self.decisions, 1)

    def pay(self, seconds: float) -> None:
        """One decision more."""
        self.seconds += seconds
        self.decisions += 1


class Contest:
    """Games of one title between master and OpenSpiel's search."""

    def __init__(self, game: Any, milliseconds: int) -> None:
        self.game = game
        self.milliseconds = milliseconds
        self.ours = Purse()
        self.theirs = Purse()
        self.simulations = 0
        self.simulating = 0.0  # seconds in which those were made

    def learn(self) -> None:
        """How fast OpenSpiel's search is, from the first decision; that is not counted as play."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(1)
        searcher(self.game, 0, TRIED).step(state)  # the first one also loads what it needs
        before = time.process_time()
        searcher(self.game, 0, TRIED).step(state)
        self.simulations, self.simulating = TRIED, time.process_time() - before

    def affordable(self) -> int:
        """How many simulations bring the other's CPU time a decision to ours."""
        usual = self.ours.each() if self.ours.decisions else self.milliseconds / 1000
        owed = usual * (self.theirs.decisions + 1) - self.theirs.seconds
        return max(LEAST, int(min(owed, MOST * usual) * self.simulations / self.simulating))

    def play(self, number: int) -> float:
        """One game, seats in turn and every deal once from either: what ours won."""
        mine = number % 2
        state = self.game.new_initial_state()
        deal = np.random.RandomState(number // 2)
        luck = luck_of(f"master {number}")
        bot = bot_of(f"master:milliseconds={self.milliseconds}", luck, self.game.match)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(deal.randint(1024)))
                continue
            legal = state.legal_actions()
            player = state.current_player()
            if len(legal) == 1:
                state.apply_action(legal[0])
            elif player == mine:
                before = time.process_time()
                mask = sum(1 << one for one in legal)
                action = bot.decide(state.view(player), mask).bit_length() - 1
                self.ours.pay(time.process_time() - before)
                state.apply_action(action)
            else:
                state.apply_action(self.answered(state, number))
        return float(state.returns()[mine])

    def answered(self, state: Any, number: int) -> int:
        """What OpenSpiel's search chooses in the time that is its due."""
        many = self.affordable()
        other = searcher(self.game, 1000 * number + self.theirs.decisions, many)
        before = time.process_time()
        action = int(other.step(state))
        taken = time.process_time() - before
        self.theirs.pay(taken)
        self.simulations += many
        self.simulating += taken
        return action


def searcher(game: Any, seed: int, simulations: int) -> Any:
    """OpenSpiel's ISMCTS with random rollouts, fed with our imagined worlds."""
    from open_spiel.python.algorithms import ismcts, mcts

    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, simulations, random_state=random, allow_inconsistent_action_sets=True)
    luck = luck_of(f"worlds {seed}")
    bot.set_resampler(lambda state, player: state.imagined(player, luck))
    return bot


def contest(games: int, names: list[str] | None = None, milliseconds: int = MILLISECONDS) -> None:
    """So many games of every title, or of these, told as they end."""
    import pyspiel

    from domik.research.spiel import PREFIX

    for name in names or GAMES:
        match = Contest(pyspiel.load_game(f"{PREFIX}{name}(players=2)"), milliseconds)
        match.learn()
        won = sum(match.play(number) for number in range(games))
        low, high = wilson(round(won), games)
        many = (match.simulations - TRIED) / max(match.theirs.decisions, 1)
        print(
            f"{name}: master won {won:g} of {games} ({won / games:.0%}, 95 % interval {low:.0%} to {high:.0%}); "
            f"CPU a decision {1000 * match.ours.each():.0f} ms, "
            f"OpenSpiel's ISMCTS ({many:.0f} simulations) {1000 * match.theirs.each():.0f} ms",
            flush=True,
        )
