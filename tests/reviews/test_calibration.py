"""Chances as they come true: tables that rise, shares that sum to a whole, and nobody judged as somebody else."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from bench.judge import Called, bins_of, calibration_row, correction_needed

from domik.games import GAMES, game_package
from domik.judge.calibration import (
    LEVELS,
    SEARCHING,
    TOGETHER,
    UNKNOWN,
    Calibration,
    joint_chances,
    level_of,
    seated_levels,
    tables,
)
from domik.judge.thresholds import MILLION
from domik.reviews.report import Report
from domik.reviews.runner import review
from tests.reviews.games import played

MEASURED = [(game, int(seats)) for game, found in tables().items() for seats in found]


def test_tables_are_for_games_levels_and_seats_that_exist() -> None:
    assert {game for game, _ in MEASURED} <= set(GAMES)
    for game, seats in MEASURED:
        assert game_package(game).least_seats <= seats <= game_package(game).most_seats
        assert set(tables()[game][str(seats)]) - {TOGETHER} == set(LEVELS)
        for level in LEVELS:
            slope, shift, *strength = tables()[game][str(seats)][level]
            assert 0.1 <= slope <= 2.0
            assert abs(shift) <= 1.0
            assert len(strength) == (level != UNKNOWN), "of somebody unknown nobody says how good they are"


@pytest.mark.parametrize(("game", "seats"), [*MEASURED, ("a guest's", 2), ("a guest's", 4)])
@pytest.mark.parametrize("level", LEVELS)
def test_a_higher_chance_is_never_called_lower(game: str, seats: int, level: str) -> None:
    one = Calibration(game, [level] * seats)
    found = [one.own_chance(0, chance, 0.5) for chance in range(-MILLION // 10, MILLION + MILLION // 10, 9973)]
    assert found == sorted(found)
    assert 0 <= found[0] < MILLION // 3
    assert found[-1] <= MILLION


@pytest.mark.parametrize(("game", "seats"), MEASURED)
def test_an_even_share_stays_even_where_nobody_overrates_itself(game: str, seats: int) -> None:
    for level in LEVELS:
        one = Calibration(game, [level] * seats)
        if not one.shift:
            assert abs(one.own_chance(seats - 1, MILLION // seats, 1.0) - MILLION // seats) <= 2


@pytest.mark.parametrize(("game", "seats"), [*MEASURED, ("a guest's", 3)])
@pytest.mark.parametrize("mixed", [False, True])
def test_the_chances_of_all_seats_are_one_win(game: str, seats: int, mixed: bool) -> None:
    levels = ["easy", SEARCHING, "random", "normal"][:seats] if mixed else ["normal"] * seats
    one = Calibration(game, levels)
    for raw in ([MILLION, 0, 0, 0], [0, MILLION, 0, 0], [400_000, 300_000, 200_000, 100_000]):
        shares = [*raw[: seats - 1], MILLION - sum(raw[: seats - 1])]
        for seat in range(seats):
            found = one.chances(seat, shares, 0.7)
            assert abs(sum(found) - MILLION) <= seats
            assert found[seat] == one.own_chance(seat, shares[seat], 0.7)
            others = sorted((shares[who], found[who]) for who in range(seats) if who != seat)
            if not mixed:
                assert all(first[1] <= second[1] for first, second in pairwise(others))


def test_without_a_table_a_chance_is_as_called() -> None:
    one = Calibration("a guest's", ["normal", UNKNOWN])
    assert all(one.own_chance(0, chance, 0.5) == chance for chance in (0, 1, 123_456, 700_000, MILLION))
    assert one.chances(1, (300_000, 700_000), 0.5) == (300_000, 700_000)


def test_all_seats_together_know_more_than_one() -> None:
    views, even = [(600_000, 400_000), (700_000, 300_000)], [(500_000, 500_000)] * 2
    assert joint_chances("a guest's", views, even, 0.5) == pytest.approx([0.65, 0.35])
    for game in ("treehouse", "dream_home", "bower"):
        known = joint_chances(game, views, even, 0.5)
        assert known[0] > 0.66
        assert sum(known) == pytest.approx(1.0)
    assert joint_chances("bower", views[:1], even, 0.5) == pytest.approx([0.6, 0.4]), "one view says what it knows"
    assert joint_chances("bower", [(MILLION, 0), (MILLION, 0)], even, 0.0) == [1.0, 0.0]


def test_that_a_player_is_stronger_is_no_news_of_the_game() -> None:
    ahead = [(800_000, 200_000)] * 2
    assert joint_chances("bower", ahead, ahead, 1.0) == pytest.approx([0.8, 0.2])
    assert 0.8 < joint_chances("bower", ahead, ahead, 0.5)[0] < joint_chances("bower", ahead, ahead, 0.0)[0]


def test_a_stronger_seat_starts_ahead_and_ends_as_its_position_says() -> None:
    one = Calibration("treehouse", [SEARCHING, "easy"])
    even = MILLION // 2
    assert one.own_chance(0, even, 1.0) > one.own_chance(0, even, 0.5) > one.own_chance(0, even, 0.0) == even
    assert abs(one.own_chance(0, even, 1.0) + one.own_chance(1, even, 1.0) - MILLION) <= 1
    unknown = Calibration("treehouse", [SEARCHING, UNKNOWN])
    assert unknown.own_chance(0, even, 1.0) == even


def test_levels_are_read_from_what_records_call_players() -> None:
    said = {
        "random": "random",
        "Easy": "easy",
        "greedy 2": "normal",
        "normal": "normal",
        "master:milliseconds=20": SEARCHING,
        "hard:iterations=100 3": SEARCHING,
        "ismcts": SEARCHING,
        "seat 0": UNKNOWN,
        "": UNKNOWN,
        "Ola": UNKNOWN,
        "hard:nonsense=1": UNKNOWN,
        "cmd:./bot": UNKNOWN,
    }
    assert {name: level_of(name) for name in said} == said
    record = played("treehouse", 2)
    noted = replace(record, players=["normal 1", "Ola"], extra={"bots": {"1": "master"}})
    assert seated_levels(noted) == ["normal", SEARCHING]
    assert seated_levels(replace(noted, extra={"bots": "nonsense"})) == ["normal", UNKNOWN]
    assert seated_levels(replace(noted, players=[], extra={})) == [UNKNOWN, UNKNOWN]


def shown(players: list[str]) -> Report:
    return review(replace(played("treehouse", 3), players=players), 0, worlds=16, seconds=1e9)


def test_a_review_shows_what_comes_true_among_those_who_play() -> None:
    """Leads are safer among those who do not look ahead; what a move lost is the same."""
    normal, masters = shown(["normal"] * 3), shown(["master"] * 3)
    assert [one.loss for one in normal.judgements] == [one.loss for one in masters.judgements]
    far = [
        (abs(one[step][seat] - 1 / 3), abs(two[step][seat] - 1 / 3))
        for one, two in [(normal.chances_by_step(), masters.chances_by_step())]
        for step in range(normal.moves)
        for seat in range(3)
    ]
    assert sum(one for one, _ in far) > 1.5 * sum(two for _, two in far)
    assert all(sum(chances) == pytest.approx(1.0, abs=1e-5) for chances in normal.chances_by_step())


def test_the_bench_says_what_was_won_and_what_is_missing() -> None:
    true = [*called(0.7, 70), *called(0.3, 30)]
    slope, shift = correction_needed(2, true * 5)
    assert slope == pytest.approx(1.0, abs=0.02)
    assert shift == pytest.approx(0.0, abs=0.02)
    assert correction_needed(2, [*called(0.9, 60), *called(0.1, 40)])[0] < 0.4
    assert calibration_row(2, true).startswith("30: 30 ± 5 (100) | 70: 70 ± 5 (100) | ")
    same_game = [(chance, won, "one") for chance, won, _ in called(0.7, 10)] + called(0.7, 90)
    _, won, error, many = bins_of(same_game)[0]
    assert (won, many) == (0.5, 200)
    assert error == pytest.approx(0.2, abs=0.03), "a hundred positions of one game tell little"
    assert [one[:2] for one in bins_of([(0.64, 1.0, "one"), (0.66, 0.0, "one"), (0.74, 1.0, "two")])] == [
        (0.64, 1.0),
        (pytest.approx(0.7), pytest.approx(0.5)),
    ]


def called(chance: float, won: int) -> list[Called]:
    """A hundred games with one position each, so called, and how many of them were won."""
    return [(chance, float(number < won), f"game {number}") for number in range(100)]
