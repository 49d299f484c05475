"""The review: what could have been done better, judged by what the player could know."""

from __future__ import annotations

from domik.reviews.report import (
    Candidate,
    Judgement,
    Report,
    ResultBreakdown,
    SeatReview,
    Value,
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
