"""`domik perft GAME`: count the move sequences of a given length from one deal."""

from __future__ import annotations

import json
import signal
import time
from argparse import ArgumentParser, Namespace

from domik.cli import choices
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.playout import perft, perft_divide
from domik.kernel.record import action_of
from domik.kernel.state import new_state
from domik.language import Words

NAME = "perft"
DEEPEST = 99


def add(parser: ArgumentParser, say: Words) -> None:
    choices.add_game(parser, say)
    choices.add_match(parser, say, "random,random")
    choices.add_seed(parser, say)
    parser.add_argument(
        "--depth", metavar="N", type=choices.whole_number(say, 0, DEEPEST), default=3, help=say(Phrase("perft.depth"))
    )
    parser.add_argument("--divide", action="store_true", help=say(Phrase("perft.divide")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """The default seed is 0, so that two engines can be compared."""
    match = choices.match_from(args)
    seed = "0" if args.seed is None else str(args.seed)
    state = new_state(match.game, luck_of(seed).stream(0))
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the count at once, though compiled code never looks up
    began = time.perf_counter()
    rows = []
    if args.divide and args.depth and not state.is_over():
        view = state.view(lowest(state.awaited_seats()))
        rows = [
            (match.write(view, action_of(int(number))), int(count))
            for number, count in perft_divide(match.game, state.numbers, args.depth)
        ]
        total = sum(count for _, count in rows)
    else:
        total = int(perft(match.game, state.numbers, args.depth))
    seconds = time.perf_counter() - began
    if args.json:
        document = {
            "game": match.package.name,
            "seats": match.seats,
            "seed": seed,
            "depth": args.depth,
            "leaves": total,
        }
        print(json.dumps(document | ({"divide": dict(rows)} if args.divide else {})))
        return 0
    for move, count in rows:
        print(f"{move}: {count}")
    print(say(Phrase("perft.total", {"n": total, "depth": args.depth, "seconds": round(seconds, 3)})))
    return 0
