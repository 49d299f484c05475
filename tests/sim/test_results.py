"""Results: intervals, shares and pictures of scores."""

from __future__ import annotations

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.playout import MIN_SCORE, SCORE_RANGE, ContestTotals, play_contest
from domik.sim.config import SimConfig
from domik.sim.results import histogram_bars, no_results, results_of, score_range, wilson_interval
from domik.sim.run import run


@pytest.mark.parametrize(
    ("times", "tries", "low", "high"), [(5, 10, 0.2366, 0.7634), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
)
def test_wilson(times: int, tries: int, low: float, high: float) -> None:
    assert list(wilson_interval(times, tries)) == pytest.approx([low, high], abs=1e-4)


def test_wilson_knows_nothing_without_tries() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_every_game_is_won_alone_or_shared() -> None:
    results, _ = run(SimConfig("treehouse", ("random",) * 3, {}, seed="shares"), 300, workers=1)
    assert sum(results.wins) + results.shared == results.games
    assert sum(results.shared_wins) >= 2 * results.shared > 0
    assert all(counter.total() == results.games for counter in results.scores)


def test_rotation_moves_players_over_all_seats() -> None:
    plan = SimConfig("treehouse", ("a", "b", "c"), {}, rotate=True)
    assert [plan.seated_players(number) for number in range(4)] == [list("abc"), list("cab"), list("bca"), list("abc")]
    assert [plan.seated_players(number)[plan.first_player_seat(number)] for number in range(4)] == ["a"] * 4


def test_rotated_totals_follow_the_player() -> None:
    game = game_package("treehouse").match(2).game
    fixed, turned = ContestTotals(2), ContestTotals(2)
    players = vec[i64]([0, 0])
    play_contest(game, players, luck_of(3), fixed, 1, 1, False)
    play_contest(game, players, luck_of(3), turned, 1, 1, True)
    assert list(fixed.won_alone) == list(turned.won_alone)[::-1]
    assert list(fixed.scores[:SCORE_RANGE]) == list(turned.scores[SCORE_RANGE:])
    assert fixed.checksum == turned.checksum


def test_totals_become_plain_numbers() -> None:
    totals = ContestTotals(2)
    totals.scores[SCORE_RANGE + 3 - MIN_SCORE] = 4
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
    assert histogram_bars(scores[0], 0, 9, 10) == "▁   █     "
    assert histogram_bars(scores[1], 0, 9, 10) == "         █"
    assert len(histogram_bars(scores[0], 0, 9, 4)) == 4
