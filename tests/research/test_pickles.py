"""Batches and environments survive pickle and copy in the middle of a game, and copies share nothing."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import domik
from domik.research import Batch, zoo
from domik.research.gym import DomikEnv
from domik.research.gym_vector import DomikVectorEnv

NAMES = ("treehouse", "dream_home", "cabin", "bower")


def through_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


COPIES: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, through_pickle)


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_goes_on_where_it_was(name: str) -> None:
    batch = Batch(name, 8)
    for _ in range(30):
        batch.step(batch.sample())
    batch.ahead()
    twins = [made(batch) for made in COPIES]
    assert repr(twins[0]) == f"<Batch of 8 tables, <Match of {name}, 2 seats>>"
    for _ in range(60):
        actions = batch.sample().copy()
        looked = batch.ahead().observation.copy()
        batch.step(actions)
        for twin in twins:
            assert (twin.sample() == actions).all()
            assert (twin.ahead().observation == looked).all()
            twin.step(actions)
            assert (twin.observation == batch.observation).all()
            assert (twin.reward == batch.reward).all()


def run(env: DomikEnv) -> list[bytes]:
    """The rest of a game and the beginning of the next, the lowest legal action each time."""
    seen, over = [], False
    while not over:
        legal = int(env.driver.legal)
        answer = env.step((legal & -legal).bit_length() - 1)
        seen.append(answer[0]["observation"].tobytes())
        over = answer[2]
    return [*seen, env.reset()[0]["observation"].tobytes()]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options", [{}, {"opponents": "self"}, {"opponents": "ismcts:iterations=5", "seat": None, "observe": "numbers"}]
)
def test_an_environment_goes_on_where_it_was(name: str, options: dict[str, Any]) -> None:
    env = DomikEnv(name, **options)
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.action_space.sample())
    twins = [made(env) for made in COPIES]
    expected = run(env)
    for twin in twins:
        assert run(twin) == expected


def test_an_environment_that_has_not_begun() -> None:
    env = through_pickle(DomikEnv("bower"))
    assert (env.reset(seed=5)[0]["observation"] == DomikEnv("bower").reset(seed=5)[0]["observation"]).all()
    many = through_pickle(DomikVectorEnv("bower", 2))
    assert (many.reset(seed=5)[0]["observation"] == DomikVectorEnv("bower", 2).reset(seed=5)[0]["observation"]).all()


def test_a_vector_environment_goes_on_where_it_was() -> None:
    env = DomikVectorEnv("treehouse", 4)
    env.reset(seed=2)
    twins = [made(env) for made in COPIES]
    for _ in range(40):
        actions = np.array([(int(legal) & -int(legal)).bit_length() - 1 for legal in env.legal])
        first = env.step(actions)
        for twin in twins:
            other = twin.step(actions)
            assert (other[0]["observation"] == first[0]["observation"]).all()
            assert (other[1] == first[1]).all()


def test_agents_one_by_one_and_all_at_once_go_on_where_they_were() -> None:
    env = zoo.env("bower")
    env.reset(seed=1)
    twins = [made(env) for made in COPIES]
    for _ in range(20):
        action = env.action_space(env.agent_selection).sample()
        env.step(action)
        for twin in twins:
            twin.step(action)
            assert (twin.observe("seat_1")["observation"] == env.observe("seat_1")["observation"]).all()
    at_once = zoo.parallel_env("treehouse", seats=3)
    at_once.reset(seed=1)
    others = [made(at_once) for made in COPIES]
    chosen = {agent: at_once.action_space(agent).sample() for agent in at_once.agents}
    seen = at_once.step(chosen)[0]
    for other in others:
        assert (other.step(chosen)[0]["seat_2"]["observation"] == seen["seat_2"]["observation"]).all()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_environments_go_to_other_processes(method: str) -> None:
    env = DomikEnv("treehouse")
    env.reset(seed=1)
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map(run, [env, env])
    assert found == [run(env)] * 2


def test_masked_samplers_go_on_after_the_end() -> None:
    env = gymnasium.make("domik/bower-v0").unwrapped
    assert isinstance(env, DomikEnv)
    env.reset(seed=1)
    over = False
    while not over:
        answer = env.step(env.action_space.sample())
        over = answer[2]
    assert answer[0]["action_mask"].all()


def test_default_seats_are_two_everywhere() -> None:
    assert {Batch(name, 1).seats for name in NAMES} == {2}
    assert {DomikEnv(name).match.seats for name in NAMES} == {2}
    assert {len(zoo.env(name).possible_agents) for name in NAMES} == {2}
    assert {domik.new(name).seats for name in NAMES} == {2}
