"""Peers: other people's engines playing their own games at random, as fast as they offer it; each one optional."""

from __future__ import annotations

import importlib
import time
import warnings
from typing import Any

from domik.sim.bench import Contestant, Step, sliced, timed

BATCH = 50  # native games between two looks at the clock


def found_peers() -> tuple[list[Contestant], dict[str, str]]:
    """Those that are installed and run, and why the others are skipped."""
    found: list[Contestant] = []
    skipped: dict[str, str] = {}
    for name, (make, argument) in PEERS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # theirs to mend
                step = make(argument)
                step()
        except Exception as error:  # whatever a foreign package does must not end our bench
            skipped[name] = f"{type(error).__name__}: {error}"
        else:
            found.append(Contestant(name, sliced(step)))
    return found, skipped


def open_spiel_step(game_name: str) -> Step:
    """Games of OpenSpiel's C++ engine with its own C++ random bots; chance nodes count as steps too."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    seeds = iter(range(1 << 31))

    def step() -> tuple[int, float]:
        states = []
        before = time.process_time()
        for _ in range(BATCH):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            states.append(state)
        spent = time.process_time() - before
        return sum(len(state.full_history()) for state in states), spent

    return step


def catanatron_step(_: str) -> Step:
    """Games of Catanatron between four of its random players."""
    catanatron: Any = importlib.import_module("catanatron")
    colours = list(catanatron.Color)
    seeds = iter(range(1 << 31))

    def work() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours], seed=next(seeds))
        game.play()
        state = game.state
        return len(state.actions if hasattr(state, "actions") else state.action_records)

    return timed(work)


def rlcard_step(game_name: str) -> Step:
    """Games of RLCard between its random agents."""
    rlcard: Any = importlib.import_module("rlcard")
    agents: Any = importlib.import_module("rlcard.agents")
    game = rlcard.make(game_name, config={"seed": 1})
    game.set_agents([agents.RandomAgent(num_actions=game.num_actions) for _ in range(game.num_players)])

    def work() -> int:
        before = game.timestep
        game.run(is_training=False)
        return int(game.timestep - before)

    return timed(work)


PEERS = {
    "open_spiel_hearts": (open_spiel_step, "hearts"),
    "open_spiel_euchre": (open_spiel_step, "euchre"),
    "open_spiel_crazy_eights": (open_spiel_step, "crazy_eights"),
    "catanatron": (catanatron_step, ""),
    "rlcard_uno": (rlcard_step, "uno"),
}
