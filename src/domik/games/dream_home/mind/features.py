"""Names for the numbers of the packed state, and their encoding as network input."""

from __future__ import annotations

from domik.games.dream_home.rules.state import *
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

PHASES = OVER + 1
MOST_POINTS = 200
ANY_ROOM = (1 << ROOMS) - 1
ANY_RESOURCE = (1 << RESOURCES) - 1
HOUSE_CELLS = tuple(cell for cell in range(CELLS) if BOARD >> cell & 1)
CHOICES = 64  # covers both cells and rooms

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", PHASE),
        Field("round", ROUND),
        Field("first", FIRST),
        Field("next_first", NEXT_FIRST),
        Field("step", STEP),
        Field("skipping", SKIPPING),
        Field("room", ROOM),
        Field("resource", RESOURCE),
        Field("chosen", CHOSEN),
        Field("then", THEN),
        Field("car_gone", CAR_GONE),
        Field("helped", HELPED),
        Field("winners", WINNERS),
        Field("room_discards", ROOM_DISCARDS),
        Field("resource_discards", RESOURCE_DISCARDS),
        Field("room_deck", ROOM_DECK),
        Field("resource_deck", RESOURCE_DECK),
        Field("market_rooms", MARKET_ROOMS, COLUMNS),
        Field("market_resources", MARKET_RESOURCES, COLUMNS),
        Field("columns_left", COLUMNS_LEFT),
    ),
    block_at=SEAT,
    block_size=SEAT_SIZE,
    blocks=MOST_SEATS,
    block=(
        Field("house", HOUSE, CELLS),
        Field("same", SAME, KINDS),
        Field("filled", FILLED),
        Field("empty", EMPTY),
        Field("furnished", FURNISHED),
        Field("scaffold", SCAFFOLD),
        Field("held", HELD),
        Field("garden", GARDEN),
        Field("score", SCORE),
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
        one_hot("phase", PHASE, PHASES),
        one_hot("round", ROUND, ROUNDS, less=1),
        seat_index("first", FIRST, many),
        seat_index("next_first", NEXT_FIRST, many),
        one_hot("step", STEP, MOST_SEATS),
        seat_mask("skipping", SKIPPING, many),
        one_hot("room", ROOM, ROOMS, less=1),
        one_hot("resource", RESOURCE, RESOURCES, less=1),
        one_hot("chosen", CHOSEN, CHOICES),
        one_hot("then", THEN, PHASES),
        amount("car_gone", CAR_GONE, 1),
        amount("helped", HELPED, RESOURCES),
        seat_mask("winners", WINNERS, many),
        bits("room_discards", ROOM_DISCARDS, ANY_ROOM),
        bits("resource_discards", RESOURCE_DISCARDS, ANY_RESOURCE),
        bits("room_deck", ROOM_DECK, ANY_ROOM),
        bits("resource_deck", RESOURCE_DECK, ANY_RESOURCE),
        one_hot("market_rooms", MARKET_ROOMS, ROOMS, less=1).repeat(COLUMNS),
        one_hot("market_resources", MARKET_RESOURCES, RESOURCES, less=1).repeat(COLUMNS),
        bits("columns_left", COLUMNS_LEFT, ALL_COLUMNS),
    ]


def seat_features() -> list[Feature]:
    """Public features of one house."""
    return [
        one_hot("house", HOUSE, RESOURCES + 1, less=1, shift=TOKEN_SHIFT).repeat(HOUSE_CELLS),
        bits("same", SAME, BOARD).repeat(KINDS),
        bits("filled", FILLED, BOARD),
        bits("empty", EMPTY, BOARD),
        bits("furnished", FURNISHED, BOARD),
        bits("scaffold", SCAFFOLD, BOARD),
        bits("held", HELD, ANY_RESOURCE),
        bits("garden", GARDEN, ANY_RESOURCE),
        amount("score", SCORE, MOST_POINTS),
    ]
