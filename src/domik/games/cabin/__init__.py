"""Cozy Cabin: plan a cabin in the forest within eight months, then live there. The game package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from domik.games.cabin.rules.parts import SCENARIO_NAMES, Parts, check_deal, read_parts
from domik.kernel.contract import (
    ComponentStats,
    GameArtwork,
    GameEntering,
    GameFeatures,
    GamePage,
    GameRules,
    GameSketches,
    GameSolver,
    GameWords,
    Goal,
)
from domik.kernel.options import Choice, ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.games.cabin.rules.game import Cabin, CabinMatch
    from domik.kernel.box_form import GameBoxForm
    from domik.kernel.entry_board import GameEntryBoard

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


def make(seats: int, options: ChosenOptions, parts: Parts) -> Cabin:
    from domik.games.cabin.mind.mind import CabinMind
    from domik.games.cabin.mind.solver.model_check import BeamModelCheck
    from domik.games.cabin.rules.config import Config
    from domik.games.cabin.rules.game import Cabin

    game = Cabin(Config(seats, options, parts), BeamModelCheck())
    game.mind = CabinMind(game)
    return game


@cache
def load_rules() -> GameRules[CabinMatch]:
    from domik.games.cabin.rules.objections import objections
    from domik.games.cabin.rules.scoring import is_full, outcome, tally

    return GameRules(objections, tally, outcome, check_deal, is_full)


@cache
def load_words() -> GameWords[CabinMatch]:
    from domik.games.cabin.mind.reasons import reasons
    from domik.games.cabin.words import aloud, events, notation, prompts, summary

    return GameWords(
        write=notation.write,
        read=notation.read,
        prompt=prompts.prompt,
        describe=prompts.describe,
        describe_aloud=aloud.describe_aloud,
        events=events.tell,
        reasons=reasons,
        label=prompts.label,
        score_columns=summary.SCORE_COLUMNS,
        score_cell=summary.score_cell,
        progress=summary.progress,
    )


@cache
def load_sketches() -> GameSketches[CabinMatch]:
    from domik.games.cabin.words import sketch, sketch_low

    return GameSketches(sketch.sketch, sketch_low.sketch)


@cache
def load_page() -> GamePage[CabinMatch]:
    from domik.games.cabin.page import drawing, icons

    return GamePage(drawing.draw, drawing.pictures, icons.ICONS, icons.LATER)


@cache
def load_artwork() -> GameArtwork:
    from domik.games.cabin.page.artwork import option_picture, scene

    return GameArtwork(scene, option_picture)


@cache
def load_component_stats() -> ComponentStats[CabinMatch]:
    from domik.games.cabin.words.component_stats import component, owned_components, starting_seat, taken_components

    return ComponentStats(component, taken_components, owned_components, starting_seat)


@cache
def load_features() -> GameFeatures:
    from domik.games.cabin.mind import features

    return GameFeatures(features.FIELDS, features.features, features.is_order_free, features.NOT_ENCODED)


@cache
def load_solver() -> GameSolver[CabinMatch]:
    from domik.games.cabin.mind.solver.plan import can_plan, solve
    from domik.games.cabin.rules.parts import card_ids, deal_from_deck
    from domik.games.cabin.rules.reading import knows_deck, month_of

    return GameSolver(solve, can_plan, knows_deck, month_of, card_ids, deal_from_deck)


@cache
def load_entering() -> GameEntering[CabinMatch]:
    from domik.games.cabin.rules import advising, entering, situations

    return GameEntering(
        entering.read_entry,
        entering.count,
        entering.objections,
        entering.checks,
        entering.enter_view,
        entering.known_numbers,
        entering.number_keys,
        situations.situation,
        situations.open_keys,
        advising.MOST_HELD,
        advising.decision,
        advising.follow,
        advising.laid_by,
    )


@cache
def load_entry_board() -> GameEntryBoard[CabinMatch]:
    from domik.games.cabin.page.entry_board import BOARD

    return BOARD


@cache
def load_box_form() -> GameBoxForm:
    from domik.games.cabin.page.box_form import FORM

    return FORM


def load_goals() -> Mapping[str, Goal]:
    from domik.games.cabin.lessons.goals import GOALS

    return GOALS


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
    read_parts=read_parts,
    make=make,
    rules=load_rules,
    words=load_words,
    sketches=load_sketches,
    page=load_page,
    artwork=load_artwork,
    component_stats=load_component_stats,
    features=load_features,
    solver=load_solver,
    entering=load_entering,
    entry_board=load_entry_board,
    box_form=load_box_form,
    goals=load_goals,
    facts={"minutes": 30, "age": 8},
    halves=True,
)
