"""One judge: curve and marks are the same numbers, tables add up, facts differ, and nobody is blamed for a hint."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from domik.games import GAMES, game_package
from domik.judge.accuracy import accuracy_of
from domik.judge.advice import HintBudget, advise
from domik.judge.decision import DecisionAnalysis, MeasuredLoss
from domik.judge.second_look import MEASURING_STAGES, SecondLook, searched_move, stages_up_to
from domik.judge.thresholds import CHANCE, CLOSE, MARKED, MILLION, UNCOUNTED
from domik.judge.value import ZERO_VALUE, Value, equivalent_moves, group_of, iterate_to_end
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove, read_record
from domik.language import words_for
from domik.reviews.clauses import clause_points, rounded_rows, rounded_tenths
from domik.reviews.outlook import SeatOutlook, win_chances
from domik.reviews.phrases import loss_phrases, more_points_phrase, sentence_phrase, signed_points
from domik.reviews.report import ClausePoints
from domik.reviews.rollout_judge import RolloutJudge
from domik.reviews.runner import mean_of_marks
from domik.reviews.seat_history import build_seat_history, holds_as_well
from tests.reviews.games import played, reviewed

WORLDS_TO_COMPARE = 16


@pytest.mark.parametrize("name", list(GAMES))
def test_the_curve_steps_down_by_the_loss_that_is_shown(name: str) -> None:
    _, report = reviewed(name, max(2, game_package(name).least_seats))
    own = report.seat_review(0)
    judged = {one.step: one for one in report.judgements}
    assert judged
    followed = 0
    for step, one in judged.items():
        assert own.values[step] == one.best_candidate.value, "a position is worth what its best move is worth"
        assert own.chances[step][0] == one.best_candidate.value.chance
        if step + 1 not in judged and step + 1 < report.moves:
            news = sum((change.value for change in report.changes if change.step == step + 1), ZERO_VALUE)
            assert own.values[step + 1] == own.values[step] - one.loss + news
            followed += 1
    assert followed


@pytest.mark.parametrize("name", list(GAMES))
def test_what_is_said_is_said_for_one_side_only(name: str) -> None:
    record, report = reviewed(name, max(2, game_package(name).least_seats))
    views = {one.number: one for one in build_seat_history(record, 0).decision_points}
    for one in report.judgements:
        assert not set(map(str, one.why)) & set(map(str, one.for_played))
        question = views[one.step]
        facts = [str(each) for each in record.match.reasons(question.view, 1 << one.best_candidate.action)]
        assert all(str(each) in facts for each in one.why), "a fact of the position, not a phrase of the review"
        assert all(0 <= each.value.chance <= MILLION for each in one.candidates), "a chance, also of other moves"
        said = sentence_phrase(one)
        told = ("review.brings", "review.brings_most", "review.holds_back")
        assert said is None or said.key.removesuffix("_half") in ("hint.because", *told)
        assert {each.key for each in loss_phrases(one, alone=False)} <= {"review.lost_points", "review.lost_chance"}


def test_less_of_a_fact_does_not_speak_for_a_move() -> None:
    """“Worth 3 points more to you” is no reason against a move that is worth 6 points more to you."""
    three, six = (Phrase("reason.gain", {"n": n}) for n in (3, 6))
    assert holds_as_well(three, [six])
    assert holds_as_well(three, [three])
    assert not holds_as_well(six, [three])
    red, blue = (Phrase("reason.lead", {"colour": Phrase(f"colour.{one}"), "n": 2}) for one in ("red", "blue"))
    assert holds_as_well(red, [blue]), "two rooms lead here as there"
    assert not holds_as_well(red, [six])


def test_rows_sum_to_the_total_as_printed() -> None:
    rows = [ClausePoints(f"TH-{number}", Phrase("reason.search"), points) for number, points in
            enumerate([4930, 2680, -1340, -1140, 260, 140, 90, -30])]  # fmt: skip
    found = rounded_rows(rows)
    assert sum(one.points for one in found) == 5600 == round(sum(one.points for one in rows), -2)
    assert all(one.points % 100 == 0 and one.points for one in found)
    *listed, rest = found
    assert rest.clause == ""
    assert abs(rest.points) < min(abs(one.points) for one in listed)
    assert len({str(one.what) for one in listed}) == len(listed), "rows of one name are told apart by their clause"
    assert rounded_rows([]) == ()
    for exact, printed in (
        (3250, 3200),
        (3852, 3900),
        (2450, 2500),
        (-3852, -3900),
    ):  # the loss, before rows are rounded
        assert sum(one.points for one in rounded_rows([replace(rows[0], points=exact - 2)], exact)) == printed
        assert float(str(signed_points(exact).args["number"])) * 1000 == pytest.approx(abs(printed))


@pytest.mark.parametrize("most", [None, 1, 2])
def test_what_a_sentence_lists_adds_up_too(most: int | None) -> None:
    names = ("head.lost", "head.luck", "head.plan", "head.points", "head.player")
    points = (3310, -2020, -830, -190, -110)
    rows = rounded_rows(
        [ClausePoints("TH-45", Phrase(f"review.{name}"), many) for name, many in zip(names, points, strict=True)]
    )
    listed = more_points_phrase(160, rows, most).args["clauses"]
    text = words_for("en", ("domik.reviews", "domik.table"))(listed) if isinstance(listed, Phrase) else ""
    numbers = [float(one.replace("−", "-")) for one in re.findall(r"[+−][\d.]+", text)]
    assert len(numbers) == (most or 3) + 1
    assert sum(numbers) == pytest.approx(0.2)
    assert "everything else" in text


def test_accuracy_speaks_of_no_less_than_the_marks() -> None:
    _, report = reviewed("treehouse", 2)
    one = replace(report.judgements[0], verdict="blunder", best=0, played=1, loss=Value(300_000, 6000, 6000))
    assert mean_of_marks([one, *report.judgements[1:2]]) >= 3000
    assert mean_of_marks([replace(one, verdict="close")]) == 0
    assert accuracy_of("treehouse", mean_of_marks([one] * 2)) < 60


@pytest.mark.parametrize("name", list(GAMES))
def test_points_by_clause_sum_to_the_loss_that_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over the decisions of a played game: as printed, with a name of its own for every row."""
    monkeypatch.setattr("domik.judge.second_look.THINKING", 0)  # the pure build thinks too slowly
    record = played(name, max(2, game_package(name).least_seats), bots="random")
    compared = 0
    for question in build_seat_history(record, 0).decision_points[::3]:
        decision = DecisionAnalysis(question, "1", halves=record.match.package.halves, alone=False)
        iterate_to_end(decision.advance(2))
        look = SecondLook(decision, "1", searched_move(question.view, "1", 4), most=3)
        iterate_to_end(look.advance(CHANCE))
        if look.best != look.played:
            rows = clause_points(record.match, look)
            assert sum(one.points for one in rows) == rounded_tenths(look.loss().points)
            assert len({str(one.what) for one in rows}) == len(rows)
            compared += bool(rows)
    assert compared


