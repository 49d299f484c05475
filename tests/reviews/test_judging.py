"""Verdicts: thresholds in one place, planted blunders found, growing reports, both ways through JSON."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench.review import plant_blunder

from domik.games import game_package
from domik.judge.accuracy import MEAN_LOSSES, USUAL_LOSSES, accuracy_of
from domik.judge.decision import DecisionAnalysis
from domik.judge.thresholds import ALONE, CHANCE, MARKED, VERDICTS, scale_of
from domik.judge.value import Value
from domik.kernel.errors import BadOption, BadRecord
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.language import LANGUAGES, words_for
from domik.reviews import iter_reports, parse_report, parse_reviewable, review
from domik.reviews.exercises import ALSO, FOUND, NOT_YET, build_exercise
from domik.reviews.report import FORMAT, Candidate, ClausePoints, Judgement, Report
from domik.reviews.seat_history import build_seat_history
from tests.reviews.games import played, reviewed


@pytest.mark.parametrize(
    ("loss", "low", "verdict"),
    [
        (49_999, 1, "fine"),
        (50_000, 1, "inaccuracy"),
        (99_999, 1, "inaccuracy"),
        (100_000, 1, "mistake"),
        (150_000, 1, "blunder"),
        (400_000, 0, "close"),
        (400_000, -1, "close"),
    ],
)
def test_thresholds(loss: int, low: int, verdict: str) -> None:
    assert CHANCE.verdict(loss, low, is_best=False) == verdict
    assert CHANCE.verdict(loss, low, is_best=True) == "best"


def test_alone_points_count() -> None:
    assert scale_of(1) is ALONE
    assert scale_of(2) is scale_of(4) is CHANCE
    assert [ALONE.verdict(n * 500, 1, is_best=False) for n in (2, 3, 5, 8)] == [*("fine", "inaccuracy"), *MARKED[1:]]


@pytest.mark.parametrize("game", [*MEAN_LOSSES, "a guest's"])
def test_accuracy_falls_with_the_mean_loss(game: str) -> None:
    master, normal, random = MEAN_LOSSES.get(game, USUAL_LOSSES)
    assert accuracy_of(game, 0) == 100
    assert accuracy_of(game, master) > 95
    assert accuracy_of(game, normal) == 80
    assert accuracy_of(game, random) < 60
    falling = [accuracy_of(game, loss) for loss in range(0, 3 * random, 25)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] > 0


@pytest.mark.parametrize("seed", [3])
def test_a_planted_blunder_is_found(seed: int) -> None:
    """The bench in small: the worst move of a long search, in a game of normal players."""
    match = game_package("treehouse").match(2)
    made = plant_blunder(match, f"small {seed}", long=400, player="normal")
    assert made is not None
    record, step, seat = made
    question = next(one for one in build_seat_history(record, seat).decision_points if one.number == step)
    decision = DecisionAnalysis(question, "1", halves=False, alone=False)
    for worlds in (16, 32, 64, 128):
        for _ in decision.advance(worlds):
            pass
    measured = decision.measured_loss()
    assert measured is not None
    assert decision.best != decision.played
    assert measured.low.chance > 0
    assert (measured.best - measured.played).chance >= CHANCE.mistake


def test_a_report_travels_as_json() -> None:
    _, report = reviewed("treehouse", 2)
    assert parse_report(report.to_json()) == report
    assert report.judgements
    for one in report.judgements:
        assert one.verdict in VERDICTS
        assert one.low.chance <= one.loss.chance <= one.high.chance
        assert one.loss == one.best_candidate.value - one.played_candidate.value
        numbers = [number for candidate in one.candidates for number in candidate.actions]
        assert len(numbers) == len(set(numbers)), "alike moves are one candidate"
    with pytest.raises(BadRecord):
        parse_report("{}")
    with pytest.raises(BadRecord):
        parse_report(report.to_json().replace(f'"format":{FORMAT}', '"format":99'))


MANY = 20_000  # worlds: more than any build has played when the first report comes


def test_it_grows_and_can_be_stopped() -> None:
    record = played("treehouse", 2)
    reports = iter_reports(record, 0, seconds=600.0, worlds=MANY)
    first = next(reports)
    assert first.progress < 1
    assert not first.complete
    assert first.seat_review(0).ledger.adds_up()
    reports.close()  # type: ignore[attr-defined]
    told: list[Report] = []

    def enough(report: Report) -> bool:
        told.append(report)
        return False

    stopped = review(record, 0, seconds=600.0, worlds=MANY, told=enough)
    assert told == [stopped]


def test_the_clock_ends_it() -> None:
    report = review(played("treehouse", 2), 0, seconds=0.5)
    assert not report.complete
    assert report.progress == 1
    assert report.seat_review(0).ledger.adds_up()


def test_the_same_seed_gives_the_same_review(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("judge.decision", "reviews.rollout_judge"):
        monkeypatch.setattr(f"domik.{module}.LEAST_WORLDS", 2)
    monkeypatch.setattr("domik.judge.second_look.THINKING", 0)  # the pure build thinks too slowly
    record = played("treehouse", 2)
    one, two, other = (review(record, 1, seconds=600.0, worlds=2, seed=seed).judgements for seed in ("a", "a", "b"))
    assert one == two != other


def test_what_cannot_be_reviewed_is_refused_in_every_language() -> None:
    record = played("treehouse", 2)
    text = record.to_json()
    half = GameRecord(record.match, record.deal, record.players, record.moves[:9])
    bad = {
        half.to_json(): "review.error.unfinished",
        text.replace('"rules":1', '"rules":0', 1): "review.error.rules",
        text.replace('"rules":1', '"rules":7', 1): "error.record_rules",
        text.replace('"game":"treehouse"', '"game":"chess"'): "error.game",
        "{": "error.json",
        "[]": "error.record_shape",
        text.replace('"moves":[[', '"moves":[[0,62,0],['): "error.record_move",
    }
    for document, key in bad.items():
        with pytest.raises((BadRecord, BadOption)) as refused:
            parse_reviewable(document)
        assert refused.value.phrase.key == key
        for language in LANGUAGES:
            assert words_for(language, ("domik.reviews",))(refused.value.phrase)
    with pytest.raises(BadRecord):
        review(half)
    with pytest.raises(BadOption):
        review(record, 2)


def mistake() -> Judgement:
    """A made-up moment: four candidates at 60, 57, 55 and 40 %."""
    candidates = tuple(
        Candidate(actions, "x", Phrase("reason.search"), Value(chance * 10_000), Value(), 100)
        for actions, chance in (((4, 9), 60), ((2,), 57), ((3,), 55), ((0,), 40))
    )
    loss = Value(200_000, 3000, 3000)
    return Judgement(7, 1, 0, "blunder", candidates, 0, 3, Value(), loss, Value(100_000), Value(300_000))


def test_an_answer_within_four_points_of_the_best_counts() -> None:
    exercise = build_exercise(mistake(), seats=2)
    assert [exercise.grade_answer(n) for n in (4, 9, 2, 3, 0, 60)] == [FOUND, FOUND, ALSO, NOT_YET, NOT_YET, NOT_YET]
    assert exercise.accepted == (4, 9, 2)
    for language in LANGUAGES:
        say = words_for(language, ("domik.reviews",))
        assert len({say(exercise.answer_phrase(n)) for n in (4, 2, 0)}) == 3
        assert say(exercise.prompt)


def test_the_solution_of_an_exercise_is_a_sentence_and_no_table() -> None:
    rows = (ClausePoints("TH-45", Phrase("reason.search"), -7200), ClausePoints("", Phrase("review.rest"), 10_200))
    for facts, start in (((), "about 3 points more"), ((Phrase("reason.search"),), "")):
        more = build_exercise(replace(mistake(), clauses=rows, why=facts), seats=2).more
        said = words_for("en", ("domik.reviews",)).say(more)
        assert said.startswith(start)
        assert "TH-45" not in said
        assert "7.2" not in said
