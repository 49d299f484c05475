"""Searching bots: the same choice for the same view, whatever lies hidden; both builds alike; stronger than advice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import domik
from domik.bots import bot_of
from domik.bots.program import decision_message
from domik.games import game_package
from domik.kernel import luck as luck_module
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.mind import SearchConfig
from domik.kernel.record import GameRecord
from domik.kernel.search import TreeSearch
from domik.kernel.state import View, new_state
from domik.sim.ladder import Ladder, play_pairing
from tests.conformance.tables import NAMES, QUICK, hooks, match_label, random_record, random_steps, sampled

COMPILED = not str(luck_module.__file__).endswith(".py")
SPECS = ("easy", "normal", "ismcts:iterations=24,seed=1", "hard:iterations=24,seed=1", "master:iterations=24,seed=1")


def specs_for(name: str) -> tuple[str, ...]:
    """Every bot as it plays this game; the Cabin's solver has a test of its own."""
    return tuple(f"{spec},effort=0" if name == "cabin" and spec[0] in "hm" else spec for spec in SPECS)


def choice(spec: str, view: View) -> int:
    """What a fresh bot does with a view."""
    return bot_of(spec, luck_of("bot")).decide(view, int(view.legal()))


@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds_for_bots(name: str) -> None:
    """Permute what a seat has not seen, replay the same moves: the seat's bot chooses the same."""
    rng = random.Random(f"bots {name}")
    asked = 0
    for match in sampled(name, 3 if QUICK or not COMPILED else 12):
        for seed in range(2):
            record = random_record(match, f"bots {seed}")
            length = rng.randrange(0, len(record.moves))
            state = GameRecord(match, record.deal, record.players, record.moves[:length]).end()
            for seat in range(match.seats):
                if not state.view(seat).is_awaited():
                    continue
                deal = hooks(name).twin_deal(match, record.deal, record.moves[:length], seat, rng)
                twin = GameRecord(match, deal, record.players, record.moves[:length]).end()
                told = [
                    decision_message(match, world.view(seat), int(world.legal(seat)), 1, 9.0) for world in (state, twin)
                ]
                assert told[0] == told[1], "a program hears more than its seat knows"
                for spec in specs_for(name):
                    where = f"{match_label(match)}, seat {seat}, {spec}, step {length}"
                    assert choice(spec, state.view(seat)) == choice(spec, twin.view(seat)), where
                    asked += deal != record.deal
    assert asked > 10


@pytest.mark.skipif(not COMPILED, reason="the pure build leaves the Cabin to the search")
def test_the_cabins_solver_knows_no_more_than_its_seat() -> None:
    """Month 1's order is hidden: two decks that look alike so far get the same move, and it is the solver's."""
    match = game_package("cabin").match(1)
    record = random_record(match, "pondering")
    rng = random.Random("pondering")
    for length in (0, 3):
        state = GameRecord(match, record.deal, record.players, record.moves[:length]).end()
        deal = hooks("cabin").twin_deal(match, record.deal, record.moves[:length], 0, rng)
        assert deal != record.deal
        twin = GameRecord(match, deal, record.players, record.moves[:length]).end()
        found = int(state.view(0).solve(1, 0.0, luck_of("plan")))
        assert found & int(state.legal(0))
        assert int(twin.view(0).solve(1, 0.0, luck_of("plan"))) == found


@pytest.mark.skipif(not COMPILED, reason="the pure build leaves the Cabin to the search")
def test_the_cabins_solver_builds_a_good_cabin() -> None:
    """From month 2 on the deck is known: what the bot reaches is what the solver promises, far above advice."""
    match = game_package("cabin").match(1)
    state = new_state(match.game, luck_of("a good cabin"))
    bot = bot_of("hard", luck_of(1))
    while not state.is_over():
        state.play(0, bot.decide(state.view(0), int(state.legal(0))))
    assert int(state.score(0)) / 2 >= 32


