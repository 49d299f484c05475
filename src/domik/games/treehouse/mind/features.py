"""Names for the numbers of the packed state, and their encoding as network input."""

from __future__ import annotations

from domik.games.treehouse.rules.state import *
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
SLOTS = BOARD | TRUNK
COLOUR_OF = {"values": COLOURS, "less": 1, "then": COLOUR_SHIFT}  # decodes the colour of a room + 1

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", PHASE),
        Field("round", ROUND),
        Field("turn", TURN),
        Field("first", FIRST),
        Field("ages", AGES),
        Field("laid", LAID),
        Field("taken", TAKEN),
        Field("pool", POOL),
        Field("winners", WINNERS),
        Field("laid_in", LAID_IN, ROUNDS),
        Field("first_in", FIRST_IN, ROUNDS),
    ),
    block_at=SEAT,
    block_size=SEAT_SIZE,
    blocks=MOST_SEATS,
    block=(
        Field("rooms", ROOMS, COLOURS),
        Field("birdhouse", BIRDHOUSE),
        Field("balance", BALANCE),
        Field("score", SCORE),
        Field("room", ROOM),
        Field("nested", NESTED),
        Field("shown_task", SHOWN_TASK),
        Field("built", BUILT, ROUNDS * TURNS),
        Field("nested_in", NESTED_IN),
    ),
    own=(
        Field("in_hand", IN_HAND),
        Field("chosen", CHOSEN),
        Field("task", TASK),
        Field("seen", SEEN, ROUNDS * TURNS),
    ),
)
NOT_ENCODED = {"built": "the rooms say what stands; the order no longer counts", "nested_in": "likewise"}


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited at the same time may act in any order with the same result (TH-21, TH-22)."""
    return True


def features(game: Game) -> Features:
    many = int(game.seats)
    return build_features(FIELDS, game, table_features(many), seat_features(), own_features())


def table_features(many: int) -> list[Feature]:
    """Public features of the whole table."""
    return [
        seat_mask("awaited", AWAITED, many),
        one_hot("phase", PHASE, PHASES),
        one_hot("round", ROUND, ROUNDS),
        one_hot("turn", TURN, TURNS + 1),
        seat_index("first", FIRST, many, less=1),
        seat_index("ages", AGES, many).subfields(many, 2),
        one_hot("laid", LAID, PLAIN, less=1).subfields(COLOURS, KIND_BITS),
        amount("pool", POOL, 2).subfields(PLAIN, KIND_BITS),
        seat_mask("winners", WINNERS, many),
        one_hot("laid_in", LAID_IN, PLAIN, less=1).repeat(ROUNDS).subfields(COLOURS, KIND_BITS),
        seat_index("first_in", FIRST_IN, many, less=1).repeat(ROUNDS),
    ]


def seat_features() -> list[Feature]:
    """Public features of one seat."""
    return [
        one_hot("taken", TAKEN, PLAIN, less=1).per_seat(KIND_BITS),
        bits("rooms", ROOMS, SLOTS).repeat(COLOURS),
        bits("birdhouse", BIRDHOUSE, BOARD),
        one_hot("balance", BALANCE, 3, less=-1),
        amount("score", SCORE, MOST_POINTS),
        one_hot("room", ROOM, **COLOUR_OF),
        amount("nested", NESTED, 1),
        one_hot("shown_task", SHOWN_TASK, TASKS, less=1),
    ]


def own_features() -> list[Feature]:
    """Features only the viewing seat knows; a room is encoded by its colour alone (TH-1)."""
    return [
        one_hot("in_hand", IN_HAND, **COLOUR_OF).subfields(HAND, CARD_BITS),
        one_hot("chosen", CHOSEN, **COLOUR_OF),
        one_hot("task", TASK, TASKS, less=1),
        one_hot("seen", SEEN, **COLOUR_OF).repeat(ROUNDS * TURNS).subfields(HAND, CARD_BITS),
    ]
