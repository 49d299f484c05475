"""`domik balance`: play many games between equal bots and report on seats, scores and components."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from domik.cli import FINE, INTERRUPTED, choices
from domik.cli.balance_report import change_sentences, clause_name, render_report, signed_decimal, signed_percent
from domik.cli.choices import whole_number as number_type
from domik.cli.components import print_value_changes
from domik.cli.progress_bar import count_bar
from domik.cli.sim import decimal_text, percent_text
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.advice_check import AdviceCheck, check_advice
from domik.sim.balance import (
    Balance,
    balance_to_dict,
    compare_balances,
    component_stats_of,
    notable_components,
    seat_rows,
)
from domik.sim.balance_differences import CLAUSE, MOVES, POINTS, SEAT, Difference, differences
from domik.sim.config import SimConfig
from domik.sim.results import Results
from domik.sim.run import run as run_plan

NAME = "balance"
SEED = "1"
COMPONENTS_SHOWN = 12  # in the terminal


def add(parser: ArgumentParser, say: Words) -> None:
    file = say(Phrase("choice.FILE"))
    choices.add_game(parser, say)
    choices.add_match(parser, say, "normal,normal")
    choices.add_replacement(parser, say)
    choices.add_games(parser, say)
    choices.add_seed(parser, say)
    parser.add_argument("--against", metavar=say(Phrase("balance.AGAINST")), help=say(Phrase("balance.against")))
    vary = say(Phrase("sweep.VARY"))
    parser.add_argument("--vary", metavar=vary, action="append", default=[], help=say(Phrase("sweep.vary")))
    parser.add_argument("--resume", metavar=file, type=Path, help=say(Phrase("sweep.resume")))
    parser.add_argument("--html", metavar=file, type=Path, help=say(Phrase("balance.html")))
    parser.add_argument("--workers", metavar="N", type=number_type(say, 1), help=say(Phrase("sim.workers")))
    choices.add_cluster(parser, say)
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Play, count and report; Ctrl-C reports the games counted so far."""
    players = tuple(choices.seats_from(args, humans=False))
    if args.resume is not None and not args.vary:
        raise BadOption(Phrase("sweep.resume_alone"))
    if args.vary:
        from domik.cli.sweep import run_variations

        return run_variations(args, players, say)
    matches = matches_from(args, len(players))
    component_stats_of(matches[0])
    if args.html is not None:
        check_writable(args.html)
    counted: list[Balance] = []
    complete = True
    for match in matches:
        balance, whole = run_balance(match, players, args, say)
        if balance.games:
            counted.append(balance)
        complete = complete and whole
        if not whole:
            break
    if not counted:
        return INTERRUPTED
    if args.html is not None:
        write_report(args.html, render_report(counted, players, args.seed or SEED, say))
    if args.json:
        print(json.dumps(balance_document(counted, players) | {"complete": complete}, ensure_ascii=False))
    else:
        if len(matches) > 1:
            print_value_changes(matches[0].components, matches[1].components, say)
        for balance in counted:
            print_balance(balance, say)
        if len(counted) > 1:
            print_differences(counted[0], counted[1], say)
        if len(matches) > 1:
            print_advice_check(check_advice(matches[0], matches[1].components), say)
        if args.html is not None:
            Console(highlight=False).print(say(Phrase("balance.written", {"file": str(args.html)})), markup=False)
    return FINE if complete else INTERRUPTED


def matches_from(args: Namespace, seats: int) -> list[Match]:
    """The match asked for, and with --against a second one with another option or other components."""
    title = choices.title_from(args)
    options = choices.chosen_options(title, args)
    found = [title.match(seats, options, args.components)]
    if args.against is not None:
        name, equals, value = str(args.against).partition("=")
        if equals:
            found.append(title.match(seats, options | {name.strip(): value.strip()}, args.components))
        else:
            found.append(title.match(seats, options, Path(args.against)))
        if found[1].options == found[0].options and found[1].components.hash() == found[0].components.hash():
            raise BadOption(Phrase("balance.same"))
    return found


def run_balance(match: Match, players: tuple[str, ...], args: Namespace, say: Words) -> tuple[Balance, bool]:
    """Play and count, with a progress bar on a terminal; returns whether all games were played."""
    plan = SimConfig(match.package.name, players, match.options, match.components, str(args.seed or SEED), records=True)
    balance = Balance(match)
    with ExitStack() as open_things:
        bar = open_things.enter_context(count_bar()) if sys.stderr.isatty() else None
        task = bar.add_task(say(Phrase("sim.playing")), total=args.games) if bar is not None else None

        def keep(part: Results) -> None:
            for line in part.lines:
                balance.add(line)
            if bar is not None and task is not None:
                bar.advance(task, part.games)

        _, complete = run_plan(plan, args.games, args.workers, keep, args.cluster)
    return balance, complete


