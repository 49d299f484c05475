"""`domik puzzle`: solve puzzles at the terminal, list them, and dispatch `make` and `prove`."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from domik.cli import FINE, choices, words_of
from domik.cli.game_session import DecisionView, move_entries, moves_by_notation
from domik.cli.puzzle_mining import mine_puzzles, verify_puzzles
from domik.cli.screen import TerminalScreen
from domik.cli.terminal import SessionEnded
from domik.games import GAMES, game_package, game_packages
from domik.kernel.errors import BadNotation, BadOption, DomikError
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.record import number_of
from domik.language import Words
from domik.puzzles import Puzzle, load_puzzles
from domik.puzzles.attempt import RIGHT_SO_FAR, SOLVED, AttemptReply, PuzzleAttempt
from domik.puzzles.explanation import question_phrase, tempting_chances, title_phrase
from domik.puzzles.progress import (
    FirstAttempts,
    PuzzleProgress,
    estimate_rating,
    next_puzzle,
    puzzle_of_the_day,
    puzzle_progress_path,
    rated_answers,
)
from domik.table.clock import DAY, now

PUZZLE_COMMANDS = ("answer", "skip", "quit")


class PuzzleSession:
    def __init__(self, screen: TerminalScreen, puzzle: Puzzle, say: Words) -> None:
        self.screen = screen
        self.puzzle = puzzle
        self.say = say
        self.attempt = PuzzleAttempt(puzzle)
        self.words = {
            word: name for name in PUZZLE_COMMANDS for word in (name, self.print_phrase(f"puzzle.word.{name}"))
        }

    def print_phrase(self, key: str, **args: Argument) -> str:
        return self.say(Phrase(key, args))

    def solve(self) -> bool | None:
        """Whether the first attempt was correct; None if the puzzle was skipped untried."""
        self.show_position()
        first: bool | None = None
        while True:
            answer = self.read_input("> ")
            command = self.words.get(answer.lower(), "")
            if command == "skip":
                return first
            if command == "answer":
                self.show_answer()
                return False
            if answer:
                kind = self.try_move(answer)
                if kind == SOLVED:
                    return True if first is None else first
                if kind and kind != RIGHT_SO_FAR:
                    first = False

    def pause(self) -> None:
        self.read_input(f"{self.print_phrase('puzzle.next')} ")

    def read_input(self, prompt: str) -> str:
        """Read a line; raises SessionEnded on quit or end of input."""
        answer = self.screen.read_line(prompt)
        if answer is None or self.words.get(answer.lower(), "") == "quit":
            raise SessionEnded
        return answer

    def show_position(self) -> None:
        match, view = self.attempt.match, self.attempt.view
        self.screen.clear()
        self.screen.print_text(
            self.print_phrase(
                "puzzle.head", title=title_phrase(self.puzzle), id=self.puzzle.id, rating=str(self.puzzle.rating)
            ),
            "heading",
        )
        self.screen.print_lines(
            DecisionView(self.screen, match, view, self.say, [], [], move_entries(match, view, self.say)).full_lines()
        )
        self.screen.print_text()
        self.screen.print_text(self.say(question_phrase(self.puzzle)), "bold")
        words = ", ".join(self.print_phrase(f"puzzle.word.{name}") for name in PUZZLE_COMMANDS)
        self.screen.print_text(self.print_phrase("puzzle.type", words=words), "dim")

    def try_move(self, text: str) -> str:
        """Try a typed move; returns the reply's kind, or "" if it was not a legal move."""
        match, view = self.attempt.match, self.attempt.view
        moves = list(moves_by_notation(match, view))
        if text not in moves and text.isdecimal() and 1 <= int(text) <= len(moves):
            text = moves[int(text) - 1]
        try:
            action = match.read(view, text)
        except BadNotation as error:
            self.screen.print_text(self.say(error.phrase), "bad")
            return ""
        if not int(view.legal()) & action:
            for objection in match.objections(view, action):
                self.screen.print_text(self.say(objection.reason), "bad")
            return ""
        reply = self.attempt.try_move(number_of(action))
        if reply.kind == RIGHT_SO_FAR:
            self.show_position()
        self.print_reply(reply, "good" if reply.kind in (SOLVED, RIGHT_SO_FAR) else "bad")
        return reply.kind

    def print_reply(self, reply: AttemptReply, style: str) -> None:
        """What a move comes to; for the right one also why, how often it wins, and one way it may go on."""
        self.screen.print_text(self.say(reply.said), style)
        if reply.why is None:
            return
        why = self.say(reply.why)
        self.screen.print_text(why[:1].upper() + why[1:])
        chances = tempting_chances(self.puzzle)
        if chances:
            self.screen.print_text(
                self.print_phrase("puzzle.wins", best=chances["best"], other=chances["tried"]), "dim"
            )
        if reply.follows:
            self.screen.print_text(self.print_phrase("puzzle.follows"), "dim")
        for event in reply.follows:
            key = "puzzle.you" if event.seat == self.puzzle.seat else "puzzle.rival"
            self.screen.print_text(f"  {self.print_phrase(key, n=event.seat + 1, what=event.what)}", "dim")

    def show_answer(self) -> None:
        self.print_reply(self.attempt.show_answer(), "accent")


