"""Names for the numbers of the packed state, and their encoding as network input."""

from __future__ import annotations

from domik.games.dream_home.rules import state as at
from domik.kernel.features import (
    Feature,
    Features,
    Field,
    Fields,
    amount,
    bits,
    build_features,
    one_hot,
    seat_index,
    seat_mask,
)
from domik.kernel.game import AWAITED, Game
from domik.kernel.options import ChosenOptions

PHASES = at.OVER + 1
MOST_POINTS = 200
ANY_ROOM = (1 << at.ROOMS) - 1
ANY_RESOURCE = (1 << at.RESOURCES) - 1
HOUSE_CELLS = tuple(cell for cell in range(at.CELLS) if at.BOARD >> cell & 1)
CHOICES = 64  # covers both cells and rooms

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", at.PHASE),
        Field("round", at.ROUND),
        Field("first", at.FIRST),
        Field("next_first", at.NEXT_FIRST),
        Field("step", at.STEP),
        Field("skipping", at.SKIPPING),
        Field("room", at.ROOM),
        Field("resource", at.RESOURCE),
        Field("chosen", at.CHOSEN),
        Field("then", at.THEN),
        Field("car_gone", at.CAR_GONE),
        Field("helped", at.HELPED),
        Field("winners", at.WINNERS),
        Field("room_discards", at.ROOM_DISCARDS),
        Field("resource_discards", at.RESOURCE_DISCARDS),
        Field("room_deck", at.ROOM_DECK),
        Field("resource_deck", at.RESOURCE_DECK),
        Field("market_rooms", at.MARKET_ROOMS, at.COLUMNS),
        Field("market_resources", at.MARKET_RESOURCES, at.COLUMNS),
        Field("columns_left", at.COLUMNS_LEFT),
    ),
    block_at=at.SEAT,
    block_size=at.SEAT_SIZE,
    blocks=at.MOST_SEATS,
    block=(
        Field("house", at.HOUSE, at.CELLS),
        Field("same", at.SAME, at.KINDS),
        Field("filled", at.FILLED),
        Field("empty", at.EMPTY),
        Field("furnished", at.FURNISHED),
        Field("scaffold", at.SCAFFOLD),
        Field("held", at.HELD),
        Field("garden", at.GARDEN),
        Field("score", at.SCORE),
    ),
)
NOT_ENCODED: dict[str, str] = {}


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited at the same time may act in any order; here only one seat acts at a time."""
    return False


def features(game: Game) -> Features:
    """The encoding for this game; there are no own features, as seats have no secrets."""
    return build_features(FIELDS, game, table_features(int(game.seats)), seat_features(), [])


def table_features(many: int) -> list[Feature]:
    """Public features of the whole table."""
    return [
        seat_mask("awaited", AWAITED, many),
        one_hot("phase", at.PHASE, PHASES),
        one_hot("round", at.ROUND, at.ROUNDS, less=1),
        seat_index("first", at.FIRST, many),
        seat_index("next_first", at.NEXT_FIRST, many),
        one_hot("step", at.STEP, at.MOST_SEATS),
        seat_mask("skipping", at.SKIPPING, many),
        one_hot("room", at.ROOM, at.ROOMS, less=1),
        one_hot("resource", at.RESOURCE, at.RESOURCES, less=1),
        one_hot("chosen", at.CHOSEN, CHOICES),
        one_hot("then", at.THEN, PHASES),
        amount("car_gone", at.CAR_GONE, 1),
        amount("helped", at.HELPED, at.RESOURCES),
        seat_mask("winners", at.WINNERS, many),
        bits("room_discards", at.ROOM_DISCARDS, ANY_ROOM),
        bits("resource_discards", at.RESOURCE_DISCARDS, ANY_RESOURCE),
        bits("room_deck", at.ROOM_DECK, ANY_ROOM),
        bits("resource_deck", at.RESOURCE_DECK, ANY_RESOURCE),
        one_hot("market_rooms", at.MARKET_ROOMS, at.ROOMS, less=1).repeat(at.COLUMNS),
        one_hot("market_resources", at.MARKET_RESOURCES, at.RESOURCES, less=1).repeat(at.COLUMNS),
        bits("columns_left", at.COLUMNS_LEFT, at.ALL_COLUMNS),
    ]


def seat_features() -> list[Feature]:
    """Public features of one house."""
    return [
        one_hot("house", at.HOUSE, at.RESOURCES + 1, less=1, shift=at.TOKEN_SHIFT).repeat(HOUSE_CELLS),
        bits("same", at.SAME, at.BOARD).repeat(at.KINDS),
        bits("filled", at.FILLED, at.BOARD),
        bits("empty", at.EMPTY, at.BOARD),
        bits("furnished", at.FURNISHED, at.BOARD),
        bits("scaffold", at.SCAFFOLD, at.BOARD),
        bits("held", at.HELD, ANY_RESOURCE),
        bits("garden", at.GARDEN, ANY_RESOURCE),
        amount("score", at.SCORE, MOST_POINTS),
    ]
