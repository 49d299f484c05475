"""Whether the Cozy Cabin's solver knows now what it knows two moves later: `python -m bench.monotone [--positions N]`.

Players who choose partly at random play decks alone, and every position of theirs is solved by itself. A plan from one
or two moves later, with the moves played in front, is a plan for this position too: a solver that finds less here
misses something. Time is CPU time of this process.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from domik.bots import bot_of
from domik.games.cabin import TITLE
from domik.games.cabin.mind.solver.plan import solve
from domik.games.cabin.rules.game import CabinMatch
from domik.kernel.luck import Luck, luck_of
from domik.kernel.record import number_of
from domik.kernel.state import State, new_state

AHEAD = 2  # moves
RANDOM_SHARES = (0, 10, 30, 60, 100)  # per cent of the moves that are random, game by game


@dataclass(frozen=True)
class Miss:
    """A position in which less is found than a little later in the same game."""

    deck: str
    moves: tuple[int, ...]  # action numbers from the start to the position
    found: int  # doubled points
    later: int
    ahead: int  # moves after which more is found
    proven: bool  # whether the later plan is proven to be the best one


def iter_positions(match: CabinMatch, deck: str, random_share: int) -> Iterator[tuple[tuple[int, ...], State]]:
    """The positions of one game and the moves that led to them."""
    state, luck = new_state(match.game, luck_of(deck)), luck_of(f"player of {deck}")
    bot = bot_of("normal", luck_of(f"bot of {deck}"))
    moves: list[int] = []
    while not state.is_over():
        yield tuple(moves), state.copy()
        legal = int(state.legal(0))
        action = random_action(luck, legal) if luck.below(100) < random_share else bot.decide(state.view(0), legal)
        moves.append(number_of(int(action)))
        state.play(0, action)


def random_action(luck: Luck, legal: int) -> int:
    return int(luck.bit_of(legal))


def find_misses(match: CabinMatch, deck: str, random_share: int, seconds: float) -> tuple[int, list[Miss]]:
    """The number of positions of one game, and the misses among them."""
    positions = list(iter_positions(match, deck, random_share))
    found = [solve(match, state, 0, seconds) for _, state in positions]
    misses = []
    for at, (moves, _) in enumerate(positions):
        later = max(range(at, min(at + AHEAD + 1, len(found))), key=lambda one: found[one].score)
        if found[later].score > found[at].score:
            misses.append(Miss(deck, moves, found[at].score, found[later].score, later - at, found[later].proven))
    return len(positions), misses


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Whether the Cozy Cabin's solver knows now what it knows two moves later."
    )
    parser.add_argument("--positions", type=int, default=1000, help="how many positions at least (default: 1000)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds a position (default: 0.5)")
    parser.add_argument("--name", default="monotone", help="another name shuffles other decks (default: monotone)")
    args = parser.parse_args()
    match = TITLE.match(1)
    positions, every, number = 0, [], 0
    while positions < args.positions:
        many, misses = find_misses(
            match, f"{args.name} {number}", RANDOM_SHARES[number % len(RANDOM_SHARES)], args.seconds
        )
        positions, number = positions + many, number + 1
        every += misses
        for miss in misses:
            print(miss, flush=True)
    gaps = sorted((miss.later - miss.found) / 2 for miss in every)
    print(f"{positions} positions of {number} decks, {args.seconds:g} s each: {len(every)} misses, {gaps[-20:]}")
    return 1 if every else 0


if __name__ == "__main__":
    sys.exit(main())
