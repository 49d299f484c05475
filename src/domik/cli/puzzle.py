"""`domik puzzle [GAME] [ID]`: puzzles at this terminal; `make` mines new ones, `prove` proves a file again."""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from domik.cli import FINE, choices, words_of
from domik.cli.puzzle_mine import make, prove_again
from domik.cli.riddle import Riddle
from domik.cli.screen import Screen
from domik.cli.terminal import Ended
from domik.games import GAMES, title_of, titles
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.puzzles import Puzzle, puzzles_of
from domik.puzzles.journal import Journal, place_of
from domik.puzzles.tries import Tries, answers_of, next_puzzle, puzzle_of_the_day, rating_from

NAME = "puzzle"
MAKE, PROVE, DAY = "make", "prove", "day"
SECONDS_A_DAY = 86400


def add(parser: ArgumentParser, say: Words) -> None:
    """What to do, with which game, and what `make` needs."""
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
    """Mine, prove, list, or sit down to solve."""
    if args.what in (MAKE, PROVE) and args.which is None:
        raise BadOption(Phrase("puzzle.cli.no_game", {"command": args.what, "games": ", ".join(GAMES)}))
    if args.what == MAKE:
        args.game = args.which
        return make(args, say)
    if args.what == PROVE:
        return prove_again(args, say)
    journal = Journal(place_of(os.environ))
    if args.what is None:
        show_games(journal, args.json, say)
        return FINE
    title = title_of(args.what)
    say = words_of(Namespace(game=title.name), say.language)
    puzzles = puzzles_of(title.name)
    if not puzzles:
        raise DomikError(Phrase("puzzle.cli.none", {"game": title.name}))
    chosen = chosen_puzzle(args, puzzles, journal.tries(title.name))
    if chosen is None:
        Screen().line(say(Phrase("puzzle.cli.all_done" if not args.again else "puzzle.cli.none_failed")), "good")
        return FINE
    solve(args, puzzles, chosen, journal, say)
    return FINE


def show_games(journal: Journal, as_json: bool, say: Words) -> None:
    """Every game with puzzles: how many, how many solved, one's rating."""
    rows: list[dict[str, object]] = []
    for title in titles():
        puzzles, tries = puzzles_of(title.name), journal.tries(title.name)
        if puzzles:
            rating = rating_from(answers_of(tries, puzzles))
            row = {"game": title.name, "puzzles": len(puzzles), "tried": len(tries), "solved": sum(tries.values())}
            rows.append(row | {"rating": rating})
    if as_json:
        print(json.dumps(rows))
        return
    screen = Screen()
    for row in rows:
        told: dict[str, Argument] = {"solved": str(row["solved"]), "n": int(str(row["puzzles"]))}
        text = say(Phrase("puzzle.cli.row", told))
        if row["rating"] is not None:
            text += f" · {say(Phrase('puzzle.cli.rating', {'rating': str(row['rating'])}))}"
        screen.line(text, label=f"  {str(row['game']).ljust(12)}")
    screen.line()
    screen.line(say(Phrase("puzzle.cli.choose", {"game": str(rows[0]["game"])})), "dim")


def chosen_puzzle(args: Namespace, puzzles: Sequence[Puzzle], tries: Tries) -> Puzzle | None:
    """The puzzle that was asked for, or the next one."""
    if args.which is None:
        return next_puzzle(puzzles, tries, args.again)
    if args.which == DAY:
        return puzzle_of_the_day(puzzles, int(time.time()) // SECONDS_A_DAY)
    found = next((one for one in puzzles if one.id == args.which), None)
    if found is None:
        raise BadOption(Phrase("puzzle.cli.no_puzzle", {"id": args.which, "game": args.what, "first": puzzles[0].id}))
    return found


def solve(args: Namespace, puzzles: Sequence[Puzzle], puzzle: Puzzle | None, journal: Journal, say: Words) -> None:
    """Puzzle after puzzle, until somebody has had enough or none is left."""
    screen = Screen()
    screen.remember_lines()
    game = puzzles[0].game
    try:
        while puzzle is not None:
            riddle = Riddle(screen, puzzle, say)
            right = riddle.solve()
            if right is not None and (puzzle.id not in journal.tries(game) or right):
                journal.keep(game, puzzle.id, right)
            rating = rating_from(answers_of(journal.tries(game), puzzles))
            if rating is not None:
                screen.line(say(Phrase("puzzle.cli.rating", {"rating": str(rating)})), "dim")
            puzzle = next_puzzle(puzzles, journal.tries(game), args.again) if args.which is None else None
            if puzzle is not None:
                riddle.pause()
    except Ended:
        screen.line(say(Phrase("learn.bye")))
