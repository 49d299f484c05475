"""Names of the fields in Cozy Cabin's state, and their encoding as network input features."""

from __future__ import annotations

from domik.games.cabin.rules.state import *
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

FACES = NEIGHBOUR + 1  # number of kinds, including the neighbour; kind 0 means no card
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
NOT_ENCODED = {"spare": "nothing is kept there"}


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited together may act in any order; with a neighbour, the first seat to meet it matters."""
    return not options["neighbour"]


def features(game: Game) -> Features:
    return build_features(FIELDS, game, table_features(int(game.seats)), seat_features(), own_features())


def kind(name: str, at: int, wide: int = FACE_BITS) -> Feature:
    """Encode the kind of a card or face; its side is a separate feature."""
    return one_hot(name, at, FACES, then=KIND_SHIFT, mask=FACE).subfields(1, wide)


def table_features(many: int) -> list[Feature]:
    """Features of the open state shared by all seats."""
    return [
        seat_mask("awaited", AWAITED, many),
        one_hot("phase", PHASE, OVER + 1),
        one_hot("round", ROUND, DRAFT_ROUNDS),
        seat_index("last_victim", LAST_VICTIM, many, less=1),
        seat_mask("shot_at", SHOT_AT, many),
        seat_mask("up", UP, many),
        seat_mask("winners", WINNERS, many),
        kind("model", MODEL).subfields(PLACES, FACE_BITS),
        bits("model_side", MODEL, SIDE).subfields(PLACES, FACE_BITS),
        seat_index("fenced", FENCED, many, less=1),
        bits("shown", SHOWN, ANY_KIND).repeat(SETS),
    ]


def seat_features() -> list[Feature]:
    """Features of one seat: cards, dice, clearing and progress."""
    return [
        kind("cards", CARDS).repeat(PILE_MOST),
        bits("cards_side", CARDS, SIDE).repeat(PILE_MOST),
        amount("top", TOP, PILE_MOST),
        amount("laid", LAID, PILE_MOST),
        amount("pile", PILE, PILE_MOST),
        one_hot("dice", DICE, DIE_MOST + 1).subfields(2 * RESOURCES, DIE_BITS),
        kind("placed", PLACED).subfields(PLACES, FACE_BITS),
        bits("placed_side", PLACED, SIDE).subfields(PLACES, FACE_BITS),
        bits("free", FREE, EVERY_PLACE),
        amount("left", LEFT, MONTHS),
        amount("built", BUILT, 1),
        one_hot("stage", STAGE, DONE + 1),
        amount("years", YEARS, MOST_YEARS),
        amount("visits", VISITS, CARDS_EACH),
        one_hot("copy", COPY, SPOILT + 1),
        bits("last", LAST, PLANNING),
        amount("points", POINTS, MOST_POINTS),
        kind("came_up", CAME_UP).repeat(SEAT_SIZE - CAME_UP).subfields(KEPT_EACH, CARD_BITS),
    ]


def own_features() -> list[Feature]:
    """Features of the viewer's own draft cards, hidden from other seats (CC-41)."""
    return [
        kind("hand", HAND).subfields(DRAFT_HAND, CARD_BITS),
        bits("hand_side", HAND, SIDE).subfields(DRAFT_HAND, CARD_BITS),
        kind("passing", PASSING).subfields(2, CARD_BITS),
        kind("kept", KEPT).repeat(HANDS - KEPT).subfields(KEPT_EACH, CARD_BITS),
        kind("hands", HANDS).repeat(DRAFT_ROUNDS).subfields(DRAFT_HAND, CARD_BITS),
    ]
