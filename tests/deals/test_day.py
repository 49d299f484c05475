"""Days, seeds, streaks: the same everywhere, and nothing of tomorrow."""

from __future__ import annotations

from datetime import date

import pytest

from domik.deals import Day, daily_deal, day_of, parse_day
from domik.deals.deal import daily_seed, day_streak
from domik.kernel.errors import BadOption
from domik.table.fair_deal import commitment

TODAY = Day(date(2026, 11, 16))


def test_two_servers_without_a_secret_have_the_same_deal() -> None:
    one, other = (daily_deal("treehouse", TODAY) for _ in range(2))
    assert one == other
    assert one.deal_numbers(one.match()) == other.deal_numbers(other.match())


def test_day_game_version_and_secret_each_change_the_seed() -> None:
    seeds = {
        daily_seed(TODAY, "bower"),
        daily_seed(TODAY.days_later(1), "bower"),
        daily_seed(TODAY, "cabin"),
        daily_seed(TODAY, "bower", "a secret"),
        daily_seed(TODAY, "bower", version="9.9"),
    }
    assert len(seeds) == 5


def test_the_hash_commits_to_the_seed_and_says_nothing_of_it() -> None:
    deal = daily_deal("cabin", TODAY, "secret")
    assert deal.hash == commitment(deal.seed)
    assert deal.seed not in deal.hash


def test_a_day_ends_at_midnight() -> None:
    assert day_of(TODAY.opens - 1) == TODAY
    assert day_of(TODAY.opens) == TODAY.days_later(1)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2026-11-17", "deal.error.future"),
        ("2026-13-01", "deal.error.date"),
        ("2026-02-30", "deal.error.date"),
        ("tomorrow", "deal.error.date"),
        ("²026-11-16", "deal.error.date"),
        ("", "deal.error.date"),
        ("1999-01-01", "deal.error.past"),
    ],
)
def test_a_day_that_is_none_gets_a_sentence(text: str, key: str) -> None:
    with pytest.raises(BadOption) as refused:
        parse_day(text, TODAY)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize(
    ("missed", "expected"),
    [((), 30), ((1,), 29), ((1, 2), 1), ((2, 3), 2), ((2, 8), 7), ((2, 9), 28), ((0,), 29), ((0, 1), 28)],
)
def test_one_missed_day_a_week_is_forgiven(missed: tuple[int, ...], expected: int) -> None:
    days = {TODAY.days_later(-k) for k in range(30) if k not in missed}
    assert day_streak(days, TODAY) == expected


def test_nobody_has_a_row_of_nothing() -> None:
    assert day_streak(set(), TODAY) == 0
    assert day_streak({TODAY.days_later(-5)}, TODAY) == 0
