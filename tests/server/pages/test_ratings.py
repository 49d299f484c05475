"""Ratings: the example of Glickman's paper, and who is compared with whom."""

from __future__ import annotations

import pytest

from domik.server.live.game_results import ResultSeat, TableResult
from domik.server.pages.people.ratings import (
    DAY,
    MAX_SHOWN_DEVIATION,
    Comparison,
    Rating,
    compute_ratings,
    game_comparison,
    update_rating,
)


def test_the_example_of_the_paper() -> None:
    rivals = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = update_rating(Rating(1500, 200, 0.06), rivals)
    assert found.value == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_whoever_rests_is_less_sure_and_never_less_than_a_stranger() -> None:
    assert update_rating(Rating(1600, 50, 0.06), []).deviation == pytest.approx(51.07, abs=0.01)
    assert Rating(1600, 50, 0.06).after_idle(100_000).deviation == 350


def test_a_surprise_raises_the_volatility() -> None:
    strong = Rating(2200, 40)
    assert update_rating(Rating(1200, 40), [(strong, 1.0)] * 8).volatility > 0.06


def test_the_better_one_ends_higher_whatever_the_order() -> None:
    games = [Comparison("bower", day * DAY, {"a": 1, "b": 2, "c": 2 if day % 2 else 3}) for day in range(20)]
    found = compute_ratings(games)["bower"]
    assert found["a"].rating.value > 1700 > found["b"].rating.value > found["c"].rating.value
    assert found["a"].rating.deviation < MAX_SHOWN_DEVIATION < compute_ratings(games[:2])["bower"]["a"].rating.deviation
    assert found["a"].comparisons == 40
    assert compute_ratings(reversed(games)) == compute_ratings(games)


def test_equal_places_are_draws_and_games_are_rated_apart() -> None:
    found = compute_ratings([Comparison("bower", 0, {"a": 1, "b": 1}), Comparison("cabin", 0, {"a": 2, "b": 1})])
    assert found["bower"]["a"] == found["bower"]["b"]
    assert found["cabin"]["a"].rating.value < 1500 < found["cabin"]["b"].rating.value


def result(
    chairs: list[ResultSeat], scores: list[int], winners: list[int], helped: list[int] | None = None
) -> TableResult:
    return TableResult("id", "bower", 0, chairs, scores, winners, [], helped or [])


def person(name: str) -> ResultSeat:
    return ResultSeat(name, "fox", False, [name])


BOT = ResultSeat("Ola", "owl", True)


def test_people_are_compared_and_bots_are_not() -> None:
    found = game_comparison(result([person("a"), BOT, person("b")], [10, 30, 20], [1]))
    assert found is not None
    assert found.places == {"a": 3, "b": 2}


@pytest.mark.parametrize(
    "played",
    [
        result([person("a"), BOT], [10, 30], [1]),
        result([person("a"), person("a")], [10, 30], [1]),
        result([person("a"), person("b")], [10, 30], []),
    ],
    ids=["alone", "one screen", "ended early"],
)
def test_no_comparison(played: TableResult) -> None:
    assert game_comparison(played) is None


def test_whoever_leaves_is_last_even_if_a_bot_won_for_them() -> None:
    found = game_comparison(result([person("a"), person("b")], [30, 10], [0], [0]))
    assert found is not None
    assert found.places["a"] > found.places["b"]
