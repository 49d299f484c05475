"""Cozy Cabin: plan a cabin in the forest within eight months, then live there. The game package."""

from __future__ import annotations

from domik.games.cabin.rules.parts import SCENARIO_NAMES, Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import Choice, ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

VARIANTS = ("family", "draft", "template", "neighbour", "promo")


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Return a message when two options exclude each other, else None."""
    if options["neighbour"] and seats == 1:
        return Phrase("error.neighbour_alone")  # CC-47
    if options["family"] and options["draft"]:
        return Phrase("error.family_and_draft")  # both variants decide how the decks are made
    if options["scenario"] != "none":
        if seats > 1:
            return Phrase("error.scenario_seats")
        for name in VARIANTS:
            if options[name]:
                return Phrase("error.scenario_variant", {"variant": Phrase(f"variant.{name}")})
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Game:
    from domik.games.cabin.mind.mind import CabinMind
    from domik.games.cabin.mind.solver.model_check import BeamModelCheck
    from domik.games.cabin.rules.config import Config
    from domik.games.cabin.rules.game import Cabin

    game = Cabin(Config(seats, options, parts), BeamModelCheck())
    game.mind = CabinMind(game)
    return game


TITLE = GamePackage(
    name="cabin",
    python_package="domik.games.cabin",
    prefix="CC",
    rules_version=1,
    least_seats=1,
    most_seats=4,
    schema=OptionSchema(
        (
            Flag("family", "variant", clause="CC-40"),
            Flag("draft", "variant", clause="CC-41"),
            Flag("template", "variant", clause="CC-42"),
            Flag("neighbour", "variant", clause="CC-44"),
            Flag("promo", "variant", clause="CC-48"),
            Choice("scenario", ("none", *SCENARIO_NAMES), "none", "CC-43"),
            Flag("solvable", default=True, clause="CC-42"),
            Flag("redeal_if_resource_has_no_source", default=True, clause="CC-49"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 8},
    halves=True,
)
