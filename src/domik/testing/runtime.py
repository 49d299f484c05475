"""Tests that the compiled and the pure build play the same games, and that hot calls leak no memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.kernel.state import imagine_state, new_state, state_from_deal
from domik.language import words_for
from domik.testing.subject import PLAYERS, QUICK, Subject, seats_of
from domik.web.pen import pen_for

GAMES_EACH = 20 if QUICK else 60

SCRIPT = """
import importlib, json, random, sys
if sys.argv[2] == "pure":
    from domik.sim.pure import import_sources
    import_sources()
random.seed()  # a disturbed global generator changes nothing
from domik.kernel import luck
from domik.kernel.playout import playouts
if sys.argv[2] == "pure":
    assert luck.__file__.endswith(".py"), luck.__file__
out = []
for package, seats, options in json.loads(sys.argv[1]):
    random.random()
    game = importlib.import_module(package).TITLE.match(seats, options).game
    out.append(playouts(game, luck.luck_of(1), 0, int(sys.argv[3])))
print(json.dumps(out))
"""

MatchSpec = tuple[str, int, dict[str, object]]  # Python package of the game, seats, options


class BuildParity:
    """Checksums of random games in both builds."""

    def test_both_builds_play_the_same_games(self, game: Subject) -> None:
        """On a pure installation this compares the pure build with itself."""
        ways = [(game.title.python_package, seats, options) for seats, options in game.legal_sets()]
        assert playout_results("installed", ways, GAMES_EACH) == playout_results("pure", ways, GAMES_EACH)


def playout_results(build: str, ways: list[MatchSpec], games: int) -> list[list[int]]:
    """Moves and checksums of random games, played in another process."""
    import domik

    path = os.pathsep.join(str(Path(entry or ".").resolve()) for entry in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(ways), build, str(games)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(domik.__file__).parents[1],
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    found: list[list[int]] = json.loads(done.stdout)
    return found


STATM = Path("/proc/self/statm")
PAGE = 4096
ROUNDS = 800 if QUICK else 1500
TRIES = 3
MOST_BYTES = 120  # per call: even a small game's state is larger


class Leaks:
    """Memory before and after many calls."""

    @pytest.mark.skipif(not STATM.exists(), reason="memory is read from /proc")
    def test_nothing_keeps_numbers(self, game: Subject) -> None:
        """A leak of one state per move is gigabytes on a busy server (docs/decisions/0018)."""
        leaking = {what: least_leaked(call) for what, call in hot_calls(game).items()}
        assert not {what: size for what, size in leaking.items() if size >= MOST_BYTES}


def hot_calls(game: Subject) -> dict[str, Callable[[], object]]:
    """The calls made for every move."""
    title = game.title
    match = title.match(title.most_seats)
    state = new_state(match.game, luck_of("leaks"))
    luck = luck_of(2)
    bot = bot_of("greedy", luck_of(1))
    deal = [int(number) for number in match.game.deal(luck_of(2))]
    seat = seats_of(int(state.awaited_seats()))[0]
    action = int(state.legal(seat)) & -int(state.legal(seat))
    say = words_for("en", (title.words_package,))
    pen = pen_for("en", "desk", title.words_package)
    calls: dict[str, Callable[[], object]] = {
        "luck": lambda: match.game.deal(luck),
        "deal": lambda: state_from_deal(match.game, deal),
        "play": lambda: state.copy().play(seat, action),
        "score": lambda: state.view().score(seat),
        "imagine": lambda: imagine_state(state.view(seat), luck),
        "decide": lambda: bot.decide(state.view(seat), int(state.legal(seat))),
        "reasons": lambda: match.reasons(state.view(seat), action),
        "alike": lambda: state.view(seat).equivalence(action),
        "sketch": lambda: match.sketch(state.view(seat), say),
        "low sketch": lambda: match.sketch(state.view(seat), say, low=True),
        "tally": lambda: match.tally(state.view()),
        "prompt": lambda: say(match.prompt(state.view(seat))),
    }
    page = title.page()
    if page is not None:
        players = PLAYERS[: match.seats]
        calls["draw"] = lambda: page.draw(match, state.view(seat), pen, players)
    return calls


def least_leaked(call: Callable[[], object]) -> float:
    """Bytes leaked per call, the least of several tries: a leak repeats, memory kept by Python does not."""
    size = leaked_bytes(call)
    for _ in range(TRIES - 1):
        if size >= MOST_BYTES:
            size = min(size, leaked_bytes(call))
    return size


def leaked_bytes(call: Callable[[], object]) -> float:
    """Bytes leaked per call, after a warm-up."""
    for _ in range(ROUNDS // 2):
        call()
    before = int(STATM.read_text().split()[1])
    for _ in range(ROUNDS):
        call()
    return (int(STATM.read_text().split()[1]) - before) * PAGE / ROUNDS
