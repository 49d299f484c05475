"""CPU milliseconds of 1,000 search iterations from the first decision of every game: `python -m bench.search`."""

from __future__ import annotations

import time

from bench.targets import NEAREST_PEER
from domik.bots import parse_bot
from domik.bots.search import SearchSettings
from domik.games import game_package, game_packages
from domik.kernel.luck import luck_of
from domik.kernel.package import GamePackage
from domik.kernel.search import TreeSearch
from domik.kernel.state import new_state
from domik.sim.bench import PEERS, Contestant, Step, compare, slice_of_steps, timed_step

ITERATIONS = 1000
TIMES = 4  # runs, of which the best counts
# Most milliseconds for 1,000 iterations of `ismcts` at Treehouse by seats, on a machine where the peer has PEER_RATE
MOST_MS = {2: 6.5, 4: 11.0}
PEER_RATE = 4_000_000


def settings_of(spec: str) -> SearchSettings:
    """The settings of a bot that searches."""
    settings = parse_bot(spec).settings
    assert settings is not None, f"{spec} does not search"
    return settings


def cost(package: GamePackage, seats: int, spec: str) -> float:
    """CPU milliseconds of ITERATIONS iterations, the least of TIMES runs."""
    game = package.match(seats).game
    state = new_state(game, luck_of("bench"))
    seat = int(state.awaited_seats()).bit_length() - 1
    found = []
    for number in range(TIMES):
        search = TreeSearch(state.view(seat), settings_of(spec).config_for(game), luck_of(number))
        before = time.thread_time()
        search.choose(state.legal(seat), ITERATIONS, 0.0)
        found.append((time.thread_time() - before) * 1000)
    return min(found)


def search_step(package: GamePackage, seats: int, spec: str) -> Step:
    game = package.match(seats).game
    state = new_state(game, luck_of("bench"))
    seat = int(state.awaited_seats()).bit_length() - 1

    def work() -> int:
        search = TreeSearch(state.view(seat), settings_of(spec).config_for(game), luck_of("bench"))
        search.choose(state.legal(seat), ITERATIONS, 0.0)
        return ITERATIONS

    return timed_step(work)


def search_table(seconds: float) -> list[str]:
    """Cost of a search relative to the nearest peer, with its targets; a note if the peer is not installed."""
    make, argument = PEERS[NEAREST_PEER]
    try:
        peer_step = make(argument)
    except ImportError:
        return [f"{NEAREST_PEER} is not installed, so that there is nothing to measure by."]
    lines = [
        "| Search | Now, ms | Peer, steps/s | "
        f"ms where the peer makes {PEER_RATE / 1e6:g} M steps/s | Target | |\n|---|---:|---:|---:|---:|---|"
    ]
    for seats, most in MOST_MS.items():
        ours = Contestant("search", slice_of_steps(search_step(game_package("treehouse"), seats, "ismcts")))
        peer = Contestant(NEAREST_PEER, slice_of_steps(peer_step))
        compare([ours, peer], seconds)
        scaled = 1000 * ITERATIONS / (ours.ratio(peer) * PEER_RATE)
        lines.append(
            f"| treehouse, {seats} seats, `ismcts` | {1000 * ITERATIONS / ours.rate():.1f} | {peer.rate():,.0f} "
            f"| {scaled:.1f} | ≤ {most:g} | {'holds' if scaled <= most else '**missed**'} |"
        )
    return lines


def main() -> None:
    """Print a table for docs/figures/bots.md."""
    print("| game | seats | `ismcts` | `hard` | `master` |\n|---|---|---|---|---|")
    for title in game_packages():
        for seats in sorted({max(2, title.least_seats), title.most_seats}):
            costs = " | ".join(f"{cost(title, seats, spec):.1f}" for spec in ("ismcts", "hard", "master"))
            print(f"| {title.name} | {seats} | {costs} |", flush=True)


if __name__ == "__main__":
    main()
