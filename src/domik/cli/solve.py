"""`domik solve GAME`: find the best plan for one deck, with a bound and whether it is proven optimal."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domik.cli import FINE, INTERRUPTED, choices
from domik.cli.progress_bar import time_bar
from domik.cli.records import read_text, record_from, why_unreadable
from domik.cli.screen import TerminalScreen
from domik.games import game_package
from domik.kernel.contract import GameSolver, SolverResult
from domik.kernel.errors import BadOption, BadRecord
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove, action_of
from domik.kernel.state import State
from domik.language import Words
from domik.sim.interruption import Interruption

NAME = "solve"


@dataclass
class SolveTask:
    """The position to solve, and the seat."""

    record: GameRecord
    seat: int

    def state(self) -> State:
        return self.record.end().copy()

    def solved_record(self, moves: tuple[int, ...]) -> GameRecord:
        """The record continued by the plan's moves."""
        record = self.record
        more = [RecordedMove(self.seat, number) for number in moves]
        return GameRecord(record.match, record.deal, record.players, [*record.moves, *more], record.seed)


def add(parser: ArgumentParser, say: Words) -> None:
    choices.add_game(parser, say)
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--seed", metavar="N", help=say(Phrase("solve.seed")))
    source.add_argument("--deck", metavar="A,B,...", help=say(Phrase("solve.deck")))
    source.add_argument("--scenario", metavar=say(Phrase("choice.NAME")), help=say(Phrase("solve.scenario")))
    source.add_argument("--record", metavar=say(Phrase("choice.FILE")), help=say(Phrase("solve.record")))
    parser.add_argument(
        "--seat", metavar="K", type=choices.whole_number(say, 1), default=1, help=say(Phrase("solve.seat"))
    )
    parser.add_argument(
        "--seconds", metavar="S", type=choices.seconds(say), default=5.0, help=say(Phrase("solve.seconds"))
    )
    parser.add_argument("--save", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("solve.save")))
    choices.add_options(parser, say)
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    """Solve and print; Ctrl-C prints the best plan so far."""
    puzzle = task_from(args)
    screen = TerminalScreen()
    answer, complete = solve_with_progress(puzzle, screen, args, say)
    solved = puzzle.solved_record(answer.moves)
    if args.save is not None:
        save_solution(args.save, solved)
    if args.json:
        print(json.dumps(solution_document(puzzle, solved, answer), ensure_ascii=False))
    else:
        print_plan(screen, puzzle, answer, say)
        if not complete:
            screen.print_text(say(Phrase("solve.stopped")), "dim")
    return FINE if complete else INTERRUPTED


def solve_with_progress(
    puzzle: SolveTask, screen: TerminalScreen, args: Namespace, say: Words
) -> tuple[SolverResult, bool]:
    """The solver's answer, and whether it was not interrupted; improvements are printed as they are found."""
    match = puzzle.record.match
    plan = solver_of(match)
    with ExitStack() as open_things:
        stop = open_things.enter_context(Interruption())
        stop.is_saving = True  # Ctrl-C only sets the flag, which the solver polls between steps
        bar = None if args.json or not sys.stderr.isatty() else open_things.enter_context(time_bar())
        task = bar.add_task(say(Phrase("solve.thinking")), total=args.seconds) if bar is not None else None
        shown = TerminalScreen(bar.console) if bar is not None else screen

        def print_better(found: SolverResult, after: float) -> None:
            if not args.json:
                points = Phrase("solve.points", {"n": match.points(found.score)})
                shown.print_text(say(Phrase("solve.better", {"points": points, "seconds": round(after, 1)})))
                shown.print_text(" ".join(notations(puzzle, found.moves)), "dim")

        def goes_on(after: float) -> bool:
            if bar is not None and task is not None:
                bar.update(task, completed=after)
            return not stop.is_stopped

        answer = plan.solve(match, puzzle.state(), puzzle.seat, args.seconds, print_better, goes_on)
    return answer, not stop.is_stopped


