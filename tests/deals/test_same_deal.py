"""The same deal at several tables: the same cards, and rivals who answer the same to whoever plays the same."""

from __future__ import annotations

import random
from datetime import date

import pytest

from domik.deals import Day, daily_deal
from domik.deals.bot_field import play_deal, play_missing, replay_deal
from domik.deals.comparison import compare_games
from domik.games import GAMES
from domik.kernel.record import numbers_in
from domik.table.table import Table

TODAY = Day(date(2026, 11, 16))
OURS = ("treehouse", "dream_home", "cabin", "bower")


def play(table: Table, seat: int, luck: random.Random, until: int = 10_000) -> None:
    """Moves at random, so many at most."""
    for _ in range(until):
        if table.is_over:
            return
        table.submit(seat, 1 << luck.choice(numbers_in(table.legal(seat))), 0)


def rivals_at(table: Table, seat: int) -> dict[tuple[int, ...], int]:
    """What every rival did, by all that its seat knew."""
    return {known: action for other, known, action in known_at(table) if other != seat}


def known_at(table: Table) -> list[tuple[int, tuple[int, ...], int]]:
    found = []
    for step, move in enumerate(table.moves):
        view = table.state_at(step).view(move.seat)
        known = [int(number) for number in view.numbers]
        known[0] = 0  # whoever else is awaited is no knowledge: see same.luck_seed
        found.append((move.seat, (move.seat, *known), move.action))
    return found


@pytest.mark.parametrize("game", OURS)
def test_cards_are_the_same_and_rivals_answer_the_same_at_equal_views(game: str) -> None:
    deal = daily_deal(game, TODAY)
    one, other, third = deal.table(), deal.table(counts=True), deal.table()
    play(one, 0, random.Random(1))
    play(other, 0, random.Random(1))
    play(third, 0, random.Random(1), until=4)
    play(third, 0, random.Random(2))
    assert one.deal == other.deal == third.deal == deal.deal_numbers(deal.match())
    assert [(move.seat, move.action) for move in one.moves] == [(move.seat, move.action) for move in other.moves]
    theirs = rivals_at(third, 0)
    shared = [known for known in rivals_at(one, 0) if known in theirs]
    assert len(shared) > 2, "the beginning was the same"
    assert all(rivals_at(one, 0)[known] == theirs[known] for known in shared)


def test_rivals_keep_to_the_month_of_whoever_plays() -> None:
    """Where seats play at their own pace nobody finishes before the first move of a person."""
    table, luck = daily_deal("cabin", TODAY).table(), random.Random(3)
    while not table.is_over and table.awaits(0):
        stages = [table.match.progress(table.view(seat)) for seat in range(len(table.seats))]
        mine, *theirs = [stage.at for stage in stages if stage is not None]
        assert len(theirs) == len(table.seats) - 1
        assert all(at <= mine + 1 for at in theirs), "a rival may have ended the month that a person is in"
        play(table, 0, luck, until=1)
    assert table.is_over


@pytest.mark.parametrize("game", OURS)
def test_a_field_of_bots_meets_the_same_rivals_as_a_table(game: str) -> None:
    """A person who plays what a bot of the field played gets the same game."""
    deal = daily_deal(game, TODAY)
    bot = play_deal(deal, "normal", 0)
    table = deal.table()
    while not table.is_over:
        seat, action = bot.moves[len(table.moves)]
        assert seat == 0
        table.submit(seat, 1 << action, 0)
    assert table.is_over
    assert table.scores()[0] == bot.score
    assert compare_games(table, replay_deal(deal, bot.moves), 0).first_difference == -1


def test_the_field_is_the_same_on_every_machine_and_goes_on_where_it_stopped() -> None:
    deal = daily_deal("treehouse", TODAY)
    known = {f"easy-{k}" for k in range(9)} | {f"normal-{k}" for k in range(10)}
    first = next(play_missing(deal, known))
    assert (first.level, first.number) == ("easy", 9)
    assert first == next(play_missing(deal, known))
    assert len({play_deal(deal, "easy", number).moves for number in range(4)}) == 4, "every bot has luck of its own"


def test_where_two_tables_part() -> None:
    deal = daily_deal("treehouse", TODAY)
    one, other = deal.table(), deal.table()
    play(one, 0, random.Random(1), until=5)
    play(other, 0, random.Random(1), until=5)
    legal = numbers_in(one.legal(0))
    one.submit(0, 1 << legal[0], 0)
    other.submit(0, 1 << legal[-1], 0)
    play(one, 0, random.Random(3))
    play(other, 0, random.Random(4))
    found = compare_games(one, other, 0)
    assert found.first_difference == 5
    assert not found.by_others
    assert all(pair.is_same for pair in found.pairs[:5])
    assert not any(pair.is_same for pair in found.pairs[5:])
    assert (found.left, found.right) == (one.scores()[0], other.scores()[0])
    assert len(found.stages) == 2, "three rounds have two ends in between"


def test_every_game_of_the_registry_has_a_deal() -> None:
    for game in GAMES:
        deal = daily_deal(game, TODAY)
        assert deal.deal_numbers(deal.match())
