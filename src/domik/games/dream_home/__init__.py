"""Dream Home: draft rooms and resources from a market, and build a house of twelve rooms."""

from __future__ import annotations

from domik.games.dream_home.rules.parts import Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import Chosen, Flag, Order, Schema
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title


def wrong_options(seats: int, options: Chosen) -> Phrase | None:
    """What these options say against each other, or None."""
    ages = options["ages"]
    if isinstance(ages, tuple) and ages and len(ages) != seats:
        return Phrase("error.dream_ages", {"seats": seats})
    return None


def make(seats: int, options: Chosen, parts: Parts) -> Game:
    """The rules for these seats and options."""
    from domik.games.dream_home.mind.mind import DreamHomeMind
    from domik.games.dream_home.rules.game import DreamHome
    from domik.games.dream_home.rules.packing import kit_of

    game = DreamHome(seats, kit_of(seats, options, parts))
    game.mind = DreamHomeMind(game)
    return game


TITLE = Title(
    name="dream_home",
    package="domik.games.dream_home",
    prefix="DH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=Schema(
        (
            Flag("gentle", "option", clause="DH-12"),
            Flag("open_roofs", "option", clause="DH-30"),
            Flag("car", "option", clause="DH-65"),
            Order("ages", clause="DH-11"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 7},
)
