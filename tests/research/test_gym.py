"""Gymnasium: its own checker passes for every game, and one seat's game is what the table plays."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from domik.games import GAMES
from domik.research import BadInput
from domik.research.gym import DomikEnv
from domik.research.spaces import OBSERVE

NAMES = list(GAMES)


def played(env: Any, seed: int, most: int = 2000) -> list[Any]:
    """A random game: everything that came back, step by step."""
    seen, info = env.reset(seed=seed)
    found: list[Any] = [(seen["observation"], info["action_mask"])]
    rng = np.random.default_rng(seed)
    for _ in range(most):
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, ended, _, info = env.step(action)
        found.append((seen["observation"], info["action_mask"], reward, ended))
        if ended:
            return found
    raise AssertionError("the game never ended")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("observe", OBSERVE)
def test_gymnasiums_own_checker(name: str, observe: str) -> None:
    env = gymnasium.make(f"domik/{name}-v0", observe=observe, render_mode="ansi")
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_through_make(name: str) -> None:
    env = gymnasium.make(f"domik/{name}-v0", opponents="random")
    rewards = [played(env, seed)[-1][2] for seed in range(12)]
    assert set(rewards) <= {0.0, 1.0, 0.5, 1 / 3, 0.25}
    assert env.observation_space.contains(env.reset(seed=1)[0])


@pytest.mark.parametrize("opponents", ["random", "normal", "hard:iterations=20", "easy", "self"])
def test_the_same_seed_gives_the_same_game(opponents: str) -> None:
    one, two = (DomikEnv("treehouse", 2, opponents=opponents) for _ in range(2))
    for left, right in zip(played(one, 4), played(two, 4), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))
    assert not np.array_equal(played(one, 5)[0][0], played(two, 4)[0][0])


def test_bots_that_the_kernel_plays_are_the_bots_of_that_name() -> None:
    """`normal` inside beats `random` as clearly as the bot does."""
    env = DomikEnv("treehouse", 2, opponents="normal", observe="numbers")
    assert sum(played(env, seed)[-1][2] for seed in range(40)) < 6


def test_the_seat_changes_from_game_to_game() -> None:
    env = DomikEnv("dream_home", 4, seat=None, opponents="random")
    assert [env.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(6)] == [0, 1, 2, 3, 0, 1]
    assert [DomikEnv("dream_home", 4, seat=2).reset(seed=k)[1]["seat"] for k in range(3)] == [2, 2, 2]


def test_an_illegal_action_ends_the_game_or_is_refused() -> None:
    env = DomikEnv("treehouse", 2)
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(40)
    assert (reward, ended) == (-1.0, True)
    assert info["illegal"].startswith("Action 40 is not legal for seat 0 now")
    with pytest.raises(BadInput, match="over: call reset"):
        env.step(0)
    strict = DomikEnv("treehouse", 2, illegal="raise")
    before, _ = strict.reset(seed=1)
    for action in (40, 63, -1, 10**20):
        with pytest.raises(BadInput, match=f"Action {action} is not legal for seat 0 now; nothing was changed"):
            strict.step(action)
    odd: list[Any] = ["x", None, 1.7, np.array([1])]
    for nothing in odd:
        with pytest.raises(BadInput, match="action must be a whole number"):
            strict.step(nothing)
    after, _, _, _, _ = strict.step(np.int64(0))  # type: ignore[arg-type]
    assert not np.array_equal(before["observation"], after["observation"])


def test_bad_input_gets_a_sentence() -> None:
    for kwargs, words in (
        ({"opponents": "wizard"}, "wizard"),
        ({"seats": 4, "opponents": "easy,hard"}, "room for 3 opponents, not for 2"),
        ({"opponents": ["easy"]}, "opponents must be text"),
        ({"seat": "1"}, "seat must be a whole number, not '1'"),
        ({"seat": 7}, "numbered from 0 to 1"),
        ({"observe": "picture"}, "float32, uint8, numbers"),
        ({"reward": "gold"}, "win, margin, points"),
        ({"illegal": "ignore"}, "end, raise"),
        ({"seats": 12}, "seats 2 to 4"),
    ):
        with pytest.raises(BadInput, match=words):
            DomikEnv("treehouse", **kwargs)
    with pytest.raises(BadInput, match="call reset"):
        DomikEnv("treehouse").step(0)


def test_points_and_margin() -> None:
    for kind in ("points", "margin"):
        env = DomikEnv("cabin", 2, opponents="random", reward=kind)
        found = played(env, 3)
        assert float(found[-1][2]) * 2 == int(found[-1][2] * 2)


def test_the_render_is_the_learners_own_view() -> None:
    env = gymnasium.make("domik/treehouse-v0", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert "\n" in str(env.render())


def test_spaces_can_be_pickled() -> None:
    env = DomikEnv("bower")
    assert pickle.loads(pickle.dumps(env.action_space)).n == 63
