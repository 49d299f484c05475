"""Names of the fields in Bower's state, and their encoding as network input features."""

from __future__ import annotations

from domik.games.bower.rules.state import *
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

TILES = NEST_BONUS + 5
SEATS_HERE = 2
ANY_TILE = (1 << TILES) - 1
ANY_BONUS = (1 << BONUS_TILES) - 1
ANY_CELL = (1 << CELLS) - 1
MOST_EGGS = 100

FIELDS = Fields(
    open=(
        Field("awaited", AWAITED),
        Field("phase", PHASE),
        Field("actor", ACTOR),
        Field("first", FIRST),
        Field("row", ROW, ROW_SIZE),
        Field("nest_left", NEST_LEFT),
        Field("bonus_left", BONUS_LEFT),
        Field("offer", OFFER),
        Field("drawn_now", DRAWN_NOW),
        Field("using", USING),
        Field("covering", COVERING),
        Field("marked_cell", MARKED_CELL),
        Field("repeat", REPEAT),
        Field("winners", WINNERS),
        Field("shown_goals", SHOWN_GOALS),
        Field("scouted", SCOUTED),
        Field("last", LAST),
        Field("lost", LOST),
        Field("token", TOKEN, TOKENS),
        Field("reshuffled", RESHUFFLED, RESHUFFLES),
    ),
    block_at=SEAT,
    block_size=SEAT_SIZE,
    blocks=SEATS_HERE,
    block=(
        Field("made", MADE),
        Field("given", GIVEN),
        Field("came", CAME),
        Field("went", WENT),
        Field("kept", KEPT),
        Field("declined", DECLINED),
        Field("discarded", DISCARDED),
        Field("eggs", EGGS),
        Field("coloured", COLOURED),
        Field("branch", BRANCH),
        Field("surface", SURFACE, SURFACES + 1),
        Field("gems", GEMS, COLUMN - GEMS),
        Field("column", COLUMN, WIDTH),
        Field("cell", CELL, CELLS),
    ),
    own=(
        Field("hand", HAND),
        Field("chosen", CHOSEN),
        Field("known", KNOWN),
        Field("drawn", DRAWN),
        Field("discards", DISCARDS),
        Field("former", FORMER, OWN_SIZE - FORMER),
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
        one_hot("phase", PHASE, OVER + 1),
        seat_index("actor", ACTOR, many),
        seat_index("first", FIRST, many),
        one_hot("row", ROW, TILES, less=1).repeat(ROW_SIZE),
        amount("nest_left", NEST_LEFT, MOST_NEST_TILES),
        amount("bonus_left", BONUS_LEFT, BONUS_TILES),
        bits("offer", OFFER, ANY_BONUS),
        one_hot("drawn_now", DRAWN_NOW, DRAW + 1),
        one_hot("using", USING, BONUS_TILES, less=1),
        one_hot("covering", COVERING, TILES, less=1),
        one_hot("marked_cell", MARKED_CELL, SEATS_HERE * CELLS, less=1),
        seat_index("repeat", REPEAT, many, less=1),
        seat_mask("winners", WINNERS, many),
        one_hot("shown_goals", SHOWN_GOALS, GOALS, less=1).subfields(GOALS, GOAL_BITS),
        one_hot("scouted", SCOUTED, WIDTH, less=1),
        one_hot("lost", LOST, TILES, less=1),
        bits("token", TOKEN, 1 | TOKEN_COVERED).repeat(TOKENS),
        seat_index("token_nest", TOKEN, many, mask=1, shift=1).repeat(TOKENS),
        one_hot("token_cell", TOKEN, CELLS, mask=0xFF, shift=8).repeat(TOKENS),
        one_hot("token_end", TOKEN, CELLS, mask=0xFF, shift=16).repeat(TOKENS),
    ]


def seat_features() -> list[Feature]:
    """One nest, and the public record of tiles entering and leaving the hand."""
    return [
        amount("made", MADE, MOST_NEST_TILES),
        one_hot("given", GIVEN, TILES, less=1),
        bits("came", CAME, ANY_TILE),
        bits("went", WENT, ANY_TILE),
        bits("kept", KEPT, ANY_BONUS),
        bits("declined", DECLINED, ANY_BONUS),
        amount("discarded", DISCARDED, BONUS_TILES),
        amount("eggs", EGGS, MOST_EGGS),
        one_hot("coloured", COLOURED, CELLS, less=1),
        bits("branch", BRANCH, ANY_CELL),
        bits("surface", SURFACE, ANY_CELL).repeat(SURFACES + 1),
        bits("gems", GEMS, ANY_CELL).repeat(COLUMN - GEMS),
        amount("column", COLUMN, KIND).repeat(WIDTH).subfields(GEM + 1, KIND_BITS),
    ]


def own_features() -> list[Feature]:
    """The hand, the tile and turn waiting for a cell, the goals seen, the bonus tiles drawn and discarded."""
    return [
        bits("hand", HAND, ANY_TILE),
        one_hot("chosen", CHOSEN, TURNS * TILES, less=1),
        one_hot("known", KNOWN, GOALS, less=1).subfields(GOALS, GOAL_BITS),
        bits("drawn", DRAWN, ANY_BONUS),
        bits("discards", DISCARDS, ANY_BONUS),
        bits("former", FORMER, ANY_BONUS).repeat(OWN_SIZE - FORMER),
    ]
