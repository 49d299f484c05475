"""Bower: the two-player nest game, with its modes `hard` and `fair`. The game package."""

from __future__ import annotations

from domik.games.bower.rules.parts import Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """None: the two modes can be combined (BW-61)."""
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Game:
    from domik.games.bower.mind.mind import BowerMind
    from domik.games.bower.rules.config import Config
    from domik.games.bower.rules.game import Bower

    game = Bower(Config(options, parts))
    game.mind = BowerMind(game)
    return game


TITLE = GamePackage(
    name="bower",
    python_package="domik.games.bower",
    prefix="BW",
    rules_version=1,
    least_seats=2,
    most_seats=2,
    schema=OptionSchema((Flag("hard", "mode", clause="BW-60"), Flag("fair", "mode", clause="BW-61"))),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 8, "editions": 1},
)
