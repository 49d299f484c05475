"""Twin worlds: the review of a seat is the same in worlds that this seat cannot tell apart."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from domik.games import GAMES
from domik.judge.decision import DecisionAnalysis
from domik.judge.trials import MARGIN, MEASURING, USUAL
from domik.judge.value import view_numbers
from domik.kernel.package import Match
from domik.kernel.record import GameRecord
from domik.reviews import Report, review
from domik.reviews.seat_history import PositionTrials, SeatHistory, build_seat_history
from tests.conformance.tables import hooks, match_label, random_record, sampled
from tests.reviews.games import FEW

WAYS = 4  # of every game
LOOKED_AT = 2  # decisions, and positions, of every prefix
SLOW = {"cabin": 1}  # worlds where the pure build needs long


def known(story: SeatHistory) -> dict[str, Any]:
    """All of a story that a review uses, hindsight aside."""
    return {
        "steps": story.steps,
        "questions": [
            (one.number, view_numbers(one.view), one.move_groups, one.played) for one in story.decision_points
        ],
        "looks": {number: view_numbers(view) for number, view in story.observations.items()},
    }


def judged(story: SeatHistory, match: Match, rng: random.Random) -> list[Any]:
    """What a few late decisions and positions are worth, to the last point of every world."""
    found: list[Any] = []
    worlds = SLOW.get(match.package.name, FEW)
    late = story.decision_points[len(story.decision_points) // 2 :]
    for question in rng.sample(late, min(LOOKED_AT, len(late))):
        decision = DecisionAnalysis(question, "fair", match.package.halves, match.seats == 1)
        for _ in decision.advance(worlds):
            pass
        found.append(
            (decision.best, decision.alive, [decision.displayed_value(at) for at in (decision.best, decision.played)])
        )
    late_looks = sorted(story.observations)[len(story.observations) // 2 :]
    for number in rng.sample(late_looks, min(LOOKED_AT, len(late_looks))):
        look = PositionTrials(story.observations[number], "fair")
        look.advance(worlds)
        found.append((number, look.trials.total(USUAL, MEASURING, MARGIN, worlds)))
    return found


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_depends_on_what_the_seat_could_not_know(name: str) -> None:
    rng = random.Random(f"review twins {name}")
    differing = 0
    for match in sampled(name, WAYS):
        record = random_record(match, "review")
        length = rng.randrange(len(record.moves) // 8, len(record.moves))
        seat = rng.randrange(match.seats)
        deal = hooks(name).twin_deal(match, record.deal, record.moves[:length], seat, rng)
        differing += deal != record.deal
        one = build_seat_history(GameRecord(match, record.deal, record.players, record.moves[:length]), seat)
        two = build_seat_history(GameRecord(match, deal, record.players, record.moves[:length]), seat)
        assert known(one) == known(two), match_label(match)
        seed = rng.random()
        assert judged(one, match, random.Random(seed)) == judged(two, match, random.Random(seed)), match_label(match)
    assert differing, "the twins are all alike: nothing was tested"


def without_hindsight(report: Report) -> Report:
    """What must be the same: everything but the column with all cards open and the clock."""
    judgements = tuple(replace(one, hindsight=None) for one in report.judgements)
    return replace(report, judgements=judgements, seconds=0.0)


def test_a_whole_report_is_the_same_in_a_twin_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here only the cards that never came up differ: they are asked for in hindsight and nowhere else."""
    monkeypatch.setattr("domik.judge.decision.LEAST_WORLDS", FEW)
    monkeypatch.setattr("domik.reviews.rollout_judge.LEAST_WORLDS", FEW)
    monkeypatch.setattr("domik.judge.second_look.THINKING", 0)  # the pure build thinks too slowly
    match = sampled("treehouse", 1)[0]
    record = random_record(match, "whole")
    deal = hooks("treehouse").twin_deal(match, record.deal, record.moves, 0, random.Random(7))
    assert deal != record.deal
    twin = GameRecord(match, deal, record.players, record.moves)
    one, two = (review(each, 0, worlds=FEW, seconds=600) for each in (record, twin))
    assert one.judgements
    assert without_hindsight(one) == without_hindsight(two)
