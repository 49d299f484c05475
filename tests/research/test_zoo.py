"""PettingZoo: its own suites pass for every game, agent by agent, and at once where that is honest."""

from __future__ import annotations

import random
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest

from domik.games import GAMES
from domik.kernel.state import State
from domik.research import BadInput, zoo
from domik.research.encoding import features_of
from tests.conformance.tables import actions_of, match_label, matches, random_steps, seats_of

with warnings.catch_warnings():  # the suite imports games of its own in a way that it has deprecated itself
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

NAMES = list(GAMES)
# The suite warns about every observation with a mask whose game is not on its own list.
QUIET = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # of agents whose game is over
)
quiet = pytest.mark.filterwarnings(*QUIET)


@quiet
@pytest.mark.parametrize("observe", ["float32", "numbers"])
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_own_suite(name: str, observe: str) -> None:
    api_test(zoo.env(name, observe=observe, render_mode="ansi"), num_cycles=120)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoos_seed_suite(name: str) -> None:
    seed_test(lambda: zoo.env(name), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_games_are_in_pettingzoos_registry(name: str) -> None:
    made = pettingzoo.make("aec", f"domik/{name}-v0", reward="points")
    assert str(made.unwrapped) == f"domik_{name}_v0"
    if name == "treehouse":
        assert len(pettingzoo.make("parallel", "domik/treehouse-v0", seats=3).possible_agents) == 3


def test_pettingzoos_max_cycles_suite() -> None:
    """Treehouse, where all seats act equally often."""
    forms = SimpleNamespace(
        env=lambda max_cycles: zoo.env("treehouse", max_cycles=max_cycles),
        parallel_env=lambda max_cycles: zoo.parallel_env("treehouse", max_cycles=max_cycles),
    )
    max_cycles_test(forms)


@pytest.mark.parametrize("name", NAMES)
def test_games_are_cut_short_once_every_seat_has_decided_so_often(name: str) -> None:
    env = zoo.env(name, max_cycles=3)
    env.reset(seed=1)
    decided = dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        _, reward, ended, cut, info = env.last()
        assert not ended
        assert reward == 0
        if cut:
            env.step(None)
        else:
            decided[agent] += 1
            env.step(env.action_space(agent).sample(info["action_mask"]))
    assert min(decided.values()) == 3


@quiet
@pytest.mark.parametrize("name", ["treehouse", "cabin"])
def test_the_parallel_form_passes_pettingzoos_suites(name: str) -> None:
    parallel_api_test(zoo.parallel_env(name), num_cycles=60)
    parallel_seed_test(lambda: zoo.parallel_env(name), num_cycles=20)


@pytest.mark.parametrize("name", NAMES)
def test_seats_act_at_once_only_where_their_order_makes_no_difference(name: str) -> None:
    """What a game says about itself is true: in any order all actions stay legal and lead to the same."""
    rng = random.Random(name)
    simultaneous = differing = 0
    for match in matches(name):
        at_once = features_of(match).is_order_free(match.options)
        for number, (state, _, _) in enumerate(random_steps(match, "orders")):
            awaited = seats_of(int(state.awaited_seats()))
            if len(awaited) < 2 or number % 3:
                continue
            simultaneous += 1
            actions = {seat: rng.choice(actions_of(int(state.legal(seat)))) for seat in awaited}
            same = after(state, actions, awaited) == after(state, actions, awaited[::-1])
            differing += not same
            assert same or not at_once, match_label(match)
    assert bool(simultaneous) == (name in ("treehouse", "cabin"))
    assert (differing > 0) == (name == "cabin"), "a neighbour's order counts, and nothing else's"


def after(state: State, actions: dict[int, int], order: list[int]) -> list[int]:
    state = state.copy()
    for seat in order:
        state.play(seat, actions[seat])
    return [int(number) for number in state.numbers]


def test_in_the_parallel_form_nobody_learns_a_choice_before_all_are_made() -> None:
    """Treehouse asks for all picks in one step; a step that is refused on the way has shown nobody anything."""
    env = zoo.parallel_env("treehouse", seats=3)
    seen, _ = env.reset(seed=5)
    assert all(seen[agent]["action_mask"].tolist() == [1] * 6 + [0] * 58 for agent in seen)
    with pytest.raises(BadInput, match="seat 2"):
        env.step({"seat_0": 3, "seat_1": 2, "seat_2": 40})
    again: Any = env.observe_all(env.agents)
    for agent in seen:
        assert (seen[agent]["observation"] == again[agent]["observation"]).all()
        assert (seen[agent]["action_mask"] == again[agent]["action_mask"]).all()


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env = zoo.env("bower")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(62)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards[agent] == -1
    assert "Action 62 is not legal" in env.infos[agent]["illegal"]
    strict = zoo.env("bower", illegal="raise")
    strict.reset(seed=1)
    before = strict.observe(agent)["observation"]
    for action in (62, 63, -1, None):
        with pytest.raises(BadInput, match="nothing was changed"):
            strict.step(action)
    with pytest.raises(BadInput, match=r"action must be a whole number, not 1\.7"):
        strict.step(1.7)  # type: ignore[arg-type]
    assert (strict.observe(agent)["observation"] == before).all()
    assert strict.agent_selection == agent


def test_bad_input_gets_a_sentence() -> None:
    for call, words in (
        (lambda: zoo.env("treehouse", max_cycles=0), "max_cycles must be a whole number of at least 1"),
        (lambda: zoo.env("treehouse", observe="x"), "float32, uint8, numbers"),
        (lambda: zoo.env("treehouse", illegal="x"), "end, raise"),
        (lambda: zoo.env("treehouse").step(0), "call reset"),
        (lambda: zoo.parallel_env("bower"), "one after the other"),
        (lambda: zoo.parallel_env("cabin", neighbour=True, solvable=False), "one after the other"),
        (lambda: zoo.parallel_env("treehouse").step({}), "call reset"),
    ):
        with pytest.raises(BadInput, match=words):
            call()
    env = zoo.parallel_env("treehouse", seats=2)
    before, _ = env.reset(seed=1)
    for actions, words in (
        ({"seat_0": 0}, "seat_1"),
        ({"seat_0": 0, "seat_1": 0, "seat_7": 0}, "seat_7"),
        ({"seat_0": 0, "seat_1": 63}, "Action 63 is not legal for seat 1"),
        ({"seat_0": 0, "seat_1": 50}, "Action 50 is not legal for seat 1"),
        ({"seat_0": 0, "seat_1": "x"}, "action must be a whole number, not 'x'"),
        ([0, 0], "seat_0, seat_1"),
    ):
        with pytest.raises(BadInput, match=words):
            env.step(actions)  # type: ignore[arg-type]
    after_all: Any = env.observe_all(env.agents)
    assert (before["seat_0"]["observation"] == after_all["seat_0"]["observation"]).all()


def test_rewards_are_paid_to_every_agent() -> None:
    env = zoo.env("dream_home", seats=3, reward="points")
    env.reset(seed=2)
    rng = np.random.default_rng(1)
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, ended, _, info = env.last()
        total[agent] += reward
        env.step(None if ended else rng.choice(np.flatnonzero(info["action_mask"])))
    scores = [float(env.driver.score(seat)) for seat in range(3)]
    assert list(total.values()) == scores
    assert any(scores)
