"""Bower: the two-player nest game, with its modes `hard` and `fair`."""

from __future__ import annotations

from domik.games.bower.rules.parts import BONUS_NAMES, Parts, read_parts
from domik.kernel.game import Game
from domik.kernel.options import Chosen, Flag, Schema
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title


def wrong_options(seats: int, options: Chosen) -> Phrase | None:
    """The two modes go together (BW-61), so nothing is ever wrong."""
    return None


def make(seats: int, options: Chosen, parts: Parts) -> Game:
    """The rules for these options."""
    from librt.vecs import vec
    from mypy_extensions import i64

    from domik.games.bower.mind.mind import BowerMind
    from domik.games.bower.rules.game import Bower
    from domik.games.bower.rules.kit import Box

    hard = bool(options["hard"])
    prefix = "hard_" if hard else ""
    worth = {tile.id: tile.worth for tile in parts.bonus}
    game = Bower(
        Box(
            hard,
            parts.counts[f"{prefix}rows"],
            parts.counts[f"{prefix}turns"],
            parts.counts["hard_bonus_tiles"],
            parts.nest_tiles,
            vec[i64](parts.ornament_numbers()),
            vec[i64](parts.surface_numbers()),
            parts.coloured_face(),
            vec[i64](parts.bonus_numbers(bool(options["fair"]))),
            vec[i64]([worth[id] for id in BONUS_NAMES if id.startswith("ornament")]),
            worth["token_shells"],
            worth["token_branch"],
        )
    )
    game.mind = BowerMind(game)
    return game


TITLE = Title(
    name="bower",
    package="domik.games.bower",
    prefix="BW",
    rules_version=1,
    least_seats=2,
    most_seats=2,
    schema=Schema((Flag("hard", "mode", clause="BW-60"), Flag("fair", "mode", clause="BW-61"))),
    check=wrong_options,
    make=make,
    read_parts=read_parts,
    facts={"minutes": 30, "age": 8, "editions": 1},
)
