"""Template contexts for a review report: result, chart, marked decisions and players. Nothing is computed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from domik.judge.thresholds import EXPLAINED, FIRST_LOOK, HINTED, MARKED, MILLION, THOUSAND
from domik.kernel.drawing import ScreenForm, short_number
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.reviews import Candidate, Judgement, Report, SeatReview, ValueChange
from domik.reviews.charts import BETTER, ChartOptions, draw_game_chart, verdict_sign
from domik.reviews.clauses import score_rows
from domik.reviews.html_page import month_row, player_cells, reviews_by_rank, worst_phrase
from domik.reviews.losses import losing_choices, lost_points, lost_points_of, unmarked_phrases
from domik.reviews.phrases import (
    adjusted_phrase,
    average_points,
    basis_phrase,
    comparison_phrase,
    counted_phrase,
    fact_phrase,
    hindsight_phrase,
    hundredths,
    loss_phrases,
    points_said,
    result_phrase,
    scores_text,
    sentence_phrase,
    signed_points,
    value_phrase,
    verdict_phrase,
    whole_luck,
)
from domik.reviews.report import CARDS, ClausePoints
from domik.server.pages.tables.board_pages import draw_past_view
from domik.server.rendering.player_names import display_name, display_names, fill_in_names
from domik.server.rendering.renderers import words_pen
from domik.table import Table
from domik.table.history import view_at
from domik.web.animals import animal_svg, portrait
from domik.web.pen import transform_attribute

FACTS = ("lost", "luck", "average", "accuracy")  # of every player, each with its explanation
ROWS = ("points", *FACTS, "marks")  # of the table of all players on a phone
WIDE, NARROW = (880.0, 330.0), (400.0, 290.0)
SLIDER, NARROW_SLIDER = (880.0, 138.0), (400.0, 130.0)  # without the lanes of marks
LANE_HEIGHTS = 22.0, 18.0


@dataclass(frozen=True)
class ReviewQuery:
    """What the reader has chosen to see, from the query string."""

    points: bool = False  # expected points instead of win chances
    seat: int | None = None  # filter of decisions and luck; None for all seats
    step: int | None = None  # the open step; None for the overview

    def link(self, **change: Any) -> str:
        """Query string for the same page with some choices changed."""
        now = {"curve": "points" if self.points else None, "seat": self.seat, "step": self.step} | change
        asked = "&".join(f"{name}={value}" for name, value in now.items() if value is not None)
        return f"?{asked}"


def bound_scores(text: str) -> str:
    """Scores stay on one line."""
    return text.replace(" : ", "\u00a0:\u00a0")


class ReviewOverview:
    def __init__(self, table: Table, report: Report, language: str, wanted: ReviewQuery, own: list[int]) -> None:
        self.table = table
        names = display_names(table, language)  # bots are called as each language calls them
        self.report = report = replace(report, players=tuple(names))
        self.wanted = wanted
        self.own_seats = own  # seats of the reader
        self.words = words_pen(language, table.match.package.name).words
        self.say: Callable[[Phrase], str] = self.words.say

    @property
    def luck_seat(self) -> int:
        """Seat whose luck is drawn: the filter's, the reader's own, or the first one."""
        if self.wanted.seat is not None:
            return self.wanted.seat
        return self.own_seats[0] if self.own_seats else self.report.reviewed[0]

    def face(self, seat: int, size: int = 22) -> Markup:
        """Portrait of a seat for running text."""
        return Markup(portrait(seat, self.table.seats[seat].animal, size))

    def disc(self, seat: int, x: float, y: float, r: float) -> str:
        """Portrait of a seat inside the chart, as SVG."""
        size = r * 1.5
        place = transform_attribute(x - size / 2, y - size / 2, size / 24)
        animal = f"<g {place}>{animal_svg(self.table.seats[seat].animal)}</g>"
        disc = f'<circle class="face-disc pet" cx="{short_number(x)}" cy="{short_number(y)}" r="{r:g}"/>'
        return f'<g class="seat-{seat}">{disc}{animal}</g>'

    def curve(self) -> Markup:
        """The chart in a wide and a narrow version; the style sheet shows one of them."""
        sizes = (WIDE, NARROW) if self.wanted.step is None else self.slider_sizes()
        return Markup("").join(
            self.draw_curve(size, name) for size, name in zip(sizes, ("wide", "narrow"), strict=True)
        )

    def slider_sizes(self) -> tuple[tuple[float, float], ...]:
        """Sizes of the chart below a single step; every seat with marks adds a lane."""
        lanes = len({one.seat for one in self.report.marked_judgements()})
        return tuple(
            (wide, high + lane * lanes)
            for (wide, high), lane in zip((SLIDER, NARROW_SLIDER), LANE_HEIGHTS, strict=True)
        )

    def draw_curve(self, size: tuple[float, float], name: str) -> Markup:
        """One version of the chart; its pattern ids get a prefix, since ids must be unique on a page."""
        wanted = self.wanted
        link = wanted.link(step="{step}")
        look = ChartOptions(*size, wanted.points or self.report.is_solo, self.luck_seat, wanted.step, link, self.disc)
        svg = draw_game_chart(self.report, self.say, look).replace("rv-tex-", f"rv-{name}-tex-")
        return Markup(f'<div class="rv-{name}" data-steps="{self.report.moves}" data-wide="{size[0]:g}">{svg}</div>')

    def context(self) -> dict[str, Any]:
        report, say = self.report, self.say
        moments = report.marked_judgements(self.wanted.seat)
        adjusted = adjusted_phrase(report)
        alone = report.is_solo
        return {
            "result": bound_scores(say(result_phrase(report))),
            "adjusted": bound_scores(say(adjusted)) if adjusted else "",
            "winner": report.winners[0] if report.winners else 0,
            "curve": self.curve(),
            "curve_name": say(Phrase("review.curve.points" if self.wanted.points or alone else "review.curve.chance")),
            "alone": alone,
            "moments": [self.moment_row(one) for one in moments],
            "first_looks": [self.moment_row(one) for one in report.first_looks(self.wanted.seat)],
            "unmarked": self.unmarked_notes(),
            "second_thoughts": [self.moment_row(one) for one in report.second_thoughts(self.wanted.seat)],
            "facts": FACTS,
            "rows": ROWS,
            "people": [self.player_summary(one) for one in reviews_by_rank(report)],
            "months": [Markup(month_row(one, say)) for one in report.course.months] if report.course else [],
            "gave_away": say(worst_phrase(report)) if report.course else "",
            "basis": say(basis_phrase(report)),
            "story": self,
            "wanted": self.wanted,
            "heading": lambda key: say(Phrase(f"review.head.{key}")),
            "may_change": say(Phrase("review.first")),
        }

    def unmarked_notes(self) -> list[tuple[int, str]]:
        """Seat and sentence of everybody whose unmarked choices cost points."""
        return [(seat, self.say(one)) for seat, one in unmarked_phrases(self.report, self.wanted.seat)]

    @property
    def turning_step(self) -> int:
        """The step of the moment that lost most; -1 where there are not several to compare."""
        worst = self.report.worst_judgements(2, self.wanted.seat)
        return worst[0].step if len(worst) > 1 else -1

    def moment_row(self, one: Judgement) -> dict[str, Any]:
        is_first = one.verdict == FIRST_LOOK
        losses = [Phrase("review.first")] if is_first else loss_phrases(one, self.report.is_solo)
        return {
            "step": one.step,
            "link": self.wanted.link(step=one.step),
            "verdict": one.verdict,
            "sign": Markup(verdict_sign(one.verdict, 28)),
            "word": self.say(verdict_phrase(one.verdict)),
            "what": self.say(one.played_candidate.what),
            "seat": one.seat,
            "name": display_name(self.table.seats[one.seat], self.words.language),
            "when": self.say(one.when),
            "is_turning": one.step == self.turning_step,
            "losses": [self.say(loss) for loss in losses],
            "on": one.step == self.wanted.step,
        }

    def player_summary(self, review: SeatReview) -> dict[str, Any]:
        _, points, accuracy, lost, luck, average = player_cells(review, self.report, self.say)
        numbers = {"points": points, "luck": luck, "average": average}
        points_of = {"lost": lost, "luck": luck, "average": average}
        amounts = {
            "lost": lost_points(self.report, review.seat),
            "luck": whole_luck(self.report, review.seat),
            "average": average_points(self.report, review.seat),
        }
        marks = sum(review.marks[mark] for mark in MARKED)
        return {
            "seat": review.seat,
            "name": display_name(self.table.seats[review.seat], self.words.language),
            "points": points,
            "unit": self.say(Phrase("web.review.unit", {"n": self.report.scores[review.seat] / THOUSAND})),
            "share": round(review.accuracy),
            "numbers": {"points": points, **points_of, "accuracy": accuracy, "marks": str(marks)},
            "facts": {
                **{key: self.say(points_said(amounts[key], one)) for key, one in points_of.items()},
                "accuracy": accuracy,
            },
            "explained": {key: self.say(Phrase(f"review.about.{key}", numbers)) for key in ROWS},
            "sources": [(self.say(one.what), scores_text([one.points])) for one in self.score_rows(review.seat)],
            "losses": [self.loss_row(one) for one in losing_choices(self.report, review.seat)],
            "marks": [
                (Markup(verdict_sign(mark, 18)), self.say(verdict_phrase(mark)), review.marks[mark]) for mark in MARKED
            ],
        }

    def loss_row(self, one: Judgement) -> tuple[str, str]:
        """When and by what a choice lost points, and how many."""
        what = f"{self.say(one.when)}: {self.say(one.played_candidate.what)}"
        return what, self.say(signed_points(-lost_points_of(self.report, one)))

    def score_rows(self, seat: int) -> tuple[ClausePoints, ...]:
        """Where a seat's final points came from."""
        return score_rows(self.table.match, view_at(self.table, len(self.table.moves), seat), seat)


