"""Layout of Bower's state: offsets and encodings of the open, own and sealed numbers. No logic."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# The nest (BW-1): cell = 6 * (row - 1) + column - 1, as a mask bit and as an action; row 1 touches the board.
WIDTH: Final = 6
MOST_ROWS: Final = 5
CELLS: Final = WIDTH * MOST_ROWS
ROW_1: Final = 0b111111
LEFT_COLUMN: Final = 0b000001_000001_000001_000001_000001
NOT_LEFT: Final = 0b111110_111110_111110_111110_111110
NOT_RIGHT: Final = 0b011111_011111_011111_011111_011111

# A turn of a tile is the direction from half a to half b.
RIGHTWARDS: Final = 0
AWAY: Final = 1  # away from the birds board
LEFTWARDS: Final = 2
TOWARDS: Final = 3  # towards the birds board
TURNS: Final = 4
STEPS: Final = vec[i64]([1, WIDTH, -1, -WIDTH])  # from the cell of half a to that of half b, by turn
LYING: Final = 0b0101  # turns 0 and 2 need two free cells in a row, turns 1 and 3 in a column
STANDING: Final = 0b1010
EVERY_FOURTH: Final = 0x1111111  # one bit for each of seven tiles, the most in a hand that can place

# Surfaces (BW-3, BW-30)
STRAW: Final = 0
MOSS: Final = 1
GRAVEL: Final = 2
EARTH: Final = 3
SURFACES: Final = 3  # those that form groups

# Ornaments (BW-3). The ornaments of a cell or a column are packed into one number, KIND_BITS per kind.
# 0-2 flowers (yellow, purple, red), 3-5 feathers; the first six are also the coloured goals (BW-2).
COLOURS: Final = 3
FLOWER: Final = 0
FEATHER: Final = 3
WHITE_FLOWER: Final = 6
WHITE_FEATHER: Final = 7
SHELL: Final = 8
GEM: Final = 9
MARKABLE: Final = 8  # the kinds that an X can lie on: flowers and feathers, including white ones (BW-35)
KIND_BITS: Final = 6
KIND: Final = 0b111111
SHELL_SHIFT: Final = KIND_BITS * SHELL
GEM_SHIFT: Final = KIND_BITS * GEM
ONE_SHELL: Final = 1 << SHELL_SHIFT
ONE_WHITE_FLOWER: Final = 1 << KIND_BITS * WHITE_FLOWER
ONE_WHITE_FEATHER: Final = 1 << KIND_BITS * WHITE_FEATHER

# Goals (BW-2): places 0-5 are the columns, 6 and 7 are set aside. All eight in one number, four bits each, goal + 1.
GOALS: Final = 8
ANY_FLOWER: Final = 6
ANY_FEATHER: Final = 7
ASIDE: Final = 6
GOAL_BITS: Final = 4
GOAL: Final = 0b1111
COLUMNS_OF_SEAT_0: Final = 0x0F0F0F  # columns 1, 3, 5; the other seat owns 2, 4, 6 (BW-10)
ASIDE_GOALS: Final = 0xFF000000

# Tiles: 0-39 nest tiles, 40-44 the nest bonus tiles; face 2 * tile + half; a place that may be empty holds tile + 1.
MOST_NEST_TILES: Final = 40
ROW_SIZE: Final = 3  # open tiles to choose from
NEST_BONUS: Final = 40
FACES: Final = 2 * (NEST_BONUS + 5)

# Bonus tiles (BW-4), in the order of the component file
NEST_WHITE: Final = 0
COLOURED_SHELLS: Final = 4
ORNAMENT_YELLOW: Final = 5
ORNAMENT_SHELLS: Final = 8
SCOUT_GOAL: Final = 9
SCOUT_ASIDE: Final = 10
TOKEN_X: Final = 11
TOKEN_WHITE_FLOWER: Final = 12
TOKEN_WHITE_FEATHER: Final = 13
TOKEN_SHELLS: Final = 14
TOKEN_BRANCH: Final = 15
COVER: Final = 16
GIFT: Final = 17
DOUBLE_TURN: Final = 18
LOSS: Final = 19
BONUS_TILES: Final = 20
DRAW: Final = 3  # number of bonus tiles to choose from (BW-24)

# Phases
DRAFT: Final = 0  # take the very first tile (BW-12)
TAKE: Final = 1  # take a tile of the row (BW-20)
CHOOSE: Final = 2  # which tile of the hand, and its turn: 4 * place in hand + turn (BW-21)
PLACE: Final = 3  # the cell of its half a (BW-21)
BONUS: Final = 4  # which bonus tile (BW-24, BW-60)
USE: Final = 5  # use its effect or decline it (BW-24)
SCOUT: Final = 6  # which goal: the column (BW-34)
MARK: Final = 7  # X: 30 * nest + cell (BW-35)
MARK_KIND: Final = 8  # X: which ornament of that cell (BW-35)
SET: Final = 9  # the cell of a white flower, a white feather, the shells (BW-35)
JOIN: Final = 10  # the branch: its first cell, plus 30 when it stands (BW-35)
COVER_TURN: Final = 11  # the turn of the covering tile (BW-36)
COVER_PLACE: Final = 12  # the cell of its half a (BW-36)
GIVE: Final = 13  # which tile of the row (BW-37)
LOSE: Final = 14  # the opponent chooses a tile of their hand (BW-39)
OVER: Final = 15
USE_IT: Final = 0b01  # the actions of USE
DECLINE: Final = 0b10
STANDING_BRANCH: Final = 30

# Open: single numbers
PHASE: Final = 1
ACTOR: Final = 2  # whose turn it is, also while the opponent answers (BW-39)
FIRST: Final = 3  # the starting seat (BW-12)
ROW: Final = 4  # three places, tile + 1
NEST_LEFT: Final = 7  # tiles in the stack
BONUS_LEFT: Final = 8  # bonus tiles in their stack
OFFER: Final = 9  # `hard`: mask of the open bonus tiles (BW-60)
DRAWN_NOW: Final = 10  # number of bonus tiles the actor is choosing from
USING: Final = 11  # the bonus tile + 1 whose effect is being decided
COVERING: Final = 12  # the tile + 1 drawn for a cover
MARKED_CELL: Final = 13  # 30 * nest + cell + 1 while the X waits for its ornament
REPEAT: Final = 14  # seat + 1 of the seat that has another turn after the next (BW-38)
WINNERS: Final = 15
SHOWN_GOALS: Final = 16  # all eight goals once the game is over (BW-50)
SCOUTED: Final = 17  # the column + 1 that `scout_goal` looked at (BW-34)
LAST: Final = 18  # the last tile laid: (tile + 1) | turn << 8 | cell << 12 | seat << 20 | covering << 24
LOST: Final = 19  # the tile lost, + 1 (BW-39)
TOKEN: Final = 20  # five tokens, in the order of their bonus tiles: see the encoding below
TOKENS: Final = 5
RESHUFFLED: Final = 25  # the last reshuffle, then earlier ones that are still informative: see the encoding below
RESHUFFLES: Final = 6  # of twenty tiles, no more consecutive reshuffles can fall in the middle of a draw
# A reshuffle: 1 | drawer << 1 | tiles drawn before it << 4 | (tile kept + 1) << 8 | mask of tiles kept earlier << 16
KEPT_THEN: Final = 0b11111
KEPT_EARLIER: Final = 16
# A token on the table: 1 | nest << 1 | covered << 2 | cell << 8 | (kind of an X, other end of a branch) << 16
TOKEN_COVERED: Final = 0b100

# Open: one block per seat
SEAT: Final = 31
MADE: Final = 0  # turns made
GIVEN: Final = 1  # the tile + 1 given to this seat and waiting to be placed (BW-37)
CAME: Final = 2  # mask of all tiles publicly seen to enter this hand (BW-20)
WENT: Final = 3  # mask of those publicly seen to leave it, and of gifts and covers that were laid
KEPT: Final = 4  # mask of the bonus tiles kept
DECLINED: Final = 5  # mask of those whose effect was declined
DISCARDED: Final = 6  # number of bonus tiles this seat has discarded since the last shuffle
EGGS: Final = 7
COLOURED: Final = 8  # the cell + 1 of the coloured shells (BW-31)
BRANCH: Final = 9  # mask of the two ends of the branch (BW-35)
SURFACE: Final = 10  # four masks of cells
GEMS: Final = 14  # three masks: cells with at least one, two, three gems
COLUMN: Final = 17  # six numbers: the ornaments that count in each column
CELL: Final = 23  # thirty numbers: the top face + 1
SEAT_SIZE: Final = CELL + CELLS
OPEN_SIZE: Final = SEAT + 2 * SEAT_SIZE

# Own
HAND: Final = 0  # mask of tiles
CHOSEN: Final = 1  # 4 * tile + turn + 1 while it waits for its cell
KNOWN: Final = 2  # the goals this seat has seen
DRAWN: Final = 3  # mask of the bonus tiles it chooses from
DISCARDS: Final = 4  # mask of the bonus tiles it has discarded since the last shuffle
FORMER: Final = 5  # per reshuffle, the discards of the seat that was not drawing; the drawer can infer them
OWN_SIZE: Final = 11

# Sealed
GOALS_DEALT: Final = 0
LUCK: Final = 1  # four words: the luck of reshuffling (BW-24)
# A stack: tile + 1, STACK_BITS each, eight per number, lowest first; the top is at NEST_LEFT - 1 or BONUS_LEFT - 1
STACK_BITS: Final = 7
BONUS_STACK: Final = 5  # three numbers
NEST_STACK: Final = 8  # five numbers
SEALED_SIZE: Final = NEST_STACK + MOST_NEST_TILES // 8

OWN: Final = OPEN_SIZE
SEALED: Final = OPEN_SIZE + 2 * OWN_SIZE
SIZE: Final = SEALED + SEALED_SIZE

# The deal: eight goals, the starting seat, all nest tiles, all bonus tiles of the mode, four words of luck
DEAL_FIRST: Final = GOALS
DEAL_NEST: Final = GOALS + 1
LUCK_WORDS: Final = 4

EMPTY: Final = vec[i64]([0] * SIZE)
