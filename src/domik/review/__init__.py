"""The review: what could have been done better, judged by what the player could know."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import ModuleType

from domik.kernel.record import Record
from domik.review.report import Candidate, Change, Judgement, Ledger, Report, SeatReview, Value, report_from
from domik.review.reviewing import SEED, Reviewing, reviewable

__all__ = [
    "Candidate",
    "Change",
    "Judgement",
    "Ledger",
    "Report",
    "SeatReview",
    "Value",
    "growing",
    "report_from",
    "review",
    "reviewable",
]


def growing(
    record: Record | str,
    seat: int | None = None,
    seconds: float | None = None,
    *,
    worlds: int | None = None,
    seed: int | str = SEED,
) -> Iterator[Report]:
    """Reports that grow, the last one whole; stop whenever you like."""
    whole = reviewable(record) if isinstance(record, str) else record
    return Reviewing(whole, seat, seconds, worlds, str(seed)).grow()


def review(
    record: Record | str,
    seat: int | None = None,
    seconds: float | None = None,
    *,
    worlds: int | None = None,
    seed: int | str = SEED,
    told: Callable[[Report], bool | None] | None = None,
) -> Report:
    """The review of a finished game, of one seat (from 0) or of all.

    Without a budget every decision gets as many worlds as usual, in 30 seconds of CPU time at most; with `seconds` as
    many as the time allows; with `worlds` exactly so many of either half. `told` hears of every report on the way and
    ends the work by answering False. When the clock did not end it, the same seed gives the same report.
    """
    reports = growing(record, seat, seconds, worlds=worlds, seed=seed)
    last = next(reports)
    for last in reports:
        if told is not None and told(last) is False:
            break
    return last


class Verb(ModuleType):
    """The package is also the verb: `domik.review(record)` is `domik.review.review(record)`."""

    __call__ = staticmethod(review)


sys.modules[__name__].__class__ = Verb
