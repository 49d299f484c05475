"""Quality of the Cozy Cabin solver on fresh decks: `python -m bench.solver [--decks N] [--seconds S] [--json]`.

Every deck is a shuffle of the shipped one; a plan counts only after it was replayed. Time is CPU time of this process,
so that other load on the machine changes little.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

from domik.games.cabin import TITLE
from domik.games.cabin.mind.solver.plan import solve
from domik.games.cabin.rules.game import CabinMatch
from domik.kernel.luck import luck_of
from domik.kernel.record import action_of
from domik.kernel.state import new_state
from domik.sim.pure import build_kind

MEAN, LOWEST = 39.5, 38.0  # targets within five seconds


@dataclass(frozen=True)
class PlannedDeck:
    """Result for one deck, in points as players count them."""

    deck: str
    points: float
    bound: float
    proven: bool
    seconds: float  # CPU time in total
    found_after: float  # CPU time until the best plan


def plan_deck(match: CabinMatch, deck: str, seconds: float) -> PlannedDeck:
    """Solve one shuffle and replay the plan; exits if the score differs."""
    state = new_state(match.game, luck_of(deck))
    found_after = 0.0

    def told(_: object, after: float) -> None:
        nonlocal found_after
        found_after = after

    before = time.process_time()
    answer = solve(match, state, 0, seconds, told)
    spent = time.process_time() - before
    for number in answer.moves:
        state.play(0, action_of(number))
    if not state.is_over() or int(state.score(0)) != answer.score:
        raise SystemExit(f"The plan for {deck} does not replay to its score")
    return PlannedDeck(
        deck,
        match.points(answer.score),
        match.points(answer.bound),
        answer.proven,
        round(spent, 2),
        round(found_after, 2),
    )


def summary(decks: list[PlannedDeck], seconds: float) -> dict[str, Any]:
    points = [planned.points for planned in decks]
    return {
        "seconds": seconds,
        "build": build_kind(),
        "mean": round(statistics.mean(points), 3),
        "lowest": min(points),
        "highest": max(points),
        "proven": sum(planned.proven for planned in decks),
        "most_seconds": max(planned.seconds for planned in decks),
        "reached": statistics.mean(points) >= MEAN and min(points) >= LOWEST,
        "decks": [asdict(planned) for planned in decks],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="How well the Cozy Cabin's solver plans fresh decks.")
    parser.add_argument("--decks", type=int, default=30, help="how many shuffles (default: 30)")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds a deck (default: 5)")
    parser.add_argument("--name", default="bench", help="another name shuffles other decks (default: bench)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    args = parser.parse_args()
    match = TITLE.match(1)
    decks: list[PlannedDeck] = []
    for number in range(args.decks):
        planned = plan_deck(match, f"{args.name} {number}", args.seconds)
        decks.append(planned)
        if not args.json:
            print(f"{planned.deck:>10}  {planned.points:>4g}  {planned.seconds:5.2f} s CPU", flush=True)
    document = summary(decks, args.seconds)
    if args.json:
        print(json.dumps(document))
        return 0
    print(
        f"mean {document['mean']:g}, lowest {document['lowest']:g}, highest {document['highest']:g}, "
        f"{build_kind()} build"
    )
    print(f"wanted: mean {MEAN:g}, lowest {LOWEST:g}: {'reached' if document['reached'] else 'missed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
