"""Dream Home: draft rooms and resources from a market, and build a house of twelve rooms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.parts import (
    COLOURS,
    FURNISHINGS,
    HELPERS,
    KIND_IDS,
    SCORE,
    TOOLS,
    Parts,
    read_parts,
)
from domik.kernel.game import Game
from domik.kernel.options import Chosen, Flag, Order, Schema
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title

if TYPE_CHECKING:
    from domik.games.dream_home.rules.kit import Cards


def wrong_options(seats: int, options: Chosen) -> Phrase | None:
    """What these options say against each other, or None."""
    ages = options["ages"]
    if isinstance(ages, tuple) and ages and len(ages) != seats:
        return Phrase("error.dream_ages", {"seats": seats})
    return None


def make(seats: int, options: Chosen, parts: Parts) -> Game:
    """The rules for these seats and options."""
    from domik.games.dream_home.mind.mind import DreamHomeMind
    from domik.games.dream_home.rules.game import DreamHome

    ages = options["ages"]
    youngest = ages[0] if isinstance(ages, tuple) and ages else -1
    game = DreamHome(seats, bool(options["gentle"]), bool(options["car"]), youngest, cards_of(parts))
    game.mind = DreamHomeMind(game)
    return game


def cards_of(parts: Parts) -> Cards:
    """The component tables as the numbers and masks that the rules read."""
    from domik.games.dream_home.rules.kit import Cards
    from domik.games.dream_home.rules.state import BASEMENT, SECOND, THIRD

    kinds, rooms, resources = parts.kinds, parts.rooms, parts.resources
    goes_in = [parts.goes_in(resource) for resource in resources]
    furnishing = parts.mask(*FURNISHINGS)
    indoors = sum(1 << number for number, mask in enumerate(goes_in) if mask)
    windows = sum(1 << number for number, resource in enumerate(resources) if resource.window)
    named = [KIND_IDS.index(id) for id in ("bathroom", "kitchen", "bedroom", "garage")]
    return Cards(
        vec[i64]([room.kind for room in rooms]),
        vec[i64]([room.children for room in rooms]),
        vec[i64]([BASEMENT if kind.category == "basement" else SECOND | THIRD for kind in kinds]),
        vec[i64]([kind.most for kind in kinds]),
        vec[i64]([points for kind in kinds for points in (*kind.points, 0, 0)[:3]]),
        vec[i64]([number for kind in kinds for number in (kind.beside, kind.beside_points)]),
        vec[i64](goes_in),
        vec[i64]([parts.token_points(number) for number in range(len(resources) + 1)]),
        vec[i64]([*(parts.mask(colour) for colour in COLOURS), windows]),
        vec[i64]([indoors, furnishing & ~indoors, *(parts.mask(id) for id in (*TOOLS, *HELPERS))]),
        vec[i64]([*(parts.score[name] for name in SCORE), *named]),
    )


TITLE = Title(
    name="dream_home",
    package="domik.games.dream_home",
    prefix="DH",
    rules_version=1,
    least_seats=2,
    most_seats=4,
    schema=Schema(
        (
            Flag("gentle", "option", clause="DH-12"),
            Flag("open_roofs", "option", clause="DH-30"),
            Flag("car", "option", clause="DH-65"),
            Order("ages", clause="DH-11"),
        )
    ),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 7},
)
