"""Names for the numbers of the packed state, and their encoding as network input."""

from __future__ import annotations

from domik.games.treehouse.rules import state as at
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
SLOTS = at.BOARD | at.TRUNK
COLOUR_OF = {"values": at.COLOURS, "less": 1, "then": at.COLOUR_SHIFT}  # decodes the colour of a room + 1

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", at.PHASE),
        Field("round", at.ROUND),
        Field("turn", at.TURN),
        Field("first", at.FIRST),
        Field("ages", at.AGES),
        Field("laid", at.LAID),
        Field("taken", at.TAKEN),
        Field("pool", at.POOL),
        Field("winners", at.WINNERS),
        Field("laid_in", at.LAID_IN, at.ROUNDS),
        Field("first_in", at.FIRST_IN, at.ROUNDS),
    ),
    block_at=at.SEAT,
    block_size=at.SEAT_SIZE,
    blocks=at.MOST_SEATS,
    block=(
        Field("rooms", at.ROOMS, at.COLOURS),
        Field("birdhouse", at.BIRDHOUSE),
        Field("balance", at.BALANCE),
        Field("score", at.SCORE),
        Field("room", at.ROOM),
        Field("nested", at.NESTED),
        Field("shown_task", at.SHOWN_TASK),
        Field("built", at.BUILT, at.ROUNDS * at.TURNS),
        Field("nested_in", at.NESTED_IN),
    ),
    own=(
        Field("in_hand", at.IN_HAND),
        Field("chosen", at.CHOSEN),
        Field("task", at.TASK),
        Field("seen", at.SEEN, at.ROUNDS * at.TURNS),
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
        one_hot("phase", at.PHASE, PHASES),
        one_hot("round", at.ROUND, at.ROUNDS),
        one_hot("turn", at.TURN, at.TURNS + 1),
        seat_index("first", at.FIRST, many, less=1),
        seat_index("ages", at.AGES, many).subfields(many, 2),
        one_hot("laid", at.LAID, at.PLAIN, less=1).subfields(at.COLOURS, at.KIND_BITS),
        amount("pool", at.POOL, 2).subfields(at.PLAIN, at.KIND_BITS),
        seat_mask("winners", at.WINNERS, many),
        one_hot("laid_in", at.LAID_IN, at.PLAIN, less=1).repeat(at.ROUNDS).subfields(at.COLOURS, at.KIND_BITS),
        seat_index("first_in", at.FIRST_IN, many, less=1).repeat(at.ROUNDS),
    ]


def seat_features() -> list[Feature]:
    """Public features of one seat."""
    return [
        one_hot("taken", at.TAKEN, at.PLAIN, less=1).per_seat(at.KIND_BITS),
        bits("rooms", at.ROOMS, SLOTS).repeat(at.COLOURS),
        bits("birdhouse", at.BIRDHOUSE, at.BOARD),
        one_hot("balance", at.BALANCE, 3, less=-1),
        amount("score", at.SCORE, MOST_POINTS),
        one_hot("room", at.ROOM, **COLOUR_OF),
        amount("nested", at.NESTED, 1),
        one_hot("shown_task", at.SHOWN_TASK, at.TASKS, less=1),
    ]


def own_features() -> list[Feature]:
    """Features only the viewing seat knows; a room is encoded by its colour alone (TH-1)."""
    return [
        one_hot("in_hand", at.IN_HAND, **COLOUR_OF).subfields(at.HAND, at.CARD_BITS),
        one_hot("chosen", at.CHOSEN, **COLOUR_OF),
        one_hot("task", at.TASK, at.TASKS, less=1),
        one_hot("seen", at.SEEN, **COLOUR_OF).repeat(at.ROUNDS * at.TURNS).subfields(at.HAND, at.CARD_BITS),
    ]
