"""Bower: the two-player nest game, with its modes `hard` and `fair`. The game package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from domik.games.bower.rules.parts import Parts, check_deal, read_parts
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
from domik.kernel.options import ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from domik.games.bower.rules.game import Bower, BowerMatch
    from domik.kernel.box_form import GameBoxForm
    from domik.kernel.entry_board import GameEntryBoard


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """None: the two modes can be combined (BW-61)."""
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Bower:
    from domik.games.bower.mind.mind import BowerMind
    from domik.games.bower.rules.config import Config
    from domik.games.bower.rules.game import Bower

    game = Bower(Config(options, parts))
    game.mind = BowerMind(game)
    if parts is TITLE.parts() and not TITLE.schema.non_defaults(options):  # as it was learned
        game.mind.network = load_network(TITLE.python_package)
    return game


@cache
def load_rules() -> GameRules[BowerMatch]:
    from domik.games.bower.rules.objections import objections
    from domik.games.bower.rules.scoring import outcome, tally

    return GameRules(objections, tally, outcome, check_deal)


@cache
def load_words() -> GameWords[BowerMatch]:
    from domik.games.bower.mind.reasons import reasons
    from domik.games.bower.words import events, notation, prompts, summary

    return GameWords(
        write=notation.write,
        read=notation.read,
        prompt=prompts.prompt,
        describe=prompts.describe,
        events=events.tell,
        describe_aloud=prompts.describe_aloud,
        reasons=reasons,
        score_columns=summary.SCORE_COLUMNS,
        score_cell=summary.score_cell,
        progress=summary.progress,
    )


@cache
def load_sketches() -> GameSketches[BowerMatch]:
    from domik.games.bower.words import sketch, sketch_low

    return GameSketches(sketch.sketch, sketch_low.sketch)


@cache
def load_page() -> GamePage[BowerMatch]:
    from domik.games.bower.page import drawing, icons

    return GamePage(drawing.draw, drawing.pictures, icons.ICONS, icons.LATER)


@cache
def load_artwork() -> GameArtwork:
    from domik.games.bower.page.artwork import option_picture, scene

    return GameArtwork(scene, option_picture)


@cache
def load_component_stats() -> ComponentStats[BowerMatch]:
    from domik.games.bower.words.component_stats import component, owned_components, starting_seat, taken_components

    return ComponentStats(component, taken_components, owned_components, starting_seat)


@cache
def load_features() -> GameFeatures:
    from domik.games.bower.mind import features

    return GameFeatures(features.FIELDS, features.features, features.is_order_free, features.NOT_ENCODED)


@cache
def load_entering() -> GameEntering[BowerMatch]:
    from domik.games.bower.rules import advising, entering, situations

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
def load_entry_board() -> GameEntryBoard[BowerMatch]:
    from domik.games.bower.page.entry_board import BOARD

    return BOARD


@cache
def load_box_form() -> GameBoxForm:
    from domik.games.bower.page.box_form import FORM

    return FORM


def load_goals() -> Mapping[str, Goal]:
    from domik.games.bower.lessons.goals import GOALS

    return GOALS


TITLE = GamePackage(
    name="bower",
    python_package="domik.games.bower",
    prefix="BW",
    rules_version=1,
    least_seats=2,
    most_seats=2,
    schema=OptionSchema((Flag("hard", "mode", clause="BW-60"), Flag("fair", "mode", clause="BW-61"))),
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
    facts={"minutes": 30, "age": 8, "editions": 1},
)
