"""First times: what somebody has done at least once, and how a rating went."""

from __future__ import annotations

import random
from datetime import date

import msgspec
import pytest

from domik.deals import Day, daily_deal
from domik.games import GAMES
from domik.kernel.record import numbers_in
from domik.server.live.game_results import TableResult, result_of
from domik.server.pages.people.badges import STREAK, earned_badges, longest_streak
from domik.server.pages.people.ratings import DAY, Comparison, compute_ratings
from tests.server.pages.test_ratings import BOT, person, result


def keys(results: list[tuple[TableResult, int]], outcomes: list[bool], lessons: int = 0) -> list[str]:
    return [badge.key for badge in earned_badges(results, {"bower": outcomes}, lessons)]


def test_first_times_are_earned_once_and_by_the_game_itself() -> None:
    lost, won = result([person("a"), BOT], [1, 2], [1]), result([person("a"), person("b")], [3, 2], [0])
    broken_off = result([person("a"), person("b")], [3, 2], [])
    assert keys([], []) == []
    assert keys([(broken_off, 0)], []) == []
    assert keys([(lost, 0)], []) == ["game"]
    assert keys([(lost, 0), (won, 0)], []) == ["game", "win", "people"]
    assert keys([(won, 1)], []) == ["game", "people"]
    assert keys([], [False, True], 1) == ["lesson", "puzzle"]
    assert len(GAMES) >= 4
    assert "all_games" not in keys([(won, 0)], [])


def test_a_full_house_is_one_without_an_empty_place() -> None:
    full = msgspec.structs.replace(result([person("a"), BOT], [1, 2], [1]), full=[0])
    assert keys([(full, 0)], []) == ["game", "full_house"]
    assert keys([(full, 1)], []) == ["game", "win"]


@pytest.mark.parametrize(("game", "is_told"), [("dream_home", True), ("cabin", True), ("treehouse", False)])
def test_the_rules_say_whose_house_is_full(game: str, is_told: bool) -> None:
    """Some houses of bots are full at the end and some are not, where the rules know; the tally does not object."""
    found: set[bool] = set()
    for seed in range(4):
        table = daily_deal(game, Day(date(2026, 11, 1 + seed))).table()
        luck = random.Random(seed)
        while not table.is_over:
            table.submit(0, 1 << luck.choice(numbers_in(table.legal(0))), 0)
        told = result_of(table).full
        found |= {seat in told for seat in range(len(table.seats))}
        if game == "dream_home":
            hollow = {line.seat for line in table.match.tally(table.view()) if line.clause == "DH-25"}
            assert not hollow & set(told)
    assert found == ({True, False} if is_told else {False})


def test_a_streak_is_without_a_miss() -> None:
    assert longest_streak([True, True, False, True]) == 2
    assert "streak" in keys([], [False] + [True] * STREAK)
    assert "streak" not in keys([], [True] * (STREAK - 1) + [False, True])


def test_a_rating_remembers_how_it_went_day_by_day() -> None:
    games = [Comparison("bower", day * DAY, {"a": 1, "b": 2}) for day in (1, 2, 4)]
    found = compute_ratings(games)["bower"]
    assert len(found["a"].history) == 3
    assert list(found["a"].history) == sorted(found["a"].history), "who always wins only climbs"
    assert list(found["b"].history) == sorted(found["b"].history, reverse=True)
