"""Cozy Cabin: a small house in the forest, planned in eight months."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.parts import SCENARIO_NAMES, Parts, read_parts
from domik.games.cabin.rules.state import CARDS_EACH, FACE_BITS, HOME, KIND_SHIFT
from domik.kernel.errors import BadOption
from domik.kernel.game import Game
from domik.kernel.options import Choice, Chosen, Flag, Schema
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title

REDEAL = "redeal_if_resource_has_no_source"
VARIANTS = ("family", "draft", "template", "neighbour", "promo")


def wrong_options(seats: int, options: Chosen) -> Phrase | None:
    """What these options say against each other, or None."""
    if options["neighbour"] and seats == 1:
        return Phrase("error.neighbour_alone")  # CC-47
    if options["family"] and options["draft"]:
        return Phrase("error.family_and_draft")  # two ways to make the decks
    if options["scenario"] != "none":
        if seats > 1:
            return Phrase("error.scenario_seats")
        for name in VARIANTS:
            if options[name]:
                return Phrase("error.scenario_variant", {"variant": name})
    return None


def make(seats: int, options: Chosen, parts: Parts) -> Game:
    """The rules for these seats and options."""
    from domik.games.cabin.mind.mind import CabinMind
    from domik.games.cabin.rules.game import Cabin

    family, draft, neighbour, promo = (bool(options[name]) for name in ("family", "draft", "neighbour", "promo"))
    if promo and not parts.promo:
        raise BadOption(Phrase("error.no_promo"))
    deck: list[i64] = []
    dice, model = parts.dice, 0
    if options["scenario"] != "none":
        scenario = parts.scenarios.get(str(options["scenario"]))
        if scenario is None:
            raise BadOption(Phrase("error.no_scenario", {"scenario": str(options["scenario"])}))
        deck = [kind << KIND_SHIFT for kind in scenario.deck]
        dice = scenario.dice
        for place, (kind, side) in enumerate(scenario.template):
            model |= (kind << KIND_SHIFT | HOME * side) << FACE_BITS * place
    known = not draft and not neighbour and (seats == 1 or not (family or promo))
    game = Cabin(
        seats,
        vec[i64](parts.face_numbers()),
        vec[i64](parts.edge_numbers()),
        vec[i64](list(parts.worth)),
        dice,
        CARDS_EACH + (parts.promo if promo else 0),
        family,
        draft,
        bool(options["template"]),
        bool(options["solvable"]) and known,
        neighbour,
        bool(options[REDEAL]) and parts.redeals and (family or promo) and not draft,
        vec[i64](deck),
        model,
        parts.reverses,
        parts.failed_drops,
        parts.still_ends,
    )
    game.mind = CabinMind(game)
    return game


TITLE = Title(
    name="cabin",
    package="domik.games.cabin",
    prefix="CC",
    rules_version=1,
    least_seats=1,
    most_seats=4,
    schema=Schema(
        (
            Flag("family", "variant", clause="CC-40"),
            Flag("draft", "variant", clause="CC-41"),
            Flag("template", "variant", clause="CC-42"),
            Flag("neighbour", "variant", clause="CC-44"),
            Flag("promo", "variant", clause="CC-48"),
            Choice("scenario", ("none", *SCENARIO_NAMES), "none", "CC-43"),
            Flag("solvable", default=True, clause="CC-42"),
            Flag(REDEAL, default=True, clause="CC-49"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 8},
    halves=True,
)