def test_nobody_is_blamed_for_a_hint() -> None:
    record = played("treehouse", 2, bots="random")
    question = next(one for one in build_seat_history(record, 0).decision_points if one.number > 4)
    followed = [question.number, 0, record.moves[question.number].action]
    for hints, expected in (
        ([followed], {question.number}),
        ([[question.number, 0, 62]], set()),
        ([[question.number, 1, followed[2]]], set()),
        ([[0, 0, followed[2]]], set()),
        ("nonsense", set()),
        ([7, [], ["a", 0, 1], None], set()),
    ):
        hinted = GameRecord(record.match, record.deal, record.players, record.moves, extra={"hints": hints})
        assert build_seat_history(hinted, 0).hinted == expected
    assert not set(MARKED) & set(UNCOUNTED)


def test_a_hint_that_was_followed_is_not_in_the_accuracy() -> None:
    record = played("treehouse", 2, bots="random")
    bare = RolloutJudge(record, 0, "accuracy")
    for _ in bare.advance(WORLDS_TO_COMPARE):
        pass
    worst = max(bare.decisions, key=lost_margin)
    hint = [worst.question.number, 0, record.moves[worst.question.number].action]
    hinted = RolloutJudge(replace(record, extra={"hints": [hint]}), 0, "accuracy")
    for _ in hinted.advance(WORLDS_TO_COMPARE):
        pass
    assert lost_margin(worst) > 0
    assert hinted.mean_loss() < bare.mean_loss()


