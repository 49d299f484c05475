"""Mousehole: mice dig a burrow of six rooms under the floor, each with a secret wish. The game package."""

from __future__ import annotations

from domik.kernel.game import Game
from domik.kernel.options import ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from mousehole.rules.parts import Parts, read_parts


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Return a message when two options exclude each other, else None; here every combination is allowed."""
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Game:
    """Build the rules for these seats and options."""
    from mousehole.mind.mind import MouseMind
    from mousehole.rules.game import Mousehole

    game = Mousehole(seats, parts, bool(options["family"]))
    game.mind = MouseMind(game)
    return game


TITLE = GamePackage(
    name="mousehole",
    python_package="mousehole",
    prefix="MH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=OptionSchema((Flag("family", "variant", clause="MH-30"),)),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 10, "age": 6},
)
