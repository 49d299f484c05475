"""The bench: contestants take turns in short slices of CPU time, so that what slows the machine slows them all."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any

import domik
from domik.bots import bot_of
from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.playout import copy_repeatedly, playouts
from domik.kernel.state import new_state
from domik.sim.pure import build_kind
from domik.sim.run import play_to_end

ROUNDS = 5
GAMES = 20  # in one step of the playouts: little next to a slice, in the pure build too
COPIES = 20_000

Step = Callable[[], tuple[int, float]]  # some work: how many moves or copies it was, and its CPU seconds


@dataclass
class Contestant:
    """Somebody whose speed is measured."""

    name: str
    slice: Callable[[float], tuple[int, float]]  # work for so many CPU seconds: count and seconds
    rates: list[float] = field(default_factory=list)  # per second, one a round

    def rate(self) -> float:
        """The middle of its rounds."""
        return median(self.rates)

    def ratio(self, other: Contestant) -> float:
        """How many times faster than another: the middle of the ratios round by round."""
        return median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def compare(contestants: list[Contestant], seconds: float, heard: Callable[[str], None] | None = None) -> None:
    """Give each contestant about so many seconds, in rounds; every other round goes the other way about."""
    for contestant in contestants:
        contestant.slice(0.0)  # the first step loads and warms up, and does not count
    for number in range(ROUNDS):
        for contestant in contestants if number % 2 == 0 else reversed(contestants):
            count, spent = contestant.slice(seconds / ROUNDS)
            contestant.rates.append(count / max(spent, 1e-9))
            if heard is not None:
                heard(contestant.name)


def slice_of_steps(step: Step) -> Callable[[float], tuple[int, float]]:
    """A slice made of steps: at least one, and as many as the time allows."""

    def work(seconds: float) -> tuple[int, float]:
        count, spent = step()
        while spent < seconds:
            more, longer = step()
            count += more
            spent += longer
        return count, spent

    return work


def timed_step(work: Callable[[], int]) -> Step:
    """A step that is timed from end to end."""

    def step() -> tuple[int, float]:
        before = time.process_time()
        count = work()
        return count, time.process_time() - before

    return step


def playout_step(match: Match) -> Step:
    """Random games in the kernel's own loop."""
    luck = luck_of("bench")
    first = 0

    def work() -> int:
        nonlocal first
        moves, _ = playouts(match.game, luck, first, GAMES)
        first += GAMES
        return moves

    return timed_step(work)


def copy_step(match: Match) -> Step:
    """Copies of a state's numbers in the kernel's own loop."""
    numbers = new_state(match.game, luck_of("bench")).numbers

    def work() -> int:
        copy_repeatedly(numbers, COPIES)
        return COPIES

    return timed_step(work)


def python_step(match: Match) -> Step:
    """One game that Python drives: a view, a legal mask, a bot's decision and a checked move at a time."""
    luck = luck_of("bench")

    def work() -> int:
        return play_to_end(new_state(match.game, luck), [bot_of("random", luck)] * match.seats)

    return timed_step(work)


def bench(
    match: Match, seconds: float, peers: bool = True, heard: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Measure one game against its own pure build and whatever peers are installed; one JSON object."""
    from domik.sim.pure import build_kind

    ours = Contestant("compiled" if build_kind() == "compiled" else "ours", slice_of_steps(playout_step(match)))
    copy = Contestant("copy", slice_of_steps(copy_step(match)))
    loop = Contestant("python_loop", slice_of_steps(python_step(match)))
    others, skipped = installed_peers() if peers else ([], {})
    with PureProcess(match) as process:
        pure = Contestant("pure", process.run_slice)
        compare([ours, pure, copy, loop, *others], seconds, heard)
    return {
        "game": match.package.name,
        "options": match.options_json(),
        "seats": match.seats,
        "build": build_kind(),
        "moves_per_second": round(ours.rate()),
        "pure_moves_per_second": round(pure.rate()),
        "copy_us": round(1e6 / copy.rate(), 4),
        "python_loop_per_second": round(loop.rate()),
        "peers": {peer.name: round(peer.rate()) for peer in others},
        "ratios": {other.name: round(ours.ratio(other), 2) for other in [pure, *others]},
        "skipped": skipped,
        "seconds": seconds,
        "rounds": ROUNDS,
    }


BATCH = 50  # native games between two looks at the clock


def installed_peers() -> tuple[list[Contestant], dict[str, str]]:
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
            found.append(Contestant(name, slice_of_steps(step)))
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

    return timed_step(work)


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

    return timed_step(work)


PEERS = {
    "open_spiel_hearts": (open_spiel_step, "hearts"),
    "open_spiel_euchre": (open_spiel_step, "euchre"),
    "open_spiel_crazy_eights": (open_spiel_step, "crazy_eights"),
    "catanatron": (catanatron_step, ""),
    "rlcard_uno": (rlcard_step, "uno"),
}


PURE_PROGRAM = """
from domik.sim.pure import import_sources
import_sources()
from domik.sim.bench import serve_slices
serve_slices()
"""


def pure_environment() -> dict[str, str]:
    """The environment in which Python finds this package first, wherever it was started."""
    folder = str(Path(domik.__file__).parent.parent)
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": folder + (os.pathsep + others if others else "")}


class PureProcess:
    """The pure build at work; one line asks for a slice, one line answers."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __enter__(self) -> PureProcess:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PURE_PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=pure_environment(),
        )
        match = self.match
        self.send_line(
            [match.package.name, match.seats, match.options_json(), match.components.text, match.components.file]
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()  # the end of its input ends it
        self.process.wait()

    def send_line(self, question: object) -> None:
        """Write one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()

    def run_slice(self, seconds: float) -> tuple[int, float]:
        """Pure playouts for so many CPU seconds: moves and seconds."""
        assert self.process.stdout is not None
        self.send_line(seconds)
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the pure process has ended")
        moves, spent = json.loads(answer)
        return int(moves), float(spent)


def serve_slices() -> None:
    """Answer slice by slice until the input ends; refuses to measure anything but pure Python."""
    if build_kind() != "pure":
        raise RuntimeError("compiled code was imported where pure Python was wanted")
    name, seats, options, text, file = json.loads(sys.stdin.readline())
    work = slice_of_steps(playout_step(game_package(name).match(seats, options, Components(text, file))))
    for line in sys.stdin:
        print(json.dumps(work(json.loads(line))), flush=True)
