from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Domik


def changed(path: Path, **fields: Any) -> str:
    document = json.loads(path.read_text())
    return json.dumps(document | fields)


def test_a_saved_game_verifies(domik: Domik, saved: Path) -> None:
    ran = domik("verify", str(saved))
    assert (ran.code, ran.out.splitlines()[0]) == (0, "ok")
    assert "Deal: not proven." in ran.out
    assert "Moves: not proven." in ran.out
    assert "Result: proven." in ran.out
    assert domik("verify", "-", typed=saved.read_text()).out == ran.out
    told = domik("verify", str(saved), "--json").json()
    assert [told["number"], told["ok"], told["differences"]] == [1, True, []]
    assert {what: one["proven"] for what, one in told["proofs"].items()} == {
        "deal": False,
        "moves": False,
        "result": True,
    }


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_a_false_claim_does_not_hold(domik: Domik, saved: Path, language: str) -> None:
    claims: list[dict[str, Any]] = [{"scores": [99, 0, 0]}, {"winners": [0, 1]}, {"tally": []}, {"over": False}]
    for fields in claims:
        ran = domik("verify", "-", "--lang", language, typed=changed(saved, **fields))
        assert ran.code == 1
        assert next(iter(fields)) in ran.out


def test_an_illegal_move_does_not_hold(domik: Domik, saved: Path) -> None:
    for move in ([0, 62], [7, 1], [-1, 0], [0, 63], [0, -5]):
        moves = json.loads(saved.read_text())["moves"]
        moves[3] = move
        ran = domik("verify", "-", typed=changed(saved, moves=moves))
        assert (ran.code, ran.err) == (1, "")
        assert "Move 4" in ran.out
        assert domik("replay", "-", typed=changed(saved, moves=moves)).code == 2


def test_a_move_that_no_table_can_hold_is_unreadable(domik: Domik, saved: Path) -> None:
    for move in ([10**30, 0], [0, 10**30], [0, -(10**30)]):
        for command in ("verify", "replay"):
            ran = domik(command, "-", typed=changed(saved, moves=[move]))
            assert (ran.code, ran.out) == (2, "")
            assert "Move 1" in ran.err


UNREADABLE = [
    "",
    "{",
    "[]",
    "nonsense",
    "[" * 50_000,
    "{}\n{",
    '{"schema": 1}',
    "null",
]


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_unreadable_is_two(domik: Domik, text: str, command: str) -> None:
    ran = domik(command, "-", typed=text)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("domik: ")


@pytest.mark.parametrize(
    "field", ["schema", "game", "rules", "seats", "options", "components", "players", "deal", "moves"]
)
@pytest.mark.parametrize("value", [None, 10**9, "x", [[1]], {"a": 1}], ids=str)
def test_any_broken_field_is_refused(domik: Domik, saved: Path, field: str, value: object) -> None:
    ran = domik("verify", "-", typed=changed(saved, **{field: value}))
    assert ran.code in ((0, 2) if field == "players" else (2,))
    assert "bug in Domik" not in ran.err


def test_json_lines(domik: Domik, saved: Path) -> None:
    good = saved.read_text().strip()
    lines = f"{good}\n\n{changed(saved, scores=[1, 2, 3])}\n"
    ran = domik("verify", "-", typed=lines)
    assert ran.code == 1
    assert ran.out.splitlines()[0] == "1: ok"
    assert ran.out.splitlines()[1].startswith("2: scores")
    assert "1 of 2 games hold" in ran.out
    assert domik("verify", "-", "--number", "1", typed=lines).out.startswith("ok\n")
    assert domik("verify", "-", "--number", "3", typed=lines).code == 2
    assert domik("replay", "-", typed=lines).code == 2
    assert domik("replay", "-", "--number", "2", typed=lines).code == 0


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_replay_tells_every_move_and_the_tally(domik: Domik, saved: Path, language: str) -> None:
    ran = domik("replay", str(saved), "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert f"\n{len(json.loads(saved.read_text())['moves'])}  " in ran.out
    assert "TH-50" in ran.out
    assert "TH-51" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_replay_shows_the_table_after_a_move(domik: Domik, saved: Path) -> None:
    onlooker = domik("replay", str(saved), "--at", "2")
    seated = domik("replay", str(saved), "--at", "2", "--seat", "1")
    assert "Your hand" not in onlooker.out
    assert "Your hand" in seated.out
    last = len(json.loads(saved.read_text())["moves"])
    assert domik("replay", str(saved), "--at", str(last)).code == 0
    for wrong in (("--at", str(last + 1)), ("--seat", "4"), ("--seat", "0")):
        assert domik("replay", str(saved), *wrong).code == 2


def test_one_seats_eyes_do_not_see_the_secrets_of_others(domik: Domik, saved: Path) -> None:
    whole = domik("replay", str(saved), "--json").json()
    seated = domik("replay", str(saved), "--json", "--seat", "2").json()
    assert all(move["move"] for move in whole["moves"])
    for seen, true in zip(seated["moves"], whole["moves"], strict=True):
        assert seen["move"] == (true["move"] if true["seat"] == 2 else None)
        assert seen["events"] == true["events"]
    assert whole["tally"] == seated["tally"]
    assert (
        sum(int(line["points"]) for line in whole["tally"] if line["seat"] == 1)
        == json.loads(saved.read_text())["scores"][0]
    )


def test_an_unfinished_game_says_so(domik: Domik, saved: Path) -> None:
    document = json.loads(saved.read_text())
    ran = domik("replay", "-", typed=json.dumps(document | {"moves": document["moves"][:5]}))
    assert "not over: 5 moves" in ran.out
