"""Game reviews: each decision is judged by what the player could know at the time."""

from __future__ import annotations

from domik.judge.value import Value
from domik.reviews.report import (
    Candidate,
    Judgement,
    Report,
    ResultBreakdown,
    SeatReview,
    ValueChange,
    parse_report,
)
from domik.reviews.runner import iter_reports, parse_reviewable, review

__all__ = [
    "Candidate",
    "Judgement",
    "Report",
    "ResultBreakdown",
    "SeatReview",
    "Value",
    "ValueChange",
    "iter_reports",
    "parse_report",
    "parse_reviewable",
    "review",
]
