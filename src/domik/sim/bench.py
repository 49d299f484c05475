"""Speed benchmark: contestants run interleaved in short slices of CPU time, so that machine noise affects all alike."""

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
from domik.sim.workers import ignored_interrupts

ROUNDS = 5
GAMES = 20  # per playout step: short against a slice, even in the pure build
COPIES = 20_000

Step = Callable[[], tuple[int, float]]  # does some work; returns the number of moves or copies and the CPU seconds


@dataclass
class Contestant:
    name: str
    slice: Callable[[float], tuple[int, float]]  # works for the given CPU seconds; returns count and seconds spent
    rates: list[float] = field(default_factory=list)  # per second, one for each round

    def rate(self) -> float:
        """The median over the rounds."""
        return median(self.rates)

    def ratio(self, other: Contestant) -> float:
        """How many times faster than `other`: the median of the ratios round by round."""
        return median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def compare(contestants: list[Contestant], seconds: float, heard: Callable[[str], None] | None = None) -> None:
    """Give each contestant about `seconds` of CPU time, split into rounds that alternate in order.

    `heard` is called with a contestant's name after each of its slices.
    """
    for contestant in contestants:
        contestant.slice(0.0)  # warm-up, not counted
    for number in range(ROUNDS):
        for contestant in contestants if number % 2 == 0 else reversed(contestants):
            count, spent = contestant.slice(seconds / ROUNDS)
            contestant.rates.append(count / max(spent, 1e-9))
            if heard is not None:
                heard(contestant.name)


def slice_of_steps(step: Step) -> Callable[[float], tuple[int, float]]:
    """A slice that repeats `step` until the time is used up, at least once."""

    def work(seconds: float) -> tuple[int, float]:
        count, spent = step()
        while spent < seconds:
            more, longer = step()
            count += more
            spent += longer
        return count, spent

    return work


def timed_step(work: Callable[[], int]) -> Step:
    def step() -> tuple[int, float]:
        before = time.process_time()
        count = work()
        return count, time.process_time() - before

    return step


def playout_step(match: Match) -> Step:
    """Random games in the kernel's compiled loop."""
    luck = luck_of("bench")
    first = 0

    def work() -> int:
        nonlocal first
        moves, _ = playouts(match.game, luck, first, GAMES)
        first += GAMES
        return moves

    return timed_step(work)


def copy_step(match: Match) -> Step:
    """Copies of a state's numbers in the kernel's compiled loop."""
    numbers = new_state(match.game, luck_of("bench")).numbers

    def work() -> int:
        copy_repeatedly(numbers, COPIES)
        return COPIES

    return timed_step(work)


def python_step(match: Match) -> Step:
    """One game driven from Python: for every move a view, a legal mask, a bot's decision and a checked move."""
    luck = luck_of("bench")

    def work() -> int:
        return play_to_end(new_state(match.game, luck), [bot_of("random", luck)] * match.seats)

    return timed_step(work)


def bench(
    match: Match, seconds: float, peers: bool = True, heard: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Benchmark one game against its pure build and the installed peer libraries; returns a JSON object."""
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


BATCH = 50  # games of a native engine between two readings of the clock


def installed_peers() -> tuple[list[Contestant], dict[str, str]]:
    """The peers that are installed and run, and for each of the others the error that ruled it out."""
    found: list[Contestant] = []
    skipped: dict[str, str] = {}
    for name, (make, argument) in PEERS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # warnings of foreign packages are not ours to fix
                step = make(argument)
                step()
        except Exception as error:  # a broken foreign package must not end the benchmark
            skipped[name] = f"{type(error).__name__}: {error}"
        else:
            found.append(Contestant(name, slice_of_steps(step)))
    return found, skipped


def open_spiel_step(game_name: str) -> Step:
    """OpenSpiel's C++ engine with its own C++ random bots; chance nodes count as moves too."""
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
    """Catanatron with four of its random players."""
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
    """RLCard with its random agents."""
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
    """The environment for a child process, with this package's folder first on PYTHONPATH."""
    folder = str(Path(domik.__file__).parent.parent)
    others = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": folder + (os.pathsep + others if others else "")}


class PureProcess:
    """A child process that runs the pure build.

    A line with seconds goes in, a line with moves and CPU seconds comes out.
    """

    def __init__(self, match: Match) -> None:
        self.match = match

    def __enter__(self) -> PureProcess:
        with ignored_interrupts():
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
        if kind is not None:
            self.process.kill()  # it may be in the middle of a long slice
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()  # the child ends at the end of its input
        self.process.wait()

    def send_line(self, question: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()

    def run_slice(self, seconds: float) -> tuple[int, float]:
        assert self.process.stdout is not None
        self.send_line(seconds)
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the pure process has ended")
        moves, spent = json.loads(answer)
        return int(moves), float(spent)


def serve_slices() -> None:
    """The child's main loop, until its input ends; RuntimeError if compiled code was imported."""
    if build_kind() != "pure":
        raise RuntimeError("compiled code was imported where pure Python was wanted")
    name, seats, options, text, file = json.loads(sys.stdin.readline())
    work = slice_of_steps(playout_step(game_package(name).match(seats, options, Components(text, file))))
    for line in sys.stdin:
        print(json.dumps(work(json.loads(line))), flush=True)
