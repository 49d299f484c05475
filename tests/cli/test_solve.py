"""`domik solve`: a plan for a seed, a deck, a scenario or a position, told as it gets better, and one that replays."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest

from domik.games import game_package
from domik.kernel import luck as luck_module
from domik.kernel.luck import luck_of
from domik.kernel.record import GameRecord, RecordedMove, read_record
from domik.language import LANGUAGES
from tests.cli.conftest import Domik
from tests.cli.test_process import DOMIK, environment
from tests.waiting import PATIENCE

COMPILED = not str(luck_module.__file__).endswith(".py")
pytestmark = pytest.mark.skipif(not COMPILED, reason="the solver searches some sixty times slower in pure Python")
DECK = "berry,garden,spring,quarry,claypit,brook,windfall,ravine,birch,pond,forest,bog"


def test_the_answer_is_a_record_that_replays(domik: Domik, tmp_path: Path) -> None:
    ran = domik("solve", "cabin", "--seed", "7", "--seconds", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json()
    assert {"score", "bound", "proven", "plan"} <= answer.keys()
    assert 35 < answer["score"] <= answer["bound"]
    assert len(answer["plan"]) == len(answer["moves"])
    file = tmp_path / "plan.json"
    file.write_text(ran.out, encoding="utf-8")
    shown = domik("replay", str(file), "--json").json()
    assert [move["move"] for move in shown["moves"]] == answer["plan"]
    assert shown["over"]
    assert sum(line["points"] for line in shown["tally"]) == answer["score"]
    assert domik("verify", str(file)).code == 0


def test_the_seed_deals_as_play_does(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    domik("play", "cabin", "--seats", "greedy", "--seed", "7", "--save", str(file))
    answer = domik("solve", "cabin", "--seed", "7", "--seconds", "0.1", "--json").json()
    assert json.loads(file.read_text(encoding="utf-8"))["deal"] == answer["deal"]


def test_a_position_is_solved_from_there(domik: Domik, tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    assert domik("solve", "cabin", "--seed", "7", "--seconds", "1", "--json", "--save", str(file)).code == 0
    record = read_record(file.read_text(encoding="utf-8"), game_package)
    points = int(record.end().score(0)) / 2
    half = GameRecord(record.match, record.deal, record.players, record.moves[:15])
    file.write_text(half.to_json(), encoding="utf-8")
    answer = domik("solve", "cabin", "--record", str(file), "--seconds", "1", "--json").json()
    assert answer["score"] >= points
    assert answer["moves"][:15] == [[move.seat, move.action, move.at] for move in record.moves[:15]]
    assert len(answer["moves"]) == 15 + len(answer["plan"])
    file.write_text(record.to_json(), encoding="utf-8")  # nothing is left to plan
    answer = domik("solve", "cabin", "--record", str(file), "--json").json()
    assert (answer["score"], answer["proven"], answer["plan"]) == (points, True, [])


def test_a_deck_or_a_scenario(domik: Domik) -> None:
    named = domik("solve", "cabin", "--deck", DECK, "--seconds", "0.3", "--json").json()
    scenario = domik("solve", "cabin", "--scenario", "first_summer", "--seconds", "0.3", "--json").json()
    assert named["deal"] == scenario["deal"]
    assert scenario["options"]["scenario"] == "first_summer"


@pytest.mark.parametrize("language", LANGUAGES)
def test_better_plans_are_told_as_they_are_found(domik: Domik, language: str) -> None:
    ran = domik("solve", "cabin", "--seed", "3", "--seconds", "0.4", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert "b1" in ran.out.split()
    assert "CC-" not in ran.out
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_a_terminal_shows_a_bar() -> None:
    master, slave = pty.openpty()
    words = ["solve", "cabin", "--seed", "3", "--seconds", "1.5"]
    process = subprocess.Popen(
        [*DOMIK, *words], stdout=subprocess.PIPE, stderr=slave, env=environment() | {"TERM": "xterm"}
    )
    os.close(slave)
    shown = b""
    try:
        while piece := os.read(master, 4096):
            shown += piece
    except OSError:  # how a terminal ends when its program has gone
        pass
    out = process.communicate(timeout=PATIENCE)[0].decode()
    os.close(master)
    assert process.returncode == 0
    assert "━".encode() in shown
    assert b" points after " in shown
    assert "Best plan" in out
    assert "━" not in out


def test_ctrl_c_keeps_the_best_plan() -> None:
    process = subprocess.Popen(
        [*DOMIK, "solve", "cabin", "--seed", "7", "--seconds", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment() | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    assert b" points after " in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, b"")
    assert b"Best plan: " in out
    assert b"Stopped early" in out


@pytest.mark.parametrize(
    "words",
    [
        ("cabin", "--deck", "berry,garden"),
        ("cabin", "--deck", "berry," * 12),
        ("cabin", "--deck", DECK.replace("bog", "dragon")),
        ("cabin", "--scenario", "winter"),
        ("cabin", "--scenario", "no_tea", "--variant", "promo"),
        ("cabin", "--record", "nothing.json"),
        ("cabin", "--seat", "3"),
        ("cabin", "--seconds", "0"),
        ("cabin", "--seconds", "soon"),
        ("cabin", "--seed", "1", "--deck", DECK),
        ("cabin", "--variant", "neighbour"),
        ("cabin", "--variant", "draft"),
        ("cabin", "--seed", "1", "--seconds", "0.1", "--save", "/nowhere/at/all.json"),
        ("treehouse",),
        ("chess",),
        (),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nonsense_is_refused_in_one_line(domik: Domik, language: str, words: tuple[str, ...]) -> None:
    ran = domik("solve", *words, "--lang", language)
    assert ran.code == 2
    assert ran.err.strip()
    assert "Traceback" not in ran.err
    assert "Best plan" not in ran.out


def test_a_record_of_another_seat_or_game_is_refused(domik: Domik, tmp_path: Path) -> None:
    match = game_package("cabin").match(2)
    record = GameRecord(match, [int(card) for card in match.game.deal(luck_of(1))], ["a", "b"], [RecordedMove(0, 8)])
    file = tmp_path / "two.json"
    file.write_text(record.to_json(), encoding="utf-8")
    assert domik("solve", "cabin", "--record", str(file), "--seat", "3").code == 2
    assert domik("solve", "treehouse", "--record", str(file)).code == 2
    answer = domik("solve", "cabin", "--record", str(file), "--seat", "2", "--seconds", "0.2", "--json").json()
    assert answer["seat"] == 2
    assert not answer["over"], "the other has not played yet"
    file.write_text(json.dumps(json.loads(record.to_json()) | {"moves": [[0, 99, 0]]}), encoding="utf-8")
    assert domik("solve", "cabin", "--record", str(file)).code == 2
