"""`domik sim` and `domik bench` as people and programs call them."""

from __future__ import annotations

import json
from multiprocessing.pool import Pool
from pathlib import Path

import pytest

from domik.cli import main
from domik.language import LANGUAGES
from domik.sim import ladder, workers

SIM_KEYS = {
    "game", "options", "seats", "games", "moves", "wins", "shared", "mean_scores", "score_deviation",
    "moves_per_second", "checksum", "seed", "build",
}  # fmt: skip
BENCH_KEYS = {"moves_per_second", "pure_moves_per_second", "copy_us", "python_loop_per_second", "ratios"}


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command prints that goes well."""
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_sim_json(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "random,random,random"
    text = said(capsys, "sim", "treehouse", "--seats", seats, "--games", "30", "--seed", "1", "--json")
    assert text.count("\n") == 1
    found = json.loads(text)
    assert found.keys() >= SIM_KEYS
    assert found["seats"] == seats.split(",")
    assert (found["game"], found["games"], found["seed"], found["complete"]) == ("treehouse", 30, 1, True)
    assert sum(found["wins"]) + found["shared"] == 30
    assert len(found["mean_scores"]) == len(found["score_deviation"]) == len(found["wins"]) == 3
    assert found["build"] in ("compiled", "pure")


def test_sim_json_is_the_same_with_workers(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("sim", "treehouse", "--edition", "nk", "--games", "20", "--seed", "5", "--json", "--workers")
    one, two = (json.loads(said(capsys, *command, workers)) for workers in ("1", "2"))
    for found in (one, two):
        del found["seconds"], found["moves_per_second"]
    assert one == two


@pytest.mark.parametrize("language", LANGUAGES)
def test_sim_table(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "sim", "treehouse", "--games", "12", "--rotate", "--seed", "1", "--lang", language)
    assert "greedy" in text
    assert "█" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_levels_have_the_table_s_names(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("sim", "ladder"):
        seats = ("--seats", "normal,easy", "--games", "4", "--seed", "1")
        text = said(capsys, command, "treehouse", *seats, "--lang", "ru")
        assert "обычный" in text
        assert "лёгкий" in text
        assert "normal" not in text


def test_sim_writes_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    found = json.loads(said(capsys, "sim", "treehouse", "--games", "7", "--json", "--records", str(file)))
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 7
    assert sum(len(record["moves"]) for record in records) == found["moves"]


def test_records_are_not_overwritten_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine", encoding="utf-8")
    command = ["sim", "treehouse", "--games", "2", "--records", str(file)]
    assert main(command) == 2
    assert "--force" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"
    said(capsys, *command, "--force")
    assert file.read_text(encoding="utf-8").count("\n") == 2


def test_a_cut_file_of_records_verifies_the_games_before_the_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    said(capsys, "sim", "treehouse", "--games", "3", "--records", str(file))
    file.write_text(file.read_text(encoding="utf-8")[:-200], encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    first, second, third, total = capsys.readouterr().out.splitlines()
    assert (first, second) == ("1: ok", "2: ok")
    assert third.startswith("3: ")
    assert "2" in total


def test_no_more_workers_than_two_for_a_core_and_one_for_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []

    def start(plan: object, workers: int) -> Pool:
        started.append(workers)
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "start_pool", start)
    monkeypatch.setattr(workers, "available_cores", lambda: 3)
    monkeypatch.setattr(ladder, "start_pool", start)
    for games in ("5", "40"):
        main(["sim", "treehouse", "--games", games, "--workers", "1000"])
    main(["ladder", "treehouse", "--seats", "normal,random", "--games", "40", "--workers", "1000"])
    assert started == [4, 6, 6]


@pytest.mark.parametrize("command", ["sim", "ladder", "balance", "play"])
def test_a_program_that_is_missing_is_said_before_the_first_game(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for program in ("/nope", str(tmp_path), '"open'):
        assert main([command, "treehouse", "--seats", f"cmd:{program},normal", "--lang", "en"]) == 2
        heard = capsys.readouterr()
        assert heard.out == ""
        assert "--replace-missing" in heard.err


def test_a_missing_program_is_replaced_where_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "treehouse", "--seats", "cmd:/nope,normal", "--games", "1", "--replace-missing", "--lang", "en"]
    assert main(command) == 0
    assert "could not be started" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["sim", "bench", "balance", "ladder", "perft"])
def test_people_are_offered_no_seat_where_only_bots_play(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help", "--lang", "en"]) == 0
    assert "human" not in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ("sim", "treehouse", "--seats", "random,nobody"),
        ("sim", "treehouse", "--games", "9" * 30),
        ("sim", "treehouse", "--workers", "9" * 5000),
        ("sim", "treehouse", "--seats", "human,random"),
        ("sim", "treehouse", "--games", "0"),
        ("sim", "treehouse", "--workers", "0"),
        ("sim", "treehouse", "--records", "/nowhere/at/all.jsonl"),
        ("sim", "chess"),
        ("bench", "treehouse", "--seconds", "soon"),
        ("bench", "treehouse", "--seats", "random"),
    ],
)
def test_bad_usage_is_said_plainly(words: tuple[str, ...], language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--lang", language]) == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith("domik: ")
    assert "Traceback" not in heard.err


def test_bench_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "bench", "treehouse", "--seconds", "0.05", "--no-peers", "--json"))
    assert found.keys() >= BENCH_KEYS
    assert found["ratios"]["pure"] > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_bench_table(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "bench", "treehouse", "--seconds", "0.02", "--no-peers", "--lang", language)
    assert "Domik" in text
    assert "×" in text
