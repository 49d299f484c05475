"""Arguments shared by many commands: game, seats, edition, variants, seed; and their evaluation."""

from __future__ import annotations

import argparse
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Self

from domik.bots import BOTS, is_startable, parse_bot, split_specs
from domik.games import GAMES, game_package
from domik.kernel.errors import BadOption
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.sketch import Say

HUMAN = "human"
MOST_SECONDS = 3600.0  # longest thinking time
MOST_NUMBER = 10**12  # of games, moves and the like
MOST_DIGITS = 20
GROUPS = ("variant", "mode")  # options given by value, as in --variant birdhouse


# ---- arguments ------------------------------------------------------------------------------------


def add_game(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("game", metavar=say(Phrase("choice.GAME")), help=LazyHelp(lambda: say(games_phrase())))


class LazyHelp(str):
    """A help text computed when it is shown, since listing all games, plugins included, takes time."""

    def __new__(cls, made: Callable[[], str]) -> Self:
        """A placeholder, because argparse skips empty help texts."""
        found = super().__new__(cls, "...")
        found.build = made
        return found

    build: Callable[[], str]

    def __mod__(self, values: object) -> str:
        """Called by argparse to fill in its placeholders."""
        return self.build() % values


def games_phrase() -> Phrase:
    return Phrase("choice.game", {"games": ", ".join(GAMES)})


def add_match(parser: ArgumentParser, say: Say, seats: str = f"{HUMAN},greedy") -> None:
    """The seats and all options of a match. With `seats` empty, --seats has no default."""
    names = f"{HUMAN}, {bot_names()}" if HUMAN in seats else bot_names()
    args: dict[str, Argument] = {"names": names, "default": seats}
    about = Phrase("choice.seats" if seats else "choice.any_seats", args)
    parser.add_argument("--seats", metavar="A,B,...", default=seats, help=say(about))
    add_options(parser, say)


def add_replacement(parser: ArgumentParser, say: Say) -> None:
    """What happens to a seat whose program cannot be started; without the option nothing is played."""
    parser.add_argument("--replace-missing", action="store_true", help=say(Phrase("choice.replace_missing")))


def add_options(parser: ArgumentParser, say: Say) -> None:
    """All options of a match except its seats."""
    name, value, file = (say(Phrase(f"choice.{word}")) for word in ("NAME", "VALUE", "FILE"))
    parser.add_argument("--edition", metavar=name, help=say(Phrase("choice.edition")))
    parser.add_argument("--variant", metavar=name, action="append", help=say(Phrase("choice.variant")))
    parser.add_argument("--mode", metavar=name, action="append", help=say(Phrase("choice.mode")))
    parser.add_argument("--option", metavar=f"{name}={value}", action="append", help=say(Phrase("choice.option")))
    add_components(parser, say, file)


def add_components(parser: ArgumentParser, say: Say, file: str = "FILE") -> None:
    parser.add_argument("--components", metavar=file, type=Path, help=say(Phrase("choice.components")))


def add_seed(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--seed", metavar="N", help=say(Phrase("choice.seed")))


def add_games(parser: ArgumentParser, say: Say, default: int = 1000) -> None:
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number(say, 1),
        default=default,
        help=say(Phrase("choice.games", {"default": default})),
    )


def add_cluster(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--cluster", metavar=say(Phrase("cluster.ADDRESS")), help=say(Phrase("cluster.option")))


def add_json(parser: ArgumentParser, say: Say) -> None:
    parser.add_argument("--json", action="store_true", help=say(Phrase("choice.json")))


def whole_number(say: Say, least: int, most: int | None = None) -> Callable[[str], int]:
    """An argument type: an integer within limits."""

    def number(text: str) -> int:
        value = int(text) if text.lstrip("-").isdecimal() and len(text) <= MOST_DIGITS else None
        if value is None or not least <= value <= (most or MOST_NUMBER):
            is_large = text.isdecimal() and len(text.lstrip("0")) >= len(str(MOST_NUMBER))
            key = "choice.not_number" if most is None and not is_large else "choice.not_between"
            args: dict[str, Argument] = {"value": cut_text(text), "least": least, "most": most or MOST_NUMBER}
            raise argparse.ArgumentTypeError(say(Phrase(key, args)))
        return value

    return number


def cut_text(text: str) -> str:
    """What was typed, for an error message that fits on a line."""
    return text if len(text) <= MOST_DIGITS else f"{text[:MOST_DIGITS]}…"


def seconds(say: Say) -> Callable[[str], float]:
    """An argument type: thinking time."""

    def time(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 < value <= MOST_SECONDS:
            args: dict[str, Argument] = {"value": text, "most": int(MOST_SECONDS)}
            raise argparse.ArgumentTypeError(say(Phrase("choice.not_seconds", args)))
        return value

    return time


# ---- evaluation -----------------------------------------------------------------------------------


def title_from(args: Namespace) -> GamePackage:
    return game_package(args.game)


def seats_from(args: Namespace, humans: bool = True) -> list[str]:
    """The player at each seat: "human" or a bot spec."""
    names = split_specs(str(args.seats))
    for name in names:
        if not (humans and name == HUMAN):
            check_bot(name, humans, getattr(args, "replace_missing", False))
    return names


def check_bot(name: str, humans: bool, may_be_missing: bool = False) -> None:
    """Raise BadOption for an unknown bot, listing the known ones, for a bad setting, or for a missing program."""
    try:
        spec = parse_bot(name)
        if spec.command and not may_be_missing and not is_startable(spec.command):
            raise BadOption(Phrase("choice.no_program", {"command": spec.command}))
    except BadOption as error:
        if error.phrase.key != "error.bot":
            raise
        known = f"{HUMAN}, {bot_names()}" if humans else bot_names()
        raise BadOption(Phrase("choice.no_seat", {"seat": name, "seats": known})) from None


def bot_names() -> str:
    return ", ".join(BOTS)


def match_from(args: Namespace, seats: int | None = None) -> Match:
    """The match with the chosen options; `seats` overrides the number of --seats."""
    title = title_from(args)
    count = len(seats_from(args)) if seats is None else seats
    return title.match(count, chosen_options(title, args), args.components)


def chosen_options(package: GamePackage, args: Namespace) -> dict[str, object]:
    """Option values by name, still to be validated by the game's schema."""
    given: dict[str, object] = {}
    if args.edition is not None:
        given["edition"] = args.edition
    for group in GROUPS:
        for name in (word.strip() for text in getattr(args, group) or [] for word in text.split(",")):
            given |= package.schema.from_name(group, name)
    for text in args.option or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(Phrase("choice.not_option", {"value": text}))
        given[name.strip()] = value.strip()
    return given


def seed_from(args: Namespace) -> str:
    """The given seed, or a random one."""
    return str(secrets.randbelow(10**9)) if args.seed is None else str(args.seed)


def name_players(names: list[str]) -> list[str]:
    """Player names by seat; equal ones are numbered."""
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]
