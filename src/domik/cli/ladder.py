"""`domik ladder`: a round robin between bots, and their ratings."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path

from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table

from domik.bots import FAMILY, split_specs
from domik.cli import FINE, INTERRUPTED
from domik.cli.bar import count_bar
from domik.cli.choices import (
    add_cluster,
    add_game,
    add_json,
    add_options,
    add_seed,
    check_bot,
    given_options,
    title_from,
)
from domik.cli.choices import whole_number as number_type
from domik.cli.sim import decimal, percent, show_troubles
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.kernel.title import Match, Title
from domik.language import Words
from domik.sim.ladder import Bout, Ladder
from domik.sim.ladder_rating import Ranking, ranking
from domik.sim.ladder_run import run_ladder
from domik.sim.pure import build

NAME = "ladder"
GAMES = 100
SEED = "1"
SPECS = ",".join(("random", *FAMILY[:-1]))


def add(parser: ArgumentParser, say: Words) -> None:
    """The arguments of this command."""
    file = say(Phrase("choice.FILE"))
    number = number_type(say, 1)
    add_game(parser, say)
    about = say(Phrase("ladder.seats", {"default": SPECS}))
    parser.add_argument("--seats", metavar="A,B,...", default=SPECS, help=about)
    about = say(Phrase("ladder.games", {"default": GAMES}))
    parser.add_argument("--games", metavar="N", type=number, default=GAMES, help=about)
    parser.add_argument("--players", metavar="N", type=number, help=say(Phrase("ladder.players")))
    parser.add_argument("--resume", metavar=file, type=Path, help=say(Phrase("ladder.resume")))
    parser.add_argument("--plot", metavar=file, type=Path, help=say(Phrase("ladder.plot")))
    parser.add_argument("--workers", metavar="N", type=number, help=say(Phrase("sim.workers")))
    add_cluster(parser, say)
    add_options(parser, say)
    add_seed(parser, say)
    add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Play, then print; Ctrl-C prints what is done so far."""
    ladder, match = ladder_from(args)
    bouts, complete = played(ladder, args, say)
    ranked = ranking(ladder, bouts)
    if args.plot is not None:
        from domik.sim.ladder_plot import draw_ladder

        draw_ladder(ranked, say(Phrase("game.name")), say(Phrase("ladder.elo")), args.plot)
    if args.json:
        print(json.dumps(document(ladder, match, bouts, ranked, complete), ensure_ascii=False))
    else:
        show(ladder, ranked, bouts, say)
        if not complete:
            Console(highlight=False).print(say(Phrase("ladder.stopped")))
    return FINE if complete else INTERRUPTED


def ladder_from(args: Namespace) -> tuple[Ladder, Match]:
    """The ladder that was asked for, and its rules."""
    title = title_from(args)
    specs = tuple(split_specs(args.seats))
    for spec in specs:
        check_bot(spec, humans=False)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise BadOption(Phrase("ladder.too_few"))
    seats = usual_seats(title) if args.players is None else args.players
    match = title.match(seats, given_options(title, args), args.components)
    seed = SEED if args.seed is None else str(args.seed)
    return Ladder(title.name, specs, match.options, match.components, seats, seed, args.games), match


def usual_seats(title: Title) -> int:
    """Two, or as near to it as the game comes."""
    return min(max(2, title.least_seats), title.most_seats)


def played(ladder: Ladder, args: Namespace, say: Words) -> tuple[list[Bout], bool]:
    """Run it, with a progress bar for a terminal."""
    with ExitStack() as open_things:
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        if bar is None:
            return run_ladder(ladder, args.workers, args.resume, cluster=args.cluster)
        task = bar.add_task(say(Phrase("ladder.playing")), total=sum(1 for _ in ladder.bouts()))
        return run_ladder(ladder, args.workers, args.resume, lambda done: bar.advance(task, done), args.cluster)


def document(ladder: Ladder, match: Match, bouts: list[Bout], ranked: Ranking, complete: bool) -> dict[str, object]:
    """Everything as one JSON object."""
    return {
        "game": ladder.game,
        "options": match.options_json(),
        "seats": ladder.seats,
        "seed": ladder.seed,
        "games_a_pair": ladder.deals() * bouts[0].games if bouts else 0,
        **ranked.to_dict(),
        "troubles": [trouble for bout in bouts for trouble in bout.troubles],
        "build": build(),
        "complete": complete,
    }


def show(ladder: Ladder, ranked: Ranking, bouts: list[Bout], say: Words) -> None:
    """The ladder and who beat whom, as grids."""
    console = Console(highlight=False)
    console.print(ladder_grid(ranked, say))
    console.print(duel_grid(ranked, say))
    games = ladder.deals() * bouts[0].games if bouts else 0
    note: dict[str, int | str] = {"games": games, "seats": ladder.seats, "seed": ladder.seed}
    console.print(say(Phrase("ladder.note", note)), style="dim", markup=False)
    if ladder.seats == 1:
        console.print(say(Phrase("ladder.solo")), style="dim")
    show_troubles([trouble for bout in bouts for trouble in bout.troubles], say)


def ladder_grid(ranked: Ranking, say: Words) -> Table:
    """One row a bot, the best first."""
    grid = Table(box=ROUNDED, title=say(Phrase("game.name")), title_style="bold")
    grid.add_column("")
    grid.add_column(say(Phrase("ladder.bot")), overflow="fold")
    for column in ("elo", "interval", "share", "points", "cpu"):
        grid.add_column(say(Phrase(f"ladder.{column}")), justify="right", no_wrap=True)
    for place, rung in enumerate(ranked.rungs, 1):
        grid.add_row(
            str(place),
            rung.spec,
            f"{rung.elo:+.0f}",
            f"{rung.low:+.0f} … {rung.high:+.0f}",
            percent(rung.share, say),
            decimal(rung.points, say),
            decimal(rung.milliseconds, say),
        )
    return grid


def duel_grid(ranked: Ranking, say: Words) -> Table:
    """Row against column: the row's share of wins with its 95 % interval."""
    grid = Table(box=ROUNDED)
    grid.add_column(say(Phrase("ladder.pairs")), overflow="fold")
    for rung in ranked.rungs:
        grid.add_column(rung.spec, justify="right", overflow="fold")
    for one in ranked.rungs:
        cells = []
        for two in ranked.rungs:
            if one is two:
                cells.append("")
                continue
            duel = ranked.duels[(one.spec, two.spec)]
            cells.append(f"{100 * duel.share:.1f} ±{50 * (duel.high - duel.low):.1f}")
        grid.add_row(one.spec, *cells)
    return grid