MAX_ALTERNATIVES = 8
MIN_LUCK_POINTS = 500  # thousandths of a point; less is noise
PLAYED = "played"
NAMES = {"played": "played", "played_short": "played", "better": "better", "better_short": "better"}
HINTED_NAMES = {
    "played": "played_as_hinted", "played_short": "the_hint", "better": "a_longer_look", "better_short": "longer_look",
}  # fmt: skip


class ReviewStep:
    def __init__(self, story: ReviewOverview, step: int) -> None:
        self.overview = story
        self.step = step
        table, report = story.table, story.report
        self.judgement: Judgement | None = next((one for one in report.judgements if one.step == step), None)
        self.is_end = step >= len(table.moves)
        hinted = self.judgement is not None and self.judgement.verdict == HINTED
        self.names = HINTED_NAMES if hinted else NAMES
        self.seat = story.luck_seat if self.is_end else table.moves[step].seat
        self.view: View = view_at(table, step, self.seat)
        steps = [one.step for one in report.marked_judgements(story.wanted.seat)]
        self.number = steps.index(step) + 1 if step in steps else 0
        self.count = len(steps)
        self.earlier = max((one for one in steps if one < step), default=None)
        self.later = min((one for one in steps if one > step), default=None)

    def text_context(self) -> dict[str, Any]:
        story, one = self.overview, self.judgement
        say = story.say
        found: dict[str, Any] = {
            "moment": self,
            "story": story,
            "who": display_name(story.table.seats[self.seat], story.words.language),
            "when": self.when_text(),
            "what": "" if self.is_end else self.move_text(),
            "luck": [self.luck_text(change) for change in self.luck_changes()],
            "one": one,
            "rules": f"/g/{story.table.match.package.name}/rules",
            "heading": lambda key: say(Phrase(f"review.head.{key}")),
        }
        return found if one is None else found | self.judgement_context(one)

    def when_text(self) -> str:
        """When this step was: by the choices of a round where it was one, else by the stage of the game."""
        if self.judgement is not None:
            return self.overview.say(self.judgement.when)
        stage = self.overview.table.match.progress(self.view)
        return self.overview.say(Phrase("review.game") if stage is None else stage.what)

    def move_text(self) -> str:
        """Description of the move played, even if it was forced."""
        table = self.overview.table
        what = table.match.spoken_phrase(self.view, 1 << table.moves[self.step].action)
        return self.overview.say(fill_in_names(what, display_names(table, self.overview.words.language)))

    def judgement_context(self, one: Judgement) -> dict[str, Any]:
        say, in_points = self.overview.say, self.overview.report.is_solo or one.by_points
        differs = one.best != one.played
        hindsight = one.hindsight
        return {
            "verdict": say(verdict_phrase(one.verdict)),
            "sign": Markup(verdict_sign(one.verdict, 22)) if one.verdict in EXPLAINED else "",
            "better_sign": Markup(verdict_sign(BETTER, 24)),
            "better": say(one.best_candidate.what) if differs else "",
            "names": {key: say(Phrase(f"web.review.{self.names[key]}")) for key in self.names},
            "more": say(self.more_phrase(one.loss.points)),
            "total": say(signed_points(one.loss.points)),
            "clauses": [(say(signed_points(c.points)), say(c.what), c.clause, c.points < 0) for c in one.clauses],
            "sentence": self.sentence_text(one),
            "note": self.note_text(one),
            "compared": say(comparison_phrase(one, in_points)) if differs else "",
            "bars": []
            if in_points or not differs
            else [self.chance_bar(one.best_candidate, "better"), self.chance_bar(one.played_candidate, one.verdict)],
            "hindsight": say(hindsight_phrase(hindsight, in_points)) if hindsight is not None and differs else "",
            "others": self.alternatives(one),
            "others_unit": say(Phrase("review.expected" if in_points else "review.games_won")),
        }

    def more_phrase(self, thousandths: int) -> Phrase:
        """The heading of the table of points."""
        points = round(abs(thousandths) / THOUSAND, 1)
        return (
            counted_phrase("web.review.come_from", points)
            if thousandths >= 0
            else Phrase("web.review.fewer", {"n": points})
        )

    def sentence_text(self, one: Judgement) -> str:
        """Why the better move is better, as a sentence; both moves stand below it. "" if no fact tells them apart."""
        because = "web.review.for_longer_look" if one.verdict == HINTED else "review.because"
        fact = fact_phrase(one)
        said = sentence_phrase(one) if fact is None else Phrase(because, {"why": fact})
        text = self.overview.say(said) if said else ""
        return text[:1].upper() + text[1:]

    def note_text(self, one: Judgement) -> str:
        """What the reader must know about how a decision was judged; "" if there is nothing."""
        if one.verdict == HINTED:
            return self.overview.say(Phrase("web.review.hint_otherwise"))
        if one.by_points and not self.overview.report.is_solo:
            return self.overview.say(Phrase("review.by_points"))
        return ""

    def chance_bar(self, candidate: Candidate, kind: str) -> dict[str, Any]:
        """Win chance with its confidence interval, in percent for the style sheet."""
        value, doubt = candidate.value.chance, candidate.doubt.chance
        low, high = max(0, value - doubt), min(MILLION, value + doubt)
        name = self.names["better_short" if kind == BETTER else "played_short"]
        return {
            "kind": kind,
            "name": self.overview.say(Phrase(f"web.review.{name}")),
            "value": self.overview.say(Phrase("review.of_hundred", {"n": hundredths(value)})),
            "share": 100 * value / MILLION,
            "low": 100 * low / MILLION,
            "span": 100 * (high - low) / MILLION,
        }

    def alternatives(self, one: Judgement) -> list[tuple[str, str]]:
        """Other candidate moves, best first."""
        say, in_points = self.overview.say, self.overview.report.is_solo or one.by_points
        return [
            (say(other.what), say(value_phrase(other.value, in_points)))
            for at, other in enumerate(one.candidates)
            if other.worlds and at not in (one.best, one.played)
        ][:MAX_ALTERNATIVES]

    def luck_changes(self) -> list[ValueChange]:
        """Luck of the cards just before this step, where it is more than noise."""
        return [
            one
            for one in self.overview.report.changes
            if one.step == self.step and one.kind == CARDS and abs(one.value.points) >= MIN_LUCK_POINTS
        ]

    def luck_text(self, change: ValueChange) -> tuple[int, str, str]:
        """Seat, name and points of luck."""
        return (
            change.seat,
            display_name(self.overview.table.seats[change.seat], self.overview.words.language),
            self.overview.say(points_said(change.value.points)),
        )

    def board_message(self, form: ScreenForm, in_letters: bool) -> dict[str, Any]:
        """JSON for the page's script: the drawing as the seat saw it, with the paths of both moves."""
        drawing = draw_past_view(
            self.overview.table, self.step, self.seat, self.overview.words.language, form, in_letters
        )
        found: dict[str, Any] = {"areas": drawing.areas, "cells": drawing.cells, "marks": []}
        one = self.judgement
        if one is None:
            return found
        played = drawing.paths.get(one.played_candidate.action, ())
        better = drawing.paths.get(one.best_candidate.action, ()) if one.best != one.played else ()
        say = self.overview.say
        kind = one.verdict if one.verdict in EXPLAINED else PLAYED
        if better:
            word = say(Phrase(f"web.review.{self.names['better_short']}"))
            found["marks"].append([BETTER, word, verdict_sign(BETTER, 20), *path_difference(better, played)])
        mark = verdict_sign(one.verdict, 20) if one.verdict in EXPLAINED else ""
        word = say(Phrase(f"web.review.{self.names['played_short']}"))
        found["marks"].append([kind, word, mark, *path_difference(played, better)])
        return found


def path_difference(path: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Elements of a path that are not in the other one; the last element if that leaves none."""
    return tuple(one for one in path if one not in other) or path[-1:]
