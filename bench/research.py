"""Measure the research face against its peers and write its section of docs/performance.md: `python -m bench.research`.

With --spiel GAMES it plays `master` against OpenSpiel's own ISMCTS at equal CPU time instead, and prints the result.
"""

from __future__ import annotations

import argparse
import importlib
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from bench.research_spiel import contest
from bench.table import machine
from domik.games import GAMES
from domik.research import Batch
from domik.sim.bench import Contestant, Step, compare, sliced, timed
from domik.sim.pure import build

TABLES = 1024
STEPS = 20  # of a batch between two looks at the clock
SINGLE = 300  # of one environment
SECTION = "## Research"
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
Made = Callable[[], Step]


# ---- ours -------------------------------------------------------------------------------------------


def batch_step(name: str) -> Step:
    """A batch: masks as bool, a random legal action for every table, one step; observations lie in place."""
    batch = Batch(name, TABLES)

    def work() -> int:
        for _ in range(STEPS):
            batch.mask()
            batch.step(batch.sample())
        return STEPS * TABLES

    return timed(work)


def features_step(name: str) -> Step:
    """The same with the features of every observation as uint8."""
    batch = Batch(name, TABLES)

    def work() -> int:
        for _ in range(4):
            batch.mask()
            batch.features("uint8")
            batch.step(batch.sample())
        return 4 * TABLES

    return timed(work)


def vector_step(name: str) -> Step:
    """Gymnasium's vector form in self-play, raw numbers, actions drawn in NumPy from the mask."""
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

    return timed(work)


def gym_step(name: str) -> Step:
    """One Gymnasium environment in self-play, raw numbers and mask at every step."""
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

    return timed(work)


def zoo_step(make: Callable[[], Any]) -> Step:
    """An agent-by-agent environment of PettingZoo, as its own documentation drives one."""
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

    return timed(work)


def our_zoo(name: str) -> Step:
    """Ours."""
    from domik.research import zoo

    return zoo_step(lambda: zoo.env(name, observe="numbers"))


# ---- peers ------------------------------------------------------------------------------------------


def pettingzoo_connect_four() -> Step:
    """PettingZoo's own connect_four with its usual wrappers."""
    return zoo_step(importlib.import_module("pettingzoo.classic").connect_four_v3.env)


def pgx_connect_four() -> Step:
    """Pgx on the CPU: a compiled loop of random legal moves over the whole batch, games beginning anew."""
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
    return timed(work)


def envpool_step(task: str) -> Step:
    """One of EnvPool's board games, in one thread; where it has a mask, actions are drawn from it."""
    envpool: Any = importlib.import_module("envpool")
    env = envpool.make(task, env_type="gymnasium", num_envs=TABLES, num_threads=1, seed=1)
    _, info = env.reset()
    rng = np.random.default_rng(1)
    actions = int(env.action_space.n)

    def work() -> int:
        nonlocal info
        for _ in range(4):
            mask = info.get("action_mask", info.get("legal_actions_mask"))
            if mask is None:
                chosen = rng.integers(0, actions, TABLES)
            else:
                chosen = (mask * rng.random(mask.shape, np.float32)).argmax(axis=1)
            _, _, _, _, info = env.step(chosen.astype(np.int32))
        return 4 * TABLES

    return timed(work)


def envpool_boards() -> list[str]:
    """EnvPool's board and card games, by name."""
    envpool: Any = importlib.import_module("envpool")
    words = re.compile(
        "chess|go-|go_|connect|tictactoe|backgammon|othello|hex|shogi|poker|board|gomoku|2048|hanabi", re.I
    )
    return [name for name in envpool.list_all_envs() if words.search(name)]


# ---- the run ----------------------------------------------------------------------------------------