NAME = "puzzle"
MAKE, PROVE, DAILY = "make", "prove", "day"


def add(parser: ArgumentParser, say: Words) -> None:
    about = Phrase("puzzle.cli.what", {"games": ", ".join(GAMES)})
    parser.add_argument("what", nargs="?", metavar=say(Phrase("puzzle.cli.WHAT")), help=say(about))
    parser.add_argument(
        "which", nargs="?", metavar=say(Phrase("puzzle.cli.WHICH")), help=say(Phrase("puzzle.cli.which"))
    )
    parser.add_argument("--again", action="store_true", help=say(Phrase("puzzle.cli.again")))
    count = choices.whole_number(say, 1, 100000)
    parser.add_argument("--count", metavar="N", type=count, default=20, help=say(Phrase("puzzle.cli.count")))
    parser.add_argument("--out", metavar=say(Phrase("choice.FILE")), type=Path, help=say(Phrase("puzzle.cli.out")))
    choices.add_match(parser, say, "")
    choices.add_seed(parser, say)
    choices.add_json(parser, say)


def run(args: Namespace, say: Words) -> int:
    if args.what in (MAKE, PROVE) and args.which is None:
        raise BadOption(Phrase("puzzle.cli.no_game", {"command": args.what, "games": ", ".join(GAMES)}))
    if args.what == MAKE:
        args.game = args.which
        return mine_puzzles(args, say)
    if args.what == PROVE:
        return verify_puzzles(args, say)
    journal = PuzzleProgress(puzzle_progress_path(os.environ))
    if args.what is None:
        print_games(journal, args.json, say)
        return FINE
    title = game_package(args.what)
    say = words_of(Namespace(game=title.name), say.language)
    puzzles = load_puzzles(title.name)
    if not puzzles:
        raise DomikError(Phrase("puzzle.cli.none", {"game": title.name}))
    chosen = choose_puzzle(args, puzzles, journal.first_attempts(title.name))
    if chosen is None:
        TerminalScreen().print_text(
            say(Phrase("puzzle.cli.all_done" if not args.again else "puzzle.cli.none_failed")), "good"
        )
        return FINE
    solve_puzzles(args, puzzles, chosen, journal, say)
    return FINE


def print_games(journal: PuzzleProgress, as_json: bool, say: Words) -> None:
    """All games with puzzles: how many, how many solved, and the player's rating."""
    rows: list[dict[str, object]] = []
    for title in game_packages():
        puzzles, tries = load_puzzles(title.name), journal.first_attempts(title.name)
        if puzzles:
            rating = estimate_rating(rated_answers(tries, puzzles))
            row = {"game": title.name, "puzzles": len(puzzles), "tried": len(tries), "solved": sum(tries.values())}
            rows.append(row | {"rating": rating})
    if as_json:
        print(json.dumps(rows))
        return
    screen = TerminalScreen()
    for row in rows:
        told: dict[str, Argument] = {"solved": str(row["solved"]), "n": int(str(row["puzzles"]))}
        text = say(Phrase("puzzle.cli.row", told))
        if row["rating"] is not None:
            text += f" · {say(Phrase('puzzle.cli.rating', {'rating': str(row['rating'])}))}"
        screen.print_text(text, label=f"  {str(row['game']).ljust(12)}")
    screen.print_text()
    screen.print_text(say(Phrase("puzzle.cli.choose", {"game": str(rows[0]["game"])})), "dim")


def choose_puzzle(args: Namespace, puzzles: Sequence[Puzzle], tries: FirstAttempts) -> Puzzle | None:
    """The puzzle asked for, or the next one; None if there is none left."""
    if args.which is None:
        return next_puzzle(puzzles, tries, args.again)
    if args.which == DAILY:
        return puzzle_of_the_day(puzzles, now() // DAY)
    found = next((one for one in puzzles if one.id == args.which), None)
    if found is None:
        raise BadOption(Phrase("puzzle.cli.no_puzzle", {"id": args.which, "game": args.what, "first": puzzles[0].id}))
    return found


def solve_puzzles(
    args: Namespace, puzzles: Sequence[Puzzle], puzzle: Puzzle | None, journal: PuzzleProgress, say: Words
) -> None:
    """Puzzle after puzzle until the player quits or none is left."""
    screen = TerminalScreen()
    screen.enable_history()
    game = puzzles[0].game
    try:
        while puzzle is not None:
            riddle = PuzzleSession(screen, puzzle, say)
            right = riddle.solve()
            if right is not None and (puzzle.id not in journal.first_attempts(game) or right):
                journal.save_attempt(game, puzzle.id, right)
            rating = estimate_rating(rated_answers(journal.first_attempts(game), puzzles))
            if rating is not None:
                screen.print_text(say(Phrase("puzzle.cli.rating", {"rating": str(rating)})), "dim")
            puzzle = next_puzzle(puzzles, journal.first_attempts(game), args.again) if args.which is None else None
            if puzzle is not None:
                riddle.pause()
    except SessionEnded:
        screen.print_text(say(Phrase("learn.bye")))
