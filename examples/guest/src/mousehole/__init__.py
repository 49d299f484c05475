"""Mousehole: mice dig a burrow of six rooms under the floor, each with a secret wish. The game package."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from domik.kernel.contract import (
    ComponentStats,
    GameArtwork,
    GameFeatures,
    GamePage,
    GameRules,
    GameSketches,
    GameWords,
)
from domik.kernel.options import ChosenOptions, Flag, OptionSchema
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from mousehole.rules.parts import Parts, check_deal, read_parts

if TYPE_CHECKING:
    from mousehole.rules.game import Mousehole, MouseholeMatch


def wrong_options(seats: int, options: ChosenOptions) -> Phrase | None:
    """Return a message when two options exclude each other, else None; here every combination is allowed."""
    return None


def make(seats: int, options: ChosenOptions, parts: Parts) -> Mousehole:
    """Build the rules for these seats and options."""
    from mousehole.mind.mind import MouseMind
    from mousehole.rules.game import Mousehole

    game = Mousehole(seats, parts, bool(options["family"]))
    game.mind = MouseMind(game)
    return game


@cache
def load_rules() -> GameRules[MouseholeMatch]:
    from mousehole.rules.objections import objections
    from mousehole.rules.scoring import outcome, tally

    return GameRules(objections, tally, outcome, check_deal)


@cache
def load_words() -> GameWords[MouseholeMatch]:
    from mousehole.words import events, notation, prompts

    return GameWords(
        write=notation.write,
        read=notation.read,
        prompt=prompts.prompt,
        describe=prompts.describe,
        events=events.tell,
    )


@cache
def load_sketches() -> GameSketches[MouseholeMatch]:
    from mousehole.words import sketch

    return GameSketches(sketch.sketch)


@cache
def load_page() -> GamePage[MouseholeMatch]:
    from mousehole.page.drawing import draw

    return GamePage(draw)


@cache
def load_artwork() -> GameArtwork:
    from mousehole.page.artwork import scene

    return GameArtwork(scene)


@cache
def load_features() -> GameFeatures:
    from mousehole.mind import features

    return GameFeatures(features.FIELDS, features.features, features.is_order_free)


@cache
def load_component_stats() -> ComponentStats[MouseholeMatch]:
    from mousehole.words import component_stats as stats

    return ComponentStats(stats.component, stats.taken_components, stats.owned_components, stats.starting_seat)


TITLE = GamePackage(
    name="mousehole",
    python_package="mousehole",
    prefix="MH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=OptionSchema((Flag("family", "variant", clause="MH-30"),)),
    check=wrong_options,
    read_parts=read_parts,
    make=make,
    rules=load_rules,
    words=load_words,
    sketches=load_sketches,
    page=load_page,
    artwork=load_artwork,
    features=load_features,
    component_stats=load_component_stats,
    facts={"minutes": 10, "age": 6},
)
