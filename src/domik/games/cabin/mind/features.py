"""Names of the fields in Cozy Cabin's state, and their encoding as network input features."""

from __future__ import annotations

from domik.games.cabin.rules import state as at
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

FACES = at.NEIGHBOUR + 1  # number of kinds, including the neighbour; kind 0 means no card
SIDE = at.HOME | at.UPGRADED
SETS = 4
ANY_KIND = (1 << FACES) - 1
PLANNING = at.EVERY_PLACE | at.GAIN | at.UPGRADE | at.FLIP
MOST_POINTS = 255
DRAFT_HAND = 4

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", at.PHASE),
        Field("round", at.ROUND),
        Field("last_victim", at.LAST_VICTIM),
        Field("shot_at", at.SHOT_AT),
        Field("up", at.UP),
        Field("winners", at.WINNERS),
        Field("model", at.MODEL),
        Field("fenced", at.FENCED),
        Field("shown", at.SHOWN, SETS),
        Field("spare", at.SHOWN + SETS),
    ),
    block_at=at.SEAT,
    block_size=at.SEAT_SIZE,
    blocks=at.MOST_SEATS,
    block=(
        Field("cards", at.CARDS, at.PILE_MOST),
        Field("top", at.TOP),
        Field("laid", at.LAID),
        Field("pile", at.PILE),
        Field("dice", at.DICE),
        Field("placed", at.PLACED),
        Field("free", at.FREE),
        Field("left", at.LEFT),
        Field("built", at.BUILT),
        Field("stage", at.STAGE),
        Field("years", at.YEARS),
        Field("visits", at.VISITS),
        Field("copy", at.COPY),
        Field("last", at.LAST),
        Field("points", at.POINTS),
        Field("came_up", at.CAME_UP, at.SEAT_SIZE - at.CAME_UP),
    ),
    own=(
        Field("hand", at.HAND),
        Field("passing", at.PASSING),
        Field("kept", at.KEPT, at.HANDS - at.KEPT),
        Field("hands", at.HANDS, at.DRAFT_ROUNDS),
    ),
)
NOT_ENCODED = {"spare": "nothing is kept there"}


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited together may act in any order; with a neighbour, the first seat to meet it matters."""
    return not options["neighbour"]


def features(game: Game) -> Features:
    return build_features(FIELDS, game, table_features(int(game.seats)), seat_features(), own_features())


def kind(name: str, offset: int, wide: int = at.FACE_BITS) -> Feature:
    """Encode the kind of a card or face; its side is a separate feature."""
    return one_hot(name, offset, FACES, then=at.KIND_SHIFT, mask=at.FACE).subfields(1, wide)


def table_features(many: int) -> list[Feature]:
    """Features of the open state shared by all seats."""
    return [
        seat_mask("awaited", AWAITED, many),
        one_hot("phase", at.PHASE, at.OVER + 1),
        one_hot("round", at.ROUND, at.DRAFT_ROUNDS),
        seat_index("last_victim", at.LAST_VICTIM, many, less=1),
        seat_mask("shot_at", at.SHOT_AT, many),
        seat_mask("up", at.UP, many),
        seat_mask("winners", at.WINNERS, many),
        kind("model", at.MODEL).subfields(at.PLACES, at.FACE_BITS),
        bits("model_side", at.MODEL, SIDE).subfields(at.PLACES, at.FACE_BITS),
        seat_index("fenced", at.FENCED, many, less=1),
        bits("shown", at.SHOWN, ANY_KIND).repeat(SETS),
    ]


def seat_features() -> list[Feature]:
    """Features of one seat: cards, dice, clearing and progress."""
    return [
        kind("cards", at.CARDS).repeat(at.PILE_MOST),
        bits("cards_side", at.CARDS, SIDE).repeat(at.PILE_MOST),
        amount("top", at.TOP, at.PILE_MOST),
        amount("laid", at.LAID, at.PILE_MOST),
        amount("pile", at.PILE, at.PILE_MOST),
        one_hot("dice", at.DICE, at.DIE_MOST + 1).subfields(2 * at.RESOURCES, at.DIE_BITS),
        kind("placed", at.PLACED).subfields(at.PLACES, at.FACE_BITS),
        bits("placed_side", at.PLACED, SIDE).subfields(at.PLACES, at.FACE_BITS),
        bits("free", at.FREE, at.EVERY_PLACE),
        amount("left", at.LEFT, at.MONTHS),
        amount("built", at.BUILT, 1),
        one_hot("stage", at.STAGE, at.DONE + 1),
        amount("years", at.YEARS, at.MOST_YEARS),
        amount("visits", at.VISITS, at.CARDS_EACH),
        one_hot("copy", at.COPY, at.SPOILT + 1),
        bits("last", at.LAST, PLANNING),
        amount("points", at.POINTS, MOST_POINTS),
        kind("came_up", at.CAME_UP).repeat(at.SEAT_SIZE - at.CAME_UP).subfields(at.KEPT_EACH, at.CARD_BITS),
    ]


def own_features() -> list[Feature]:
    """Features of the viewer's own draft cards, hidden from other seats (CC-41)."""
    return [
        kind("hand", at.HAND).subfields(DRAFT_HAND, at.CARD_BITS),
        bits("hand_side", at.HAND, SIDE).subfields(DRAFT_HAND, at.CARD_BITS),
        kind("passing", at.PASSING).subfields(2, at.CARD_BITS),
        kind("kept", at.KEPT).repeat(at.HANDS - at.KEPT).subfields(at.KEPT_EACH, at.CARD_BITS),
        kind("hands", at.HANDS).repeat(at.DRAFT_ROUNDS).subfields(DRAFT_HAND, at.CARD_BITS),
    ]
