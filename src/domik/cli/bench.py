"""`domik bench`: measure a game's speed against its pure build and other engines."""

from __future__ import annotations

import argparse
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from babel.numbers import format_decimal
from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table

from domik.cli import FINE
from domik.cli.choices import add_game, add_json, add_match, match_from, seats_from, title_from
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.sim.bench import bench

NAME = "bench"
SECONDS = 2.0


def add(parser: ArgumentParser, say: Words) -> None:
    add_game(parser, say)
    add_match(parser, say, "")
    parser.add_argument(
        "--seconds", metavar="S", type=seconds_type(say), default=SECONDS, help=say(Phrase("bench.seconds"))
    )
    parser.add_argument("--no-peers", action="store_true", help=say(Phrase("bench.no_peers")))
    add_json(parser, say)


def seconds_type(say: Words) -> Callable[[str], float]:
    """An argument type: seconds from 0.01 to 3600."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0.01 <= value <= 3600:
            raise argparse.ArgumentTypeError(say(Phrase("bench.not_seconds", {"value": text})))
        return value

    return seconds


def run(args: Namespace, say: Words) -> int:
    seats = len(seats_from(args, humans=False)) if args.seats else title_from(args).most_seats
    match = match_from(args, seats)
    console = Console(stderr=True)
    waiting = console.status(say(Phrase("bench.measuring"))) if sys.stderr.isatty() else nullcontext()
    with waiting:
        found = bench(match, args.seconds, not args.no_peers)
    if args.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print_measurements(found, say)
    return FINE


def print_measurements(found: dict[str, Any], say: Words) -> None:
    grid = Table(box=ROUNDED, title=say(Phrase("game.name")), title_style="bold")
    grid.add_column(say(Phrase("bench.what")))
    grid.add_column(say(Phrase("bench.rate")), justify="right")
    grid.add_column(say(Phrase("bench.ratio")), justify="right")
    own = say(Phrase("bench.own", {"build": say(Phrase(f"build.{found['build']}")), "seats": found["seats"]}))
    grid.add_row(own, format_integer(found["moves_per_second"], say), "", style="bold")
    rows = {"pure": found["pure_moves_per_second"], **found["peers"]}
    for name, rate in rows.items():
        named = say(Phrase("build.pure")) if name == "pure" else name
        ratio = format_decimal(found["ratios"][name], "#,##0.0", locale=say.language)
        grid.add_row(named, format_integer(rate, say), f"{ratio} ×")
    grid.add_row(say(Phrase("bench.python_loop")), format_integer(found["python_loop_per_second"], say), "")
    console = Console(highlight=False)
    console.print(grid)
    copy = str(format_decimal(found["copy_us"], "0.000", locale=say.language))
    console.print(say(Phrase("bench.copy", {"copy": copy})))
    for name, why in found["skipped"].items():
        console.print(say(Phrase("bench.skipped", {"peer": name, "why": why})), style="dim", markup=False)


def format_integer(number: int, say: Words) -> str:
    return str(format_decimal(number, "#,##0", locale=say.language))
