"""How far a review can be trusted: `python -m bench.review [--game NAME] [--games N] [--positions N] [--worlds N]`.

Planted blunders: masters play; in every game one decision is replaced by the worst of the moves that a long search sees
at least 15 points of win chance (alone: 4 points) worse than the best; the review must mark it as mistake or blunder.
The masters' own moves are the other half of the test: how many of them are marked as well. Coverage: how often the
interval at the usual number of worlds holds the difference that 50,000 other worlds give. Time is CPU time.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from math import sqrt

from bench.review_plans import holds, sampled, worst_plan
from domik.bots import Bot, bot_of
from domik.games import GAMES, title_of
from domik.kernel.luck import Luck, luck_of
from domik.kernel.record import Move, Record, number_of
from domik.kernel.state import State
from domik.kernel.title import Match
from domik.review import Report, growing
from domik.review.decision import Decision
from domik.review.planner import has_solver
from domik.review.report import Judgement
from domik.review.reviewing import WORLDS
from domik.review.story import actions_in, luck_for, question_of, style_of
from domik.review.thresholds import CHANCE, MILLION, THOUSAND
from domik.review.trials import MARGIN, MEASURING, SHARE, WHOLE, Trials

PLAYER = "master:milliseconds=20"
LONG = 1500  # worlds of the long search
TRUE_WORLDS = 50_000
WORSE = CHANCE.blunder  # millionths of chance
WORSE_ALONE = 4 * THOUSAND
SEATS = {"treehouse": 2, "dream_home": 2, "cabin": 1, "bower": 2}


@dataclass
class Score:
    """What a run came to."""

    planted: int = 0
    found: int = 0
    own: int = 0
    marked: int = 0
    positions: int = 0
    covered: int = 0
    adds_up: bool = True
    halfway: int = 0  # planted ones that were marked when half of the time was spent
    seconds: list[float] = field(default_factory=list)

    def line(self) -> str:
        """A row of the table, as far as it has come."""
        times = sorted(self.seconds)
        return " | ".join(
            (
                share(self.found, self.planted),
                share(self.halfway, self.planted),
                share(self.marked, self.own),
                share(self.covered, self.positions),
                f"{times[len(times) // 2]:.1f}, at most {times[-1]:.1f}" if times else "–",
            )
        )


def play_on(record: Record, state: State, bots: list[Bot], until: int | None = None) -> None:
    """Let the bots play, to the end or up to so many moves."""
    while not state.is_over() and (until is None or len(record.moves) < until):
        awaited = int(state.awaited())
        seat = (awaited & -awaited).bit_length() - 1
        action = bots[seat].decide(state.view(seat), int(state.legal(seat)))
        record.moves.append(Move(seat, number_of(action)))
        state.play(seat, action)


def dealt(match: Match, seed: str) -> Record:
    """A fresh deal."""
    deal = [int(number) for number in match.game.deal(luck_of(f"deal {seed}"))]
    return Record(match, deal, [PLAYER] * match.seats, [], seed)


def worst_move(match: Match, state: State, seat: int, long: int, seed: str) -> int | None:
    """The worst of the moves that are clearly worse than the best in a long search, as an action number."""
    view = state.view(seat)
    numbers: dict[int, int] = {}
    for action in actions_in(int(view.legal())):
        numbers.setdefault(int(view.alike(action)), action)
    actions = list(numbers.values())
    if len(actions) < 2:
        return None
    if has_solver(match):
        return worst_plan(match, state, actions, seed)
    trials = Trials(view, actions, style_of(match.game), luck_for(view, f"long {seed}"))
    every = list(range(1, len(actions) + 1))
    trials.extend(every, MEASURING, long)
    alone = match.seats == 1
    what, scale = (MARGIN, THOUSAND) if alone else (SHARE, MILLION / WHOLE)
    values = {one: trials.total(one, MEASURING, what, long) * scale / long for one in every}
    low = min(every, key=lambda one: values[one])
    is_clear = max(values.values()) - values[low] >= (WORSE_ALONE if alone else WORSE)
    return number_of(actions[low - 1]) if is_clear else None


def planted(match: Match, seed: str, long: int = LONG, player: str = PLAYER) -> tuple[Record, int, int] | None:
    """A game of masters with one planted blunder: record, step and seat; None when there is no place for one."""
    luck = luck_of(f"plant {seed}")
    record = dealt(match, seed)
    state = record.start().copy()
    bots = [bot_of(player, luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    play_on(record, state, bots, until=int(luck.below(typical_length(match) * 4 // 5)))
    step = -1
    while not state.is_over():
        awaited = int(state.awaited())
        seat = (awaited & -awaited).bit_length() - 1
        number = worst_move(match, state, seat, long, seed)
        if number is not None:
            step = len(record.moves)
            record.moves.append(Move(seat, number))
            state.play(seat, 1 << number)
            break
        play_on(record, state, bots, until=len(record.moves) + 1)
    play_on(record, state, bots)
    return None if step < 0 else (record, step, record.moves[step].seat)


def typical_length(match: Match) -> int:
    """How many moves a game of normal against normal takes."""
    record = dealt(match, "typical")
    play_on(record, record.start().copy(), [bot_of("normal", luck_of(seat)) for seat in range(match.seats)])
    return len(record.moves)


def judged(report: Report, step: int) -> Judgement | None:
    """What a report says of a step."""
    return next((one for one in report.judgements if one.step == step), None)


def plant_and_review(match: Match, seed: str, score: Score, worlds: int | None) -> tuple[Record, Report] | None:
    """One game with a blunder in it, reviewed whole."""
    made = planted(match, seed)
    if made is None:
        return None
    record, step, _ = made
    began = time.thread_time()
    reports = list(growing(record, worlds=worlds, seed=seed))
    score.seconds.append(time.thread_time() - began)
    report = reports[-1]
    half = [one for one in reports if one.seconds <= report.seconds / 2]
    found, early = judged(report, step), judged(half[-1], step) if half else None
    score.planted += 1
    score.found += found is not None and found.is_grave
    score.halfway += early is not None and early.is_grave
    own = [one for one in report.judgements if one.step != step]
    score.own += len(own)
    score.marked += sum(one.is_grave for one in own)
    score.adds_up &= all(review.ledger.adds_up() for review in report.players_reviews)
    return record, report


def cover(match: Match, seed: str, score: Score, worlds: int, true_worlds: int = TRUE_WORLDS) -> None:
    """One position: the interval at the usual number of worlds against many more."""
    luck = luck_of(f"cover {seed}")
    record = dealt(match, f"cover {seed}")
    state = record.start().copy()
    bots = [bot_of("normal", luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    play_on(record, state, bots, until=int(luck.below(typical_length(match) * 4 // 5)))
    while not state.is_over():
        if difference(record, state, luck, seed, score, worlds, true_worlds):
            return
        play_on(record, state, bots, until=len(record.moves) + 1)


def cover_plans(match: Match, record: Record, report: Report, seed: str, score: Score) -> None:
    """Some decisions of a game for one: their intervals against longer plans."""
    for question, judgement in sampled(match, record, report, luck_of(f"cover {seed}")):
        score.positions += 1
        score.covered += holds(match, question, judgement, seed)


def difference(
    record: Record, state: State, luck: Luck, seed: str, score: Score, worlds: int, true_worlds: int
) -> bool:
    """Whether there was an interval here; whether it holds the truth is counted."""
    match = record.match
    awaited = int(state.awaited())
    seat = (awaited & -awaited).bit_length() - 1
    action = int(luck.bit_of(int(state.legal(seat))))  # any move: most are not the best
    trial = Record(match, record.deal, record.players, [*record.moves, Move(seat, number_of(action))])
    question = question_of(state.copy(), len(record.moves), trial, seat)
    if question is None:
        return False
    decision = Decision(question, seed, match.title.halves, match.seats == 1)
    wanted = 16
    while wanted <= worlds:
        for _ in decision.advance(wanted):
            pass
        wanted *= 2
    measured = decision.measured()
    if measured is None or decision.best == decision.played:
        return False
    actions = [1 << question.kinds[one - 1][0] for one in (decision.best, decision.played)]
    truth = Trials(question.view, actions, style_of(match.game), luck_for(question.view, f"true {seed}"))
    truth.extend([1, 2], MEASURING, true_worlds)
    true = truth.ahead(1, 2, MEASURING, SHARE) * MILLION / WHOLE
    score.positions += 1
    score.covered += measured.low.chance <= true <= measured.high.chance
    return True


def share(part: int, whole: int) -> str:
    """A share with the interval of Wilson."""
    if not whole:
        return "–"
    rate, z = part / whole, 1.96
    middle = (rate + z * z / (2 * whole)) / (1 + z * z / whole)
    spread = z * sqrt(rate * (1 - rate) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{100 * rate:.1f} % ({part} of {whole}; {100 * (middle - spread):.0f} – {100 * (middle + spread):.0f})"


def main() -> None:
    """A row a game for docs/review.md."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", action="append", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=None)
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--from", dest="first", type=int, default=0)
    args = parser.parse_args()
    print("| game | seats | planted found | at half time | own moves marked | intervals that hold | seconds |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name in args.game or list(GAMES):
        match = title_of(name).match(args.seats or SEATS.get(name, title_of(name).least_seats))
        score = Score()
        for number in range(args.first, args.first + args.games):
            seed = f"{name} {number}"
            reviewed = plant_and_review(match, seed, score, args.worlds)
            if reviewed is not None and has_solver(match):
                cover_plans(match, *reviewed, seed, score)
            print(f"{seed}: {score.line()}", file=sys.stderr, flush=True)
        if not has_solver(match):
            for number in range(args.first, args.first + args.positions):
                cover(match, f"{name} {number}", score, args.worlds or WORLDS)
        assert score.adds_up
        print(f"| {name} | {match.seats} | {score.line()} |", flush=True)


if __name__ == "__main__":
    main()