def solution_document(puzzle: SolveTask, solved: GameRecord, answer: SolverResult) -> dict[str, Any]:
    """A record that `domik replay` reads, with score, bound and plan."""
    match = puzzle.record.match
    return solved.to_dict() | {
        "seat": puzzle.seat + 1,
        "score": match.points(answer.score),
        "bound": match.points(answer.bound),
        "proven": answer.proven,
        "fits": answer.fits,
        "plan": notations(puzzle, answer.moves),
    }


def solver_of(match: Match) -> GameSolver[Match]:
    """The game's solver; BadOption if it has none."""
    solver = match.package.solver()
    if solver is None:
        raise BadOption(Phrase("solve.no_solver", {"game": match.package.name}))
    return solver


# ---- input --------------------------------------------------------------------------------------------


def task_from(args: Namespace) -> SolveTask:
    """The task from a seed, a named deck, a scenario or a record."""
    if args.record is not None:
        args.game = game_package(args.game).name
        found = record_from(read_text(args.record), args)
        if found.record.match.package.name != args.game:
            raise BadRecord(Phrase("solve.other_game", {"game": found.record.match.package.name}))
        if args.seat > found.record.match.seats:
            raise BadOption(Phrase("solve.no_seat", {"seat": args.seat, "seats": found.record.match.seats}))
        return SolveTask(found.record, args.seat - 1)
    if args.seat != 1:
        raise BadOption(Phrase("solve.no_seat", {"seat": args.seat, "seats": 1}))
    title = game_package(args.game)
    given = choices.chosen_options(title, args)
    if args.scenario is not None:
        given["scenario"] = args.scenario
    match = title.match(1, given, args.components) if title.least_seats == 1 else None
    if match is None:
        raise BadOption(Phrase("solve.no_solver", {"game": title.name}))
    seed = choices.seed_from(args)
    deal = [int(number) for number in match.game.deal(luck_of(seed).stream(0))]
    if args.deck is not None:
        seed = ""
        deal = deal_from_deck(match, deal, args.deck)
    return SolveTask(GameRecord(match, deal, ["solver"], [], seed), 0)


def deal_from_deck(match: Match, deal: list[int], text: str) -> list[int]:
    """The deal with its cards in the named order."""
    solver = solver_of(match)
    whole = solver.deal_from_deck(match, deal, [word.strip().lower() for word in text.split(",") if word.strip()])
    if whole is None:
        raise BadOption(Phrase("solve.wrong_deck", {"cards": ", ".join(solver.card_ids(match))}))
    return whole


# ---- output -------------------------------------------------------------------------------------------


def notations(puzzle: SolveTask, moves: tuple[int, ...]) -> list[str]:
    state = puzzle.state()
    match = puzzle.record.match
    texts = []
    for number in moves:
        texts.append(match.write(state.view(puzzle.seat), action_of(number)))
        state.play(puzzle.seat, action_of(number))
    return texts


def print_plan(screen: TerminalScreen, puzzle: SolveTask, answer: SolverResult, say: Words) -> None:
    match = puzzle.record.match
    args = {
        "points": Phrase("solve.points", {"n": match.points(answer.score)}),
        "bound": Phrase("solve.points", {"n": match.points(answer.bound)}),
    }
    screen.print_text(say(Phrase("solve.proven" if answer.proven else "solve.found", args)), "bold")
    if not answer.fits:
        screen.print_text(say(Phrase("solve.none_fits" if answer.ruled_out else "solve.no_fit_found")))
    state = puzzle.state()
    for text, number in zip(notations(puzzle, answer.moves), answer.moves, strict=True):
        view = state.view(puzzle.seat)
        screen.print_text(say(match.describe(view, action_of(number))), label=f"{text:4} ")
        state.play(puzzle.seat, action_of(number))
    screen.print_sketch(match.sketch(state.view(puzzle.seat), say, screen.columns))


def save_solution(path: Path, record: GameRecord) -> None:
    try:
        path.write_text(record.to_json() + "\n", encoding="utf-8")
    except OSError as error:
        raise BadOption(Phrase("solve.no_file", {"file": str(path), "why": why_unreadable(error)})) from None
