"""Cozy Cabin's numbers by name, and what they tell a network."""

from __future__ import annotations

from domik.games.cabin.rules.state import *
from domik.kernel.features import Feature, Features, Field, Fields, amount, bits, features_of, one_of, seat, seats
from domik.kernel.game import AWAITED, Game
from domik.kernel.options import Chosen

FACES = NEIGHBOUR + 1  # kinds, the neighbour among them; kind 0 is none
SIDE = HOME | UPGRADED
SETS = 4
ANY_KIND = (1 << FACES) - 1
PLANNING = EVERY_PLACE | GAIN | UPGRADE | FLIP
MOST_POINTS = 255
DRAFT_HAND = 4

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", PHASE),
        Field("round", ROUND),
        Field("last_victim", LAST_VICTIM),
        Field("shot_at", SHOT_AT),
        Field("up", UP),
        Field("winners", WINNERS),
        Field("model", MODEL),
        Field("fenced", FENCED),
        Field("shown", SHOWN, SETS),
        Field("spare", SHOWN + SETS),
    ),
    block_at=SEAT,
    block_size=SEAT_SIZE,
    blocks=MOST_SEATS,
    block=(
        Field("cards", CARDS, PILE_MOST),
        Field("top", TOP),
        Field("laid", LAID),
        Field("pile", PILE),
        Field("dice", DICE),
        Field("placed", PLACED),
        Field("free", FREE),
        Field("left", LEFT),
        Field("built", BUILT),
        Field("stage", STAGE),
        Field("years", YEARS),
        Field("visits", VISITS),
        Field("copy", COPY),
        Field("last", LAST),
        Field("points", POINTS),
        Field("came_up", CAME_UP, SEAT_SIZE - CAME_UP),
    ),
    own=(
        Field("hand", HAND),
        Field("passing", PASSING),
        Field("kept", KEPT, HANDS - KEPT),
        Field("hands", HANDS, DRAFT_ROUNDS),
    ),
)
UNTOLD = {"spare": "nothing is kept there"}


def at_once(options: Chosen) -> bool:
    """Whether seats that are awaited together may act in any order: a neighbour comes to one of them first."""
    return not options["neighbour"]


def features(game: Game) -> Features:
    """The encoding for this game's seats."""
    return features_of(FIELDS, game, of_the_table(int(game.seats)), of_a_seat(), of_my_own())


def kind(name: str, at: int, wide: int = FACE_BITS) -> Feature:
    """The kind of a card or face; its side is told apart from it."""
    return one_of(name, at, FACES, then=KIND_SHIFT, mask=FACE).packed(1, wide)


def of_the_table(many: int) -> list[Feature]:
    """What lies open to all."""
    return [
        seats("awaited", AWAITED, many),
        one_of("phase", PHASE, OVER + 1),
        one_of("round", ROUND, DRAFT_ROUNDS),
        seat("last_victim", LAST_VICTIM, many, less=1),
        seats("shot_at", SHOT_AT, many),
        seats("up", UP, many),
        seats("winners", WINNERS, many),
        kind("model", MODEL).packed(PLACES, FACE_BITS),
        bits("model_side", MODEL, SIDE).packed(PLACES, FACE_BITS),
        seat("fenced", FENCED, many, less=1),
        bits("shown", SHOWN, ANY_KIND).over(SETS),
    ]


def of_a_seat() -> list[Feature]:
    """One year: cards, dice, the clearing, and how far it has come."""
    return [
        kind("cards", CARDS).over(PILE_MOST),
        bits("cards_side", CARDS, SIDE).over(PILE_MOST),
        amount("top", TOP, PILE_MOST),
        amount("laid", LAID, PILE_MOST),
        amount("pile", PILE, PILE_MOST),
        one_of("dice", DICE, DIE_MOST + 1).packed(2 * RESOURCES, DIE_BITS),
        kind("placed", PLACED).packed(PLACES, FACE_BITS),
        bits("placed_side", PLACED, SIDE).packed(PLACES, FACE_BITS),
        bits("free", FREE, EVERY_PLACE),
        amount("left", LEFT, MONTHS),
        amount("built", BUILT, 1),
        one_of("stage", STAGE, DONE + 1),
        amount("years", YEARS, MOST_YEARS),
        amount("visits", VISITS, CARDS_EACH),
        one_of("copy", COPY, SPOILT + 1),
        bits("last", LAST, PLANNING),
        amount("points", POINTS, MOST_POINTS),
        kind("came_up", CAME_UP).over(SEAT_SIZE - CAME_UP).packed(KEPT_EACH, CARD_BITS),
    ]


def of_my_own() -> list[Feature]:
    """What a draft has shown to the looking seat alone (CC-41)."""
    return [
        kind("hand", HAND).packed(DRAFT_HAND, CARD_BITS),
        bits("hand_side", HAND, SIDE).packed(DRAFT_HAND, CARD_BITS),
        kind("passing", PASSING).packed(2, CARD_BITS),
        kind("kept", KEPT).over(HANDS - KEPT).packed(KEPT_EACH, CARD_BITS),
        kind("hands", HANDS).over(DRAFT_ROUNDS).packed(DRAFT_HAND, CARD_BITS),
    ]
