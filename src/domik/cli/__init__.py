"""The `domik` command.

Each command is one module of this folder with NAME, `add(parser, say)` for its arguments and `run(args, say)`, which
returns the exit code.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from domik.kernel.phrase import Phrase
    from domik.language import Words

# A command's module is imported only when it is called, so that `domik --version` and short commands start fast.
# The sections are those of `domik --help`.
SECTIONS = {
    "play": ("serve", "play", "learn", "puzzle", "daily", "rules", "score"),
    "records": ("replay", "verify", "review"),
    "bots": ("sim", "ladder", "dataset", "balance", "components", "bench", "solve", "perft"),
    "data": ("backup", "restore", "forget", "pack"),
    "shell": ("completion", "man"),
}
COMMANDS = tuple(command for section in SECTIONS.values() for command in section)
DEFAULT = "serve"
TEXT_PACKAGES = (
    "domik.reviews",
    "domik.learn",
    "domik.puzzles",
    "domik.deals",
    "domik.server",
    "domik.offline",
)  # their translations are loaded for most commands
COMMANDS_WITHOUT_TEXTS = ("sim", "bench", "perft")  # these need none of them and start faster

FINE = 0
FAULT = 1
BAD_USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(argv: list[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:
        print(version())
        return FINE
    replace_unprintable()
    try:
        code = parse_and_run(words)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # argparse exits this way after --help and bad usage
        return end.code if isinstance(end.code, int) else BAD_USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output is gone, as in `domik rules treehouse | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def parse_and_run(words: list[str]) -> int:
    """Parse and run; errors are printed in the user's language."""
    from domik.cli.parser import language_of, parse
    from domik.kernel.errors import DomikError
    from domik.kernel.phrase import Phrase

    language = language_of(words, os.environ)
    args: Namespace | None = None
    try:
        args, run = parse(words, language)
        return run(args, words_of(args, language))
    except DomikError as error:
        print_error(error.phrase, words_of(args, language))
        return BAD_USAGE
    except (KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        if os.environ.get("DOMIK_DEBUG", "0") not in ("", "0"):
            raise
        why = " ".join(f"{type(error).__name__}: {error}".split())
        print_error(Phrase("cli.fault", {"why": why}), words_of(None, language))
        return FAULT


def words_of(args: Namespace | None, language: str) -> Words:
    """Translations for the command line and for the game named by the arguments."""
    from domik.games import GAMES, game_packages
    from domik.language import words_for

    game = getattr(args, "game", None)
    named = [GAMES[game]] if isinstance(game, str) and game in GAMES else game_packages()
    rooms = () if getattr(args, "command", "") in COMMANDS_WITHOUT_TEXTS else TEXT_PACKAGES
    return words_for(language, (*(title.words_package for title in named), *rooms, __name__))


def print_error(phrase: Phrase, say: Words) -> None:
    text = say(phrase) if say.has(phrase.key) else str(phrase)
    print(f"domik: {text}", file=sys.stderr)


def version() -> str:
    from importlib.util import find_spec

    from domik import __version__

    found = find_spec("domik.kernel.luck")
    is_compiled = found is not None and not str(found.origin).endswith(".py")
    return f"domik {__version__} ({'compiled' if is_compiled else 'pure Python'})"


def replace_unprintable() -> None:
    """Print characters the terminal cannot encode as "?", and decode invalid input bytes likewise."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
