"""Result of a daily deal: matchpoints against people and bots, the distribution of scores, and the line to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from markupsafe import Markup

from domik.deals import Day, Deal
from domik.deals.bot_field import BotResult
from domik.deals.results import MatchpointScore, matchpoints_against, rank_among, share_colours, share_squares
from domik.games import game_package
from domik.kernel.phrase import Phrase
from domik.reviews import Report
from domik.server.accounts.visitors import Visitor
from domik.server.http.dates import day_text
from domik.server.pages.deals.attempts import AttemptResult, own_result
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.templates import web_words
from domik.table import Table
from domik.web.plots import bar_chart, percent_ring

MAX_BARS = 11
LEVEL_ANIMALS = {"easy": "mouse", "normal": "owl", "hard": "badger"}


@dataclass(frozen=True)
class FieldRow:
    """Matchpoints against one part of the field: people, or one level of bots."""

    level: str  # bot level; empty for people
    animals: tuple[str, ...]
    found: MatchpointScore


@dataclass(frozen=True)
class DailyResult:
    deal: Deal
    day: Day
    visitor: Visitor
    results: list[AttemptResult]
    bots: list[BotResult]
    is_complete: bool
    table: Table | None
    report: Report | None
    is_reviewing: bool  # whether a review is queued or running
    streak: int

    @property
    def mine(self) -> AttemptResult | None:
        """The visitor's own result; None unless they finished in time."""
        return own_result(self.results, self.visitor.owner, self.table.id if self.table else "")

    def other_scores(self) -> list[int]:
        mine = self.mine
        return [one.score for one in self.results if mine is None or one.table != mine.table]

    def level_scores(self, level: str) -> list[int]:
        return [one.score for one in self.bots if one.level == level]

    def percent(self) -> int | None:
        """Matchpoint percentage against all people and bots; None without a result of one's own."""
        if self.mine is None:
            return None
        return matchpoints_against(self.mine.score, [*self.other_scores(), *(one.score for one in self.bots)]).percent

    def rows(self) -> list[FieldRow]:
        """People first, then bots from the weakest level up; parts without games are left out."""
        if self.mine is None:
            return []
        score = self.mine.score
        faces = tuple(one.animal for one in self.results if one is not self.mine)[:3]
        rows = [FieldRow("", faces or ("squirrel",), matchpoints_against(score, self.other_scores()))]
        rows += [
            FieldRow(level, (animal,), matchpoints_against(score, self.level_scores(level)))
            for level, animal in LEVEL_ANIMALS.items()
        ]
        return [row for row in rows if row.found.of]

    def verdicts(self) -> list[str] | None:
        """Review verdicts of the visitor's decisions in order; None before the review is done."""
        if self.report is None:
            return None
        return [one.verdict for one in self.report.judgements if one.seat == self.deal.seat]

    def share_text(self) -> str:
        """The line to share; it reveals no card and no move."""
        t = web_words(self.visitor.language)
        assert self.mine is not None
        name = words_pen(self.visitor.language, self.deal.game).words.say(Phrase("game.name"))
        parts = [f"{percent} %"] if (percent := self.percent()) is not None else []
        parts += [share_squares(self.verdicts()), t("daily.share_points", points=self.points_text(self.mine.score))]
        parts += [t("daily.share_row", n=self.streak)] if self.streak > 1 else []
        return f"Domik · {name} · {day_text(self.day.date, self.visitor.language)}\n{' · '.join(parts)}"

    def points_text(self, score: int) -> str:
        """Points in the unit that players use; some games store half points."""
        return str(game_package(self.deal.game).format_points(score))

    def plot(self) -> Markup:
        """Histogram of all scores, with the mean of each bot level marked."""
        t = web_words(self.visitor.language)
        mine = self.mine
        scores = [one.score for one in self.results] + [one.score for one in self.bots]
        if not scores:
            return Markup("")
        least, width, counts = histogram(scores)
        shown = [
            (self.points_text(least + k * width), many, mine is not None and (mine.score - least) // width == k)
            for k, many in enumerate(counts)
        ]
        posts = []
        for level in LEVEL_ANIMALS:
            if found := self.level_scores(level):
                posts.append(((mean(found) - least + 0.5) / width, t(f"daily.bots_{level}")))
        return Markup(bar_chart(shown, posts, t("daily.you"), t("daily.plot", n=len(scores))))

    def best_table(self) -> dict[str, Any] | None:
        """The best table of the day; a person's wins a tie with a bot's."""
        mine = self.mine
        tops: list[tuple[int, int, dict[str, Any]]] = [
            (one.score, 1, {"table": one.table, "bot": "", "name": one.name, "animal": one.animal})
            for one in self.results
        ]
        tops += [
            (one.score, 0, {"table": "", "bot": one.key, "name": one.level, "animal": LEVEL_ANIMALS[one.level]})
            for one in self.bots
        ]
        if not tops:
            return None
        score, _, best = max(tops, key=lambda one: (one[0], one[1]))
        is_mine = mine is not None and best["table"] == mine.table
        return best | {"points": self.points_text(score), "of": len(tops), "mine": is_mine}

    def context(self) -> dict[str, Any]:
        mine, percent = self.mine, self.percent()
        t = web_words(self.visitor.language)
        return {
            "mine": mine,
            "points": self.points_text(mine.score) if mine else "",
            "percent": percent,
            "ring": Markup(percent_ring(percent, t("daily.matchpoints"))) if percent is not None else "",
            "place": rank_among(mine.score, self.other_scores()) if mine else 0,
            "of": len(self.results),
            "ended_early": mine is None and self.table is not None,
            "is_late": self.table is not None and self.table.is_finished and mine is None,
            "unfinished": self.table is not None and not self.table.is_over,
            "plot": self.plot(),
            "tables": len(self.results) + len(self.bots),
            "rows": self.rows(),
            "share": self.share_text() if mine else "",
            "colours": share_colours(self.verdicts()),
            "best": self.best_table(),
            "rivals": [one for one in reversed(self.results) if mine and one.table != mine.table][:3],
            "pending": self.mine is not None and (not self.is_complete or (self.report is None and self.is_reviewing)),
            "bots_so_far": len(self.bots),
            "judged": self.report is not None,
        }


def histogram(scores: Sequence[int]) -> tuple[int, int, list[int]]:
    """Least score, width of a bin, and the count of each bin; at most MAX_BARS bins."""
    least, most = min(scores), max(scores)
    width = max(1, -(-(most - least + 1) // MAX_BARS))
    counts = [0] * ((most - least) // width + 1)
    for score in scores:
        counts[(score - least) // width] += 1
    return least, width, counts
