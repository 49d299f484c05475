"""`domik ladder`: a round-robin tournament between bots, and their ratings."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path

from rich.box import ROUNDED
from rich.console import Console
from rich.table import Table

from domik.bots import PLAYER_LEVELS, split_specs
from domik.cli import FAULT, FINE, INTERRUPTED
from domik.cli.choices import (
    add_cluster,
    add_game,
    add_json,
    add_options,
    add_replacement,
    add_seed,
    check_bot,
    chosen_options,
    title_from,
)
from domik.cli.choices import whole_number as number_type
from domik.cli.progress_bar import count_bar
from domik.cli.scoreboard import bot_name
from domik.cli.sim import decimal_text, percent_text, print_troubles
from domik.kernel.components import read_components
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.language import Words
from domik.sim.ladder import Ladder, PairingResult, games_per_deal, run_ladder
from domik.sim.ladder_rating import Ranking, rank_bots
from domik.sim.pure import build_kind

NAME = "ladder"
GAMES = 100
SEED = "1"
SPECS = ",".join(("random", *PLAYER_LEVELS[:-1]))


def add(parser: ArgumentParser, say: Words) -> None:
    file = say(Phrase("choice.FILE"))
    number = number_type(say, 1)
    add_game(parser, say)
    about = say(Phrase("ladder.seats", {"default": SPECS}))
    parser.add_argument("--seats", metavar="A,B,...", default=SPECS, help=about)
    about = say(Phrase("ladder.games", {"default": GAMES}))
    parser.add_argument("--games", metavar="N", type=number, default=GAMES, help=about)
    parser.add_argument("--players", metavar="N", type=number, help=say(Phrase("ladder.players")))
    parser.add_argument("--resume", metavar=file, type=Path, help=say(Phrase("ladder.resume")))
    parser.add_argument("--verify", metavar=file, type=Path, help=say(Phrase("ladder.verify")))
    parser.add_argument("--plot", metavar=file, type=Path, help=say(Phrase("ladder.plot")))
    parser.add_argument("--workers", metavar="N", type=number, help=say(Phrase("sim.workers")))
    add_cluster(parser, say)
    add_replacement(parser, say)
    add_options(parser, say)
    add_seed(parser, say)
    add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Play and print; Ctrl-C prints the results so far."""
    if args.verify is not None:
        return verify_file(args, say)
    ladder, match = ladder_from(args)
    bouts, complete = run_with_progress(ladder, args, say)
    show(ladder, match, bouts, complete, args, say)
    return FINE if complete else INTERRUPTED


def verify_file(args: Namespace, say: Words) -> int:
    """Replay every game of a file and print the ladder that follows; exit code 1 if something does not hold."""
    from domik.sim.ladder_check import check_ladder_file

    components = None if args.components is None else read_components(args.components)
    found = check_ladder_file(args.verify, components)
    if found.ladder.game != title_from(args).name:
        what = {"file": str(args.verify), "field": "game", "said": found.ladder.game, "wanted": title_from(args).name}
        raise DomikError(Phrase("ladder.other_file", what))
    show(found.ladder, found.match, found.results, True, args, say)
    for phrase in found.wrong:
        print(say(phrase), file=sys.stderr)
    games = sum(result.games for result in found.results)
    if not args.json:
        print(say(Phrase("ladder.verified", {"games": decimal_text(games, say), "wrong": len(found.wrong)})))
    return FAULT if found.wrong else FINE


def show(ladder: Ladder, match: Match, bouts: list[PairingResult], complete: bool, args: Namespace, say: Words) -> None:
    """The ranking as text, JSON or a picture."""
    ranked = rank_bots(ladder, bouts)
    if args.plot is not None and bouts:
        from domik.sim.ladder_rating import plot_ladder

        plot_ladder(ranked, say(Phrase("game.name")), say(Phrase("ladder.elo")), args.plot)
    if args.json:
        print(json.dumps(ladder_document(ladder, match, bouts, ranked, complete), ensure_ascii=False))
    elif not bouts:
        print(say(Phrase("ladder.nothing")))
    else:
        print_ladder(ladder, ranked, bouts, say)
        if not complete:
            played: dict[str, int | str] = {
                "n": sum(bout.games for bout in bouts),
                "all": decimal_text(planned_games(ladder), say),
            }
            Console(highlight=False).print(say(Phrase("ladder.stopped", played)))


