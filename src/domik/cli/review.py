"""`domik review FILE`: review a recorded game in the terminal, as JSON or as an HTML page."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from domik.cli import FINE, INTERRUPTED, choices
from domik.cli.progress_bar import time_bar
from domik.cli.records import LoadedRecord, add_file, record_from, single_text, why_unreadable
from domik.cli.replay import recorded_players
from domik.cli.scoreboard import PlayerNames
from domik.cli.screen import TerminalScreen
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.language import Words, words_for
from domik.reviews import Report, iter_reports, parse_reviewable
from domik.reviews.html_page import NUMBERS, player_cells, render_page, reviews_by_rank, worst_phrase
from domik.reviews.losses import unmarked_phrases
from domik.reviews.phrases import (
    adjusted_phrase,
    basis_phrase,
    hinted_phrases,
    moment_phrases,
    player_name,
    result_phrase,
    scores_text,
    verdict_phrase,
)
from domik.sim.interruption import Interruption

NAME = "review"
MOST_WORLDS = 100000
WORST_SHOWN = 3  # decisions shown with a sketch
TONES = {"inaccuracy": "yellow", "mistake": "bad", "blunder": "bad"}


def add(parser: ArgumentParser, say: Words) -> None:
    add_file(parser, say)
    parser.add_argument("--seat", metavar="K", type=choices.whole_number(say, 1), help=say(Phrase("review.cli.seat")))
    parser.add_argument("--seconds", metavar="S", type=choices.seconds(say), help=say(Phrase("review.cli.seconds")))
    worlds = choices.whole_number(say, 1, MOST_WORLDS)
    parser.add_argument("--worlds", metavar="N", type=worlds, help=say(Phrase("review.cli.worlds")))
    parser.add_argument("--seed", metavar="N", default="1", help=say(Phrase("review.cli.seed")))
    parser.add_argument("--html", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("review.cli.html")))
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Review and print; Ctrl-C prints what is known so far."""
    text = single_text(args)
    found = record_from(text, args)
    if args.components is None:
        parse_reviewable(text)
    say = words_for(args.lang, (found.record.match.package.words_package, "domik.table", "domik.reviews", "domik.cli"))
    report, complete = review_with_progress(found, args, say)
    if args.json:
        print(report.to_json())
    report = replace(report, players=tuple(recorded_players(found, say).distinct_names()))
    if args.html is not None:
        write_page(args.html, found, report, say)
    if not args.json:
        print_review(TerminalScreen(), found, report, say)
        if not complete or not report.complete:
            TerminalScreen().print_text(say(Phrase("review.cut" if complete else "review.cli.stopped")), "dim")
    return FINE if complete else INTERRUPTED


def review_with_progress(found: LoadedRecord, args: Namespace, say: Words) -> tuple[Report, bool]:
    """The report, and whether it was not interrupted; with a progress bar on a terminal."""
    reports = iter_reports(
        found.record,
        None if args.seat is None else args.seat - 1,
        args.seconds,
        worlds=args.worlds,
        seed=args.seed,
    )
    with ExitStack() as open_things:
        stop = open_things.enter_context(Interruption())
        stop.is_saving = True  # Ctrl-C only sets the flag, which is checked between reports
        bar = open_things.enter_context(time_bar()) if sys.stderr.isatty() else None
        task = bar.add_task(say(Phrase("review.cli.thinking")), total=1.0) if bar is not None else None
        report = next(reports)
        while not stop.is_stopped:
            if bar is not None and task is not None:
                bar.update(task, completed=report.progress)
            following = next(reports, None)
            if following is None:
                break
            report = following
    return report, not stop.is_stopped


def write_page(path: Path, found: LoadedRecord, report: Report, say: Words) -> None:
    title = say(Phrase("game.name")) if say.has("game.name") else found.record.match.package.name
    try:
        path.write_text(render_page(report, found.record, say, say.language, title), encoding="utf-8")
    except OSError as error:
        raise BadOption(Phrase("cli.not_written", {"file": str(path), "why": why_unreadable(error)})) from None


# ---- text output --------------------------------------------------------------------------------


def print_review(screen: TerminalScreen, found: LoadedRecord, report: Report, say: Words) -> None:
    players = recorded_players(found, say)
    screen.print_text(say(result_phrase(report)), "bold")
    adjusted = adjusted_phrase(report)
    if adjusted is not None:
        screen.print_text(say(adjusted))
    screen.print_text()
    head = [say(Phrase(f"review.head.{key}")) for key in ("player", *NUMBERS)]
    screen.print_grid(head, [player_cells(review, report, say) for review in reviews_by_rank(report)], [], left=1)
    print_monthly_par(screen, report, say)
    screen.print_text()
    print_moments(screen, found, report, players, say)
    for phrase in [*(said for _, said in unmarked_phrases(report)), *hinted_phrases(report)]:
        screen.print_text(say(phrase))
    screen.print_text(say(basis_phrase(report)), "dim")


def print_monthly_par(screen: TerminalScreen, report: Report, say: Words) -> None:
    """For solo Cozy Cabin: best known plan and proven bound, month by month."""
    if report.course is None:
        return
    screen.print_text()
    screen.print_text(say(Phrase("review.head.course")), "heading")
    head = [say(Phrase(f"review.head.{key}")) for key in ("month", "plan", "bound")]
    proven = say(Phrase("review.proven"))
    rows = [
        [str(one.month), scores_text([one.best]), proven if one.proven else scores_text([one.bound])]
        for one in report.course.months
    ]
    screen.print_grid(head, rows, [], left=0)
    screen.print_text(say(worst_phrase(report)))


def print_moments(
    screen: TerminalScreen, found: LoadedRecord, report: Report, players: PlayerNames, say: Words
) -> None:
    """Each marked decision in one line, then the worst ones with sketch and explanation."""
    moments = report.marked_judgements()
    if not moments and not unmarked_phrases(report):
        screen.print_text(say(Phrase("review.no_moments")), "good")
        return
    screen.print_text(say(Phrase("review.head.moments")), "heading")
    for one in moments:
        who = f"{say(verdict_phrase(one.verdict))}, {player_name(report, one.seat)}"
        text = f"{who}: {say(one.played_candidate.what)} → {say(one.best_candidate.what)}"
        screen.print_text(text, TONES[one.verdict], label=f"{say(one.when)}  ")
    worst = {one.step: one for one in report.worst_judgements(WORST_SHOWN)}
    for step, state in enumerate(found.record.states()):
        if step in worst:
            one = worst[step]
            screen.print_text()
            screen.print_text(f"{say(verdict_phrase(one.verdict))} · {players[one.seat]} · {say(one.when)}", "heading")
            screen.print_sketch(found.record.match.sketch(state.view(one.seat), say, screen.columns))
            for phrase in moment_phrases(one, report.is_solo):
                screen.print_text(say(phrase))
    screen.print_text()
