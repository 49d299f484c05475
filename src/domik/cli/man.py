"""`domik man`: the manual page, made from the parsers of all commands; `domik man | man -l -` shows it."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, Namespace

from domik import __version__
from domik.cli import COMMANDS, SECTIONS
from domik.cli.parser import CommandParser, capitalized_sentence, parser_of
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "man"


def add(parser: ArgumentParser, say: Words) -> None:
    pass  # it takes no arguments of its own


def run(args: Namespace, say: Words) -> int:
    print(manual_page(say))
    return 0


def manual_page(say: Words) -> str:
    """The page in the language of its reader, as troff reads it."""
    lines = [f'.TH DOMIK 1 "" "Domik {__version__}"']
    lines += section(say(Phrase("man.name")), [f"domik \\- {escape(say(Phrase('cli.about')))}"])
    usage = f"domik [--lang LANG] {say(Phrase('cli.command_word'))} ..."
    lines += section(say(Phrase("man.synopsis")), [escape(usage)])
    lines += section(say(Phrase("man.description")), [escape(say(Phrase("cli.more")))])
    for name, commands in SECTIONS.items():
        lines += section(say(Phrase(f"section.{name}")).upper(), [])
        for command in commands:
            lines += command_lines(command, parser_of(command, say), say)
    assert all(f".SS domik {command}" in lines for command in COMMANDS)
    return "\n".join(lines)


def section(title: str, lines: list[str]) -> list[str]:
    return [f'.SH "{escape(title)}"', *lines]


def command_lines(command: str, parser: CommandParser, say: Words) -> list[str]:
    """What a command does, and its arguments and options; those that all commands have are left out."""
    found = [f".SS domik {command}", escape(capitalized_sentence(say(Phrase(f"command.{command}"))))]
    for action in parser.actions():
        if action.dest not in ("help", "lang"):
            found += [".TP", f".B {escape(call_of(action))}", escape(parser.help_of(action))]
    return found


def call_of(action: Action) -> str:
    """How an option or argument is typed: `--games N`."""
    value = str(action.metavar or action.dest)
    return value if not action.option_strings else " ".join((*action.option_strings, *([value] * action_takes(action))))


def action_takes(action: Action) -> int:
    return 0 if action.nargs == 0 else 1


def escape(text: str) -> str:
    """Text that troff shows as it is: backslashes, leading dots and quotes and hyphens mean something to it."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain)
