"""`domik daily`: the same deal as a server's, past days with their seeds, nothing of tomorrow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.deals import Day, daily_deal, day_of
from domik.games import BUILT_IN
from domik.table.clock import DAY, now
from tests.cli.conftest import Domik

pytestmark = pytest.mark.usefixtures("at_noon")
HOUR = DAY // 24


def today() -> Day:
    return day_of(now())


def test_these_tests_run_by_day() -> None:
    assert 12 * HOUR <= now() % DAY < 23 * HOUR


def test_the_deals_of_a_day(domik: Domik) -> None:
    ran = domik("daily")
    assert ran.code == 0
    assert all(game in ran.out for game in BUILT_IN)
    rows = domik("daily", "--json").json()
    assert rows[0]["hash"] == daily_deal(rows[0]["game"], today()).hash
    assert "seed" not in rows[0], "today is not over"
    past = domik("daily", "--json", "--date", str(today().days_later(-1))).json()
    assert past[0]["seed"] == daily_deal(past[0]["game"], today().days_later(-1)).seed


@pytest.mark.parametrize(
    ("date", "said"), [("2099-01-01", "still sealed"), ("soon", "is not a date"), ("1999-12-31", "the first one")]
)
def test_days_that_cannot_be(domik: Domik, date: str, said: str) -> None:
    ran = domik("daily", "treehouse", "--date", date)
    assert ran.code == 2
    assert said in ran.err


def test_a_whole_game_of_yesterday(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    day = today().days_later(-1)
    ran = domik("daily", "treehouse", "--date", str(day), "--save", str(file), typed="1\n" * 200)
    assert (ran.code, ran.err.strip()) == (0, "")
    assert "Domik · Treehouse" in ran.out
    record = json.loads(file.read_text())
    deal = daily_deal("treehouse", day)
    assert record["deal"] == deal.deal_numbers(deal.match())
    assert record["fair"]["hash"] == deal.hash
    assert domik("verify", str(file)).code == 0


def test_todays_record_keeps_the_seal(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = domik("daily", "bower", "--save", str(file), typed="1\nquit\n")
    assert ran.code == 0
    record = json.loads(file.read_text())
    assert "fair" not in record
    assert daily_deal("bower", today()).seed not in file.read_text()


def test_in_polish(domik: Domik) -> None:
    assert "Rozdania z" in domik("daily", "--lang", "pl").out
