"""Measure the research face against its peers and write its section of docs/performance.md: `python -m bench.research`.

With --spiel GAMES it plays `master` against OpenSpiel's own ISMCTS at equal CPU time instead, and prints the result.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bench.research_contestants import (
    TABLES,
    batch_step,
    envpool_boards,
    envpool_step,
    features_step,
    gym_step,
    our_zoo,
    pettingzoo_connect_four,
    pgx_connect_four,
    vector_step,
)
from bench.research_spiel import contest
from bench.table import machine
from domik.games import GAMES
from domik.sim.bench import Contestant, Step, compare, sliced
from domik.sim.pure import build

SECTION = "## Research"
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
Made = Callable[[], Step]


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


def section(found: list[Contestant], left_out: dict[str, str], seconds: float, held: dict[str, float]) -> str:
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
    kept = ", ".join(f"{name} {size:,.0f}" for name, size in held.items())
    lines += ["", f"Memory for each game of a batch, bytes (goal: under 4,096): {kept}."]
    lines += [f"\nLeft out: {name} ({why})." for name, why in left_out.items()]
    lines += [
        "",
        "Goals: Batch at least 10 times EnvPool's fastest board game and at least as fast as Pgx connect_four; "
        "Gymnasium and PettingZoo forms at least 5 times PettingZoo's own connect_four.",
        "",
        'To repeat: `pip install ".[bench]" envpool pgx "jax[cpu]" pygame`, then `python -m bench.research`.',
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
    parser.add_argument("--game", action="append", choices=list(GAMES), help="for --spiel: of this title only")
    args = parser.parse_args()
    if args.spiel:
        contest(args.spiel, args.game)
        return 0
    found, left_out = contestants()
    for name, why in left_out.items():
        print(f"left out: {name}: {why}", file=sys.stderr)
    held = {name: memory(name) for name in GAMES}
    compare(found, args.seconds, lambda name: print(name, file=sys.stderr))
    write(args.file, section(found, left_out, args.seconds, held))
    return 0


if __name__ == "__main__":
    sys.exit(main())
