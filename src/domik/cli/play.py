"""`domik play GAME`: play in the terminal."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domik.cli import choices
from domik.cli.game_session import GameSession
from domik.cli.terminal import SessionEnded, Terminal
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "play"


def add(parser: ArgumentParser, say: Words) -> None:
    choices.add_game(parser, say)
    choices.add_match(parser, say)
    choices.add_replacement(parser, say)
    choices.add_seed(parser, say)
    file = say(Phrase("choice.FILE"))
    parser.add_argument("--save", metavar=file, type=Path, help=say(Phrase("play.save")))
    parser.add_argument("--no-auto", action="store_true", help=say(Phrase("play.no_auto")))


def run(args: Namespace, say: Words) -> int:
    """Play until the game is over or the user quits; the record is saved in either case."""
    seats = choices.seats_from(args)
    match = choices.match_from(args)
    if args.save is not None:
        check_writable(args.save)
    seed = choices.seed_from(args)
    table = Terminal(GameSession(match, seed, choices.name_players(seats)), seats, say, not args.no_auto)
    try:
        table.play()
        table.screen.print_text()
    except SessionEnded:
        table.screen.print_text(table.print_phrase("play.ended"))
    finally:
        if args.save is not None:
            table.save(args.save)
    table.screen.print_text(table.print_phrase("play.again", seed=seed), "dim")
    return 0


def check_writable(path: Path) -> None:
    """Fail before the game rather than after it."""
    if path.is_dir() or not path.parent.is_dir():
        raise DomikError(Phrase("cli.no_place", {"file": str(path)}))
