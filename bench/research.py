"""Measure the research interfaces against their peers and write docs/figures/research.md.

    python -m bench.research

With --spiel GAMES it plays `master` against OpenSpiel's own ISMCTS on our games at equal CPU time instead, and prints
the result: master gets a time limit, the other as many simulations as make its CPU time per decision the same.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.figures import FOLDER, provenance
from bench.research_contestants import (
    TABLES,
    batch_step,
    envpool_boards,
    envpool_step,
    features_step,
    gym_step,
    our_zoo,
    pettingzoo_connect_four,
    pgx_connect_four,
    vector_step,
)
from domik.bots import bot_of
from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.sim.bench import Contestant, Step, compare, slice_of_steps
from domik.sim.pure import build_kind
from domik.sim.results import wilson_interval

MASTER_MS = 50  # CPU budget of master per decision
TRIAL_SIMULATIONS = 5  # simulations to measure OpenSpiel's speed
LEAST_SIMULATIONS = 2  # the first simulation only creates the root
MOST_CATCH_UP = 4.0  # times the usual budget: most that one decision may catch up


@dataclass
class TimeSpent:
    seconds: float = 0.0
    decisions: int = 0

    def each(self) -> float:
        return self.seconds / max(self.decisions, 1)

    def pay(self, seconds: float) -> None:
        self.seconds += seconds
        self.decisions += 1


class SpielContest:
    def __init__(self, game: Any, milliseconds: int) -> None:
        self.game = game
        self.milliseconds = milliseconds
        self.ours = TimeSpent()
        self.theirs = TimeSpent()
        self.simulations = 0
        self.simulating = 0.0  # CPU seconds spent on them

    def learn(self) -> None:
        """Measure the speed of OpenSpiel's search at the first decision; not counted as play."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(1)
        spiel_searcher(self.game, 0, TRIAL_SIMULATIONS).step(state)  # the first call also imports
        before = time.process_time()
        spiel_searcher(self.game, 0, TRIAL_SIMULATIONS).step(state)
        self.simulations, self.simulating = TRIAL_SIMULATIONS, time.process_time() - before

    def affordable(self) -> int:
        """Number of simulations that makes OpenSpiel's CPU time per decision equal to ours."""
        usual = self.ours.each() if self.ours.decisions else self.milliseconds / 1000
        owed = usual * (self.theirs.decisions + 1) - self.theirs.seconds
        return max(LEAST_SIMULATIONS, int(min(owed, MOST_CATCH_UP * usual) * self.simulations / self.simulating))

    def play(self, number: int) -> float:
        """Play one game; returns our result. Seats alternate, and every deal is played once from either."""
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
        """Move of OpenSpiel's search within its share of the time."""
        many = self.affordable()
        other = spiel_searcher(self.game, 1000 * number + self.theirs.decisions, many)
        before = time.process_time()
        action = int(other.step(state))
        taken = time.process_time() - before
        self.theirs.pay(taken)
        self.simulations += many
        self.simulating += taken
        return action


def spiel_searcher(game: Any, seed: int, simulations: int) -> Any:
    """OpenSpiel's ISMCTS with random rollouts, using our determinizations as its resampler."""
    from open_spiel.python.algorithms import ismcts, mcts

    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.0, simulations, random_state=random, allow_inconsistent_action_sets=True)
    luck = luck_of(f"worlds {seed}")
    bot.set_resampler(lambda state, player: state.imagine(player, luck))
    return bot


def play_spiel_contest(games: int, names: list[str] | None = None, milliseconds: int = MASTER_MS) -> None:
    """Play `games` games of every game, or of `names`, and print the results."""
    import pyspiel

    from domik.research.spiel import PREFIX

    for name in names or GAMES:
        match = SpielContest(pyspiel.load_game(f"{PREFIX}{name}(players=2)"), milliseconds)
        match.learn()
        won = sum(match.play(number) for number in range(games))
        low, high = wilson_interval(round(won), games)
        many = (match.simulations - TRIAL_SIMULATIONS) / max(match.theirs.decisions, 1)
        print(
            f"{name}: master won {won:g} of {games} ({won / games:.0%}, 95 % interval {low:.0%} to {high:.0%}); "
            f"CPU a decision {1000 * match.ours.each():.0f} ms, "
            f"OpenSpiel's ISMCTS ({many:.0f} simulations) {1000 * match.theirs.each():.0f} ms",
            flush=True,
        )


PAGE = FOLDER / "research.md"
StepFactory = Callable[[], Step]


