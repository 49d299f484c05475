"""`domik sim`: play many games between bots and print the statistics."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from babel.numbers import format_decimal, format_percent
from rich.box import ROUNDED
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from domik.bots import failure_phrase
from domik.cli import FINE, INTERRUPTED
from domik.cli.choices import (
    add_cluster,
    add_game,
    add_games,
    add_json,
    add_match,
    add_replacement,
    add_seed,
    match_from,
    seats_from,
    seed_from,
)
from domik.cli.choices import whole_number as number_type
from domik.cli.scoreboard import bot_name
from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.config import SimConfig
from domik.sim.pure import build_kind
from domik.sim.results import HISTOGRAM_COLUMNS, LEAST_COLUMNS, Results, histogram_bars, score_range
from domik.sim.run import run as run_plan

if TYPE_CHECKING:
    from rich.progress import Progress

NAME = "sim"
TROUBLES_SHOWN = 3  # in full


def add(parser: ArgumentParser, say: Words) -> None:
    add_game(parser, say)
    add_match(parser, say, "greedy,random")
    add_replacement(parser, say)
    add_games(parser, say)
    add_seed(parser, say)
    parser.add_argument("--rotate", action="store_true", help=say(Phrase("sim.rotate")))
    parser.add_argument("--workers", metavar="N", type=number_type(say, 1), help=say(Phrase("sim.workers")))
    add_cluster(parser, say)
    parser.add_argument("--positions", metavar="OUT.npz", type=Path, help=say(Phrase("positions.option")))
    parser.add_argument("--records", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("sim.records")))
    parser.add_argument("--force", action="store_true", help=say(Phrase("sim.force")))
    add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Play and print; Ctrl-C prints the results so far."""
    players = tuple(seats_from(args, humans=False))
    match = match_from(args, len(players))
    plan = SimConfig(
        match.package.name,
        players,
        match.options,
        match.components,
        seed_from(args),
        args.rotate,
        args.records is not None,
    )
    if args.positions is not None:
        return write_training_positions(plan, args, say)
    results, complete = run_with_progress(plan, args, say)
    if args.json:
        print(json.dumps(results.to_dict(plan, match) | {"complete": complete}, ensure_ascii=False))
    else:
        print_results(results, plan, match, say)
        if not complete:
            Console(highlight=False).print(
                say(Phrase("sim.stopped", {"n": results.games, "all": decimal_text(args.games, say)}))
            )
    return FINE if complete else INTERRUPTED


def write_training_positions(plan: SimConfig, args: Namespace, say: Words) -> int:
    """Write training positions instead of results; a stopped run resumes."""
    from domik.sim.positions import part_path, write_positions

    if args.positions.suffix != ".npz":
        raise DomikError(Phrase("positions.name", {"file": str(args.positions)}))
    with ExitStack() as open_things:
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        task = bar.add_task(say(Phrase("sim.playing")), total=args.games) if bar is not None else None
        heard = None if bar is None or task is None else lambda done: bar.advance(task, done)
        done = write_positions(plan, args.games, args.positions, heard, args.cluster, args.workers)
    count: dict[str, Argument] = {"games": decimal_text(done, say), "file": str(part_path(args.positions, 0))}
    if done:
        print(say(Phrase("positions.written", count)))
    if done >= args.games:
        return FINE
    print(say(Phrase("sim.stopped", {"n": done, "all": decimal_text(args.games, say)})))
    return INTERRUPTED


def run_with_progress(plan: SimConfig, args: Namespace, say: Words) -> tuple[Results, bool]:
    """Run the plan with a progress bar on a terminal, writing records if asked; returns whether it is complete."""
    with ExitStack() as open_things:
        file = (
            open_things.enter_context(open_records_file(args.records, args.force)) if args.records is not None else None
        )
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        task = bar.add_task(say(Phrase("sim.playing")), total=args.games) if bar is not None else None

        def keep(part: Results) -> None:
            if file is not None:
                file.writelines(f"{line}\n" for line in part.lines)
            if bar is not None and task is not None:
                bar.advance(task, part.games)

        return run_plan(plan, args.games, args.workers, keep, args.cluster)


