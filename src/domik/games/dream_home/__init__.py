"""Dream Home: draft rooms and resources from a market, and build a house of twelve rooms."""

from __future__ import annotations

from domik.games.dream_home.rules.parts import Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import ChosenOptions, Flag, OptionSchema, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Why these options contradict each other, or None."""
    ages = options["ages"]
    if isinstance(ages, tuple) and ages and len(ages) != seats:
        return Phrase("error.dream_ages", {"seats": seats})
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Game:
    from domik.games.dream_home.mind.mind import DreamHomeMind
    from domik.games.dream_home.rules.config import Config
    from domik.games.dream_home.rules.game import DreamHome

    game = DreamHome(seats, Config(seats, options, parts))
    game.mind = DreamHomeMind(game)
    return game


TITLE = GamePackage(
    name="dream_home",
    python_package="domik.games.dream_home",
    prefix="DH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=OptionSchema(
        (
            Flag("gentle", "option", clause="DH-12"),
            Flag("open_roofs", "option", clause="DH-30"),
            Flag("car", "option", clause="DH-65"),
            SeatOrder("ages", clause="DH-11"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 7},
)
