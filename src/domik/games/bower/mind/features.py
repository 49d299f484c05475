"""Bower's numbers by name, and what they tell a network."""

from __future__ import annotations

from domik.games.bower.rules.state import *
from domik.kernel.features import Feature, Features, Field, Fields, amount, bits, features_of, one_of, seat, seats
from domik.kernel.game import AWAITED, Game
from domik.kernel.options import Chosen

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
UNTOLD = {
    "last": "the nests say what lies",
    "reshuffled": "what it tells is rare and small",
    "cell": "surfaces, gems and columns say what counts of every cell",
}


def at_once(options: Chosen) -> bool:
    """Whether seats that are awaited together may act in any order to the same effect: here one follows another."""
    return False


def features(game: Game) -> Features:
    """The encoding; there are always two seats."""
    return features_of(FIELDS, game, of_the_table(int(game.seats)), of_a_seat(), of_my_own())


def of_the_table(many: int) -> list[Feature]:
    """The row, the stacks, what is being decided, and the tokens that lie in the nests."""
    return [
        seats("awaited", AWAITED, many),
        one_of("phase", PHASE, OVER + 1),
        seat("actor", ACTOR, many),
        seat("first", FIRST, many),
        one_of("row", ROW, TILES, less=1).over(ROW_SIZE),
        amount("nest_left", NEST_LEFT, MOST_NEST_TILES),
        amount("bonus_left", BONUS_LEFT, BONUS_TILES),
        bits("offer", OFFER, ANY_BONUS),
        one_of("drawn_now", DRAWN_NOW, DRAW + 1),
        one_of("using", USING, BONUS_TILES, less=1),
        one_of("covering", COVERING, TILES, less=1),
        one_of("marked_cell", MARKED_CELL, SEATS_HERE * CELLS, less=1),
        seat("repeat", REPEAT, many, less=1),
        seats("winners", WINNERS, many),
        one_of("shown_goals", SHOWN_GOALS, GOALS, less=1).packed(GOALS, GOAL_BITS),
        one_of("scouted", SCOUTED, WIDTH, less=1),
        one_of("lost", LOST, TILES, less=1),
        bits("token", TOKEN, 1 | TOKEN_COVERED).over(TOKENS),
        seat("token_nest", TOKEN, many, mask=1, shift=1).over(TOKENS),
        one_of("token_cell", TOKEN, CELLS, mask=0xFF, shift=8).over(TOKENS),
        one_of("token_end", TOKEN, CELLS, mask=0xFF, shift=16).over(TOKENS),
    ]


def of_a_seat() -> list[Feature]:
    """One nest, and what everybody saw come and go."""
    return [
        amount("made", MADE, MOST_NEST_TILES),
        one_of("given", GIVEN, TILES, less=1),
        bits("came", CAME, ANY_TILE),
        bits("went", WENT, ANY_TILE),
        bits("kept", KEPT, ANY_BONUS),
        bits("declined", DECLINED, ANY_BONUS),
        amount("discarded", DISCARDED, BONUS_TILES),
        amount("eggs", EGGS, MOST_EGGS),
        one_of("coloured", COLOURED, CELLS, less=1),
        bits("branch", BRANCH, ANY_CELL),
        bits("surface", SURFACE, ANY_CELL).over(SURFACES + 1),
        bits("gems", GEMS, ANY_CELL).over(COLUMN - GEMS),
        amount("column", COLUMN, KIND).over(WIDTH).packed(GEM + 1, KIND_BITS),
    ]


def of_my_own() -> list[Feature]:
    """The hand, the tile and turn that wait for a cell, the goals seen, the bonus tiles drawn and discarded."""
    return [
        bits("hand", HAND, ANY_TILE),
        one_of("chosen", CHOSEN, TURNS * TILES, less=1),
        one_of("known", KNOWN, GOALS, less=1).packed(GOALS, GOAL_BITS),
        bits("drawn", DRAWN, ANY_BONUS),
        bits("discards", DISCARDS, ANY_BONUS),
        bits("former", FORMER, ANY_BONUS).over(OWN_SIZE - FORMER),
    ]
