"""Perft numbers of every way to play, from the deal and from the middle of a game: `python -m tests.conformance.counts`
writes them anew, which is right only when a rule was changed on purpose."""

from __future__ import annotations

import json
from pathlib import Path

from domik.kernel.package import Match
from domik.kernel.playout import perft
from domik.kernel.state import State
from tests.conformance.tables import NAMES, match_label, matches, random_steps

FOLDER = Path(__file__).with_name("perft")
MOST = 1500  # ways at the depth that is kept
DEEPEST = 8
SEED = "perft"

Counts = dict[str, dict[str, list[int]]]  # by the way to play, by the place in the game: the ways of 1, 2, ... steps


def places(match: Match) -> dict[str, State]:
    """The first position of a random game, and those a third and two thirds through it."""
    states = [state.copy() for state, _, _ in random_steps(match, SEED)]
    return {
        "deal": states[0],
        "third": states[len(states) // 3],
        "two thirds": states[2 * len(states) // 3],
        "last": states[-2],
    }


def counted(match: Match, depths: dict[str, int] | None = None) -> dict[str, list[int]]:
    """The ways, as deep as there are not too many, or as deep as is said."""
    found: dict[str, list[int]] = {}
    for place, state in places(match).items():
        rows: list[int] = []
        while len(rows) < (DEEPEST if depths is None else depths[place]):
            rows.append(int(perft(match.game, state.numbers, len(rows) + 1)))
            if depths is None and (rows[-1] > MOST or rows[-1] == 0):
                break
        if depths is None and len(rows) > 1 and rows[-1] > 4 * MOST:
            rows.pop()
        found[place] = rows
    return found


def kept(name: str) -> Counts:
    """What was written for a game."""
    found: Counts = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def write(name: str) -> None:
    """Count everything and keep it."""
    found = {match_label(match): counted(match) for match in matches(name)}
    text = ",\n".join(f"{json.dumps(way)}: {json.dumps(rows)}" for way, rows in found.items())
    (FOLDER / f"{name}.json").write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    for one in NAMES:
        write(one)
