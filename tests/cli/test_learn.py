"""`domik learn`: lists with stars, lessons over a pipe, words in three languages, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.games import BUILT_IN
from tests.cli.conftest import Domik


@pytest.fixture(autouse=True)
def stars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "stars.json"
    monkeypatch.setenv("DOMIK_PROGRESS", str(path))
    return path


def test_the_games_and_their_stars(domik: Domik, stars: Path) -> None:
    stars.write_text('{"treehouse": {"balance": 2}}')
    ran = domik("learn")
    assert ran.code == 0
    assert all(game in ran.out for game in BUILT_IN)
    assert "2 of 27 stars" in ran.out


def test_the_lessons_of_a_game(domik: Domik, stars: Path) -> None:
    stars.write_text('{"treehouse": {"balance": 2, "first_game": 3}}')
    ran = domik("learn", "treehouse", "--lang", "pl")
    assert "★★☆ 2/3  balance" in ran.out
    assert "Trzymaj równowagę (3\u00a0minuty)" in ran.out
    assert "domik learn treehouse where_rooms_stand" in ran.out, "the next one that has no stars yet"


def test_a_lesson_is_played_and_its_stars_are_kept(domik: Domik, stars: Path) -> None:
    ran = domik("learn", "treehouse", "balance", typed="\n\n3.3\n\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Your tree leans to the left" in ran.out
    assert "Three stars: everything at the first try." in ran.out
    assert json.loads(stars.read_text()) == {"treehouse": {"balance": 3}}


@pytest.mark.parametrize(
    ("language", "title", "helped"),
    [
        ("en", "Keep the balance", "pushes nothing"),
        ("ru", "Держим", "никого не толкает"),
        ("pl", "Trzymaj", "nie pcha"),
    ],
)
def test_a_miss_is_helped_in_every_language(domik: Domik, stars: Path, language: str, title: str, helped: str) -> None:
    ran = domik("learn", "treehouse", "3", "--lang", language, typed="\n\n3.2\n\n3.3\n\n")
    assert title in ran.out
    assert helped in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 80
    assert json.loads(stars.read_text())["treehouse"]["balance"] == 2


def test_a_refused_move_says_why_and_costs_nothing(domik: Domik, stars: Path) -> None:
    ran = domik("learn", "treehouse", "where-rooms-stand", typed="\n3.1\nwhat\n2.1\n\n3.2\n\n")
    assert "A card is missing below" in ran.out
    assert json.loads(stars.read_text())["treehouse"]["where_rooms_stand"] == 3


def test_hint_back_and_rules(domik: Domik, stars: Path) -> None:
    ran = domik("learn", "treehouse", "balance", typed="back\nhint\n\nback\n\n\nnext\nrules\nhint\n3.3\n\n")
    for told in ("first step", "nothing to guess", "First do what the lesson asks", "TH-33", "Try 3.3"):
        assert told in ran.out
    assert json.loads(stars.read_text())["treehouse"]["balance"] == 1


def test_skip_goes_to_the_next_lesson_without_stars(domik: Domik, stars: Path) -> None:
    ran = domik("learn", "treehouse", "balance", typed="skip\nquit\n")
    assert "Double or nothing" in ran.out
    assert not stars.exists()


def test_a_whole_guided_game_over_a_pipe(domik: Domik, stars: Path) -> None:
    """Somebody who presses Enter and always takes the first move comes to the end, helped on the way."""
    ran = domik("learn", "treehouse", "first_game", typed="\n" * 2 + "1\n1\n" + "\n" + "\n1\n" * 90)
    assert ran.code == 0
    assert "Together" in ran.out, "where the points came from"
    assert "One star: " in ran.out or "stars: " in ran.out
    assert json.loads(stars.read_text())["treehouse"]["first_game"] >= 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("learn", "chess"), "chess"),
        (("learn", "treehouse", "flying"), "There is no lesson “flying”; there are 1 first_game, 2 where_rooms_stand"),
        (("learn", "treehouse", "99"), "There is no lesson “99”"),
    ],
)
def test_what_is_not_there(domik: Domik, words: tuple[str, ...], told: str) -> None:
    ran = domik(*words)
    assert ran.code == 2
    assert told in ran.err


def test_a_broken_file_of_stars_is_named(domik: Domik, stars: Path) -> None:
    stars.write_text("{")
    ran = domik("learn")
    assert ran.code == 2
    assert str(stars) in ran.err
    assert stars.read_text() == "{"
