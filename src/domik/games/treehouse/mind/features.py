"""Treehouse's numbers by name, and what they tell a network."""

from __future__ import annotations

from domik.games.treehouse.rules.state import *
from domik.kernel.features import Feature, Features, Field, Fields, amount, bits, features_of, one_of, seat, seats
from domik.kernel.game import AWAITED, Game
from domik.kernel.options import Chosen

PHASES = OVER + 1
MOST_POINTS = 200
SLOTS = BOARD | TRUNK
COLOUR_OF = {"values": COLOURS, "less": 1, "then": COLOUR_SHIFT}  # of a room + 1

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
UNTOLD = {"built": "the rooms say what stands; the order no longer counts", "nested_in": "likewise"}


def at_once(options: Chosen) -> bool:
    """Whether seats that are awaited together may act in any order to the same effect (TH-21, TH-22)."""
    return True


def features(game: Game) -> Features:
    """The encoding for this game's seats."""
    many = int(game.seats)
    return features_of(FIELDS, game, of_the_table(many), of_a_seat(), of_my_own())


def of_the_table(many: int) -> list[Feature]:
    """What lies open to all."""
    return [
        seats("awaited", AWAITED, many),
        one_of("phase", PHASE, PHASES),
        one_of("round", ROUND, ROUNDS),
        one_of("turn", TURN, TURNS + 1),
        seat("first", FIRST, many, less=1),
        seat("ages", AGES, many).packed(many, 2),
        one_of("laid", LAID, PLAIN, less=1).packed(COLOURS, KIND_BITS),
        amount("pool", POOL, 2).packed(PLAIN, KIND_BITS),
        seats("winners", WINNERS, many),
        one_of("laid_in", LAID_IN, PLAIN, less=1).over(ROUNDS).packed(COLOURS, KIND_BITS),
        seat("first_in", FIRST_IN, many, less=1).over(ROUNDS),
    ]


def of_a_seat() -> list[Feature]:
    """What lies open before one seat."""
    return [
        one_of("taken", TAKEN, PLAIN, less=1).of_each_seat(KIND_BITS),
        bits("rooms", ROOMS, SLOTS).over(COLOURS),
        bits("birdhouse", BIRDHOUSE, BOARD),
        one_of("balance", BALANCE, 3, less=-1),
        amount("score", SCORE, MOST_POINTS),
        one_of("room", ROOM, **COLOUR_OF),
        amount("nested", NESTED, 1),
        one_of("shown_task", SHOWN_TASK, TASKS, less=1),
    ]


def of_my_own() -> list[Feature]:
    """What the looking seat alone knows; of a room only its colour counts (TH-1)."""
    return [
        one_of("in_hand", IN_HAND, **COLOUR_OF).packed(HAND, CARD_BITS),
        one_of("chosen", CHOSEN, **COLOUR_OF),
        one_of("task", TASK, TASKS, less=1),
        one_of("seen", SEEN, **COLOUR_OF).over(ROUNDS * TURNS).packed(HAND, CARD_BITS),
    ]
