"""Programs at the table: the example plays whole games, and whatever a program does wrong, the game goes on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from domik.bots import failure_phrase
from domik.bots.program import CommandBot
from domik.games import GAMES, game_package
from domik.kernel.luck import luck_of
from domik.kernel.record import read_record
from domik.kernel.state import new_state, state_from_deal
from domik.language import LANGUAGES, words_for
from domik.sim.config import SimConfig
from domik.sim.results import Results
from domik.sim.run import play_part

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "thrifty.py"
PYTHON = sys.executable


def played(game: str, program: str) -> Results:
    """One game of a program against normal, with its record."""
    title = game_package(game)
    seats = min(max(2, title.least_seats), title.most_seats)
    players = (f"cmd:{program}", *["normal"] * (seats - 1))
    plan = SimConfig(game, players, {}, seed="7", records=True)
    return play_part(plan, plan.match(), 0, 1)


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_a_whole_game(game: str) -> None:
    results = played(game, f"{PYTHON} {EXAMPLE}")
    assert results.games == 1
    assert not results.troubles
    assert "troubles" not in json.loads(results.lines[0])


@pytest.mark.parametrize(
    ("script", "what"),
    [
        ("", "crashed"),
        ("import sys; sys.stdin.readline(); sys.exit(3)", "crashed"),
        ("for line in __import__('sys').stdin: print('hello', flush=True)", "nonsense"),
        ("for line in __import__('sys').stdin: print('[]', flush=True)", "nonsense"),
        ("for line in __import__('sys').stdin: print('{\"action\": true}', flush=True)", "nonsense"),
        ("for line in __import__('sys').stdin: print('{\"move\": \"nowhere\"}', flush=True)", "nonsense"),
        ("for line in __import__('sys').stdin: print('{\"action\": 62}', flush=True)", "illegal"),
    ],
)
def test_a_program_that_fails_is_replaced_and_the_record_says_so(tmp_path: Path, script: str, what: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(script, encoding="utf-8")
    results = played("treehouse", f"{PYTHON} {program}")
    assert [trouble["what"] for trouble in results.troubles] == [what]
    document = json.loads(results.lines[0])
    assert document["over"]
    assert document["troubles"][0]["seat"] == 0
    assert document["troubles"][0]["decision"] == 1
    assert document["troubles"][0]["bot"].startswith("cmd:")
    again = read_record(results.lines[0], game_package)
    assert again.extra["troubles"] == document["troubles"]
    for language in LANGUAGES:
        assert words_for(language)(failure_phrase(results.troubles[0]))


def test_no_such_program() -> None:
    results = played("treehouse", "there-is-no-such-program")
    assert [trouble["what"] for trouble in results.troubles] == ["not_started"]


def test_a_slow_program_is_not_waited_for(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text("import time; time.sleep(60)", encoding="utf-8")
    match = game_package("treehouse").match(2)
    state = new_state(match.game, luck_of(1))
    bot = CommandBot(f"{PYTHON} {program}", luck_of(1), match, seconds=0.2)
    action = bot.decide(state.view(0), int(state.legal(0)))
    assert action & int(state.legal(0))
    assert bot.failure is not None
    assert bot.failure["what"] == "slow", "had it been waited for, it would have ended of itself"
    assert bot.program is None
    bot.decide(state.view(0), int(state.legal(0)))
    assert bot.program is None, "a program that failed is asked no more"
    assert bot.failure["decision"] == 1


def test_a_program_is_told_its_own_view_only(tmp_path: Path) -> None:
    """What a program hears is the same in two worlds that differ in the other seat's hand only."""
    program = tmp_path / "listening.py"
    heard = tmp_path / "heard.txt"
    program.write_text(
        "import json, sys\n"
        f"out = open({str(heard)!r}, 'a')\n"
        "for line in sys.stdin:\n"
        "    out.write(line); out.flush()\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'decide':\n"
        "        print(json.dumps({'action': message['legal'][0]['action']}), flush=True)\n",
        encoding="utf-8",
    )
    match = game_package("treehouse").match(2)
    deal = [int(item) for item in match.game.deal(luck_of(1))]
    twin = deal[:]
    for place in range(6):
        twin[6 + place] = deal[6 + 35 - place]
        twin[6 + 35 - place] = deal[6 + place]
    told = []
    for numbers in (deal, twin):
        state = state_from_deal(match.game, numbers)
        bot = CommandBot(f"{PYTHON} {program}", luck_of(1), match)
        bot.decide(state.view(0), int(state.legal(0)))
        bot.close()
        told.append(heard.read_text(encoding="utf-8"))
        heard.unlink()
    assert list(deal) != list(twin)
    assert told[0] == told[1]
