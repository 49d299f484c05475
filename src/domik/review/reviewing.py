"""A review from the first world to the last: pass by pass everything gets more exact, and anybody may stop it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator

from domik.games import title_of
from domik.kernel.errors import BadOption, BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import Record, read_record
from domik.review.judging import Judging
from domik.review.ledger import Account, credited
from domik.review.planner import has_solver
from domik.review.plans import PlanJudging
from domik.review.report import FORMAT, NOTHING, Judgement, Report, SeatReview, Value
from domik.review.thresholds import THOUSAND, VERDICTS

SECONDS = 30.0  # of CPU time, at most
WORLDS = 512  # of either half, where nothing is clear before
FIRST_WORLDS = 16
MOST_WORLDS = 65536
FOR_WORDS = 0.12  # the share of the time that is left for the words
PATIENCE = 0.25  # seconds at least between two looks at a report that grows
DEARER = 15  # and so much work for what a look costs
SEED = "1"


class Reviewing:
    """One review in the making."""

    def __init__(self, record: Record, seat: int | None, seconds: float | None, worlds: int | None, seed: str) -> None:
        refuse_unfinished(record)
        if seat is not None and not 0 <= seat < record.match.seats:
            raise BadOption(Phrase("review.error.seat", {"seat": seat + 1, "n": record.match.seats}))
        self.record = record
        self.seed = seed
        self.seconds = SECONDS if seconds is None else seconds
        self.worlds = worlds or (WORLDS if seconds is None else MOST_WORLDS)
        seats = range(record.match.seats) if seat is None else [seat]
        self.began = time.thread_time()
        kind = PlanJudging if has_solver(record.match) else Judging
        self.judges: list[Judging | PlanJudging] = [kind(record, one, seed) for one in seats]
        self.progress = 0.0
        self.complete = False

    def spent(self) -> float:
        """Seconds of CPU time so far."""
        return time.thread_time() - self.began

    def grow(self) -> Iterator[Report]:
        """Reports, each more exact than the one before; the last one is the review."""
        shown = cost = 0.0
        for _ in self.work():
            begun = self.spent()
            if begun - shown > max(PATIENCE, DEARER * cost):
                report = self.report()
                shown = self.spent()
                cost = shown - begun
                yield report
        self.progress = 1.0
        yield self.report()

    def work(self) -> Iterator[None]:
        """Passes with twice as many worlds each; a moment to stop after every portion."""
        until = self.seconds * (1.0 - FOR_WORDS)
        worlds, before = min(FIRST_WORLDS, self.worlds), 0
        while True:
            for number, judge in enumerate(self.judges):
                for _ in judge.advance(worlds):
                    if self.spent() > until:
                        yield from self.words()
                        return
                    self.note(before + (worlds - before) * number / len(self.judges))
                    yield
            if worlds >= self.worlds:
                break
            worlds, before = min(2 * worlds, self.worlds), worlds
        self.complete = True
        yield from self.words()

    def note(self, worlds: float) -> None:
        """How far it has come: by worlds or by time, whichever will end it."""
        by_time = self.spent() / self.seconds
        self.progress = min(0.99, max(self.progress, worlds / self.worlds, by_time))

    def words(self) -> Iterator[None]:
        """Why the better moves were better, the worst moments first."""
        for judge in self.judges:
            if self.spent() > self.seconds:
                self.complete = False
                return
            for _ in judge.explain():
                if self.spent() > self.seconds:
                    self.complete = False
                    return
                yield

    # ---- the report -------------------------------------------------------------------------------------

    def report(self) -> Report:
        """What is known by now."""
        record, match = self.record, self.record.match
        end = record.end()
        accounts: list[tuple[Judging | PlanJudging, list[Judgement], Account]] = []
        for judge in self.judges:
            found = judge.judgements()
            accounts.append((judge, found, self.account(judge, found)))
        per_point = 2 if match.title.halves else 1
        first = self.judges[0]
        return Report(
            FORMAT,
            match.title.name,
            match.title.rules_version,
            match.seats,
            {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()},
            tuple(record.players),
            len(record.moves),
            self.seed,
            tuple(judge.seat for judge in self.judges),
            round(self.progress, 3),
            self.complete,
            round(self.spent(), 2),
            sum(judge.rollouts() for judge in self.judges),
            tuple(int(end.score(seat)) * THOUSAND // per_point for seat in range(match.seats)),
            tuple(seat for seat in range(match.seats) if int(end.winners()) >> seat & 1),
            tuple(sorted((one for _, found, _ in accounts for one in found), key=lambda one: one.step)),
            tuple(sorted((one for _, _, account in accounts for one in account.changes), key=lambda one: one.step)),
            tuple(self.seat_review(*one) for one in accounts),
            tuple(-(-len(record.moves) * third // 3) for third in range(3)),
            first.course() if isinstance(first, PlanJudging) else None,
        )

    def account(self, judge: Judging | PlanJudging, found: list[Judgement]) -> Account:
        """A seat's way through the game; what reviewed others did to it is no luck."""
        effects = [
            effect
            for other in self.judges
            if other is not judge and isinstance(other, Judging)
            for effect in other.effects_on(judge.seat)
        ]
        return credited(judge.account(found), judge.seat, sorted(effects, key=lambda one: one.step))

    def seat_review(self, judge: Judging | PlanJudging, found: list[Judgement], account: Account) -> SeatReview:
        """One player's sums."""
        alone = self.record.match.seats == 1
        counts = Counter(one.verdict for one in found)
        phases = [NOTHING, NOTHING, NOTHING]
        for one in found:
            phases[one.phase] = phases[one.phase] + one.counted()
        lost: tuple[Value, Value, Value] = phases[0], phases[1], phases[2]
        names = self.record.players
        return SeatReview(
            judge.seat,
            names[judge.seat] if judge.seat < len(names) else "",
            len(found),
            round(judge.scale.accuracy([one.counted().graded(alone) for one in found]), 1),
            {verdict: counts[verdict] for verdict in VERDICTS},
            lost,
            account.ledger,
            account.values,
            account.chances,
        )


def refuse_unfinished(record: Record) -> None:
    """Only what is over is reviewed: everybody's cards would be told otherwise."""
    if not record.end().is_over():
        raise BadRecord(Phrase("review.error.unfinished", {"n": len(record.moves)}))


def reviewable(text: str) -> Record:
    """The record of a text, if it can be reviewed; BadRecord says why not."""
    record = read_record(text, title_of)
    rules, known = json.loads(text)["rules"], record.match.title.rules_version
    if rules != known:
        raise BadRecord(Phrase("review.error.rules", {"rules": rules, "known": known}))
    refuse_unfinished(record)
    return record