def ladder_from(args: Namespace) -> tuple[Ladder, Match]:
    title = title_from(args)
    specs = tuple(split_specs(args.seats))
    for spec in specs:
        check_bot(spec, humans=False, may_be_missing=args.replace_missing)
    if len(specs) < 2 or len(set(specs)) < len(specs):
        raise BadOption(Phrase("ladder.too_few"))
    seats = default_seats(title) if args.players is None else args.players
    match = title.match(seats, chosen_options(title, args), args.components)
    seed = SEED if args.seed is None else str(args.seed)
    return Ladder(title.name, specs, match.options, match.components, seats, seed, args.games), match


def default_seats(package: GamePackage) -> int:
    """Two, or the nearest number the game allows."""
    return min(max(2, package.least_seats), package.most_seats)


def run_with_progress(ladder: Ladder, args: Namespace, say: Words) -> tuple[list[PairingResult], bool]:
    """Run the ladder, with a progress bar on a terminal; returns whether it is complete."""
    with ExitStack() as open_things:
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        if bar is None:
            return run_ladder(ladder, args.workers, args.resume, cluster=args.cluster)
        task = bar.add_task(say(Phrase("ladder.playing")), total=sum(1 for _ in ladder.pairings()))
        return run_ladder(ladder, args.workers, args.resume, lambda done: bar.advance(task, done), args.cluster)


def planned_games(ladder: Ladder) -> int:
    return sum(games_per_deal(ladder.seats) for _ in ladder.pairings())


def ladder_document(
    ladder: Ladder, match: Match, bouts: list[PairingResult], ranked: Ranking, complete: bool
) -> dict[str, object]:
    return {
        "game": ladder.game,
        "options": match.options_json(),
        "seats": ladder.seats,
        "seed": ladder.seed,
        "games_a_pair": ladder.deals() * games_per_deal(ladder.seats),
        "games": sum(bout.games for bout in bouts),
        **ranked.to_dict(),
        "troubles": [trouble for bout in bouts for trouble in bout.troubles],
        "build": build_kind(),
        "complete": complete,
    }


def print_ladder(ladder: Ladder, ranked: Ranking, bouts: list[PairingResult], say: Words) -> None:
    console = Console(highlight=False)
    console.print(ladder_grid(ranked, say))
    console.print(head_to_head_grid(ranked, say))
    counts = {duel.games for duel in ranked.head_to_heads.values()}  # equal unless it was stopped
    games = "–".join(decimal_text(count, say) for count in sorted({min(counts), max(counts)}))
    note: dict[str, int | str] = {"games": games, "seats": ladder.seats, "seed": ladder.seed}
    console.print(say(Phrase("ladder.note", note)), style="dim", markup=False)
    if ladder.seats == 1:
        console.print(say(Phrase("ladder.solo")), style="dim")
    print_troubles([trouble for bout in bouts for trouble in bout.troubles], say)


def ladder_grid(ranked: Ranking, say: Words) -> Table:
    grid = Table(box=ROUNDED, title=say(Phrase("game.name")), title_style="bold")
    grid.add_column("")
    grid.add_column(say(Phrase("ladder.bot")), overflow="fold")
    for column in ("elo", "interval", "share", "points", "cpu"):
        grid.add_column(say(Phrase(f"ladder.{column}")), justify="right", no_wrap=True)
    for place, rung in enumerate(ranked.rows, 1):
        grid.add_row(
            str(place),
            bot_name(rung.spec, say),
            elo_text(rung.elo),
            f"{elo_text(rung.low)} … {elo_text(rung.high)}",
            percent_text(rung.share, say),
            decimal_text(rung.points, say),
            decimal_text(rung.milliseconds, say),
        )
    return grid


def elo_text(elo: float) -> str:
    """A rating against the mean of all, with its sign."""
    return f"{elo:+.0f}".replace("-", "−")


def head_to_head_grid(ranked: Ranking, say: Words) -> Table:
    """Win share of the row against the column, with half of its 95 % interval."""
    grid = Table(box=ROUNDED)
    grid.add_column(say(Phrase("ladder.pairs")), overflow="fold")
    for rung in ranked.rows:
        grid.add_column(bot_name(rung.spec, say), justify="right", overflow="fold")
    for one in ranked.rows:
        cells = []
        for two in ranked.rows:
            if one is two:
                cells.append("")
                continue
            duel = ranked.head_to_heads[(one.spec, two.spec)]
            half = 50 * (duel.high - duel.low)
            cells.append(f"{decimal_text(100 * duel.share, say)} ±{decimal_text(half, say)}")
        grid.add_row(bot_name(one.spec, say), *cells)
    return grid
