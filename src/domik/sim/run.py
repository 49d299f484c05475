"""Play the games of a simulation between bots, which see nothing but views."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from domik.bots import Bot, bot_of, end_programs, failures_of
from domik.kernel.game import lowest
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.playout import ContestTotals, play_contest
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.kernel.state import State, state_from_deal
from domik.sim.config import SimConfig
from domik.sim.interruption import Interruption
from domik.sim.results import Results, no_results, results_of
from domik.sim.workers import run_parts

if TYPE_CHECKING:
    from domik.sim.cluster import Cluster


def play_to_end(state: State, bots: Sequence[Bot], moves: list[RecordedMove] | None = None) -> int:
    """Play `state` to its end, in place; returns the number of moves, which are also appended to `moves`."""
    played = 0
    while awaited := state.awaited_seats():
        seat = int(lowest(awaited))
        action = bots[seat].decide(state.view(seat), int(state.legal(seat)))
        state.play(seat, action)
        if moves is not None:
            moves.append(RecordedMove(seat, number_of(action)))
        played += 1
    return played


def play_part(plan: SimConfig, match: Match, first: int, games: int) -> Results:
    """Play the games from number `first` on: in the compiled loop if it knows the players, else bot by bot."""
    luck = luck_of(plan.seed)
    totals = ContestTotals(match.seats)
    players = plan.compiled_players()
    before = time.process_time()
    if players is not None:
        play_contest(match.game, players, luck, totals, first, games, plan.rotate)
        return results_of(totals, time.process_time() - before)
    records = [play_game(plan, match, luck, number, totals) for number in range(first, first + games)]
    seconds = time.process_time() - before
    troubles = [trouble for record in records for trouble in record.extra.get("troubles", [])]
    return results_of(totals, seconds, [record.to_json() for record in records] if plan.records else [], troubles)


def play_game(plan: SimConfig, match: Match, luck: Luck, number: int, totals: ContestTotals) -> GameRecord:
    """Play one game between bots, with the same result as kernel.playout.play_contest gives."""
    stream = luck.stream(number)
    deal = match.game.deal(stream)
    seated = plan.seated_players(number)
    record = GameRecord(match, [int(item) for item in deal], seated, seed=f"{plan.seed}/{number}")
    bots = [bot_of(player, stream.split(), match) for player in seated]
    state = state_from_deal(match.game, record.deal)
    play_to_end(state, bots, record.moves)
    end_programs(bots)
    if troubles := failures_of(bots):
        record.extra["troubles"] = troubles
    totals.add_state(state, number, len(record.moves), plan.first_player_seat(number))
    return record


def run(
    plan: SimConfig,
    games: int,
    workers: int | None = None,
    keep: Callable[[Results], None] | None = None,
    cluster: str | None = None,
) -> tuple[Results, bool]:
    """Play games 0 to `games` - 1; returns the results and whether all were played.

    `keep` is called with each part's results, in the order of the games.
    """
    total = no_results(len(plan.players))
    match = plan.match()
    elsewhere = None if cluster is None else connect_cluster(cluster)
    with Interruption() as interruption, elsewhere or nullcontext():
        if elsewhere is not None:
            elsewhere.check_workers(plan, match)
            given = elsewhere.run_parts(plan, play_numbered_games, range(games))
        else:
            given = run_parts(plan, match, play_numbered_games, range(games), workers)
        for part in given:
            interruption.is_saving = True
            if keep is not None:
                keep(part)
            total = total + part
            interruption.is_saving = False
            if interruption.is_stopped:
                break
    return total, total.games == games


def connect_cluster(where: str) -> Cluster:
    from domik.sim.cluster import Cluster

    return Cluster(where)


def play_numbered_games(plan: SimConfig, match: Match, numbers: range) -> Results:
    return play_part(plan, match, numbers.start, len(numbers))
