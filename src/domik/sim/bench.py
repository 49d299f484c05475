"""The bench: contestants take turns in short slices of CPU time, so that what slows the machine slows them all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.playout import copies, playouts
from domik.kernel.state import new_state
from domik.kernel.title import Match
from domik.sim.playing import play_on

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


def sliced(step: Step) -> Callable[[float], tuple[int, float]]:
    """A slice made of steps: at least one, and as many as the time allows."""

    def work(seconds: float) -> tuple[int, float]:
        count, spent = step()
        while spent < seconds:
            more, longer = step()
            count += more
            spent += longer
        return count, spent

    return work


def timed(work: Callable[[], int]) -> Step:
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

    return timed(work)


def copy_step(match: Match) -> Step:
    """Copies of a state's numbers in the kernel's own loop."""
    numbers = new_state(match.game, luck_of("bench")).numbers

    def work() -> int:
        copies(numbers, COPIES)
        return COPIES

    return timed(work)


def python_step(match: Match) -> Step:
    """One game that Python drives: a view, a legal mask, a bot's decision and a checked move at a time."""
    luck = luck_of("bench")

    def work() -> int:
        return play_on(new_state(match.game, luck), [bot_of("random", luck)] * match.seats)

    return timed(work)


def bench(
    match: Match, seconds: float, peers: bool = True, heard: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Measure one game against its own pure build and whatever peers are installed; one JSON object."""
    from domik.sim.peers import found_peers
    from domik.sim.pure import build
    from domik.sim.pure_process import PureProcess

    ours = Contestant("compiled" if build() == "compiled" else "ours", sliced(playout_step(match)))
    copy = Contestant("copy", sliced(copy_step(match)))
    loop = Contestant("python_loop", sliced(python_step(match)))
    others, skipped = found_peers() if peers else ([], {})
    with PureProcess(match) as process:
        pure = Contestant("pure", process.slice)
        compare([ours, pure, copy, loop, *others], seconds, heard)
    return {
        "game": match.title.name,
        "options": match.options_json(),
        "seats": match.seats,
        "build": build(),
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
