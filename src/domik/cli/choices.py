"""What is chosen on the command line, spelled alike in every command: game, seats, edition, variants, seed."""

from __future__ import annotations

import argparse
import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Self

from domik.bots import BOTS, check_spec, split_specs
from domik.games import GAMES, game_package
from domik.kernel.errors import BadOption
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.sketch import Say

HUMAN = "human"
MOST_SECONDS = 3600.0  # that anybody may ask for to think
GROUPS = ("variant", "mode")  # options that are named by their value: --variant birdhouse


# ---- the arguments --------------------------------------------------------------------------------


def add_game(parser: ArgumentParser, say: Say) -> None:
    """GAME: which of the registry."""
    parser.add_argument("game", metavar=say(Phrase("choice.GAME")), help=LazyHelp(lambda: say(games_phrase())))


class LazyHelp(str):
    """A help text that is made when somebody reads it: to name all games, guests among them, takes time."""

    def __new__(cls, made: Callable[[], str]) -> Self:
        """Not empty before, so that it is asked for."""
        found = super().__new__(cls, "...")
        found.build = made
        return found

    build: Callable[[], str]

    def __mod__(self, values: object) -> str:
        """As argparse fills in its own words."""
        return self.build() % values


def games_phrase() -> Phrase:
    """The games there are."""
    return Phrase("choice.game", {"games": ", ".join(GAMES)})


def add_match(parser: ArgumentParser, say: Say, seats: str = f"{HUMAN},greedy") -> None:
    """Seats, edition, variants, modes, other options, components: everything that makes a match."""
    args: dict[str, Argument] = {"names": f"{HUMAN}, {bot_names()}", "default": seats}
    about = Phrase("choice.seats" if seats else "choice.any_seats", args)
    parser.add_argument("--seats", metavar="A,B,...", default=seats, help=say(about))
    add_options(parser, say)


def add_options(parser: ArgumentParser, say: Say) -> None:
    """All that makes a match but its seats."""
    name, value, file = (say(Phrase(f"choice.{word}")) for word in ("NAME", "VALUE", "FILE"))
    parser.add_argument("--edition", metavar=name, help=say(Phrase("choice.edition")))
    parser.add_argument("--variant", metavar=name, action="append", help=say(Phrase("choice.variant")))
    parser.add_argument("--mode", metavar=name, action="append", help=say(Phrase("choice.mode")))
    parser.add_argument("--option", metavar=f"{name}={value}", action="append", help=say(Phrase("choice.option")))
    add_components(parser, say, file)


def add_components(parser: ArgumentParser, say: Say, file: str = "FILE") -> None:
    """--components FILE: somebody's own component file."""
    parser.add_argument("--components", metavar=file, type=Path, help=say(Phrase("choice.components")))


def add_seed(parser: ArgumentParser, say: Say) -> None:
    """--seed N: the same seed gives the same game."""
    parser.add_argument("--seed", metavar="N", help=say(Phrase("choice.seed")))


def add_games(parser: ArgumentParser, say: Say, default: int = 1000) -> None:
    """--games N: how many."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number(say, 1),
        default=default,
        help=say(Phrase("choice.games", {"default": default})),
    )


def add_cluster(parser: ArgumentParser, say: Say) -> None:
    """--cluster ADDRESS: where Dask plays."""
    parser.add_argument("--cluster", metavar=say(Phrase("cluster.ADDRESS")), help=say(Phrase("cluster.option")))


def add_json(parser: ArgumentParser, say: Say) -> None:
    """--json: for other programs to read."""
    parser.add_argument("--json", action="store_true", help=say(Phrase("choice.json")))


def whole_number(say: Say, least: int, most: int | None = None) -> Callable[[str], int]:
    """An argument type: a whole number that is not too small, nor too big."""

    def number(text: str) -> int:
        value = int(text) if text.lstrip("-").isdecimal() else None
        if value is None or value < least or (most is not None and value > most):
            key = "choice.not_number" if most is None else "choice.not_between"
            args: dict[str, Argument] = {"value": text, "least": least, "most": most or 0}
            raise argparse.ArgumentTypeError(say(Phrase(key, args)))
        return value

    return number


def seconds(say: Say) -> Callable[[str], float]:
    """An argument type: how long to think."""

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


# ---- what they mean -------------------------------------------------------------------------------


def title_from(args: Namespace) -> GamePackage:
    """The game that was named."""
    return game_package(args.game)


def seats_from(args: Namespace, humans: bool = True) -> list[str]:
    """Who sits at each seat: "human" or the name of a bot."""
    names = split_specs(str(args.seats))
    for name in names:
        if not (humans and name == HUMAN):
            check_bot(name, humans)
    return names


def check_bot(name: str, humans: bool) -> None:
    """A name that nobody answers to is refused with those that would do; a bad setting says itself what is wrong."""
    try:
        check_spec(name)
    except BadOption as error:
        if error.phrase.key != "error.bot":
            raise
        known = f"{HUMAN}, {bot_names()}" if humans else bot_names()
        raise BadOption(Phrase("choice.no_seat", {"seat": name, "seats": known})) from None


def bot_names() -> str:
    """The bots there are, as the bots themselves list them."""
    return ", ".join(BOTS)


def match_from(args: Namespace, seats: int | None = None) -> Match:
    """The game with the chosen options, for as many seats as were named."""
    title = title_from(args)
    count = len(seats_from(args)) if seats is None else seats
    return title.match(count, chosen_options(title, args), args.components)


def chosen_options(title: GamePackage, args: Namespace) -> dict[str, object]:
    """What was chosen, by option name, as the title's schema reads it."""
    given: dict[str, object] = {}
    if args.edition is not None:
        given["edition"] = args.edition
    for group in GROUPS:
        for name in (word.strip() for text in getattr(args, group) or [] for word in text.split(",")):
            given |= title.schema.from_name(group, name)
    for text in args.option or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(Phrase("choice.not_option", {"value": text}))
        given[name.strip()] = value.strip()
    return given


def seed_from(args: Namespace) -> str:
    """The seed that was given, or a new one."""
    return str(secrets.randbelow(10**9)) if args.seed is None else str(args.seed)


def name_players(names: list[str]) -> list[str]:
    """A name for every seat: the kind of player, numbered where there are several of it."""
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name for seat, name in enumerate(names)
    ]
