"""Results: intervals, shares and pictures of scores."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games import title_of
from domik.kernel.luck import luck_of
from domik.kernel.playout import LEAST_SCORE, SCORES, Totals, contest
from domik.sim.histogram import bars, score_range
from domik.sim.plan import Plan
from domik.sim.results import no_results, results_of, wilson
from domik.sim.run import run


@pytest.mark.parametrize(
    ("times", "tries", "low", "high"), [(5, 10, 0.2366, 0.7634), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
)
def test_wilson(times: int, tries: int, low: float, high: float) -> None:
    assert list(wilson(times, tries)) == pytest.approx([low, high], abs=1e-4)


def test_wilson_knows_nothing_without_tries() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_every_game_is_won_alone_or_shared() -> None:
    results, _ = run(Plan("treehouse", ("random",) * 3, {}, seed="shares"), 300, workers=1)
    assert sum(results.wins) + results.shared == results.games
    assert sum(results.shared_wins) >= 2 * results.shared > 0
    assert all(counter.total() == results.games for counter in results.scores)


def test_rotation_moves_players_over_all_seats() -> None:
    plan = Plan("treehouse", ("a", "b", "c"), {}, rotate=True)
    assert [plan.seated(number) for number in range(4)] == [list("abc"), list("cab"), list("bca"), list("abc")]
    assert [plan.seated(number)[plan.turn(number)] for number in range(4)] == ["a"] * 4


def test_rotated_totals_follow_the_player() -> None:
    game = title_of("treehouse").match(2).game
    fixed, turned = Totals(2), Totals(2)
    players = vec[i64]([0, 0])
    contest(game, players, luck_of(3), fixed, 1, 1, False)
    contest(game, players, luck_of(3), turned, 1, 1, True)
    assert list(fixed.alone) == list(turned.alone)[::-1]
    assert list(fixed.scores[:SCORES]) == list(turned.scores[SCORES:])
    assert fixed.check == turned.check


def test_totals_become_plain_numbers() -> None:
    totals = Totals(2)
    totals.scores[SCORES + 3 - LEAST_SCORE] = 4
    totals.games = 4
    results = results_of(totals, 0.5, ["{}"])
    assert results.scores == (Counter(), Counter({3: 4}))
    assert (results.mean(1), results.deviation(1)) == (3.0, 0.0)
    assert results.lines == ["{}"]


def test_no_results_are_no_error() -> None:
    results = no_results(2)
    assert (results.mean(0), results.deviation(0), results.moves_per_second()) == (0.0, 0.0, 0.0)
    assert score_range(results.scores) == (0, 0)


def test_bars_share_one_scale() -> None:
    scores = [Counter({0: 1, 4: 8}), Counter({9: 4})]
    assert score_range(scores) == (0, 9)
    assert bars(scores[0], 0, 9, 10) == "▁   █     "
    assert bars(scores[1], 0, 9, 10) == "         █"
    assert len(bars(scores[0], 0, 9, 4)) == 4
