"""What own choices lost in points: at marks, and where a game was decided; when a choice was; a sentence for each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domik.games import game_package
from domik.judge.thresholds import CLOSE, HINTED
from domik.judge.value import DecisionPoint, Value
from domik.kernel.phrase import Phrase
from domik.language import LANGUAGES, words_for
from domik.reviews.exercises import build_exercise
from domik.reviews.losses import losing_choices, lost_points, unmarked_phrases
from domik.reviews.phrases import loss_phrases, points_said, sentence_phrase
from domik.reviews.report import ClausePoints, Judgement, Report
from domik.reviews.seat_history import decision_times
from tests.conformance.tables import random_steps
from tests.reviews.games import reviewed

LOST_GAME, EVEN = Value(20_000, -9000, 12_000), Value(500_000, 0, 20_000)


def judged(report: Report, verdict: str, best: Value, loss: Value, low: Value) -> Report:
    """The report with one decision only, of these numbers."""
    one = next(each for each in report.judgements if len(each.candidates) > 1)
    candidates = [replace(each, value=best) for each in one.candidates]
    candidates[1] = replace(candidates[1], value=best - loss)
    changed = replace(one, verdict=verdict, best=0, played=1, candidates=tuple(candidates), loss=loss, low=low)
    return replace(report, judgements=(changed,))


@pytest.fixture(scope="module")
def report() -> Report:
    return reviewed("dream_home", 2)[1]


THREE, SURE, UNSURE = Value(10_000, 3000, 3000), Value(-9000, 2000, 2000), Value(-9000, -100, 400)


def test_where_the_game_is_decided_points_that_are_sure_count(report: Report) -> None:
    found = judged(report, CLOSE, LOST_GAME, THREE, SURE)
    assert lost_points(found, 0) == 3000
    ((seat, said),) = unmarked_phrases(found)
    assert (seat, said.key, said.args["n"]) == (0, "review.unmarked_decided", 1)
    assert not unmarked_phrases(judged(report, "blunder", LOST_GAME, THREE, SURE)), "a marked one stands in the list"


@pytest.mark.parametrize(
    ("verdict", "best", "low"),
    [(CLOSE, EVEN, SURE), (CLOSE, LOST_GAME, UNSURE), (HINTED, LOST_GAME, SURE)],
    ids=["a chance was at stake", "not sure", "as hinted"],
)
def test_what_is_not_sure_counts_for_nothing(report: Report, verdict: str, best: Value, low: Value) -> None:
    found = judged(report, verdict, best, THREE, low)
    assert not losing_choices(found, 0)
    alone = judged(replace(report, seats=1), CLOSE, LOST_GAME, THREE, SURE)
    assert not losing_choices(alone, 0), "alone there are marks"


def test_a_list_says_points_and_chance_where_both_say_something(report: Report) -> None:
    (one,) = judged(report, "blunder", EVEN, Value(200_000, 3000, 3000), SURE).judgements
    say = words_for("en", ("domik.reviews",))
    assert [say(each) for each in loss_phrases(one, alone=False)] == ["−3 points", "50 → 30 of 100"]
    assert [say(each) for each in loss_phrases(one, alone=True)] == ["−3 points"]
    assert say(points_said(-1000)) == "−1 point"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_without_a_fact_says_what_brings_most_or_whom_it_holds_back(report: Report, language: str) -> None:
    (one,) = judged(report, "blunder", EVEN, Value(200_000, 3000, 1000), SURE).judgements
    rows = tuple(
        ClausePoints(f"DH-{at}", Phrase("review.title"), points) for at, points in enumerate((-2500, 2300, 1200))
    )
    say = words_for(language, ("domik.reviews",))

    def said(judgement: Judgement) -> str:
        phrase = sentence_phrase(judgement)
        return "" if phrase is None else say(phrase)

    plain = replace(one, why=(), clauses=rows)
    assert "2.3" in said(plain).replace(",", ".")
    fewer = replace(plain, loss=Value(200_000, 1600, -400))
    assert "2 " in said(fewer).replace("\u00a0", " ")  # 1.6 more of margin with 0.4 fewer points of one's own
    assert said(replace(plain, loss=Value(200_000, -600, -400))) == "", "nobody is held back"


def test_many_points_of_one_row_say_more_than_a_fact(report: Report) -> None:
    """“Afterwards you have 4 of: clay” is no reason for 23 points; the row that is half of them is."""
    (one,) = judged(report, "blunder", EVEN, Value(200_000, 23_000, 23_000), SURE).judgements
    fact = Phrase("reason.gain", {"n": 4})
    rows = (ClausePoints("CC-30", Phrase("review.title"), 12_000), ClausePoints("CC-30", Phrase("review.rest"), 11_000))
    found = sentence_phrase(replace(one, why=(fact,), clauses=rows))
    assert found is not None
    assert (found.key, found.args["n"]) == ("review.brings", 12.0)
    small = sentence_phrase(replace(one, why=(fact,), clauses=(replace(rows[0], points=3000),)))
    assert small is not None
    assert small.args["why"] == fact


@pytest.mark.parametrize(("points", "told"), [(3000, "3 points more"), (300, "it wins 50 of 100 games from here")])
def test_an_exercise_speaks_of_what_was_lost(report: Report, points: int, told: str) -> None:
    (one,) = judged(report, "blunder", EVEN, Value(200_000, points, points), SURE).judgements
    say = words_for("en", ("domik.reviews",))
    assert told in say(build_exercise(replace(one, why=(), clauses=()), 2).more)


def test_a_pick_is_called_as_the_board_counts_it() -> None:
    match = game_package("treehouse").match(2)
    points = [
        DecisionPoint(number, state.view(seat), state.copy(), [[0]], 0)
        for number, (state, seat, _) in enumerate(random_steps(match, 1))
        if seat == 0
    ]
    say = words_for("en", (match.package.words_package, "domik.reviews"))
    times = [say(each).replace("\u00a0", " ") for each in decision_times(match, points).values()]
    assert times[0] == "Round 1, pick 1 of 5"
    assert {"Round 2, pick 3 of 5", "Round 3, scoring"} <= set(times)
    assert not any("choice" in each for each in times)