@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_legal_and_repeats(name: str) -> None:
    for match in sampled(name, 2 if QUICK or not COMPILED else 6):
        for number, (state, seat, _) in enumerate(random_steps(match, "legal")):
            if number % 9:
                continue
            view = state.view(seat)
            before = list(view.numbers)
            for spec in specs_for(name):
                action = choice(spec, view)
                assert action & int(view.legal()), f"{match_label(match)}, {spec}"
                assert not action & (action - 1)
                assert action == choice(spec, view)
            assert list(view.numbers) == before, "thinking changes nothing"


def test_the_seed_matters() -> None:
    match = game_package("treehouse").match(2)
    differing = 0
    for number, (state, seat, _) in enumerate(random_steps(match, "seeds")):
        if number % 3 == 0:
            view = state.view(seat)
            choices = {choice(f"ismcts:iterations=6,seed={seed}", view) for seed in range(6)}
            differing += len(choices) > 1
    assert differing


SCRIPT = """
import json, sys
if sys.argv[1] == "pure":
    from domik.sim.pure import import_sources
    import_sources()
from domik.bots import bot_of
from domik.games import game_package
from domik.kernel import search
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
if sys.argv[1] == "pure":
    assert search.__file__.endswith(".py"), search.__file__
chosen = []
for name in json.loads(sys.argv[2]):
    package = game_package(name)
    match = package.match(min(max(2, package.least_seats), package.most_seats))
    for spec in ("ismcts:iterations=30", "master:iterations=30,effort=0,near=9", "ismcts:iterations=30,reflex=1",
                 "easy"):
        state = new_state(match.game, luck_of(3))
        bot = bot_of(spec, luck_of(4))
        for _ in range(12):
            if not state.is_over():
                seat = int(lowest(state.awaited_seats()))
                action = bot.decide(state.view(seat), int(state.legal(seat)))
                chosen.append(action)
                state.play(seat, action)
print(json.dumps(chosen))
"""


def choices_of(build: str) -> list[int]:
    """What bots choose in another process, with or without the compiled modules."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, build, json.dumps(NAMES)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(domik.__file__).parents[1],
    )
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)
    return found


def test_both_builds_choose_the_same() -> None:
    assert choices_of("installed") == choices_of("pure")


def test_a_time_budget_ends_in_time() -> None:
    match = game_package("treehouse").match(4)
    state = new_state(match.game, luck_of(1))
    for halving in (False, True):
        style = SearchConfig()
        style.halving = halving
        search = TreeSearch(state.view(0), style, luck_of(1))
        before = time.thread_time()
        search.choose(state.legal(0), 0, 0.05)
        assert time.thread_time() - before < (0.2 if COMPILED else 1.0)
        assert search.iterations > (200 if COMPILED else 2)


def test_hunches_for_the_next_actions_only() -> None:
    """Guided as far as the game goes is guided all the way; guided for a few actions is neither that nor random."""
    state = new_state(game_package("bower").match(2).game, luck_of(1))
    seat = int(lowest(state.awaited_seats()))
    promised = []
    for guide, near in ((4, 0), (4, 1000), (4, 8), (1, 0), (1, 8)):
        style = SearchConfig()
        style.guide = guide
        style.near = near
        search = TreeSearch(state.view(seat), style, luck_of(1))
        promised.append(float(search.mean_of(search.choose(state.legal(seat), 16, 0.0))))
    assert promised[0] == promised[1]
    assert promised[3] == promised[4]
    assert len(set(promised)) == 3


def share(one: str, two: str, deals: int) -> float:
    """How many of the games on the first deals the first bot wins: always the same, for budgets are in iterations."""
    ladder = Ladder("treehouse", (one, two), {}, None, 2, "strength", 2 * deals)
    match = ladder.match()
    return sum(play_pairing(ladder, match, one, two, deal).won[0] for deal in range(deals)) / (2 * deals)


def test_the_levels_are_a_ladder() -> None:
    """The full ladder is measured in docs/figures/bots.md; this small one with small budgets must never turn over."""
    assert share("normal", "random", 10) >= 0.95
    assert share("normal", "easy", 20) >= 0.65
    assert share("easy", "random", 10) >= 0.9
    if COMPILED:
        assert share("hard:iterations=400", "normal", 20) >= 0.65