def contestants() -> tuple[list[Contestant], dict[str, str]]:
    """Our interfaces and the installed peers, and by name the reason why others are left out."""
    made: dict[str, StepFactory] = {}
    for name in GAMES:
        made[f"Batch, {name}"] = lambda name=name: batch_step(name)  # type: ignore[misc]
    made["Batch with features, treehouse"] = lambda: features_step("treehouse")
    made["Gymnasium vector form, treehouse"] = lambda: vector_step("treehouse")
    for name in GAMES:
        made[f"Gymnasium, {name}"] = lambda name=name: gym_step(name)  # type: ignore[misc]
        made[f"PettingZoo form, {name}"] = lambda name=name: our_zoo(name)  # type: ignore[misc]
    made["PettingZoo's connect_four"] = pettingzoo_connect_four
    made["Pgx connect_four"] = pgx_connect_four
    left_out: dict[str, str] = {}
    try:
        for task in envpool_boards():
            made[f"EnvPool {task}"] = lambda task=task: envpool_step(task)  # type: ignore[misc]
    except Exception as error:
        left_out["EnvPool"] = f"{type(error).__name__}: {error}"
    found: list[Contestant] = []
    for name, make in made.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(Contestant(name, slice_of_steps(make())))
        except Exception as error:  # a failing third-party package must not end the run
            left_out[name] = f"{type(error).__name__}: {error}".split("\n")[0]
    return found, left_out


MEMORY_PROGRAM = """
import os
from domik.research import Batch
def held():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
Batch("{name}", 10).step(Batch("{name}", 10).sample())
before = held()
batch = Batch("{name}", 20000)
for _ in range(3):
    batch.step(batch.sample())
print((held() - before) / 20000)
"""


def memory(name: str) -> float:
    """Resident bytes per game of a large batch, measured in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-c", MEMORY_PROGRAM.format(name=name)], capture_output=True, text=True, check=True
    )
    return float(answer.stdout)


def render_page(found: list[Contestant], left_out: dict[str, str], seconds: float, held: dict[str, float]) -> str:
    """The section as Markdown, with ratios against the peers that ran."""
    peers = [one for one in found if one.name.startswith(("PettingZoo's", "Pgx", "EnvPool"))]
    ours = [one for one in found if one not in peers]
    pool = max((one for one in peers if one.name.startswith("EnvPool")), key=Contestant.rate, default=None)
    shown = [one for one in peers if not one.name.startswith("EnvPool") or one is pool]
    lines = [
        "# The research interfaces",
        "",
        f"Written by `python -m bench.research`; do not edit by hand. Random legal play through each interface, "
        f"observations and masks included, batches of {TABLES:,}, one core, CPU time, {build_kind()} build. All take "
        f"turns in one run of five rounds, {seconds:g} s each in all; a ratio is the middle of the ratios round by "
        "round.",
        "",
        *provenance(),
        "",
        "| Interface | Decisions/s | " + " | ".join(f"Times {one.name}" for one in shown) + " |",
        "|---|---:|" + "---:|" * len(shown),
    ]
    for one in ours:
        ratios = " | ".join(f"{one.ratio(peer):,.1f}" for peer in shown)
        lines.append(f"| {one.name} | {one.rate():,.0f} | {ratios} |")
    lines += ["", "| Peer | Decisions/s |", "|---|---:|"]
    lines += [f"| {one.name} | {one.rate():,.0f} |" for one in peers]
    kept = ", ".join(f"{name} {size:,.0f}" for name, size in held.items())
    lines += ["", f"Memory for each game of a batch, bytes (goal: under 4,096): {kept}."]
    lines += [f"\nLeft out: {name} ({why})." for name, why in left_out.items()]
    lines += [
        "",
        "Goals: Batch at least 10 times EnvPool's fastest board game and at least as fast as Pgx connect_four; "
        "Gymnasium and PettingZoo forms at least 5 times PettingZoo's own connect_four.",
        "",
        'To repeat: `pip install ".[bench]" envpool pgx "jax[cpu]" pygame`, then `python -m bench.research`.',
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    """Measure the interfaces and write the page, or with --spiel play the contest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=PAGE)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--spiel", type=int, default=0, metavar="GAMES")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="for --spiel: of this title only")
    args = parser.parse_args()
    if args.spiel:
        play_spiel_contest(args.spiel, args.game)
        return 0
    found, left_out = contestants()
    for name, why in left_out.items():
        print(f"left out: {name}: {why}", file=sys.stderr)
    held = {name: memory(name) for name in GAMES}
    compare(found, args.seconds, lambda name: print(name, file=sys.stderr))
    args.file.write_text(render_page(found, left_out, args.seconds, held), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
