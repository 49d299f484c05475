"""`domik completion SHELL`: a script that completes commands, options, games and files (docs/decisions/0046)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import shtab

from domik.cli import COMMANDS
from domik.cli.parser import CommandParser, add_arguments
from domik.games import GAMES
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.language import LANGUAGES, Words

NAME = "completion"
SHELLS = ("bash", "zsh", "fish")
CHOICES = {"game": tuple(GAMES), "lang": tuple(LANGUAGES), "shell": SHELLS}  # by the argument's name


def add(parser: ArgumentParser, say: Words) -> None:
    about = Phrase("completion.shell", {"shells": ", ".join(SHELLS)})
    parser.add_argument("shell", metavar=say(Phrase("completion.SHELL")), help=say(about))


def run(args: Namespace, say: Words) -> int:
    if args.shell not in SHELLS:
        raise BadOption(Phrase("completion.no_shell", {"shell": args.shell, "shells": ", ".join(SHELLS)}))
    print(shtab.complete(whole_parser(say), args.shell))
    return 0


def whole_parser(say: Words) -> CommandParser:
    """One parser with all commands below it. Running a command needs only its own, so this is made for completion."""
    whole = CommandParser(say, "domik", say(Phrase("cli.about")))
    commands = whole.add_subparsers()
    for name in COMMANDS:
        about = say(Phrase(f"command.{name}"))
        parser = commands.add_parser(name, say=say, description=about, help=about)
        add_arguments(parser, name, say)
        mark_values(parser)
    mark_values(whole)
    return whole


def mark_values(parser: CommandParser) -> None:
    """Say which values an argument takes, where they can be completed."""
    for action in parser.actions():
        if action.dest in CHOICES:
            action.choices = CHOICES[action.dest]
        elif action.type is Path or action.dest in ("data", "file"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]
