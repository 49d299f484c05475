"""What came of a deal of the day: matchpoints against people and bots, where everybody stands, the line to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from markupsafe import Markup

from domik.deals import Day, Deal
from domik.deals.field import Played
from domik.deals.matchpoints import Versus, place, versus
from domik.deals.share import colours, squares
from domik.games import title_of
from domik.kernel.phrase import Phrase
from domik.review import Report
from domik.server.deals.daily import Entry, mine_in
from domik.server.paper.dates import day_of
from domik.server.paper.templates import web_words
from domik.server.sight.pens import words_pen
from domik.server.visitors.visitors import Visitor
from domik.table import Table
from domik.web.plots import bars, ring

MOST_BARS = 11
FACES = {"easy": "mouse", "normal": "owl", "hard": "badger"}


@dataclass(frozen=True)
class Row:
    """One part of the field against one's own score."""

    level: str  # empty for people
    animals: tuple[str, ...]
    found: Versus


@dataclass(frozen=True)
class Outcome:
    """A deal as one visitor finds it afterwards."""

    deal: Deal
    day: Day
    visitor: Visitor
    entries: list[Entry]
    bots: list[Played]
    whole: bool  # whether all bots have played
    table: Table | None
    report: Report | None
    judging: bool  # whether somebody is at the review
    streak: int

    @property
    def mine(self) -> Entry | None:
        """One's own try, if it came to its end in time."""
        return mine_in(self.entries, self.visitor.owner, self.table.id if self.table else "")

    def people(self) -> list[int]:
        """The scores of the others."""
        mine = self.mine
        return [one.score for one in self.entries if mine is None or one.table != mine.table]

    def level(self, level: str) -> list[int]:
        """The scores of one level of bots."""
        return [one.score for one in self.bots if one.level == level]

    def percent(self) -> int | None:
        """Matchpoints against everybody."""
        if self.mine is None:
            return None
        return versus(self.mine.score, [*self.people(), *(one.score for one in self.bots)]).percent

    def rows(self) -> list[Row]:
        """People first, then the bots from the weakest on."""
        if self.mine is None:
            return []
        score = self.mine.score
        faces = tuple(one.animal for one in self.entries if one is not self.mine)[:3]
        rows = [Row("", faces or ("squirrel",), versus(score, self.people()))]
        rows += [Row(level, (animal,), versus(score, self.level(level))) for level, animal in FACES.items()]
        return [row for row in rows if row.found.of]

    def verdicts(self) -> list[str] | None:
        """How one's own decisions were judged, in the order of the game."""
        if self.report is None:
            return None
        return [one.verdict for one in self.report.judgements if one.seat == self.deal.seat]

    def share(self) -> str:
        """The line to share: no card, no move."""
        t = web_words(self.visitor.language)
        assert self.mine is not None
        name = words_pen(self.visitor.language, self.deal.game).words.say(Phrase("game.name"))
        parts = [f"{percent} %"] if (percent := self.percent()) is not None else []
        parts += [squares(self.verdicts()), t("daily.share_points", points=self.written(self.mine.score))]
        parts += [t("daily.share_row", n=self.streak)] if self.streak > 1 else []
        return f"Domik · {name} · {day_of(self.day.date, self.visitor.language)}\n{' · '.join(parts)}"

    def written(self, score: int) -> str:
        """Points as people count them."""
        return str(title_of(self.deal.game).written(score))

    def plot(self) -> Markup:
        """Where everybody stands, bots as posts."""
        t = web_words(self.visitor.language)
        mine = self.mine
        scores = [one.score for one in self.entries] + [one.score for one in self.bots]
        if not scores:
            return Markup("")
        least, width, counts = binned(scores)
        shown = [
            (self.written(least + k * width), many, mine is not None and (mine.score - least) // width == k)
            for k, many in enumerate(counts)
        ]
        posts = []
        for level in FACES:
            if found := self.level(level):
                posts.append(((mean(found) - least + 0.5) / width, t(f"daily.bots_{level}")))
        return Markup(bars(shown, posts, t("daily.you"), t("daily.plot", n=len(scores))))

    def best(self) -> dict[str, Any] | None:
        """The best table of the day: a person's where level with a bot's."""
        mine = self.mine
        tops: list[tuple[int, int, dict[str, Any]]] = [
            (one.score, 1, {"table": one.table, "bot": "", "name": one.name, "animal": one.animal})
            for one in self.entries
        ]
        tops += [
            (one.score, 0, {"table": "", "bot": one.key, "name": one.level, "animal": FACES[one.level]})
            for one in self.bots
        ]
        if not tops:
            return None
        score, _, best = max(tops, key=lambda one: (one[0], one[1]))
        is_mine = mine is not None and best["table"] == mine.table
        return best | {"points": self.written(score), "of": len(tops), "mine": is_mine}

    def context(self) -> dict[str, Any]:
        """Everything that the page shows."""
        mine, percent = self.mine, self.percent()
        t = web_words(self.visitor.language)
        return {
            "mine": mine,
            "points": self.written(mine.score) if mine else "",
            "percent": percent,
            "ring": Markup(ring(percent, t("daily.matchpoints"))) if percent is not None else "",
            "place": place(mine.score, self.people()) if mine else 0,
            "of": len(self.entries),
            "ended_early": mine is None and self.table is not None,
            "is_late": self.table is not None and self.table.is_finished and mine is None,
            "unfinished": self.table is not None and not self.table.is_over,
            "plot": self.plot(),
            "tables": len(self.entries) + len(self.bots),
            "rows": self.rows(),
            "share": self.share() if mine else "",
            "colours": colours(self.verdicts()),
            "best": self.best(),
            "rivals": [one for one in reversed(self.entries) if mine and one.table != mine.table][:3],
            "pending": self.mine is not None and (not self.whole or (self.report is None and self.judging)),
            "bots_so_far": len(self.bots),
            "judged": self.report is not None,
        }


def binned(scores: Sequence[int]) -> tuple[int, int, list[int]]:
    """The least score, how wide a bar is, and how many stand in each; few enough bars to read."""
    least, most = min(scores), max(scores)
    width = max(1, -(-(most - least + 1) // MOST_BARS))
    counts = [0] * ((most - least) // width + 1)
    for score in scores:
        counts[(score - least) // width] += 1
    return least, width, counts
