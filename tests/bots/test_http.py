"""Bots at an address: every decision is one POST, and trouble is told as it is of programs."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from domik.bots import bot_of, failures_of, is_startable, parse_bot, split_specs
from domik.cli import main
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.record import number_of
from domik.kernel.state import new_state
from domik.sim.run import play_to_end

Answer = Callable[[dict[str, Any]], bytes]


@contextmanager
def bot_server(answer: Answer) -> Iterator[str]:
    """A server that answers decisions; gives its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            body = answer(question)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/Move"
    finally:
        server.shutdown()
        server.server_close()


def by_advice(question: dict[str, Any]) -> bytes:
    best = max(question["legal"], key=lambda one: one["advice"])
    return json.dumps({"action": best["action"]}).encode()


def test_it_is_asked_once_a_decision_and_sees_only_its_seat() -> None:
    asked: list[dict[str, Any]] = []

    def answer(question: dict[str, Any]) -> bytes:
        asked.append(question)
        return by_advice(question)

    match = game_package("treehouse").match(2)
    with bot_server(answer) as address:
        bots = [bot_of(address, luck_of(1), match), bot_of("random", luck_of(2))]
        state = new_state(match.game, luck_of(3))
        play_to_end(state, bots)
    assert state.is_over()
    assert failures_of(bots) == []
    assert {question["game"]["seat"] for question in asked} == {0}
    assert [question["decision"] for question in asked] == list(range(1, len(asked) + 1))
    assert all(len(question["own"]) == int(match.game.own_size) for question in asked)


@pytest.mark.parametrize(("body", "what"), [(b"no json", "nonsense"), (b'{"action": 62}', "illegal")])
def test_trouble_is_kept_and_normal_plays_on(body: bytes, what: str) -> None:
    match = game_package("treehouse").match(2)
    with bot_server(lambda question: body) as address:
        bots = [bot_of(address, luck_of(1), match), bot_of("random", luck_of(2))]
        play_to_end(new_state(match.game, luck_of(3)), bots)
    assert [(one["bot"], one["what"], one["decision"]) for one in failures_of(bots)] == [(address, what, 1)]


def test_nobody_there_is_refused_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    with bot_server(by_advice) as address:
        assert is_startable(address)
    assert not is_startable(address)
    assert main(["sim", "treehouse", "--seats", f"{address},random", "--games", "1"]) == 2
    assert address in capsys.readouterr().err


def test_a_server_that_goes_away_is_trouble() -> None:
    match = game_package("treehouse").match(2)
    state = new_state(match.game, luck_of(3))
    with bot_server(by_advice) as address:
        bot = bot_of(address, luck_of(1), match)
        first = bot.decide(state.view(0), int(state.legal(0)))
    assert number_of(first) >= 0
    bot.decide(state.view(0), int(state.legal(0)))
    assert [one["what"] for one in failures_of([bot])] == ["crashed"]


def test_addresses_keep_their_letters_and_stay_apart() -> None:
    assert split_specs("http://Host:1/Move,hard:iterations=5,seed=1") == [
        "http://Host:1/Move",
        "hard:iterations=5,seed=1",
    ]
    assert parse_bot("https://host/x").command == "https://host/x"


def test_a_ladder_of_addresses_can_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.jsonl"
    with bot_server(by_advice) as address:
        words = ["ladder", "bower", "--seats", f"{address},random", "--games", "4", "--workers", "1"]
        assert main([*words, "--resume", str(file)]) == 0
    capsys.readouterr()
    assert main(["ladder", "bower", "--verify", str(file), "--json"]) == 0  # the bots are gone; their games are not
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert address in {row["spec"] for row in found["ladder"]}
