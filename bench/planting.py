"""Games of masters in which every seat errs once, by a move that other seats than the judge's see as a blunder.

The blunders are found by trials in which every seat searches six times as long and twice as far as in the review's
second look, with other worlds; Cozy Cabin's by plans of its solver with twice the time. Nothing here asks the
review. Planted games are kept in a file, so that a judge that was changed is measured on the same ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.review import deal_state, play_until, typical_length, worst_plan
from domik.bots import bot_of
from domik.games import game_package
from domik.judge.plans import has_solver
from domik.judge.second_look import HORIZON_A_SEAT, THINKING, searched_move
from domik.judge.thresholds import CHANCE, MILLION, SURE
from domik.judge.trials import CHOOSING, MEASURING, SHARE, WHOLE_WIN, Trials
from domik.judge.value import equivalent_moves, position_luck, rollout_style
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, RecordedMove, action_of, read_record
from domik.kernel.state import State, View

MASTER = "master:milliseconds=20"
LATEST = 4, 5  # the last fifth of a game is not planted
TRIED_MOVES = 5  # moves among which a bad one is looked for
STAGES = ((4, 2), (12, 1))  # worlds that find it, and how many of the worst moves are kept
MEASURING_STAGES = 32, 96  # worlds that measure it: others than those that found it
SEARCH_ITERATIONS = 1500  # of the search that names the best move


@dataclass(frozen=True)
class PlantedGame:
    """A finished game, and by step what the planted move loses: millionths of a win, or thousandths of a point."""

    record: GameRecord
    losses: dict[int, int]

    def to_json(self) -> str:
        return json.dumps({"record": self.record.to_dict(), "losses": self.losses})


def parse_planted(line: str) -> PlantedGame:
    row = json.loads(line)
    record = read_record(json.dumps(row["record"]), game_package)
    return PlantedGame(record, {int(step): loss for step, loss in row["losses"].items()})


def iter_planted(match: Match, seeds: list[str], kept: Path | None) -> Iterator[PlantedGame]:
    """One game for every seed; those that the file has are not made again."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept is not None and kept.exists() else []
    for number, seed in enumerate(seeds):
        if number < len(lines):
            yield parse_planted(lines[number])
            continue
        game = plant_blunders(match, seed)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{game.to_json()}\n")
        yield game


def plant_blunders(match: Match, seed: str) -> PlantedGame:
    """A game in which every seat errs once, at a random time."""
    luck, record = luck_of(f"plant {seed}"), deal_state(match, seed)
    state = record.start().copy()
    bots = [bot_of(MASTER, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    length = typical_length(match) * LATEST[0] // LATEST[1]
    times = {seat: int(luck.below(length)) for seat in range(match.seats)}
    losses: dict[int, int] = {}
    while not state.is_over():
        seat, step = awaited_seat(state), len(record.moves)
        found = bad_move(match, state, seat, luck, f"{seed} {step}") if times.get(seat, step + 1) <= step else None
        if found is None:
            play_until(record, state, bots, until=step + 1)
            continue
        losses[step] = found[1]
        del times[seat]
        record.moves.append(RecordedMove(seat, found[0]))
        state.play(seat, action_of(found[0]))
    return PlantedGame(record, losses)


def awaited_seat(state: State) -> int:
    awaited = int(state.awaited_seats())
    return (awaited & -awaited).bit_length() - 1


def bad_move(match: Match, state: State, seat: int, luck: Luck, seed: str) -> tuple[int, int] | None:
    """A move that is a blunder, and what it loses; None if none of those tried is one."""
    view = state.view(seat)
    groups = equivalent_moves(view)
    if len(groups) < 2:
        return None
    if has_solver(match):
        return worst_plan(match, state, [1 << group[0] for group in groups], seed, seat)
    best = searched_move(view, seed, SEARCH_ITERATIONS)
    others = [group[0] for group in groups if best not in group]
    while len(others) > TRIED_MOVES:
        others.pop(int(luck.below(len(others))))
    trials = strong_trials(view, [best, *others], f"strong {seed}")
    worst = worst_candidate(trials, list(range(2, len(others) + 2)))
    if worst is None:
        return None
    loss = 0
    for worlds in MEASURING_STAGES:
        trials.extend([1, worst], MEASURING, worlds)
        loss = round(trials.mean_difference(1, worst, MEASURING, SHARE) * MILLION / WHOLE_WIN)
        if loss < CHANCE.mistake:
            return None
    error = round(trials.difference_error(1, worst, MEASURING, SHARE) * MILLION / WHOLE_WIN)
    return (others[worst - 2], loss) if loss >= max(CHANCE.blunder, SURE * error) else None


def strong_loss(view: View, best: int, played: int, seed: str) -> int:
    """What one action number loses against another, in millionths of a win, in worlds of its own."""
    trials = strong_trials(view, [best, played], f"verify {seed}")
    trials.extend([1, 2], MEASURING, MEASURING_STAGES[-1])
    return round(trials.mean_difference(1, 2, MEASURING, SHARE) * MILLION / WHOLE_WIN)


def strong_trials(view: View, numbers: list[int], seed: str) -> Trials:
    """Trials of moves in which every seat searches more, and further, than in the review's second look."""
    style, luck = rollout_style(view.game), position_luck(view, seed)
    actions, thinking, horizon = [1 << one for one in numbers], 6 * THINKING, 2 * HORIZON_A_SEAT * int(view.game.seats)
    return Trials(view, actions, style, luck, None, thinking, horizon)


def worst_candidate(trials: Trials, candidates: list[int]) -> int | None:
    """The candidate that seems to be the worst blunder against the first one; None if none does."""
    for worlds, kept in STAGES:
        trials.extend([1, *candidates], CHOOSING, worlds)
        behind = {one: trials.mean_difference(1, one, CHOOSING, SHARE) for one in candidates}
        bad = [one for one in candidates if behind[one] * MILLION >= CHANCE.blunder * WHOLE_WIN]
        candidates = sorted(bad, key=lambda one: -behind[one])[:kept]
        if not candidates:
            return None
    return candidates[0]
