"""Treehouse: the rules of Best Treehouse Ever, in the Russian (`original`) and the Polish (`nk`) edition."""

from __future__ import annotations

from domik.games.treehouse.rules.parts import Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import Choice, ChosenOptions, Flag, OptionSchema, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

NK_ONLY = ("birdhouse", "secret_tasks", "extra_changes")


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Why these options contradict each other (TH-64), or None."""
    if options["edition"] != "nk":
        for name in NK_ONLY:
            if options[name]:
                return Phrase("error.nk_only", {"variant": Phrase(f"variant.{name}")})
    if options["young"] and options["extra_changes"]:
        names = {"young": Phrase("variant.young"), "extra": Phrase("variant.extra_changes")}
        return Phrase("error.young_and_extra", names)
    ages = options["ages"]
    if isinstance(ages, tuple) and ages and len(ages) != seats:
        return Phrase("error.ages", {"seats": seats})
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Game:
    from domik.games.treehouse.mind.mind import TreehouseMind
    from domik.games.treehouse.rules.config import Config
    from domik.games.treehouse.rules.game import Treehouse

    game = Treehouse(seats, Config(options, parts))
    game.mind = TreehouseMind(game)
    return game


TITLE = GamePackage(
    name="treehouse",
    python_package="domik.games.treehouse",
    prefix="TH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=OptionSchema(
        (
            Choice("edition", ("original", "nk"), "original", "TH-12"),
            Flag("young", "variant", clause="TH-60"),
            Flag("birdhouse", "variant", clause="TH-61"),
            Flag("secret_tasks", "variant", clause="TH-62"),
            Flag("extra_changes", "variant", clause="TH-63"),
            SeatOrder("ages", clause="TH-12"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 20, "age": 8, "editions": 2},
)
