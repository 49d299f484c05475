"""Reviewed games for tests: real reviews that cost little, and reports in which chosen decisions are blunders."""

from __future__ import annotations

import zlib

import httpx

from domik.games import game_package
from domik.judge.thresholds import VERDICTS
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, numbers_in, read_record
from domik.reviews import Candidate, Judgement, Report, ResultBreakdown, SeatReview, Value
from domik.reviews.report import CARDS, FORMAT, ClausePoints, Hindsight, ValueChange
from domik.server.pages.review.review_queue import ReviewBudget, ReviewQueue
from tests.server.host import Host
from tests.waiting import eventually, patient_get

FEW = ReviewBudget(seconds=60.0, worlds=2)
GOOD, ALSO, BAD = Value(700_000, 4000, 30_000), Value(670_000, 3800, 29_800), Value(400_000, 1000, 27_000)


def reviews_in(host: Host, effort: ReviewBudget = FEW) -> ReviewQueue:
    """The server's reviews, made to cost little."""
    reviews = host.service(ReviewQueue)
    reviews.budget = effort
    return reviews


def wait_for_review(client: httpx.Client, table: str) -> list[int]:
    """Ask until it is done: the percentages on the way."""
    heard: list[int] = []

    def is_done() -> bool:
        news = client.get(f"/t/{table}/review/news").json()
        heard.append(news["percent"])
        return bool(news["done"])

    eventually(is_done, "the review never ended")
    return heard


def blunder(record: GameRecord, step: int) -> Judgement | None:
    """A decision of the record, called a blunder whatever it was: another move is best, a third nearly as good."""
    move, found = record.moves[step], []
    state = next(state for number, state in enumerate(record.states()) if number == step)
    view = state.view(move.seat)
    legal = [number for number in numbers_in(int(view.legal())) if number != move.action]
    if not legal:
        return None
    for number, value in [(legal[0], GOOD), (move.action, BAD), *((one, ALSO) for one in legal[1:2])]:
        what = record.match.describe(view, 1 << number)
        found.append(Candidate((number,), record.match.write(view, 1 << number), what, value, Value(30_000), 500))
    return Judgement(
        step, move.seat, min(2, 3 * step // len(record.moves)), "blunder", tuple(found), 0, 1, BAD, GOOD - BAD,
        Value(200_000), Value(400_000), (Phrase("reason.search"),),
        (ClausePoints(f"{record.match.package.prefix}-1", Phrase("reason.search"), 3000),), (Phrase("reason.search"),),
        Hindsight(BAD, GOOD),
    )  # fmt: skip


def report_of(record: GameRecord, every: int) -> Report:
    """A report without any search: every so many moves a blunder, and some luck."""
    match, moves = record.match, len(record.moves)
    judged = tuple(one for step in range(0, moves, every) if (one := blunder(record, step)) is not None)
    chances = tuple(1_000_000 // match.seats for _ in range(match.seats))
    people = tuple(
        SeatReview(
            seat, record.players[seat], 9, 71.0,
            {one: sum(mark.verdict == one for mark in judged if mark.seat == seat) for one in VERDICTS},
            (BAD, Value(), Value()), ResultBreakdown(*(Value() for _ in range(6))),
            (BAD,) * (moves + 1), (chances,) * (moves + 1),
        )
        for seat in range(match.seats)
    )  # fmt: skip
    end = record.end()
    return Report(
        FORMAT, match.package.name, match.package.rules_version, match.seats, match.options_json(),
        tuple(record.players),
        moves, "1", tuple(range(match.seats)), 1.0, True, 1.0, 1000,
        tuple(1000 * int(end.score(seat)) for seat in range(match.seats)),
        tuple(seat for seat in range(match.seats) if int(end.winners()) >> seat & 1),
        judged, (ValueChange(2, 0, 0, CARDS, Value(120_000, 2000, 2000)),), people, (0, moves // 3, 2 * moves // 3),
    )  # fmt: skip


def keep(reviews: ReviewQueue, table: str, report: Report) -> bytes:
    """What is kept of a report."""
    reviews._cache.pop(table, None)
    return zlib.compress(report.to_json().encode())


def plant(host: Host, table: str, every: int = 9) -> Report:
    """Keep such a report for a finished table; it is what the store gives from now on."""
    reviews = reviews_in(host)
    text = patient_get(f"{host.origin}/api/tables/{table}/record").text
    report = report_of(read_record(text, game_package), every)

    async def write() -> None:
        await reviews.store.reviews.save(table, keep(reviews, table, report))

    host.call(write())
    return report
