"""A run: many games over as many processes as are worth it; how many makes no difference to the results."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from domik.kernel.title import Match
from domik.sim.interruption import Interruption
from domik.sim.part import play_part
from domik.sim.plan import Plan
from domik.sim.results import Results, no_results
from domik.sim.workers import cores, started, work

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

    from domik.sim.cluster import Cluster

PART = 0.2  # seconds: Ctrl-C waits for compiled code, so a part must be short
GROWTH = 8  # how much longer a part may get at once, while its speed is still being learned
AHEAD = 3  # parts given out for each worker, so that none waits
WORTH = 3.0  # seconds of work left that are worth starting workers for


def run(
    plan: Plan,
    games: int,
    workers: int | None = None,
    keep: Callable[[Results], None] | None = None,
    cluster: str | None = None,
) -> tuple[Results, bool]:
    """Play so many games; the results, and whether all were played. `keep` hears every part, in the games' order."""
    total = no_results(len(plan.players))
    match = plan.match()
    elsewhere = None if cluster is None else cluster_at(cluster)
    with Interruption() as interruption, elsewhere or nullcontext():
        if elsewhere is not None:
            elsewhere.compare(plan, match)
            given = elsewhere.parts(plan, some_games, range(games))
        else:
            given = parts(plan, match, games, workers)
        for part in given:
            interruption.keeping = True
            if keep is not None:
                keep(part)
            total = total + part
            interruption.keeping = False
            if interruption.stopped:
                break
    return total, total.games == games


def cluster_at(where: str) -> Cluster:
    """The cluster of this address; few runs want one."""
    from domik.sim.cluster import Cluster

    return Cluster(where)


def some_games(plan: Plan, match: Match, numbers: range) -> Results:
    """The games of these numbers, on a cluster."""
    return play_part(plan, match, numbers.start, len(numbers))


def parts(plan: Plan, match: Match, games: int, workers: int | None) -> Iterator[Results]:
    """All games part by part in order: the first here, to learn how long a game takes, then where it is fastest."""
    done = 0
    size = 1
    many = cores() if workers is None else workers
    while done < games:
        part = play_part(plan, match, done, min(size, games - done))
        yield part
        done += part.games
        size = next_size(part)
        learned = size < GROWTH * part.games
        left = (games - done) * part.seconds / part.games
        if many > 1 and done < games and (workers is not None or (learned and left > WORTH)):
            yield from parts_of_workers(plan, done, games, size, many)
            return


def next_size(part: Results) -> int:
    """How many games the next part should have, by the time that this one took."""
    game_seconds = max(part.seconds, 1e-6) / part.games
    return max(1, min(GROWTH * part.games, int(PART / game_seconds)))


def parts_of_workers(plan: Plan, first: int, games: int, size: int, workers: int) -> Iterator[Results]:
    """The games from `first` on, handed out to fresh processes a little ahead, given back in order."""
    with started(plan, workers) as pool:
        waiting: deque[AsyncResult[Results]] = deque()
        while first < games or waiting:
            while first < games and len(waiting) < AHEAD * workers:
                piece = min(size, -(-(games - first) // workers))
                waiting.append(pool.apply_async(work, (play_part, (first, piece))))
                first += piece
            part = waiting.popleft().get()
            yield part
            size = next_size(part)