def lost_margin(decision: DecisionAnalysis) -> int:
    measured = decision.measured_loss()
    return (measured.best - measured.played).margin if measured is not None else 0


def test_a_hint_is_one_of_the_moves_and_the_same_for_the_same_view() -> None:
    record = played("treehouse", 2)
    state = record.start()
    for move in record.moves[:7]:
        state.play(move.seat, 1 << move.action)
    seat = (int(state.awaited_seats()) & -int(state.awaited_seats())).bit_length() - 1
    view, small = state.view(seat), HintBudget(iterations=4, worlds=2, milliseconds=600_000)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("domik.judge.second_look.THINKING", 0)
        one, two = (advise(record.match, view, "7", small) for _ in range(2))
    assert one == two
    assert one & int(view.legal())


def test_the_second_look_counts_worlds_and_confirms_a_planted_blunder() -> None:
    """The last pick of a game that is decided by it: the rollouts cannot be wrong, and the look must agree."""
    record = played("treehouse", 2, bots="normal")
    question = build_seat_history(record, 0).decision_points[-1]
    decision = DecisionAnalysis(question, "1", halves=False, alone=False)
    iterate_to_end(decision.advance(12))
    look = SecondLook(decision, "1", searched_move(question.view, "1", 8), most=12)
    iterate_to_end(look.advance(CHANCE))
    assert look.is_done
    assert look.best in look.alive
    assert decision.played in range(1, len(question.move_groups) + 1)
    assert look.best == decision.played or look.worlds == 12
    iterate_to_end(look.settle(CHANCE))
    assert look.is_settled
    assert stages_up_to(MEASURING_STAGES, 80) == [64, 80]


@pytest.mark.parametrize(("lost", "error", "worlds"), [(0, 4, (64, 64)), (40, 4, (64, 256)), (12, 4, (256, 512))])
def test_what_may_be_grave_is_measured_until_its_name_is_sure(lost: int, error: int, worlds: tuple[int, int]) -> None:
    """Made-up losses, in hundredths of a win: surely none, surely a blunder, and one near the bound."""
    question = build_seat_history(played("treehouse", 2, bots="random"), 0).decision_points[-1]
    look = SecondLook(DecisionAnalysis(question, "1", halves=False, alone=False), "1", -1)
    look.alive = [1, 2]
    measured: list[int] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(look, "choose", lambda: iter(()))
        patched.setattr(look, "merit", lambda one: 0.0)
        patched.setattr(look, "better_one", lambda: look.rival)
        patched.setattr(look, "measure_until", lambda until: map(measured.append, [until]))
        patched.setattr(look, "lost_in", lambda *halves: (lost * MILLION / 100, error * MILLION / 100))
        iterate_to_end(look.advance(CHANCE))
        first = max(measured)
        iterate_to_end(look.settle(CHANCE))
    assert (first, max(measured)) == worlds
    assert look.is_settled


def test_a_move_that_leads_by_chance_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    question = build_seat_history(played("treehouse", 2, bots="random"), 0).decision_points[0]
    for behind, error, hopeful in ((0.5, 0.1, False), (0.5, 0.5, True), (3.0, 1.0, False), (0.0, 0.1, False)):
        decision = DecisionAnalysis(question, "1", halves=False, alone=False)
        monkeypatch.setattr(decision, "deficit", lambda one, behind=behind, error=error: (behind, error))
        assert decision.has_hopeful_rival() == hopeful
        decision.best = decision.played % len(decision.alive) + 1
        assert not decision.has_hopeful_rival(), "it does not lead: how far it trails decides"