def count_bar() -> Progress:
    from domik.cli import progress_bar

    return progress_bar.count_bar()


def open_records_file(path: Path, is_forced: bool) -> TextIO:
    try:
        return path.open("w" if is_forced or not path.is_file() else "x", encoding="utf-8")
    except FileExistsError:
        raise DomikError(Phrase("sim.exists", {"file": str(path)})) from None
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


# ---- text output ------------------------------------------------------------------------------------


def print_results(results: Results, plan: SimConfig, match: Match, say: Words) -> None:
    console = Console(highlight=False)
    narrowest = Measurement.get(
        console, console.options, results_grid(results, plan, match, say, LEAST_COLUMNS)
    ).maximum
    columns = min(HISTOGRAM_COLUMNS, max(LEAST_COLUMNS, LEAST_COLUMNS + console.width - narrowest))
    console.print(results_grid(results, plan, match, say, columns))
    counts = {"games": decimal_text(results.games, say), "moves": decimal_text(results.moves, say)}
    speed = {
        "speed": decimal_text(round(results.moves_per_second()), say),
        "build": say(Phrase(f"build.{build_kind()}")),
    }
    console.print(say(Phrase("sim.counts", counts)))
    console.print(say(Phrase("sim.speed", speed)))
    print_troubles(results.troubles, say)
    console.print(
        say(Phrase("sim.same", {"seed": plan.seed, "checksum": results.checksum()})), style="dim", markup=False
    )


def print_troubles(troubles: list[dict[str, Any]], say: Words) -> None:
    """The first errors of external bot programs, and how many more there are."""
    console = Console(stderr=True, highlight=False)
    for trouble in troubles[:TROUBLES_SHOWN]:
        console.print(say(failure_phrase(trouble)), style="red", markup=False)
    if len(troubles) > TROUBLES_SHOWN:
        console.print(say(Phrase("sim.more_troubles", {"n": len(troubles) - TROUBLES_SHOWN})), style="red")


def results_grid(results: Results, plan: SimConfig, match: Match, say: Words, columns: int) -> Table:
    """One row per player: wins with their interval, scores with deviation and a histogram of `columns` characters."""
    least, most = score_range(results.scores)
    chosen = ", ".join(f"{name}={value}" for name, value in match.package.schema.non_defaults(match.options).items())
    grid = Table(box=ROUNDED, title=say(Phrase("game.name")) + (f" ({chosen})" if chosen else ""), title_style="bold")
    grid.add_column(say(Phrase("sim.bot" if plan.rotate else "sim.seat")), no_wrap=True)
    grid.add_column(say(Phrase("sim.won")), justify="right", style="green", no_wrap=True)
    grid.add_column(say(Phrase("sim.interval")), justify="right", no_wrap=True)
    if results.shared:
        grid.add_column(say(Phrase("sim.shared")), justify="right", no_wrap=True)
    grid.add_column(say(Phrase("sim.score")), justify="right", no_wrap=True)
    spread = f"{say.format_points(match.points(least))} … {say.format_points(match.points(most))}"
    grid.add_column(spread, no_wrap=True, style="cyan")

    def points_text(kept: float) -> str:
        return decimal_text(float(match.points(kept)), say)

    for player, name in enumerate(plan.players):
        low, high = results.win_interval(player)
        cells = [
            f"{player + 1} {bot_name(name, say)}",
            percent_text(results.wins[player] / max(results.games, 1), say),
            f"{decimal_text(100 * low, say)} – {decimal_text(100 * high, say)}",
            *([percent_text(results.shared_wins[player] / results.games, say)] if results.shared else []),
            f"{points_text(results.mean(player))} ± {points_text(results.deviation(player))}",
            histogram_bars(results.scores[player], least, most, columns) if results.games else "",
        ]
        grid.add_row(*cells)
    return grid


def decimal_text(number: float, say: Words) -> str:
    """A localized number; floats to one decimal place."""
    return str(format_decimal(number, "#,##0.0" if isinstance(number, float) else "#,##0", locale=say.language))


def percent_text(rate: float, say: Words) -> str:
    """A localized percentage to one decimal place."""
    return str(format_percent(rate, "#,##0.0 %" if say.language != "en" else "#,##0.0%", locale=say.language))
