"""Names of the fields in Bower's state, and their encoding as network input features."""

from __future__ import annotations

from domik.games.bower.rules import state as at
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

TILES = at.NEST_BONUS + 5
SEATS_HERE = 2
ANY_TILE = (1 << TILES) - 1
ANY_BONUS = (1 << at.BONUS_TILES) - 1
ANY_CELL = (1 << at.CELLS) - 1
MOST_EGGS = 100

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", at.PHASE),
        Field("actor", at.ACTOR),
        Field("first", at.FIRST),
        Field("row", at.ROW, at.ROW_SIZE),
        Field("nest_left", at.NEST_LEFT),
        Field("bonus_left", at.BONUS_LEFT),
        Field("offer", at.OFFER),
        Field("drawn_now", at.DRAWN_NOW),
        Field("using", at.USING),
        Field("covering", at.COVERING),
        Field("marked_cell", at.MARKED_CELL),
        Field("repeat", at.REPEAT),
        Field("winners", at.WINNERS),
        Field("shown_goals", at.SHOWN_GOALS),
        Field("scouted", at.SCOUTED),
        Field("last", at.LAST),
        Field("lost", at.LOST),
        Field("token", at.TOKEN, at.TOKENS),
        Field("reshuffled", at.RESHUFFLED, at.RESHUFFLES),
    ),
    block_at=at.SEAT,
    block_size=at.SEAT_SIZE,
    blocks=SEATS_HERE,
    block=(
        Field("made", at.MADE),
        Field("given", at.GIVEN),
        Field("came", at.CAME),
        Field("went", at.WENT),
        Field("kept", at.KEPT),
        Field("declined", at.DECLINED),
        Field("discarded", at.DISCARDED),
        Field("eggs", at.EGGS),
        Field("coloured", at.COLOURED),
        Field("branch", at.BRANCH),
        Field("surface", at.SURFACE, at.SURFACES + 1),
        Field("gems", at.GEMS, at.COLUMN - at.GEMS),
        Field("column", at.COLUMN, at.WIDTH),
        Field("cell", at.CELL, at.CELLS),
    ),
    own=(
        Field("hand", at.HAND),
        Field("chosen", at.CHOSEN),
        Field("known", at.KNOWN),
        Field("drawn", at.DRAWN),
        Field("discards", at.DISCARDS),
        Field("former", at.FORMER, at.OWN_SIZE - at.FORMER),
    ),
)
NOT_ENCODED = {
    "last": "the nests say what lies",
    "reshuffled": "what it tells is rare and small",
    "cell": "surfaces, gems and columns say what counts of every cell",
}


def is_order_free(options: ChosenOptions) -> bool:
    """Whether seats awaited together may act in any order; here only one seat is awaited at a time."""
    return False


def features(game: Game) -> Features:
    return build_features(FIELDS, game, table_features(int(game.seats)), seat_features(), own_features())


def table_features(many: int) -> list[Feature]:
    """The row, the stacks, the current decision, and the tokens in the nests."""
    return [
        seat_mask("awaited", AWAITED, many),
        one_hot("phase", at.PHASE, at.OVER + 1),
        seat_index("actor", at.ACTOR, many),
        seat_index("first", at.FIRST, many),
        one_hot("row", at.ROW, TILES, less=1).repeat(at.ROW_SIZE),
        amount("nest_left", at.NEST_LEFT, at.MOST_NEST_TILES),
        amount("bonus_left", at.BONUS_LEFT, at.BONUS_TILES),
        bits("offer", at.OFFER, ANY_BONUS),
        one_hot("drawn_now", at.DRAWN_NOW, at.DRAW + 1),
        one_hot("using", at.USING, at.BONUS_TILES, less=1),
        one_hot("covering", at.COVERING, TILES, less=1),
        one_hot("marked_cell", at.MARKED_CELL, SEATS_HERE * at.CELLS, less=1),
        seat_index("repeat", at.REPEAT, many, less=1),
        seat_mask("winners", at.WINNERS, many),
        one_hot("shown_goals", at.SHOWN_GOALS, at.GOALS, less=1).subfields(at.GOALS, at.GOAL_BITS),
        one_hot("scouted", at.SCOUTED, at.WIDTH, less=1),
        one_hot("lost", at.LOST, TILES, less=1),
        bits("token", at.TOKEN, 1 | at.TOKEN_COVERED).repeat(at.TOKENS),
        seat_index("token_nest", at.TOKEN, many, mask=1, shift=1).repeat(at.TOKENS),
        one_hot("token_cell", at.TOKEN, at.CELLS, mask=0xFF, shift=8).repeat(at.TOKENS),
        one_hot("token_end", at.TOKEN, at.CELLS, mask=0xFF, shift=16).repeat(at.TOKENS),
    ]


def seat_features() -> list[Feature]:
    """One nest, and the public record of tiles entering and leaving the hand."""
    return [
        amount("made", at.MADE, at.MOST_NEST_TILES),
        one_hot("given", at.GIVEN, TILES, less=1),
        bits("came", at.CAME, ANY_TILE),
        bits("went", at.WENT, ANY_TILE),
        bits("kept", at.KEPT, ANY_BONUS),
        bits("declined", at.DECLINED, ANY_BONUS),
        amount("discarded", at.DISCARDED, at.BONUS_TILES),
        amount("eggs", at.EGGS, MOST_EGGS),
        one_hot("coloured", at.COLOURED, at.CELLS, less=1),
        bits("branch", at.BRANCH, ANY_CELL),
        bits("surface", at.SURFACE, ANY_CELL).repeat(at.SURFACES + 1),
        bits("gems", at.GEMS, ANY_CELL).repeat(at.COLUMN - at.GEMS),
        amount("column", at.COLUMN, at.KIND).repeat(at.WIDTH).subfields(at.GEM + 1, at.KIND_BITS),
    ]


def own_features() -> list[Feature]:
    """The hand, the tile and turn waiting for a cell, the goals seen, the bonus tiles drawn and discarded."""
    return [
        bits("hand", at.HAND, ANY_TILE),
        one_hot("chosen", at.CHOSEN, at.TURNS * TILES, less=1),
        one_hot("known", at.KNOWN, at.GOALS, less=1).subfields(at.GOALS, at.GOAL_BITS),
        bits("drawn", at.DRAWN, ANY_BONUS),
        bits("discards", at.DISCARDS, ANY_BONUS),
        bits("former", at.FORMER, ANY_BONUS).repeat(at.OWN_SIZE - at.FORMER),
    ]
