"""One moment of a review: the board as the seat saw it, both moves marked in their places, and the words beside it."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from domik.kernel.drawing import Form
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.review import Candidate, Change, Judgement
from domik.review.report import CARDS
from domik.review.signs import BETTER, sign
from domik.review.telling import (
    compared,
    in_hindsight,
    more_phrase,
    percent,
    scores_text,
    signed_percent,
    signed_points,
    verdict_phrase,
)
from domik.review.thresholds import MILLION
from domik.server.review.story import ReviewStory
from domik.server.sight.names import name_of, names_at, with_names
from domik.server.tables.replay import drawn
from domik.table.history import view_at

MOST_OTHERS = 8
TOLD_LUCK = MILLION // 100  # of a chance; less is noise
TOLD_POINTS = 500  # thousandths of a point, alone
PLAYED = "played"


class ReviewMoment:
    """One step of a reviewed game."""

    def __init__(self, story: ReviewStory, step: int) -> None:
        self.story = story
        self.step = step
        table, report = story.table, story.report
        self.judgement: Judgement | None = next((one for one in report.judgements if one.step == step), None)
        self.is_end = step >= len(table.moves)
        self.seat = story.owner if self.is_end else table.moves[step].seat
        self.view: View = view_at(table, step, self.seat)
        steps = [one.step for one in report.moments(story.wanted.seat)]
        self.number = steps.index(step) + 1 if step in steps else 0
        self.count = len(steps)
        self.earlier = max((one for one in steps if one < step), default=None)
        self.later = min((one for one in steps if one > step), default=None)

    def said(self) -> dict[str, Any]:
        """The words, for the template."""
        story, one = self.story, self.judgement
        say = story.say
        found: dict[str, Any] = {
            "moment": self,
            "story": story,
            "who": name_of(story.table.seats[self.seat], story.words.language),
            "when": say(Phrase("review.move", {"number": self.step + 1})),
            "what": "" if self.is_end else self.described(),
            "luck": [self.luck(change) for change in self.changes()],
            "one": one,
            "rules": f"/g/{story.table.match.title.name}/rules",
            "heading": lambda key: say(Phrase(f"review.head.{key}")),
        }
        return found if one is None else found | self.judged(one)

    def described(self) -> str:
        """What was played, also where there was nothing to choose."""
        table = self.story.table
        what = table.match.spoken(self.view, 1 << table.moves[self.step].action)
        return self.story.say(with_names(what, names_at(table, self.story.words.language)))

    def judged(self, one: Judgement) -> dict[str, Any]:
        """The words about a decision."""
        say, alone = self.story.say, self.story.report.alone
        differs = one.best != one.played
        hindsight = one.hindsight
        return {
            "verdict": say(verdict_phrase(one.verdict)),
            "sign": Markup(sign(one.verdict, 22)) if one.is_marked else "",
            "better_sign": Markup(sign(BETTER, 24)),
            "better": say(one.better.what) if differs else "",
            "more": say(more_phrase(one)).split(":")[0] if differs else "",
            "clauses": [(say(signed_points(c.points)), say(c.what), c.clause, c.points < 0) for c in one.clauses],
            "reasons": [say(why) for why in one.why],
            "for_played": [say(why) for why in one.for_played],
            "compared": say(compared(one, alone)) if differs else "",
            "bars": [] if alone or not differs else [self.bar(one.better, "better"), self.bar(one.chosen, one.verdict)],
            "hindsight": say(in_hindsight(hindsight, alone)) if hindsight is not None and differs else "",
            "others": self.others(one),
        }

    def bar(self, candidate: Candidate, kind: str) -> dict[str, Any]:
        """A chance with its range."""
        value, doubt = candidate.value.chance, candidate.doubt.chance
        low, high = max(0, value - doubt), min(MILLION, value + doubt)
        return {
            "kind": kind,
            "name": self.story.say(Phrase("review.verdict.better" if kind == BETTER else "web.review.played")),
            "value": self.story.say(percent(value)),
            "share": 100 * value / MILLION,
            "low": 100 * low / MILLION,
            "span": 100 * (high - low) / MILLION,
        }

    def others(self, one: Judgement) -> list[tuple[str, str]]:
        """What else could have been done, the best first."""
        say, alone = self.story.say, self.story.report.alone
        return [
            (say(other.what), scores_text([other.value.points]) if alone else say(percent(other.value.chance)))
            for at, other in enumerate(one.candidates)
            if other.worlds and at not in (one.best, one.played)
        ][:MOST_OTHERS]

    def changes(self) -> list[Change]:
        """What came up just before this moment, where it mattered."""
        alone = self.story.report.alone
        least = TOLD_POINTS if alone else TOLD_LUCK
        return [
            one
            for one in self.story.report.changes
            if one.step == self.step and one.kind == CARDS and abs(one.value.graded(alone)) >= least
        ]

    def luck(self, change: Change) -> tuple[int, str, str]:
        """Who was lucky, and how much: in chances, or alone in points."""
        alone = self.story.report.alone
        value = signed_points(change.value.points) if alone else signed_percent(change.value.chance)
        return (
            change.seat,
            name_of(self.story.table.seats[change.seat], self.story.words.language),
            self.story.say(value),
        )

    def board(self, form: Form, in_letters: bool) -> dict[str, Any]:
        """The drawing as the seat saw it, and where both moves are."""
        drawing = drawn(self.story.table, self.step, self.seat, self.story.words.language, form, in_letters)
        found: dict[str, Any] = {"areas": drawing.areas, "cells": drawing.cells, "marks": []}
        one = self.judgement
        if one is None:
            return found
        played = drawing.paths.get(one.chosen.action, ())
        better = drawing.paths.get(one.better.action, ()) if one.best != one.played else ()
        say = self.story.say
        kind = one.verdict if one.is_marked else PLAYED
        if better:
            word = say(Phrase("review.verdict.better"))
            found["marks"].append([BETTER, word, sign(BETTER, 20), *apart(better, played)])
        mark = sign(one.verdict, 20) if one.is_marked else ""
        found["marks"].append([kind, say(Phrase("web.review.played")), mark, *apart(played, better)])
        return found


def apart(path: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The things of a path that the other one does not go over; all of them where that would leave nothing."""
    return tuple(one for one in path if one not in other) or path[-1:]
