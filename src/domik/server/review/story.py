"""A report as a page tells it: who won, the curve, key moments, players; all of it text and SVG, nothing computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from domik.kernel.drawing import short
from domik.kernel.phrase import Phrase
from domik.review import Judgement, Report, SeatReview
from domik.review.curve import Look, curve
from domik.review.page import month_row, person_cells, worst_phrase
from domik.review.signs import sign
from domik.review.telling import (
    adjusted_phrase,
    basis_phrase,
    result_phrase,
    signed_percent,
    signed_points,
    verdict_phrase,
)
from domik.review.thresholds import MARKED
from domik.server.sight.names import name_of
from domik.server.sight.pens import words_pen
from domik.table import Table
from domik.web.animals import drawn, portrait
from domik.web.pen import placed

WIDE, NARROW = (880.0, 330.0), (400.0, 290.0)
SLIDER, NARROW_SLIDER = (880.0, 180.0), (400.0, 130.0)  # and so much for every lane of marks
LANES = 22.0, 18.0


@dataclass(frozen=True)
class Wanted:
    """What a reader has chosen to see."""

    points: bool = False  # expected points instead of chances
    seat: int | None = None  # whose moments and luck
    step: int | None = None  # the moment that is open

    def link(self, **change: Any) -> str:
        """The same page with something else chosen."""
        now = {"curve": "points" if self.points else None, "seat": self.seat, "step": self.step} | change
        asked = "&".join(f"{name}={value}" for name, value in now.items() if value is not None)
        return f"?{asked}"


class ReviewStory:
    """One report for one reader."""

    def __init__(self, table: Table, report: Report, language: str, wanted: Wanted, own: list[int]) -> None:
        self.table = table
        self.report = report
        self.wanted = wanted
        self.own = own  # the seats of whoever reads
        self.words = words_pen(language, table.match.title.name).words
        self.say: Callable[[Phrase], str] = self.words.say

    @property
    def owner(self) -> int:
        """Whose luck is drawn: whom the filter names, the reader, or the first."""
        if self.wanted.seat is not None:
            return self.wanted.seat
        return self.own[0] if self.own else self.report.reviewed[0]

    def face(self, seat: int, size: int = 22) -> Markup:
        """A seat's animal on its colour, for running text."""
        return Markup(portrait(seat, self.table.seats[seat].animal, size))

    def disc(self, seat: int, x: float, y: float, r: float) -> str:
        """The same inside the curve."""
        size = r * 1.5
        animal = f"<g {placed(x - size / 2, y - size / 2, size / 24)}>{drawn(self.table.seats[seat].animal)}</g>"
        disc = f'<circle class="face-disc pet" cx="{short(x)}" cy="{short(y)}" r="{r:g}"/>'
        return f'<g class="seat-{seat}">{disc}{animal}</g>'

    def curve(self) -> Markup:
        """The curve for desks and for hands; the style sheet shows one of them."""
        sizes = (WIDE, NARROW) if self.wanted.step is None else self.sliders()
        return Markup("").join(self.drawn(size, name) for size, name in zip(sizes, ("wide", "narrow"), strict=True))

    def sliders(self) -> tuple[tuple[float, float], ...]:
        """The sizes below a moment: the more seats have marks, the higher."""
        lanes = len({one.seat for one in self.report.moments()})
        return tuple(
            (wide, high + lane * lanes) for (wide, high), lane in zip((SLIDER, NARROW_SLIDER), LANES, strict=True)
        )

    def drawn(self, size: tuple[float, float], name: str) -> Markup:
        """One of the two; patterns have names, which may not stand twice on a page."""
        wanted = self.wanted
        link = wanted.link(step="{step}")
        look = Look(*size, wanted.points or self.report.alone, self.owner, wanted.step, link, self.disc)
        svg = curve(self.report, self.say, look).replace("rv-tex-", f"rv-{name}-tex-")
        return Markup(f'<div class="rv-{name}" data-steps="{self.report.moves}" data-wide="{size[0]:g}">{svg}</div>')

    def context(self) -> dict[str, Any]:
        """Everything that the overview shows."""
        report, say = self.report, self.say
        moments = report.moments(self.wanted.seat)
        adjusted = adjusted_phrase(report)
        worst = report.worst(1, self.wanted.seat)
        alone = report.alone
        return {
            "result": say(result_phrase(report)),
            "adjusted": say(adjusted) if adjusted else "",
            "winner": report.winners[0] if report.winners else 0,
            "curve": self.curve(),
            "curve_name": say(Phrase("review.curve.points" if self.wanted.points or alone else "review.curve.chance")),
            "alone": alone,
            "moments": [self.row(one) for one in moments],
            "turning": self.row(worst[0]) if worst and len(moments) > 1 else None,
            "people": [self.person(one) for one in report.players_reviews],
            "months": [Markup(month_row(one, say)) for one in report.course.months] if report.course else [],
            "gave_away": say(worst_phrase(report)) if report.course else "",
            "basis": say(basis_phrase(report)),
            "story": self,
            "wanted": self.wanted,
            "heading": lambda key: say(Phrase(f"review.head.{key}")),
        }

    def row(self, one: Judgement) -> dict[str, Any]:
        """A moment in the list: mark, what, who, when, loss."""
        loss = signed_points(-one.loss.points) if self.report.alone else signed_percent(-round(one.loss.chance, -4))
        return {
            "step": one.step,
            "link": self.wanted.link(step=one.step),
            "verdict": one.verdict,
            "sign": Markup(sign(one.verdict, 28)),
            "word": self.say(verdict_phrase(one.verdict)),
            "what": self.say(one.chosen.what),
            "seat": one.seat,
            "name": name_of(self.table.seats[one.seat], self.words.language),
            "when": self.say(Phrase("review.move", {"number": one.step + 1})),
            "loss": self.say(loss),
            "on": one.step == self.wanted.step,
        }

    def person(self, review: SeatReview) -> dict[str, Any]:
        """One player's sums."""
        _, points, accuracy, lost, luck, average = person_cells(review, self.report, self.say)
        phases = [self.say(signed_points(-one.points)) for one in review.lost_by_phase]
        return {
            "seat": review.seat,
            "name": name_of(self.table.seats[review.seat], self.words.language),
            "points": points,
            "accuracy": accuracy,
            "share": round(review.accuracy),
            "lost": lost,
            "luck": luck,
            "average": average,
            "phases": " / ".join(phases),
            "marks": [(Markup(sign(mark, 18)), self.say(verdict_phrase(mark)), review.marks[mark]) for mark in MARKED],
        }
