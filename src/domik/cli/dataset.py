"""`domik dataset`: write games of chosen levels for research, with a card that says what they are."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path

from domik.cli import FINE, INTERRUPTED, version
from domik.cli.choices import (
    add_cluster,
    add_game,
    add_games,
    add_match,
    add_replacement,
    add_seed,
    match_from,
    seats_from,
    seed_from,
)
from domik.cli.choices import whole_number as number_type
from domik.cli.progress_bar import count_bar
from domik.cli.sim import decimal_text, percent_text, print_troubles
from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.config import SimConfig
from domik.sim.dataset import (
    JSON_LINES,
    PARQUET,
    DatasetFacts,
    card_path,
    load_arrow,
    mean_moves,
    option_text,
    write_dataset,
)

NAME = "dataset"
GAMES = 1000
LEVELS = "normal,normal"


def add(parser: ArgumentParser, say: Words) -> None:
    add_game(parser, say)
    parser.add_argument("out", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("dataset.out")))
    add_match(parser, say, LEVELS)
    add_replacement(parser, say)
    add_games(parser, say, GAMES)
    add_seed(parser, say)
    parser.add_argument("--rotate", action="store_true", help=say(Phrase("sim.rotate")))
    parser.add_argument("--workers", metavar="N", type=number_type(say, 1), help=say(Phrase("sim.workers")))
    add_cluster(parser, say)
    parser.add_argument("--force", action="store_true", help=say(Phrase("dataset.force")))


def run(args: Namespace, say: Words) -> int:
    """Play, write data and card; Ctrl-C keeps the games so far, and the card says how many."""
    check_out(args.out, args.force)
    players = tuple(seats_from(args, humans=False))
    match = match_from(args, len(players))
    plan = SimConfig(
        match.package.name, players, match.options, match.components, seed_from(args), args.rotate, records=True
    )
    with ExitStack() as open_things:
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        task = bar.add_task(say(Phrase("sim.playing")), total=args.games) if bar is not None else None

        def advance(done: int) -> None:
            if bar is not None and task is not None:
                bar.advance(task, done)

        facts = write_dataset(plan, args.games, args.out, advance, args.workers, args.cluster)
    card = card_path(args.out)
    card.write_text(card_text(plan, match, args, facts, say), encoding="utf-8")
    print_troubles(facts.results.troubles, say)
    written: dict[str, Argument] = {
        "games": decimal_text(facts.results.games, say),
        "file": str(args.out),
        "card": str(card),
    }
    print(say(Phrase("dataset.written", written)))
    return FINE if facts.is_complete else INTERRUPTED


def check_out(path: Path, is_forced: bool) -> None:
    """DomikError for an unknown kind of file, one that exists, or Parquet without its library."""
    if path.suffix not in (JSON_LINES, PARQUET):
        raise DomikError(Phrase("dataset.name", {"file": str(path)}))
    if path.suffix == PARQUET:
        load_arrow()
    for file in (path, card_path(path)):
        if file.exists() and not is_forced:
            raise DomikError(Phrase("sim.exists", {"file": str(file)}))


def card_text(plan: SimConfig, match: Match, args: Namespace, facts: DatasetFacts, say: Words) -> str:
    """The card: what the games are, how they came about, what is in a row, and what they are not good for."""
    results = facts.results
    rows = [
        ("game", f"{say(Phrase('game.name'))} (`{plan.game}`)"),
        ("options", option_text(match)),
        ("components", f"`{match.components.hash()}`"),
        ("rules", str(match.package.rules_version)),
        ("players", ", ".join(f"`{player}`" for player in plan.players)),
        ("rotation", say(Phrase("dataset.card.rotated" if plan.rotate else "dataset.card.fixed"))),
        ("games", decimal_text(results.games, say)),
        ("moves", decimal_text(mean_moves(results), say)),
        ("seed", f"`{plan.seed}`"),
        ("domik", version()),
        ("checksum", f"`{results.checksum()}`"),
        ("sha256", f"`{facts.sha256}`"),
        ("bytes", decimal_text(facts.size, say)),
    ]
    facts_table = [f"| {say(Phrase(f'dataset.card.{key}'))} | {value} |" for key, value in rows]
    wins = [
        f"| {player + 1} `{spec}` | {percent_text(results.wins[player] / max(results.games, 1), say)} "
        f"| {decimal_text(float(match.points(results.mean(player))), say)} |"
        for player, spec in enumerate(plan.players)
    ]
    kind = "table" if args.out.suffix == PARQUET else "lines"
    command = {"command": repeat_command(plan, match, args, results.games), "file": args.out.name}
    parts = [
        f"# {args.out.stem}",
        say(Phrase("dataset.card.about", {"game": say(Phrase("game.name"))})),
        "\n".join(["| | |", "|---|---|", *facts_table]),
        "\n".join(
            [
                f"| {say(Phrase('sim.bot'))} | {say(Phrase('sim.won'))} | {say(Phrase('sim.score'))} |",
                "|---|---|---|",
                *wins,
            ]
        ),
        say(Phrase(f"dataset.card.{kind}", command)),
        say(Phrase("dataset.card.hidden")),
        say(Phrase("dataset.card.limits")),
        say(Phrase("dataset.card.repeat", command)),
    ]
    return "\n\n".join(parts) + "\n"


def repeat_command(plan: SimConfig, match: Match, args: Namespace, games: int) -> str:
    """The command that writes the same games again; time budgets are not repeatable, as the card says."""
    words = [f"domik dataset {plan.game} {args.out.name}", f"--seats '{','.join(plan.players)}'"]
    for name, value in match.package.schema.non_defaults(match.options).items():
        words.append(f"--{name.replace('_', '-')}" + ("" if value is True else f" {value}"))
    if args.components is not None:
        words.append(f"--components {args.components.name}")
    words.append(f"--games {games} --seed {plan.seed}")
    return " ".join([*words, *(["--rotate"] if plan.rotate else [])])
