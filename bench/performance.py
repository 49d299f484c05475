"""Measure every game of the registry and write docs/figures/engine.md.

python -m bench.performance [--seconds S] [FILE]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.figures import FOLDER, provenance
from bench.search import search_table
from bench.targets import NEAREST_PEER, target_table
from domik.games import game_packages
from domik.kernel.options import Choice
from domik.kernel.package import GamePackage
from domik.sim.bench import PEERS, bench
from domik.sim.config import SimConfig
from domik.sim.run import run

STRENGTH_GAMES = 2000
ABOUT = {
    "open_spiel_hearts": "OpenSpiel, Hearts: C++ rules and bots; dealing counts as steps too",
    "open_spiel_euchre": "OpenSpiel, Euchre: as above",
    "open_spiel_crazy_eights": "OpenSpiel, Crazy Eights: as above",
    "catanatron": "Catanatron: Python, four random players",
    "rlcard_uno": "RLCard, Uno: Python, two random agents",
}


def editions(package: GamePackage) -> Iterator[dict[str, str]]:
    """Options that get a row of their own: each edition of a game that has several."""
    for option in package.schema.options:
        if isinstance(option, Choice) and option.name == "edition":
            yield from ({"edition": value} for value in option.values)
            return
    yield {}


def row_name(package: GamePackage, options: dict[str, str], seats: int) -> str:
    return ", ".join([package.name, *options.values(), f"{seats} seats"])


def random_seats(package: GamePackage) -> str:
    return ",".join(["random"] * package.most_seats)


def speed_rows(seconds: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Speed of every game with its largest number of seats."""
    for title in game_packages():
        for options in editions(title):
            yield row_name(title, options, title.most_seats), bench(title.match(title.most_seats, options), seconds)


def strength_rows() -> Iterator[str]:
    """Share of wins of greedy against random with the fewest seats from two up, seats rotated."""
    for title in game_packages():
        if title.most_seats < 2:
            continue
        seats = max(2, title.least_seats)
        for options in editions(title):
            players = ("greedy", *["random"] * (seats - 1))
            results, _ = run(SimConfig(title.name, players, options, seed="strength", rotate=True), STRENGTH_GAMES)
            low, high = results.win_interval(0)
            won = results.wins[0] / results.games
            yield f"| {row_name(title, options, seats)} | {won:.1%} | {low:.1%} – {high:.1%} | {results.shared} |"


def speed_table(rows: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """Our own rates, and the ratios of the same run."""
    lines = [
        "| Game | Compiled, moves/s | Pure, moves/s | Times pure | State copy, µs "
        f"| Driven from Python, moves/s | Times {NEAREST_PEER} |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, found in rows:
        ratios = found["ratios"]
        nearest = f"{ratios[NEAREST_PEER]:.1f}" if NEAREST_PEER in ratios else "not installed"
        lines.append(
            f"| {name} | {found['moves_per_second']:,} | {found['pure_moves_per_second']:,} | {ratios['pure']:.0f} "
            f"| {found['copy_us']:.3f} | {found['python_loop_per_second']:,} | {nearest} |"
        )
    return lines


def peer_table(rows: list[tuple[str, dict[str, Any]]]) -> list[str]:
    """Rates of other engines, and how much faster every game of ours is."""
    games = [name for name, _ in rows]
    lines = ["| Peer | Steps/s | " + " | ".join(f"{game} is faster by" for game in games) + " |"]
    lines.append("|---|---:|" + "---:|" * len(games))
    for peer in PEERS:
        rates = [found["peers"][peer] for _, found in rows if peer in found["peers"]]
        if rates:
            ratios = " | ".join(f"{found['ratios'][peer]:,.1f} ×" for _, found in rows)
            lines.append(f"| {ABOUT[peer]} | {sorted(rates)[len(rates) // 2]:,} | {ratios} |")
    for peer, why in rows[0][1]["skipped"].items():
        lines.append(f"\nSkipped: {peer} ({why}).")
    return lines


def document(rows: list[tuple[str, dict[str, Any]]], seconds: float) -> str:
    strength = list(strength_rows())
    return "\n".join(
        [
            "# The engine",
            "",
            "Written by `make bench` (`python -m bench.performance`); do not edit by hand.",
            "",
            *provenance(),
            "",
            "Random games from deal to result on one core, in CPU time. In each row all contestants take turns "
            f"in {rows[0][1]['rounds']} rounds of short slices, {seconds:g} s each in all; a rate is the middle of its "
            "rounds, a ratio the middle of the ratios round by round. "
            "So a busy machine lowers the rates more than the ratios.",
            "",
            *speed_table(rows),
            "",
            *target_table(rows),
            "",
            "“Pure” is the same source without compilation, run in a second process that imports the `.py` files only. "
            "“Driven from Python” plays with a view, a legal mask, a bot's decision and a checked move at a time.",
            "",
            "## Search",
            "",
            f"1,000 iterations from the first decision, CPU time, in turns with {NEAREST_PEER}.",
            "",
            *search_table(seconds),
            "",
            "## Other engines",
            "",
            "Each plays its own game with its own random players, as fast as it offers that from Python. The games "
            "differ, so this says how much work a simulation gets done, not whose code is better.",
            "",
            *peer_table(rows),
            "",
            "## Strength",
            "",
            f"`greedy` against `random`, seats rotated, {STRENGTH_GAMES:,} games each; the rate of games won alone "
            "with its 95 % Wilson interval, and the number of shared games.",
            "",
            "| Game | Won | Interval | Shared |",
            "|---|---:|---:|---:|",
            *strength,
            "",
            "## To repeat",
            "",
            "```",
            'pip install ".[bench]"',
            *(f"domik bench {title.name} --json" for title in game_packages()),
            *(
                f"domik sim {title.name} --seats {random_seats(title)} --games 20000 --seed 1 --json"
                for title in game_packages()
            ),
            "make bench",
            "```",
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=FOLDER / "engine.md")
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    rows = []
    for name, found in speed_rows(args.seconds):
        print(f"{name}: {found['moves_per_second']:,} moves/s, {found['ratios']}", file=sys.stderr)
        rows.append((name, found))
    args.file.parent.mkdir(parents=True, exist_ok=True)
    args.file.write_text(document(rows, args.seconds), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