def contestants() -> tuple[list[Contestant], dict[str, str]]:
    """Ours, and the peers that are installed; why the others are left out."""
    made: dict[str, Made] = {}
    for name in GAMES:
        made[f"Batch, {name}"] = lambda name=name: batch_step(name)  # type: ignore[misc]
    made["Batch with features, treehouse"] = lambda: features_step("treehouse")
    made["Gymnasium vector form, treehouse"] = lambda: vector_step("treehouse")
    for name in GAMES:
        made[f"Gymnasium, {name}"] = lambda name=name: gym_step(name)  # type: ignore[misc]
        made[f"PettingZoo form, {name}"] = lambda name=name: our_zoo(name)  # type: ignore[misc]
    made["PettingZoo's connect_four"] = pettingzoo_connect_four
    made["Pgx connect_four"] = pgx_connect_four
    left_out: dict[str, str] = {}
    try:
        for task in envpool_boards():
            made[f"EnvPool {task}"] = lambda task=task: envpool_step(task)  # type: ignore[misc]
    except Exception as error:
        left_out["EnvPool"] = f"{type(error).__name__}: {error}"
    found: list[Contestant] = []
    for name, make in made.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append(Contestant(name, sliced(make())))
        except Exception as error:  # whatever a foreign package does must not end our bench
            left_out[name] = f"{type(error).__name__}: {error}".split("\n")[0]
    return found, left_out


MEMORY = """
import os
from domik.research import Batch
def held():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
Batch("{name}", 10).step(Batch("{name}", 10).sample())
before = held()
batch = Batch("{name}", 20000)
for _ in range(3):
    batch.step(batch.sample())
print((held() - before) / 20000)
"""


def memory(name: str) -> float:
    """Bytes of resident memory for each game of a big batch, in a process of its own."""
    answer = subprocess.run(
        [sys.executable, "-c", MEMORY.format(name=name)], capture_output=True, text=True, check=True
    )
    return float(answer.stdout)


def section(found: list[Contestant], left_out: dict[str, str], seconds: float) -> str:
    """The section, ratios against whatever peers ran."""
    peers = [one for one in found if one.name.startswith(("PettingZoo's", "Pgx", "EnvPool"))]
    ours = [one for one in found if one not in peers]
    pool = max((one for one in peers if one.name.startswith("EnvPool")), key=Contestant.rate, default=None)
    shown = [one for one in peers if not one.name.startswith("EnvPool") or one is pool]
    lines = [
        SECTION,
        "",
        f"Written by `python -m bench.research`; do not edit by hand. Random legal play through each interface, "
        f"observations and masks included, batches of {TABLES:,}, one core, CPU time, {build()} build. All take turns "
        f"in one run of five rounds, {seconds:g} s each in all; a ratio is the middle of the ratios round by round.",
        "",
        f"- Machine: {machine()}",
        f"- Date: {datetime.now(UTC):%Y-%m-%d}",
        "",
        "| Interface | Decisions/s | " + " | ".join(f"Times {one.name}" for one in shown) + " |",
        "|---|---:|" + "---:|" * len(shown),
    ]
    for one in ours:
        ratios = " | ".join(f"{one.ratio(peer):,.1f}" for peer in shown)
        lines.append(f"| {one.name} | {one.rate():,.0f} | {ratios} |")
    lines += ["", "| Peer | Decisions/s |", "|---|---:|"]
    lines += [f"| {one.name} | {one.rate():,.0f} |" for one in peers]
    kept = ", ".join(f"{name} {memory(name):,.0f}" for name in GAMES)
    lines += ["", f"Memory for each game of a batch, bytes (goal: under 4,096): {kept}."]
    lines += [f"\nLeft out: {name} ({why})." for name, why in left_out.items()]
    lines += [
        "",
        "Goals: Batch at least 10 times EnvPool's fastest board game and at least as fast as Pgx connect_four; "
        "Gymnasium and PettingZoo forms at least 5 times PettingZoo's own connect_four.",
        "",
    ]
    return "\n".join(lines)


def write(page: Path, text: str) -> None:
    """Put the section into the page, in place of the one before."""
    before = page.read_text(encoding="utf-8") if page.exists() else "# Performance\n"
    pattern = re.compile(rf"^{SECTION}\n.*?(?=^## |\Z)", re.S | re.M)
    new = pattern.sub(lambda _: text + "\n", before) if pattern.search(before) else before.rstrip() + "\n\n" + text
    page.write_text(new, encoding="utf-8")


def main() -> int:
    """Measure, then write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=PAGE)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--spiel", type=int, default=0, metavar="GAMES")
    args = parser.parse_args()
    if args.spiel:
        contest(args.spiel)
        return 0
    found, left_out = contestants()
    for name, why in left_out.items():
        print(f"left out: {name}: {why}", file=sys.stderr)
    compare(found, args.seconds, lambda name: print(name, file=sys.stderr))
    write(args.file, section(found, left_out, args.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
