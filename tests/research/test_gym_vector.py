"""Gymnasium's vector form: same-step autoreset, masks, last views, and the same games whatever the number of tables."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from domik.games import GAMES
from domik.research import BadInput
from domik.research.gym_vector import DomikVectorEnv
from domik.research.spaces import OBSERVE

NAMES = list(GAMES)


def act(info: dict[str, Any], rng: np.random.Generator) -> Any:
    mask = info["action_mask"]
    return (mask * rng.random(mask.shape)).argmax(axis=1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("observe", OBSERVE)
def test_every_step_keeps_to_the_spaces_and_the_declared_autoreset(name: str, observe: str) -> None:
    env: Any = gymnasium.make_vec(f"domik/{name}-v0", num_envs=5, observe=observe, opponents="random")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=3)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(160):
        assert env.observation_space.contains(seen)
        assert (seen["action_mask"] == info["action_mask"]).all()
        assert seen["action_mask"].any(axis=1).all(), "a table has nothing to decide"
        seen, rewards, done, cut, info = env.step(act(info, rng))
        assert rewards.shape == done.shape == cut.shape == (5,)
        assert not cut.any()
        assert not rewards[~done].any()
        if done.any():
            ended += int(done.sum())
            for table in range(5):
                last = info["final_obs"][table]
                assert (last is not None) == bool(done[table]) == bool(info["_final_obs"][table])
                if last is not None:
                    assert env.single_observation_space.contains(last)
                    assert last["action_mask"].all()
            assert info["rewards"][done].sum(axis=1) == pytest.approx(1)
        else:
            assert "final_obs" not in info
    assert ended > 5


@pytest.mark.parametrize("opponents", ["random", "normal", "self", "easy"])
def test_tables_play_alike_in_a_small_and_a_large_batch(opponents: str) -> None:
    small, large = (DomikVectorEnv("treehouse", n, 2, opponents=opponents, seat=None) for n in (2, 6))
    (one, info), (two, wide) = small.reset(seed=8), large.reset(seed=8)
    for _ in range(120):
        assert (one["observation"] == two["observation"][:2]).all()
        actions = wide["action_mask"].argmax(axis=1)
        one, paid, done, _, info = small.step(actions[:2])
        two, paid_wide, done_wide, _, wide = large.step(actions)
        assert (paid == paid_wide[:2]).all()
        assert (done == done_wide[:2]).all()
    assert (info["seat"] == wide["seat"][:2]).all()


def test_the_last_view_is_the_learners() -> None:
    """The scores in the last view say who won, from the learner's own seat."""
    env = DomikVectorEnv("treehouse", 4, 2, seat=None, opponents="random", observe="uint8")
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(2)
    checked = 0
    while checked < 12:
        _, rewards, done, _, info = env.step(act(info, rng))
        for table in np.flatnonzero(done):
            last = info["final_obs"][table]["observation"]
            assert env.observation_spec.encoding is not None
            mine, theirs = (env.observation_spec.encoding.part(last, f"{whose}.score")[0] for whose in ("me", "next1"))
            if mine != theirs:
                assert (mine > theirs) == (rewards[table] == 1.0)
                checked += 1


def test_an_illegal_action_is_named_and_changes_nothing() -> None:
    env = DomikVectorEnv("treehouse", 3, 2, observe="numbers")
    seen, info = env.reset(seed=1)
    with pytest.raises(BadInput, match="Table 1: action 50 is not legal for seat 0 now; nothing was changed"):
        env.step(np.array([0, 50, 0]))
    assert (env.observe_all()["observation"] == seen["observation"]).all()
    for actions in (np.array([0, 0]), np.array([0.0, 0.0, 0.0]), "abc"):
        with pytest.raises(BadInput, match="must be 3 whole numbers"):
            env.step(actions)  # type: ignore[arg-type]
    env.step(info["action_mask"].argmax(axis=1))


def test_bad_input_gets_a_sentence() -> None:
    with pytest.raises(BadInput, match="num_envs must be a whole number of at least 1"):
        DomikVectorEnv("treehouse", 0)
    with pytest.raises(BadInput, match="call reset"):
        DomikVectorEnv("treehouse", 2).step(np.array([0, 0]))


def test_bots_that_are_asked_play_to_the_end() -> None:
    env = DomikVectorEnv("bower", 2, opponents="hard:iterations=8", reward="margin")
    _, info = env.reset(seed=1)
    for _ in range(400):
        _, _, done, _, info = env.step(info["action_mask"].argmax(axis=1))
        if done.any():
            return
    raise AssertionError("no game ended")
