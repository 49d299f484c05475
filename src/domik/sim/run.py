"""A run: many games over as many processes as are worth it; how many makes no difference to the results."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

from domik.kernel.title import Match
from domik.sim.interruption import Interruption
from domik.sim.part import play_part
from domik.sim.plan import Plan
from domik.sim.results import Results, no_results
from domik.sim.workers import parts

if TYPE_CHECKING:
    from domik.sim.cluster import Cluster


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
            given = parts(plan, match, some_games, range(games), workers)
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
    """The games of these numbers."""
    return play_part(plan, match, numbers.start, len(numbers))
