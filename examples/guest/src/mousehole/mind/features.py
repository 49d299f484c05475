"""Names of the numbers in Mousehole's views, and their encoding as network input features."""

from __future__ import annotations

from domik.kernel.features import Feature, Features, Field, Fields, amount, build_features, one_hot, seat_mask
from domik.kernel.game import AWAITED, Game
from domik.kernel.options import ChosenOptions
from mousehole.rules import state as at

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", at.PHASE),
        Field("shelf", at.SHELF, at.SHELVES),
        Field("pile_left", at.PILE_LEFT),
    ),
    block_at=at.SEAT,
    block_size=at.SEAT_SIZE,
    blocks=at.SEATS,
    block=(
        Field("shown", at.SHOWN, at.HAND),
        Field("wished", at.WISHED),
        Field("dug", at.DUG),
        Field("burrow", at.BURROW, at.ROOMS),
    ),
    own=(Field("held", at.HELD, at.HAND), Field("wish", at.WISH)),
)


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited together may act in any order; here only one seat is awaited at a time."""
    return False


def features(game: Game) -> Features:
    return build_features(FIELDS, game, table_features(int(game.seats)), seat_features(), own_features())


def cards(name: str, place: int, places: int) -> Feature:
    """Cards, counted from 1; a place without a known card is all zero."""
    return one_hot(name, place, at.CARDS, less=1).repeat(places)


def table_features(seats: int) -> list[Feature]:
    return [
        seat_mask("awaited", AWAITED, seats),
        one_hot("phase", at.PHASE, at.OVER + 1),
        cards("shelf", at.SHELF, at.SHELVES),
        amount("pile_left", at.PILE_LEFT, at.CARDS),
    ]


def seat_features() -> list[Feature]:
    return [
        cards("shown", at.SHOWN, at.HAND),
        one_hot("wished", at.WISHED, len(at.KINDS), less=1),
        amount("dug", at.DUG, at.ROOMS),
        cards("burrow", at.BURROW, at.ROOMS),
    ]


def own_features() -> list[Feature]:
    return [cards("held", at.HELD, at.HAND), one_hot("wish", at.WISH, len(at.KINDS))]
