"""Contestants of bench/research.py: our interfaces and other projects' environments, each driven with random moves."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from domik.research import Batch
from domik.sim.bench import Step, timed_step

TABLES = 1024
STEPS = 20  # batch steps between two readings of the clock
SINGLE = 300  # steps of a single environment between two readings of the clock
BOARDS = ("TicTacToe-v1", "ConnectFour-v1", "KuhnPoker-v1", "Othello-v1", "Hex-v1", "Backgammon-v1", "AnimalShogi-v1")


# ---- ours -------------------------------------------------------------------------------------------


def batch_step(name: str) -> Step:
    """Batch: masks as bool, a random legal action per table, one step; observations are updated in place."""
    batch = Batch(name, TABLES)

    def work() -> int:
        for _ in range(STEPS):
            batch.mask()
            batch.step(batch.sample())
        return STEPS * TABLES

    return timed_step(work)


def features_step(name: str) -> Step:
    """Batch, also computing the features of every observation as uint8."""
    batch = Batch(name, TABLES)

    def work() -> int:
        for _ in range(4):
            batch.mask()
            batch.features("uint8")
            batch.step(batch.sample())
        return 4 * TABLES

    return timed_step(work)


def vector_step(name: str) -> Step:
    """Gymnasium vector environment in self-play: raw numbers, actions sampled from the mask in NumPy."""
    from domik.research.gym_vector import DomikVectorEnv

    env = DomikVectorEnv(name, TABLES, opponents="self", observe="numbers")
    seen, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)

    def work() -> int:
        nonlocal seen
        for _ in range(STEPS):
            mask = seen["action_mask"]
            seen, *_ = env.step((mask * rng.random(mask.shape, np.float32)).argmax(axis=1))
        return STEPS * TABLES

    return timed_step(work)


def gym_step(name: str) -> Step:
    """One Gymnasium environment in self-play: raw numbers and a mask at every step."""
    import gymnasium

    env = gymnasium.make(f"domik/{name}-v0", opponents="self", observe="numbers", disable_env_checker=True)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)

    def work() -> int:
        nonlocal info
        for _ in range(SINGLE):
            choices = info["action_mask"].nonzero()[0]
            _, _, ended, _, info = env.step(choices[int(rng.random() * len(choices))])
            if ended:
                _, info = env.reset()
        return SINGLE

    return timed_step(work)


def zoo_step(make: Callable[[], Any]) -> Step:
    """A PettingZoo AEC environment, driven as its documentation shows."""
    env = make()
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> int:
        count = 0
        while count < SINGLE:
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                choices = seen["action_mask"].nonzero()[0]
                env.step(choices[int(rng.random() * len(choices))])
                count += 1
            env.reset()
        return count

    return timed_step(work)


def our_zoo(name: str) -> Step:
    from domik.research import zoo

    return zoo_step(lambda: zoo.env(name, observe="numbers"))


# ---- peers ------------------------------------------------------------------------------------------


def pettingzoo_connect_four() -> Step:
    """PettingZoo's own connect_four with its default wrappers."""
    return zoo_step(importlib.import_module("pettingzoo.classic").connect_four_v3.env)


def pgx_connect_four() -> Step:
    """Pgx on the CPU: a compiled loop of random legal moves over the whole batch with automatic resets."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    env = pgx.make("connect_four")
    again: Any = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        choose, deal = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choose, logits, axis=1)
        state = jax.vmap(again)(state, actions, jax.random.split(deal, TABLES))
        return state, state.observation.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, STEPS)))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), TABLES))
    keys = iter(range(1 << 31))

    def work() -> int:
        nonlocal state
        state, _ = run(state, jax.random.PRNGKey(next(keys)))
        jax.block_until_ready(state)
        return STEPS * TABLES

    work()
    return timed_step(work)


def envpool_step(task: str) -> Step:
    """One of EnvPool's board games in one thread; actions are sampled from its mask if it has one."""
    envpool: Any = importlib.import_module("envpool")
    env = envpool.make(task, env_type="gymnasium", num_envs=TABLES, num_threads=1, seed=1)
    _, info = env.reset()
    rng = np.random.default_rng(1)
    actions = int(env.action_space.n)

    def work() -> int:
        nonlocal info
        for _ in range(4):
            mask = info.get("legal_action_mask")
            if mask is None:
                chosen = rng.integers(0, actions, TABLES)
            else:
                chosen = (mask * rng.random(mask.shape, np.float32)).argmax(axis=1)
            _, _, _, _, info = env.step(chosen.astype(np.int32))
        return 4 * TABLES

    return timed_step(work)


def envpool_boards() -> list[str]:
    envpool: Any = importlib.import_module("envpool")
    known = set(envpool.list_all_envs())
    return [name for name in BOARDS if name in known]