def test_moves_that_are_alike_are_one_group() -> None:
    record = played("treehouse", 2)
    groups = equivalent_moves(record.start().view(0))
    assert sorted(number for group in groups for number in group) == list(range(sum(map(len, groups))))
    assert group_of(groups, 62) == -1
    assert RecordedMove(0, groups[0][0]).action in groups[0]


def test_chances_follow_from_plans() -> None:
    even = win_chances({0: SeatOutlook(30_000, 4), 1: SeatOutlook(30_000, 4)})
    assert abs(even[0] - 500_000) <= 1
    ahead = [
        win_chances({0: SeatOutlook(30_000 + lead, 9), 1: SeatOutlook(30_000, 9)})[0] for lead in range(0, 9000, 500)
    ]
    assert ahead == sorted(ahead)
    assert win_chances({0: SeatOutlook(31_000, 0), 1: SeatOutlook(30_000, 0)})[0] == 1_000_000
    assert abs(sum(win_chances({seat: SeatOutlook(20_000 + seat, 2) for seat in range(4)}).values()) - 1_000_000) <= 4


def test_a_plan_is_worth_what_its_player_makes_of_it() -> None:
    levels = ["random", "easy", "normal", "searching"]
    found = win_chances({seat: SeatOutlook(38_000, 38, level) for seat, level in enumerate(levels)})
    assert list(found.values()) == sorted(found.values())
    assert found[3] > 900_000
    done = win_chances({0: SeatOutlook(27_000, 0, "normal"), 1: SeatOutlook(39_000, 38, "normal")})
    assert 250_000 < done[0] < 750_000, "a normal player seldom reaches the best plan"
    assert win_chances({0: SeatOutlook(27_000, 0, "normal"), 1: SeatOutlook(39_000, 38, "searching")})[0] < 10_000


@pytest.mark.parametrize("name", list(GAMES))
def test_the_drawn_curve_steps_down_by_the_loss_at_every_mark(name: str) -> None:
    _, report = reviewed(name, max(2, game_package(name).least_seats))
    drawn = dict(report.curve())
    assert len(drawn) == report.moves + 1 + len(report.marked_judgements())
    for one in report.marked_judgements():
        before, after = drawn[one.step][one.seat], drawn[one.step + 0.5][one.seat]
        assert before == one.best_candidate.value.chance / 1_000_000
        assert before - after == pytest.approx(one.loss.chance / 1_000_000)
        assert sum(drawn[one.step + 0.5]) == pytest.approx(1.0, abs=1e-5)


def test_a_loss_that_longer_thinking_does_not_see_is_no_mark() -> None:
    """The last pick of a Treehouse: who thinks briefly always loses after building, who thinks longer wins that too."""
    record = read_record(Path(__file__).with_name("last_pick.json").read_text(encoding="utf-8"), game_package)
    judge = RolloutJudge(record, 1, "1")
    decision = next(one for one in judge.decisions if one.question.number == 99)
    iterate_to_end(decision.advance(16))
    aside = decision.question.move_groups[0][0]
    look = judge.looks[99] = SecondLook(decision, "1", aside, 8)
    iterate_to_end(look.advance(CHANCE))
    iterate_to_end(look.settle(CHANCE))
    judge.advised[99] = aside
    assert look.loss().chance > judge.raw_value(decision, look.best).chance, "more than there was by the rollouts"
    grave = judge.judgement(decision, shown_loss(judge, decision))
    assert grave.is_grave
    iterate_to_end(look.think_longer(CHANCE))
    assert look.is_contradicted
    close = judge.judgement(decision, shown_loss(judge, decision))
    assert close.verdict == CLOSE
    assert close.best_candidate.value.chance < grave.best_candidate.value.chance, (
        "the curve has the rollouts' level again"
    )


def shown_loss(judge: RolloutJudge, decision: DecisionAnalysis) -> MeasuredLoss:
    found = judge.measured_loss(decision)
    assert found is not None
    return found
