"""CPU milliseconds of 1,000 search iterations from the first decision of every game: `python -m bench.search`."""

from __future__ import annotations

import time

from domik.bots.spec import thought_of
from domik.games import titles
from domik.kernel.luck import luck_of
from domik.kernel.search import Search
from domik.kernel.state import new_state
from domik.kernel.title import Title

ITERATIONS = 1000
TIMES = 4  # the best of so many


def cost(title: Title, seats: int, spec: str) -> float:
    """Milliseconds of CPU time, the least of a few tries."""
    game = title.match(seats).game
    state = new_state(game, luck_of("bench"))
    seat = int(state.awaited()).bit_length() - 1
    found = []
    for number in range(TIMES):
        search = Search(state.view(seat), thought_of(spec).style(game), luck_of(number))
        before = time.thread_time()
        search.choose(state.legal(seat), ITERATIONS, 0.0)
        found.append((time.thread_time() - before) * 1000)
    return min(found)


def main() -> None:
    """A table for docs/bots.md."""
    print("| game | seats | `ismcts` | `hard` | `master` |\n|---|---|---|---|---|")
    for title in titles():
        for seats in sorted({max(2, title.least_seats), title.most_seats}):
            costs = " | ".join(f"{cost(title, seats, spec):.1f}" for spec in ("ismcts", "hard", "master"))
            print(f"| {title.name} | {seats} | {costs} |", flush=True)


if __name__ == "__main__":
    main()