def balance_document(counted: list[Balance], players: tuple[str, ...]) -> dict[str, object]:
    found: dict[str, object] = {"players": list(players), **balance_to_dict(counted[0])}
    if len(counted) > 1:
        found["against"] = balance_to_dict(counted[1])
        found["changes"] = [change.to_dict() for change in compare_balances(counted[0], counted[1])]
        found["differences"] = [gap.to_dict() for gap in differences(counted[0], counted[1])]
        checked = check_advice(counted[0].match, counted[1].match.components)
        found["advice"] = {"ignored": checked.ignored, "untried": checked.untried}
    return found


def check_writable(path: Path) -> None:
    """Fail early, before any game is played."""
    if path.is_dir() or not path.parent.is_dir():
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": why_not_writable(path)}))


def why_not_writable(path: Path) -> str:
    return "Is a directory" if path.is_dir() else "No such directory"


def write_report(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


def print_differences(one: Balance, other: Balance, say: Words) -> None:
    """Every figure before and after with the interval of its difference, then the components that changed."""
    console = Console(highlight=False)
    console.print(say(Phrase("balance.differences")), style="bold", markup=False)
    for gap in differences(one, other):
        if gap.what == CLAUSE and not gap.is_sure:
            continue
        console.print(say(Phrase("balance.difference", difference_words(gap, other, say))), markup=False)
    for line in change_sentences(one, other, say):
        console.print(line, markup=False)


def difference_words(gap: Difference, other: Balance, say: Words) -> dict[str, Argument]:
    """A difference as the arguments of its sentence; shares of wins are percentages."""
    if gap.what == SEAT:
        name = f"{say(Phrase('balance.seat', {'seat': gap.which}))}, {say(Phrase('balance.share'))}"
        shown = [percent_text(value, say) for value in (gap.before, gap.after)]
        reach = [signed_percent(value, say) for value in (gap.low, gap.high)]
    else:
        keys = {POINTS: "balance.points_mean", MOVES: "balance.moves_each"}
        name = clause_name(other, gap.which, say) if gap.what == CLAUSE else say(Phrase(keys[gap.what]))
        shown = [decimal_text(value, say) for value in (gap.before, gap.after)]
        reach = [signed_decimal(value, say) for value in (gap.low, gap.high)]
    return {"name": name, "before": shown[0], "after": shown[1], "low": reach[0], "high": reach[1]}


def print_advice_check(checked: AdviceCheck, say: Words) -> None:
    """Warn of changed values that the bots' advice does not follow."""
    console = Console(highlight=False)
    for key, paths in (("ignored", checked.ignored), ("untried", checked.untried)):
        if paths:
            words: dict[str, Argument] = {"paths": ", ".join(paths), "n": len(paths)}
            console.print(say(Phrase(f"balance.advice.{key}", words)), style="yellow", markup=False)


def print_balance(balance: Balance, say: Words) -> None:
    console = Console(highlight=False)
    games: dict[str, Argument] = {"games": decimal_text(balance.games, say), "players": balance.match.seats}
    console.print(say(Phrase("balance.headline", games)), style="bold", markup=False)
    for seat, row in enumerate(seat_rows(balance), 1):
        numbers: dict[str, Argument] = {
            "seat": seat,
            "share": percent_text(row["share"], say),
            "low": percent_text(row["low"], say),
            "high": percent_text(row["high"], say),
            "points": decimal_text(float(row["points"]), say),
            "spread": decimal_text(float(row["spread"]), say),
        }
        console.print(say(Phrase("balance.seat_line", numbers)), markup=False)
    found = notable_components(balance)
    if not found:
        console.print(say(Phrase("balance.nothing")), markup=False)
    for verdict, worth in found[:COMPONENTS_SHOWN]:
        args: dict[str, Argument] = {
            "name": balance.component(worth.key).name,
            "rate": percent_text(worth.rate or 0.0, say),
            "gap": signed_percent(worth.difference, say),
        }
        console.print(say(Phrase(f"balance.verdict.{verdict}", args)), markup=False)
