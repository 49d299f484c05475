"""`domik balance --vary`: play every combination of some component values, and report as text, JSON or one page."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import asdict

from rich.console import Console

from domik.cli import FINE, INTERRUPTED, balance, choices
from domik.cli.sim import percent_text
from domik.cli.sweep_report import render_sweep, suggestion_text, values_text
from domik.kernel.components import read_components
from domik.kernel.errors import BadOption
from domik.kernel.package import built_in_components
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.sim.balance import Balance, component_stats_of
from domik.sim.sweep import Number, Suggestion, SweepPoint, grid_of, parse_variation, run_sweep, suggest, with_values

MEASURES = {"seats": SweepPoint.seat_advantage, "components": SweepPoint.component_advantage}


def run_variations(args: Namespace, players: tuple[str, ...], say: Words) -> int:
    """Play the grid and report; Ctrl-C reports the points that are whole, and `--resume` goes on from there."""
    if args.against is not None:
        raise BadOption(Phrase("sweep.not_against"))
    title = choices.title_from(args)
    options = choices.chosen_options(title, args)
    base = built_in_components(title) if args.components is None else read_components(args.components)
    variations = [parse_variation(text, base) for text in args.vary]
    if len({variation.path for variation in variations}) < len(variations):
        raise BadOption(Phrase("sweep.twice"))
    grid = grid_of(variations)
    # All are made before any game is played, so that values which a game cannot have are told at once.
    matches = [title.match(len(players), options, with_values(base, values)) for values in grid]
    component_stats_of(matches[0])
    if args.html is not None:
        balance.check_writable(args.html)
    plan = {
        "game": title.name,
        "players": list(players),
        "options": matches[0].options_json(),
        "components": base.hash(),
        "seed": str(args.seed or balance.SEED),
        "games": args.games,
        "rules": title.rules_version,
    }
    console = Console(highlight=False, stderr=True)

    def play(values: dict[str, Number]) -> tuple[Balance, bool]:
        console.print(values_text(values), markup=False)
        return balance.run_balance(matches[grid.index(values)], players, args, say)

    points = [point for point, _ in run_sweep(grid, plan, play, args.resume)]
    if not points:
        return INTERRUPTED
    found = {name: suggestion for name, measure in MEASURES.items() if (suggestion := suggest(points, measure))}
    complete = len(points) == len(grid)
    if args.html is not None:
        page = render_sweep(matches[0], variations, points, found, players, str(plan["seed"]), say)
        balance.write_report(args.html, page)
    if args.json:
        print(json.dumps(sweep_document(plan, points, found) | {"complete": complete}, ensure_ascii=False))
    else:
        print_sweep(points, found, say)
        if args.html is not None:
            Console(highlight=False).print(say(Phrase("balance.written", {"file": str(args.html)})), markup=False)
    return FINE if complete else INTERRUPTED


def sweep_document(
    plan: dict[str, object], points: list[SweepPoint], found: dict[str, Suggestion]
) -> dict[str, object]:
    return {
        "plan": plan,
        "points": [asdict(point) for point in points],
        "suggestions": {
            name: {
                "values": suggestion.best.values,
                "advantage": suggestion.advantage,
                "reach": suggestion.reach,
                "not_told_apart": [point.values for point in suggestion.rivals],
            }
            for name, suggestion in found.items()
        },
    }


def print_sweep(points: list[SweepPoint], found: dict[str, Suggestion], say: Words) -> None:
    console = Console(highlight=False)
    for point in points:
        shares = " : ".join(percent_text(seat.share, say) for seat in point.seats)
        args: dict[str, Argument] = {"values": values_text(point.values), "shares": shares}
        console.print(say(Phrase("sweep.point", args)), markup=False)
    for name, suggestion in found.items():
        console.print(suggestion_text(name, suggestion, say), markup=False)
