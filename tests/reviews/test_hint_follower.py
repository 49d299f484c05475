"""Whoever follows the hint is not blamed: the bench's `follow` in small, and what a mark needs before it has a name."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from domik.judge.advice import HINT_BUDGET, advise
from domik.judge.decision import MeasuredLoss
from domik.judge.thresholds import BLUNDER, CLOSE, FIRST_LOOK, HINTED
from domik.judge.value import Value
from domik.kernel.record import GameRecord, RecordedMove
from domik.reviews import review
from domik.reviews.rollout_judge import RolloutJudge
from tests.reviews.games import FEW, SECONDS, played


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few worlds that the pure build can do it."""
    for module in ("judge.decision", "reviews.rollout_judge"):
        monkeypatch.setattr(f"domik.{module}.LEAST_WORLDS", FEW)
    monkeypatch.setattr("domik.judge.second_look.THINKING", 0)


def followed(name: str) -> GameRecord:
    """A game in which the first seat plays what the hint says on the budget of such a review, the other at random."""
    record = played(name, 2, bots="random")
    state, budget = record.start(), HINT_BUDGET.limited_to(FEW)
    moves: list[RecordedMove] = []
    others = iter([move for move in record.moves if move.seat])
    while not state.is_over():
        seat = (int(state.awaited_seats()) & -int(state.awaited_seats())).bit_length() - 1
        legal = int(state.legal(seat))
        if seat == 0:
            action = advise(record.match, state.view(0), budget=budget)
        else:
            wanted = next(others, None)
            action = 1 << wanted.action if wanted is not None and legal >> wanted.action & 1 else legal & -legal
        moves.append(RecordedMove(seat, action.bit_length() - 1))
        state.play(seat, action)
    return GameRecord(record.match, record.deal, record.players, moves)


@pytest.mark.parametrize("name", ["treehouse", "bower"])
def test_a_player_who_follows_every_hint_makes_no_mistake(name: str) -> None:
    """Hints and review are the same judge; the record does not even say that there were hints."""
    report = review(followed(name), 0, worlds=FEW, seconds=SECONDS)
    assert len(report.judgements) > 20
    assert not [one for one in report.judgements if one.is_grave]


def test_what_a_grave_mark_needs() -> None:
    judge = RolloutJudge(played("treehouse", 2, bots="random"), 0, "1")
    decision = judge.decisions[3]
    number, other = decision.question.number, decision.played % len(decision.question.move_groups) + 1
    lost, best = Value(300_000, 5000, 5000), Value(600_000, 5000, 30_000)
    measured = MeasuredLoss(64, best, best, best - lost, lost, lost)
    own, another = (decision.question.move_groups[one - 1][0] for one in (decision.played, other))
    decision.best = other

    def verdict() -> str:
        return judge.verdict(decision, measured)

    assert verdict() == FIRST_LOOK, "nobody has looked twice"
    look: Any = SimpleNamespace(is_done=True, is_settled=False, is_contradicted=False, best=other)
    judge.looks[number] = cast("Any", look)
    assert verdict() == FIRST_LOOK, "the hint was not asked yet"
    judge.advised[number] = another
    assert verdict() == FIRST_LOOK, "more worlds may give it another name"
    look.is_settled = True
    assert verdict() == BLUNDER
    look.is_contradicted = True
    assert verdict() == CLOSE, "who thinks longer sees no loss"
    look.is_contradicted = False
    judge.advised[number] = own
    assert verdict() == CLOSE, "the hint would have played it too"
    judge.history.hinted.add(number)
    assert verdict() == HINTED, "the hint was followed: the review's second thought, which counts for nobody"
    del judge.advised[number]
    judge.is_finished = True
    assert verdict() == CLOSE, "what was not confirmed is no mark in the end"
