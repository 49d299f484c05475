"""Dream Home: draft rooms and resources from a market, and build a house of twelve rooms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from domik.games.dream_home.rules.parts import Parts, check_deal, read_parts
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
from domik.kernel.options import ChosenOptions, Flag, OptionSchema, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.games.dream_home.rules.game import DreamHome, DreamHomeMatch
    from domik.kernel.box_form import GameBoxForm
    from domik.kernel.entry_board import GameEntryBoard


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Why these options contradict each other, or None."""
    ages = options["ages"]
    if isinstance(ages, tuple) and ages and len(ages) != seats:
        return Phrase("error.dream_ages", {"seats": seats})
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> DreamHome:
    from domik.games.dream_home.mind.mind import DreamHomeMind
    from domik.games.dream_home.rules.config import Config
    from domik.games.dream_home.rules.game import DreamHome

    game = DreamHome(seats, Config(seats, options, parts))
    game.mind = DreamHomeMind(game)
    if parts is TITLE.parts() and not options["gentle"] and not options["car"]:  # as it was learned
        game.mind.network = load_network(TITLE.python_package)
    return game


@cache
def load_rules() -> GameRules[DreamHomeMatch]:
    from domik.games.dream_home.rules.objections import objections
    from domik.games.dream_home.rules.scoring import is_full, outcome, tally

    return GameRules(objections, tally, outcome, check_deal, is_full)


@cache
def load_words() -> GameWords[DreamHomeMatch]:
    from domik.games.dream_home.mind.reasons import reasons
    from domik.games.dream_home.words import events, notation, prompts, summary

    return GameWords(
        write=notation.write,
        read=notation.read,
        prompt=prompts.prompt,
        describe=prompts.describe,
        events=events.tell,
        reasons=reasons,
        label=prompts.label,
        score_columns=summary.SCORE_COLUMNS,
        score_cell=summary.score_cell,
        progress=summary.progress,
    )


@cache
def load_sketches() -> GameSketches[DreamHomeMatch]:
    from domik.games.dream_home.words import sketch, sketch_low

    return GameSketches(sketch.sketch, sketch_low.sketch)


@cache
def load_page() -> GamePage[DreamHomeMatch]:
    from domik.games.dream_home.page import drawing, icons

    return GamePage(drawing.draw, drawing.pictures, icons.ICONS, icons.LATER)


@cache
def load_artwork() -> GameArtwork:
    from domik.games.dream_home.page.artwork import option_picture, scene

    return GameArtwork(scene, option_picture)


@cache
def load_component_stats() -> ComponentStats[DreamHomeMatch]:
    from domik.games.dream_home.words.component_stats import (
        component,
        owned_components,
        starting_seat,
        taken_components,
    )

    return ComponentStats(component, taken_components, owned_components, starting_seat)


@cache
def load_features() -> GameFeatures:
    from domik.games.dream_home.mind import features

    return GameFeatures(features.FIELDS, features.features, features.is_order_free, features.NOT_ENCODED)


@cache
def load_entering() -> GameEntering[DreamHomeMatch]:
    from domik.games.dream_home.rules import advising, entering, situations

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
def load_entry_board() -> GameEntryBoard[DreamHomeMatch]:
    from domik.games.dream_home.page.entry_board import BOARD

    return BOARD


@cache
def load_box_form() -> GameBoxForm:
    from domik.games.dream_home.page.box_form import FORM

    return FORM


def load_goals() -> Mapping[str, Goal]:
    from domik.games.dream_home.lessons.goals import GOALS

    return GOALS


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
    facts={"minutes": 30, "age": 7},
)
