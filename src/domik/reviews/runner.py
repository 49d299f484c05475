"""Run a review in passes of increasing precision; it can be stopped after any portion of work."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator

from domik.games import game_package
from domik.judge.accuracy import accuracy_of
from domik.judge.plans import has_solver
from domik.judge.thresholds import THOUSAND, VERDICTS
from domik.judge.value import ZERO_VALUE, Value
from domik.kernel.errors import BadOption, BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, read_record
from domik.reviews.report import FORMAT, Judgement, Report, SeatReview
from domik.reviews.rollout_judge import RolloutJudge
from domik.reviews.seat_history import LuckAccount, credit_other_seats
from domik.reviews.solver_judge import SolverJudge

SECONDS, SECONDS_A_SEAT = 40.0, 20.0  # CPU time limit: at least, and for every reviewed seat
WORLDS = 512  # per half, for decisions that are not clear earlier
FIRST_WORLDS = 16
MOST_WORLDS = 65536
ROLLOUT_SHARE = 0.35  # share of the time for rollouts at most; the stronger look has most of the rest
EXPLAIN_SHARE = 0.1  # share of the time reserved for explanations
SEARCHED, LOOKED = 0.4, 0.75  # progress when all decisions are searched, and when all that is suspicious is looked at
SETTLING_SHARE = 0.35  # share of the time for stronger looks that is reserved for those that make sure
REPORT_INTERVAL = 0.25  # minimum seconds between two reports
REPORT_COST_FACTOR = 15  # work between reports, as a multiple of what a report costs
SEED = "1"


class ReviewRunner:
    """A running review; raises BadRecord for an unfinished game and BadOption for a wrong seat."""

    def __init__(
        self, record: GameRecord, seat: int | None, seconds: float | None, worlds: int | None, seed: str
    ) -> None:
        refuse_unfinished(record)
        if seat is not None and not 0 <= seat < record.match.seats:
            raise BadOption(Phrase("review.error.seat", {"seat": seat + 1, "n": record.match.seats}))
        self.record = record
        self.seed = seed
        seats = range(record.match.seats) if seat is None else [seat]
        self.seconds = max(SECONDS, SECONDS_A_SEAT * len(seats)) if seconds is None else seconds
        self.worlds = worlds or (WORLDS if seconds is None else MOST_WORLDS)
        self.stages = stage_starts(record)
        self.began = time.thread_time()
        kind = SolverJudge if has_solver(record.match) else RolloutJudge
        self.judges: list[RolloutJudge | SolverJudge] = [kind(record, one, seed) for one in seats]
        self.progress = 0.0
        self.is_cut = False  # the time was over before the work was
        self.complete = False  # all worlds were played, so that the same seed gives the same report

    def cpu_seconds(self) -> float:
        return time.thread_time() - self.began

    def iter_reports(self) -> Iterator[Report]:
        """Yield reports of increasing precision; the last one is the review."""
        shown = cost = 0.0
        for _ in self.run_passes():
            begun = self.cpu_seconds()
            if begun - shown > max(REPORT_INTERVAL, REPORT_COST_FACTOR * cost):
                report = self.report()
                shown = self.cpu_seconds()
                cost = shown - begun
                yield report
        self.progress = 1.0
        for judge in self.judges:
            judge.is_finished = True
        yield self.report()

    def run_passes(self) -> Iterator[None]:
        """Rollouts, the stronger look, explanations; yields after every portion."""
        share = 1.0 if has_solver(self.record.match) else ROLLOUT_SHARE  # plans bring their own second look and reasons
        for work in (self.play_worlds(self.seconds * share), self.look_again(), self.explain()):
            yield from work
        self.complete = not self.is_cut

    def play_worlds(self, until: float) -> Iterator[None]:
        """Rollouts of every candidate, twice as many in every pass; `until` is in CPU seconds."""
        worlds, before = min(FIRST_WORLDS, self.worlds), 0
        while True:
            for number, judge in enumerate(self.judges):
                own = self.cpu_seconds() + (until - self.cpu_seconds()) / (len(self.judges) - number)
                for _ in judge.advance(worlds):
                    if self.cpu_seconds() > own:  # no seat takes the time of those after it
                        self.is_cut = True
                        break
                    done = before + (worlds - before) * number / len(self.judges)
                    self.update_progress(ROLLOUT_SHARE * done / self.worlds)
                    yield
            if self.is_cut or worlds >= self.worlds:
                return
            worlds, before = min(2 * worlds, self.worlds), worlds

    def look_again(self) -> Iterator[None]:
        """The stronger look: first at all that is suspicious, then once more at what may be grave.

        The likeliest mistakes come first whoever made them, so that what the time does not reach matters least.
        """
        judges = [one for one in self.judges if isinstance(one, RolloutJudge)]
        first, until = self.cpu_seconds(), self.seconds * (1.0 - EXPLAIN_SHARE)
        for judge in judges:
            yield from self.work_until(judge.search_decisions(self.worlds), until, SEARCHED)
        for limit in (until - SETTLING_SHARE * (until - first), until):  # then what is left, if there is time
            found = [(judge.suspicion(one), judge, one) for judge in judges for one in judge.suspects()]
            for number, (_, judge, decision) in enumerate(sorted(found, key=lambda one: -one[0])):
                done = SEARCHED + (LOOKED - SEARCHED) * number / len(found)
                yield from self.work_until(judge.look_again(decision, self.worlds), limit, done)
            found = [(judge.looked_loss(one), judge, one) for judge in judges for one in judge.doubtful_decisions()]
            for number, (_, judge, decision) in enumerate(sorted(found, key=lambda one: -one[0])):
                done = LOOKED + (1.0 - LOOKED) * number / len(found)
                yield from self.work_until(judge.settle(decision, self.worlds), until, done)

    def work_until(self, work: Iterator[None], until: float, done: float) -> Iterator[None]:
        """A piece of work, broken off when the time is over; `until` is in CPU seconds, `done` the progress so far."""
        while self.cpu_seconds() <= until:
            try:
                next(work)
            except StopIteration:
                return
            self.update_progress(done)
            yield
        self.is_cut = self.is_cut or self.cpu_seconds() > self.seconds * (1.0 - EXPLAIN_SHARE)

    def update_progress(self, done: float) -> None:
        """Progress by work or by time, whichever will end the review."""
        self.progress = min(0.99, max(self.progress, done, self.cpu_seconds() / self.seconds))

    def explain(self) -> Iterator[None]:
        """Explain the marked decisions while time is left."""
        for judge in self.judges:
            if self.cpu_seconds() > self.seconds:
                self.is_cut = True
                return
            for _ in judge.explain():
                if self.cpu_seconds() > self.seconds:
                    self.is_cut = True
                    return
                yield

    # ---- the report -------------------------------------------------------------------------------------

    def report(self) -> Report:
        record, match = self.record, self.record.match
        end = record.end()
        accounts: list[tuple[RolloutJudge | SolverJudge, list[Judgement], LuckAccount]] = []
        for judge in self.judges:
            found = judge.judgements()
            accounts.append((judge, found, self.luck_account(judge, found)))
        per_point = 2 if match.package.halves else 1
        first = self.judges[0]
        return Report(
            FORMAT,
            match.package.name,
            match.package.rules_version,
            match.seats,
            {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()},
            tuple(record.players),
            len(record.moves),
            self.seed,
            tuple(judge.seat for judge in self.judges),
            round(self.progress, 3),
            self.complete,
            round(self.cpu_seconds(), 2),
            sum(judge.rollouts() for judge in self.judges),
            tuple(int(end.score(seat)) * THOUSAND // per_point for seat in range(match.seats)),
            tuple(seat for seat in range(match.seats) if int(end.winners()) >> seat & 1),
            tuple(sorted((one for _, found, _ in accounts for one in found), key=lambda one: one.step)),
            tuple(sorted((one for _, _, account in accounts for one in account.changes), key=lambda one: one.step)),
            tuple(self.seat_review(*one) for one in accounts),
            tuple(self.stages),
            tuple(self.stages.values()),
            first.monthly_par() if isinstance(first, SolverJudge) and match.seats == 1 else None,
        )

    def luck_account(self, judge: RolloutJudge | SolverJudge, found: list[Judgement]) -> LuckAccount:
        """The seat's luck account, with the effects of other reviewed seats' decisions separated from luck."""
        effects = [
            effect
            for other in self.judges
            if other is not judge and isinstance(other, RolloutJudge)
            for effect in other.effects_on(judge.seat)
        ]
        return credit_other_seats(judge.luck_account(found), judge.seat, sorted(effects, key=lambda one: one.step))

    def seat_review(
        self, judge: RolloutJudge | SolverJudge, found: list[Judgement], account: LuckAccount
    ) -> SeatReview:
        counts = Counter(one.verdict for one in found)
        phases = [ZERO_VALUE, ZERO_VALUE, ZERO_VALUE]
        for one in found:
            phases[one.phase] = phases[one.phase] + one.counted_loss()
        lost: tuple[Value, Value, Value] = phases[0], phases[1], phases[2]
        names = self.record.players
        return SeatReview(
            judge.seat,
            names[judge.seat] if judge.seat < len(names) else "",
            len(found),
            round(accuracy_of(self.record.match.package.name, max(judge.mean_loss(), mean_of_marks(found))), 1),
            {verdict: counts[verdict] for verdict in VERDICTS},
            lost,
            account.breakdown,
            account.values,
            account.chances,
        )


def stage_starts(record: GameRecord) -> dict[int, Phrase]:
    """The steps at which a round of the game begins, and what it is called, as the first seat counts."""
    found: dict[int, Phrase] = {}
    for step, state in enumerate(record.states()):
        stage = record.match.progress(state.view(0))
        what = Phrase("review.game") if stage is None else stage.what
        if not found or (str(what) != str(list(found.values())[-1]) and step < len(record.moves)):
            found[step] = what
    return found


def refuse_unfinished(record: GameRecord) -> None:
    """Raise BadRecord unless the game is over: a review reveals everyone's hidden cards."""
    if not record.end().is_over():
        raise BadRecord(Phrase("review.error.unfinished", {"n": len(record.moves)}))


