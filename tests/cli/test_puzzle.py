"""`domik puzzle`: lists, solving over a pipe, mining that goes on where it was, proving, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domik.games import BUILT_IN
from domik.kernel.record import action_of
from domik.puzzles import Puzzle, load_puzzles, mining
from tests.cli.conftest import Domik


@pytest.fixture(autouse=True)
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "journal.json"
    monkeypatch.setenv("DOMIK_PUZZLES", str(path))
    return path


def typed(puzzle: Puzzle, action: int) -> str:
    return puzzle.record().match.write(puzzle.view(), action_of(action))


def test_the_games_and_what_is_solved(domik: Domik, journal: Path) -> None:
    first = load_puzzles("treehouse")[0]
    journal.write_text(json.dumps({"treehouse": {first.id: 2}}))
    ran = domik("puzzle")
    assert ran.code == 0
    assert all(game in ran.out for game in BUILT_IN)
    assert f"1 of {len(load_puzzles('treehouse'))} puzzles solved" in ran.out
    assert domik("puzzle", "--json").json()[0]["solved"] == 1


@pytest.mark.parametrize("game", ["treehouse", "dream_home", "bower"])
def test_wrong_then_right(domik: Domik, journal: Path, game: str) -> None:
    puzzle = load_puzzles(game)[1]
    wrong = next(one.actions[0] for one in puzzle.values if one.actions[0] not in puzzle.answer)
    moves = f"nonsense!\n{typed(puzzle, wrong)}\n{typed(puzzle, puzzle.answer[0])}\n"
    ran = domik("puzzle", game, puzzle.id, typed=moves)
    assert (ran.code, ran.err) == (0, "")
    assert "Not this one" in ran.out
    assert "Solved!" in ran.out
    assert "—" in ran.out or "more for" in ran.out or "wins as often" in ran.out, "a sentence says why"
    assert json.loads(journal.read_text()) == {game: {puzzle.id: 1}}, "the first go was wrong"


def test_right_at_once_in_russian(domik: Domik, journal: Path) -> None:
    puzzle = load_puzzles("treehouse")[0]
    ran = domik("puzzle", "treehouse", puzzle.id, "--lang", "ru", typed=f"{typed(puzzle, puzzle.answer[0])}\n")
    assert "Верно!" in ran.out
    assert json.loads(journal.read_text()) == {"treehouse": {puzzle.id: 2}}


def test_the_answer_can_be_had_and_quitting_keeps_nothing(domik: Domik, journal: Path) -> None:
    puzzle = load_puzzles("cabin")[0]
    ran = domik("puzzle", "cabin", puzzle.id, typed="answer\n")
    assert "The answer:" in ran.out
    assert json.loads(journal.read_text()) == {"cabin": {puzzle.id: 1}}
    journal.unlink()
    domik("puzzle", "cabin", "day", typed="quit\n")
    assert not journal.exists()


def test_mining_goes_on_where_it_was(domik: Domik, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mining, "STRONG_SEEDS", ())  # quick, not proven
    out, whole = tmp_path / "some.jsonl", tmp_path / "whole.jsonl"
    order = ("puzzle", "make", "treehouse", "--seats", "normal,easy", "--seed", "3")
    assert domik(*order, "--count", "1", "--out", str(out)).code == 0
    assert domik(*order, "--count", "2", "--out", str(whole)).code == 0
    assert whole.read_text().startswith(out.read_text())
    again = domik(*order, "--count", "2", "--out", str(out))
    assert again.code == 2
    assert "already exists" in again.err
    out.with_name("some.jsonl.next").write_text('{"order": {}, "next": 1}')
    assert "other options" in domik(*order, "--count", "2", "--out", str(out)).err


def test_proving_a_file(domik: Domik, tmp_path: Path) -> None:
    puzzle = load_puzzles("treehouse")[0]
    wrong = json.loads(puzzle.to_json()) | {"answer": puzzle.values[-1].actions}
    path = tmp_path / "two.jsonl"
    path.write_text(f"{puzzle.to_json()}\n{json.dumps(wrong)}\n")
    ran = domik("puzzle", "prove", str(path))
    assert ran.code == 1
    assert "1 of 2 puzzles holds" in ran.out
    assert puzzle.id in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("puzzle", "chess"), "chess"),
        (("puzzle", "treehouse", "nothing"), "no puzzle nothing"),
        (("puzzle", "make"), "needs a game"),
        (("puzzle", "prove", "/nowhere/at/all"), "cannot be read"),
        (("puzzle", "make", "cabin", "--seats", "hard", "--variant", "neighbour"), ""),
        (("puzzle", "make", "treehouse", "--count", "0"), "--count"),
    ],
)
def test_bad_usage(domik: Domik, words: tuple[str, ...], said: str) -> None:
    ran = domik(*words)
    assert ran.code == 2
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_a_broken_journal_is_named(domik: Domik, journal: Path) -> None:
    journal.write_text("{")
    ran = domik("puzzle")
    assert ran.code == 2
    assert str(journal) in ran.err
    assert journal.read_text() == "{"
