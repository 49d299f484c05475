"""Chances as they come true: tables that rise, and a chance between 0 and 100 whatever was called."""

from __future__ import annotations

import pytest
from bench.judge import calibration_table

from domik.games import GAMES
from domik.judge.calibration import RAW, calibrated_chance, calibration_of, tables
from domik.judge.thresholds import MILLION

MEASURED = [(game, int(seats)) for game, found in tables().items() for seats in found]


def test_tables_are_for_games_that_exist() -> None:
    assert {game for game, _ in MEASURED} <= set(GAMES)
    assert ("bower", 2) in MEASURED


@pytest.mark.parametrize(("game", "seats"), [*MEASURED, ("a guest's", 2)])
def test_a_higher_chance_is_never_called_lower(game: str, seats: int) -> None:
    table = calibration_of(game, seats)
    assert len(table) == len(RAW)
    assert list(table) == sorted(table)
    assert (table[0], table[-1]) == (0, 100), "what is certain is certain"
    found = [calibrated_chance(game, seats, chance) for chance in range(-MILLION // 10, MILLION + MILLION // 10, 9973)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[-1] == MILLION
    assert [calibrated_chance(game, seats, ten * MILLION // 100) for ten in RAW] == [
        one * MILLION // 100 for one in table
    ]


def test_without_a_table_a_chance_is_as_called() -> None:
    assert all(calibrated_chance("a guest's", 2, one) == one for one in (0, 1, 123_456, 700_000, MILLION))


def test_the_table_is_what_was_won() -> None:
    called = [(0.25, 0.0)] * 9 + [(0.25, 1.0)] + [(0.75, 1.0)] * 6 + [(0.75, 0.0)] * 4
    assert calibration_table(called) == [0, 4, 8, 15, 25, 35, 45, 55, 68, 84, 100]
    upside_down = [(0.25, 1.0)] * 5 + [(0.75, 0.0)] * 5
    assert calibration_table(upside_down) == [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