def parse_reviewable(text: str) -> GameRecord:
    """Parse a record; BadRecord if it is unfinished or from another version of the rules."""
    record = read_record(text, game_package)
    rules, known = json.loads(text)["rules"], record.match.package.rules_version
    if rules != known:
        raise BadRecord(Phrase("review.error.rules", {"rules": rules, "known": known}))
    refuse_unfinished(record)
    return record


def iter_reports(
    record: GameRecord | str,
    seat: int | None = None,
    seconds: float | None = None,
    *,
    worlds: int | None = None,
    seed: int | str = SEED,
) -> Iterator[Report]:
    """Yield reports of increasing precision, the last one complete; arguments as for `review`."""
    whole = parse_reviewable(record) if isinstance(record, str) else record
    return ReviewRunner(whole, seat, seconds, worlds, str(seed)).iter_reports()


def mean_of_marks(found: list[Judgement]) -> float:
    """What the marks alone lost a decision, in thousandths of a point: accuracy never speaks of less than they do."""
    return sum(max(0, one.counted_loss().margin) for one in found) / max(1, len(found))


def review(
    record: GameRecord | str,
    seat: int | None = None,
    seconds: float | None = None,
    *,
    worlds: int | None = None,
    seed: int | str = SEED,
    told: Callable[[Report], bool | None] | None = None,
) -> Report:
    """Review a finished game: one seat (from 0), or all if `seat` is None.

    By default each decision gets up to WORLDS worlds per half, within 20 seconds of CPU time a seat, at least 40.
    `seconds` sets the time, with as many worlds as it allows; `worlds` sets their number. `told` is called with every
    intermediate report and stops the review by returning False. Unless time ran out, the same seed gives the same
    report.
    """
    reports = iter_reports(record, seat, seconds, worlds=worlds, seed=seed)
    last = next(reports)
    for last in reports:
        if told is not None and told(last) is False:
            break
    return last
