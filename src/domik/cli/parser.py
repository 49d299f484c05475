"""Argument parsing in the user's language; only the module of the called command is imported."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

from domik.cli import COMMANDS, DEFAULT, SECTIONS, version, words_of
from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.language import LANGUAGES, Words, preferred_language

CommandRun = Callable[[argparse.Namespace, Words], int]

# Error messages of argparse and the phrases that replace them; named groups become the phrase's arguments.
ERRORS = {
    r"the following arguments are required: (?P<names>.+)": "cli.missing",
    r"unrecognized arguments: (?P<names>.+)": "cli.unknown",
    r"argument (?P<name>.+?): expected (one|at least one|\d+) arguments?": "cli.no_value",
    r"argument (?P<name>.+?): ignored explicit argument '?(?P<value>.*?)'?": "cli.no_value_wanted",
    r"argument (?P<name>.+?): not allowed with argument (?P<other>.+)": "cli.not_with",
    r"argument (?P<name>.+?): (?P<why>.+)": "cli.bad_value",
}


class CommandParser(argparse.ArgumentParser):
    """An ArgumentParser with translated texts."""

    def __init__(self, say: Words, prog: str, description: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            add_help=False,
            allow_abbrev=False,
            formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=30),
        )
        self.say = say
        self.usage_word = say(Phrase("cli.usage"))
        self._positionals.title = say(Phrase("cli.arguments"))
        self._optionals.title = say(Phrase("cli.options"))
        self.add_argument("-h", "--help", action="help", help=say(Phrase("cli.help")))
        self.add_argument("--lang", metavar="|".join(LANGUAGES), type=self.language, help=say(Phrase("cli.lang")))

    def actions(self) -> list[argparse.Action]:
        """All arguments and options, in their order."""
        return list(self._actions)

    def help_of(self, action: argparse.Action) -> str:
        """An action's help text, with its placeholders filled in."""
        return self._get_formatter()._expand_help(action)

    def language(self, text: str) -> str:
        """An argument type: a language code."""
        if text not in LANGUAGES:
            raise argparse.ArgumentTypeError(self.say(Phrase("cli.not_language", {"values": ", ".join(LANGUAGES)})))
        return text

    def format_usage(self) -> str:
        layout = self._get_formatter()
        layout.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, self.usage_word)
        return layout.format_help()

    def format_help(self) -> str:
        layout = self._get_formatter()
        layout.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, self.usage_word)
        layout.add_text(self.description)
        for group in self._action_groups:
            layout.start_section(group.title)
            layout.add_text(group.description)
            layout.add_arguments(group._group_actions)
            layout.end_section()
        layout.add_text(self.epilog)
        return layout.format_help()

    def error(self, message: str) -> NoReturn:
        """Print the error and the usage, and exit with code 2."""
        self.exit(2, f"domik: {self.say(error_phrase(message))}\n{self.format_usage()}")


def error_phrase(message: str) -> Phrase:
    for pattern, key in ERRORS.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return Phrase(key, {name: value or "" for name, value in found.groupdict().items()})
    return Phrase("cli.bad_usage", {"why": message})


def language_of(words: Iterable[str], environment: Mapping[str, str]) -> str:
    """The language given on the command line, else the environment's, else English."""
    given = list(words)
    after = [given[at + 1] for at, word in enumerate(given[:-1]) if word == "--lang"]
    joined = [word.removeprefix("--lang=") for word in given if word.startswith("--lang=")]
    wanted = [language for language in after + joined if language in LANGUAGES]
    if wanted:
        return wanted[-1]
    named = (environment.get(name, "") for name in ("DOMIK_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return preferred_language(next((value for value in named if value), "").replace(":", ","))


def split_command(words: list[str]) -> tuple[str, list[str]]:
    """Split off the command; without one the default is `serve`, and "" stands for --help and --version."""
    at = 0
    while at < len(words) and words[at].startswith("--lang"):
        at += 1 if "=" in words[at] else 2
    if at >= len(words):
        return DEFAULT, words
    if words[at] in ("-h", "--help", "--version"):
        return "", words
    if words[at].startswith("-"):
        return DEFAULT, words
    return words[at], [*words[:at], *words[at + 1 :]]


def parser_of(command: str, say: Words) -> CommandParser:
    """The parser of one command; its module is imported."""
    parser = CommandParser(say, f"domik {command}", capitalized_sentence(say(Phrase(f"command.{command}"))))
    add_arguments(parser, command, say)
    return parser


def add_arguments(parser: CommandParser, command: str, say: Words) -> None:
    importlib.import_module(f"domik.cli.{command}").add(parser, say)


def parse(words: list[str], language: str) -> tuple[argparse.Namespace, CommandRun]:
    """Parse the command line; returns the arguments and the command's run function."""
    command, rest = split_command(words)
    if command not in COMMANDS:
        return parse_global(words_of(None, language), command, rest)
    game = next((word for word in rest if GAMES.is_built_in(word)), None)  # saves loading other games
    say = words_of(argparse.Namespace(command=command, game=game), language)
    args = parser_of(command, say).parse_args(rest)
    args.command = command
    args.lang = args.lang or language
    run: CommandRun = importlib.import_module(f"domik.cli.{command}").run
    return args, run


def capitalized_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def parse_global(say: Words, unknown: str, rest: list[str]) -> tuple[argparse.Namespace, CommandRun]:
    """Parse `domik --help` and `domik --version`; anything else is reported as an unknown command."""
    parser = CommandParser(say, "domik", say(Phrase("cli.about")))
    parser.usage = f"domik [--lang {'|'.join(LANGUAGES)}] {say(Phrase('cli.command_word'))} ..."
    parser.epilog = say(Phrase("cli.more"))
    parser.add_argument("--version", action="store_true", help=say(Phrase("cli.version")))
    if unknown:
        wrong = Phrase("cli.no_command", {"value": unknown, "values": ", ".join(COMMANDS)})
        parser.exit(2, f"domik: {say(wrong)}\n{parser.format_usage()}")
    for section, names in SECTIONS.items():  # for the help text only: the command was already split off
        commands = parser.add_argument_group(say(Phrase(f"section.{section}")))
        for name in names:
            commands.add_argument(name, nargs="?", help=say(Phrase(f"command.{name}")))
    args = parser.parse_args(rest)
    return args, show_version


def show_version(args: argparse.Namespace, say: Words) -> int:
    print(version())
    return 0
