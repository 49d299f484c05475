"""What people see: sentences in three languages with clauses, curves of sound SVG, a page that needs nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from domik.judge.value import Value
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.language import LANGUAGES, Words, words_for
from domik.reviews.charts import ChartOptions, draw_game_chart
from domik.reviews.clauses import rounded_rows, rounded_tenths
from domik.reviews.html_page import render_page
from domik.reviews.phrases import adjusted_phrase, counted_phrase, moment_phrases, result_phrase
from domik.reviews.report import CARDS, ClausePoints, Hindsight, Judgement, Report, ValueChange
from tests.reviews.games import reviewed


@pytest.fixture(scope="module")
def game() -> tuple[GameRecord, Report]:
    """A game in which the first decision is called a blunder, whatever it was."""
    record, report = reviewed("dream_home", 2)
    assert report.judgements
    first = report.judgements[0]
    blunder = replace(
        first,
        verdict="blunder",
        best=0,
        played=1,
        loss=Value(210_000, 3000, 3000),
        low=Value(120_000),
        high=Value(300_000),
        why=(Phrase("reason.search"),),
        for_played=(Phrase("reason.search"),),
        clauses=(
            ClausePoints("DH-62", Phrase("tally.comfort"), 2000),
            ClausePoints("DH-63", Phrase("tally.mixed"), -1000),
        ),
        hindsight=Hindsight(Value(300_000), Value(500_000)),
    )
    return record, replace(report, judgements=(blunder, *report.judgements[1:]))


@pytest.mark.parametrize("seed", range(40))
def test_rows_add_up_and_what_is_not_listed_is_less_than_each(seed: int) -> None:
    luck = random.Random(seed)
    rows = [
        ClausePoints(f"TH-{k}", Phrase("tally.comfort", {"n": k}), round(luck.gauss(0, luck.choice((60, 400, 2000)))))
        for k in range(luck.randrange(1, 22))
    ]
    exact = sum(one.points for one in rows) + luck.choice((-1, 0, 1))
    *listed, last = rounded_rows(rows, exact) or (ClausePoints("", Phrase("review.rest"), 0),)
    assert sum(one.points for one in listed) + last.points == rounded_tenths(exact)
    assert last.clause or not listed or abs(last.points) < min(abs(one.points) for one in listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_half_a_point_is_called_so(language: str) -> None:
    say = words_for(language, ("domik.reviews",))
    half, more = (say(counted_phrase("review.more", points)) for points in (0.5, 1.5))
    assert half == {"en": "about half a point more", "ru": "примерно на пол-очка больше",
                    "pl": "około pół punktu więcej"}[language]  # fmt: skip
    assert "1½" in more


def words(record: GameRecord, language: str) -> Words:
    return words_for(language, (record.match.package.words_package, "domik.table", "domik.reviews"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_in_words(game: tuple[GameRecord, Report], language: str) -> None:
    record, report = game
    blunder: Judgement = report.judgements[0]
    text = " ".join(words(record, language)(one) for one in moment_phrases(blunder, alone=False))
    assert "(DH-62) +2" in text
    assert "(DH-63) −1" in text
    assert re.search(r"3\s(points more|очка больше|punktów więcej)", text)
    assert re.search(r"(give or take|плюс-минус|z dokładnością do) 9", text)
    assert "50" in text  # in hindsight
    assert words(record, language)(result_phrase(report))


def test_average_cards_only_where_everybody_was_reviewed(game: tuple[GameRecord, Report]) -> None:
    record, report = game
    assert adjusted_phrase(report) is None
    both = replace(
        report, reviewed=(0, 1), players_reviews=(report.seat_review(0), replace(report.seat_review(0), seat=1))
    )
    phrase = adjusted_phrase(both)
    assert phrase is not None
    assert " : " in words(record, "en")(phrase)


def test_the_winner_is_named_with_the_winning_score_first(game: tuple[GameRecord, Report]) -> None:
    record, report = game
    won = replace(report, scores=(17_000, 44_000), winners=(1,), players=("Ania", "Ola"))
    assert words(record, "en")(result_phrase(won)) == "Ola won, 44 : 17."


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_curve_is_sound_svg_and_every_mark_a_link(
    game: tuple[GameRecord, Report], points: bool, language: str
) -> None:
    record, report = game
    drawn = draw_game_chart(
        report, words(record, language), ChartOptions(points=points, open_step=report.judgements[0].step)
    )
    root = ElementTree.fromstring(drawn)
    links = root.findall(".//a")
    assert [link.get("href") for link in links] == [f"?step={one.step}" for one in report.marked_judgements()]
    assert all(link.get("aria-label") for link in links)
    assert root.get("role") == "group"  # an image would hide its links from screen readers
    numbers = [float(n) for n in re.findall(r'(?:x|cx)="(-?[\d.]+)"', drawn)]
    assert all(-1 <= n <= 881 for n in numbers)
    assert "nan" not in drawn


def test_no_number_of_luck_lies_on_a_bar(game: tuple[GameRecord, Report]) -> None:
    """Reveals that follow each other closely, up and down: a number ends before the next bar of its side begins."""
    record, report = game
    steps = [0, 2, 3, 9, 10, report.moves - 2, report.moves - 1]
    luck = [ValueChange(step, 0, 0, CARDS, Value(0, 0, points)) for step, points in
            zip(steps, [4000, 4000, -5000, -5000, 3000, -4000, -4000], strict=True)]  # fmt: skip
    drawn = draw_game_chart(replace(report, changes=tuple(luck)), words(record, "en"), ChartOptions(luck_seat=0))
    bars = [(side, float(x)) for side, x in re.findall(r'<rect class="(up|down)" x="([\d.]+)"', drawn)]
    assert len(bars) == len(steps)
    numbers = [("up" if sign == "+" else "down", float(x)) for x, sign in
               re.findall(r'<text[^>]* x="([\d.]+)"[^>]*>([+−])\d+<', drawn)]  # fmt: skip
    assert numbers
    for side, x in numbers:
        assert not [bar for other, bar in bars if other == side and x <= bar <= x + 24]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else(game: tuple[GameRecord, Report], language: str) -> None:
    record, report = game
    text = render_page(report, replace(record, players=["<b>", "&"]), words(record, language), language, "Dream Home")
    Strict().feed(text)
    assert f'<html lang="{language}">' in text
    assert not re.search(r"https?://|<script|<link|@import|url\((?!#)", text)
    step = report.marked_judgements()[0].step
    assert f'id="step-{step}"' in text
    assert f'href="#step-{step}"' in text


def test_names_are_escaped(game: tuple[GameRecord, Report]) -> None:
    record, report = game
    named = replace(report, players=('<script>alert("x")</script>', "b"))
    text = render_page(named, record, words(record, "en"), "en", "<i>")
    assert "<script" not in text
    assert "<i>" not in text


class Strict(HTMLParser):
    """Every tag that is opened is closed, in order."""

    VOID = ("meta", "path", "rect", "circle")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag
