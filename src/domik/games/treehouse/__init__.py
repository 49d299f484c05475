"""Treehouse: the rules of Best Treehouse Ever, in the Russian (`original`) and the Polish (`nk`) edition."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from domik.games.treehouse.rules.parts import Parts, check_deal, read_parts
from domik.kernel.contract import (
    ComponentStats,
    GameArtwork,
    GameEntering,
    GameFeatures,
    GamePage,
    GameRules,
    GameSketches,
    GameWords,
    Goal,
)
from domik.kernel.network import load_network
from domik.kernel.options import Choice, ChosenOptions, Flag, OptionSchema, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.games.treehouse.rules.game import Treehouse, TreehouseMatch
    from domik.kernel.box_form import GameBoxForm
    from domik.kernel.entry_board import GameEntryBoard

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


def make(seats: int, options: ChosenOptions, parts: Parts) -> Treehouse:
    from domik.games.treehouse.mind.mind import TreehouseMind
    from domik.games.treehouse.rules.config import Config
    from domik.games.treehouse.rules.game import Treehouse

    game = Treehouse(seats, Config(options, parts))
    game.mind = TreehouseMind(game)
    if parts is TITLE.parts() and not TITLE.schema.non_defaults(options):  # as it was learned
        game.mind.network = load_network(TITLE.python_package)
    return game


@cache
def load_rules() -> GameRules[TreehouseMatch]:
    from domik.games.treehouse.rules.objections import objections
    from domik.games.treehouse.rules.scoring import outcome, tally

    return GameRules(objections, tally, outcome, check_deal)


@cache
def load_words() -> GameWords[TreehouseMatch]:
    from domik.games.treehouse.mind.reasons import reasons
    from domik.games.treehouse.words import events, notation, prompts, summary
    from domik.games.treehouse.words.recap import recap

    return GameWords(
        write=notation.write,
        read=notation.read,
        prompt=prompts.prompt,
        describe=prompts.describe,
        events=events.tell,
        reasons=reasons,
        score_columns=summary.SCORE_COLUMNS,
        score_cell=summary.score_cell,
        progress=summary.progress,
        recap=recap,
    )


@cache
def load_sketches() -> GameSketches[TreehouseMatch]:
    from domik.games.treehouse.words import sketch, sketch_low

    return GameSketches(sketch.sketch, sketch_low.sketch)


@cache
def load_page() -> GamePage[TreehouseMatch]:
    from domik.games.treehouse.page import drawing, icons

    return GamePage(drawing.draw, icons=icons.ICONS)


@cache
def load_artwork() -> GameArtwork:
    from domik.games.treehouse.page.artwork import option_picture, scene

    return GameArtwork(scene, option_picture)


@cache
def load_component_stats() -> ComponentStats[TreehouseMatch]:
    from domik.games.treehouse.words.component_stats import component, owned_components, starting_seat, taken_components

    return ComponentStats(component, taken_components, owned_components, starting_seat)


@cache
def load_features() -> GameFeatures:
    from domik.games.treehouse.mind import features

    return GameFeatures(features.FIELDS, features.features, features.is_order_free, features.NOT_ENCODED)


@cache
def load_entering() -> GameEntering[TreehouseMatch]:
    from domik.games.treehouse.rules import advising, entering, situations

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
def load_entry_board() -> GameEntryBoard[TreehouseMatch]:
    from domik.games.treehouse.page.entry_board import BOARD

    return BOARD


@cache
def load_box_form() -> GameBoxForm:
    from domik.games.treehouse.page.box_form import FORM

    return FORM


def load_goals() -> Mapping[str, Goal]:
    from domik.games.treehouse.lessons.goals import GOALS

    return GOALS


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
    read_parts=read_parts,
    make=make,
    rules=load_rules,
    words=load_words,
    sketches=load_sketches,
    page=load_page,
    artwork=load_artwork,
    component_stats=load_component_stats,
    features=load_features,
    entering=load_entering,
    entry_board=load_entry_board,
    box_form=load_box_form,
    goals=load_goals,
    facts={"minutes": 20, "age": 8, "editions": 2},
)
