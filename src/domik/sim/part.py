"""A part of a run: some games played one after the other in one process."""

from __future__ import annotations

import time

from domik.bots import bot_of, end_programs, troubles_of
from domik.kernel.luck import Luck, luck_of
from domik.kernel.playout import Totals, contest
from domik.kernel.record import Record
from domik.kernel.state import dealt_state
from domik.kernel.title import Match
from domik.sim.plan import Plan
from domik.sim.playing import play_on
from domik.sim.results import Results, results_of


def play_part(plan: Plan, match: Match, first: int, games: int) -> Results:
    """The games numbered from `first` on: in compiled loops where these know the players, else bot by bot."""
    luck = luck_of(plan.seed)
    totals = Totals(match.seats)
    players = plan.compiled_players()
    before = time.process_time()
    if players is not None:
        contest(match.game, players, luck, totals, first, games, plan.rotate)
        return results_of(totals, time.process_time() - before)
    records = [play_game(plan, match, luck, number, totals) for number in range(first, first + games)]
    seconds = time.process_time() - before
    troubles = [trouble for record in records for trouble in record.extra.get("troubles", [])]
    return results_of(totals, seconds, [record.to_json() for record in records] if plan.records else [], troubles)


def play_game(plan: Plan, match: Match, luck: Luck, number: int, totals: Totals) -> Record:
    """One game between bots, which see nothing but views; it comes out as kernel.playout.contest plays it."""
    stream = luck.stream(number)
    deal = match.game.deal(stream)
    seated = plan.seated(number)
    record = Record(match, [int(item) for item in deal], seated, seed=f"{plan.seed}/{number}")
    bots = [bot_of(player, stream.split(), match) for player in seated]
    state = dealt_state(match.game, record.deal)
    play_on(state, bots, record.moves)
    end_programs(bots)
    if troubles := troubles_of(bots):
        record.extra["troubles"] = troubles
    totals.add_state(state, number, len(record.moves), plan.turn(number))
    return record
