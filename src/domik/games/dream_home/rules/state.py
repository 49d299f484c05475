"""Layout of the packed state: sizes, phases, and the offset of every open and sealed number. Seats have no secrets."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Sizes (DH-1, DH-3, DH-10)
ROOMS: Final = 60
RESOURCES: Final = 48
ROUNDS: Final = 12
COLUMNS: Final = 5
ALL_COLUMNS: Final = 0b11111
MOST_SEATS: Final = 4
KINDS: Final = 15  # of rooms

# The house (DH-2): six bits a level, so that a neighbour is one shift away and the level above six.
# Ground level: bits 3 and 4 (the basement under columns 4 and 5); second floor: 6 to 10; third floor: 12 to 16.
LEVEL: Final = 6
CELLS: Final = 17  # a cell is its bit number; five of the seventeen lie outside the house
BASEMENT: Final = 0b11000
SECOND: Final = 0b11111_000000
THIRD: Final = 0b11111_000000_000000
BOARD: Final = BASEMENT | SECOND | THIRD
FOOT: Final = BASEMENT | 0b00111_000000  # cells that need no support (DH-21)

# A cell of a house holds (room + 1) | FACE_DOWN | (token + 1) << TOKEN_SHIFT. A token is its resource's number or CAR.
CARD_BITS: Final = 6
CARD: Final = 0x3F
FACE_DOWN: Final = 0x40
TOKEN_SHIFT: Final = 7
CAR: Final = RESOURCES

# Phases
DISCARD: Final = 0  # 2-3 players: the first player discards a column (DH-12)
HAMMER: Final = 1  # an owner of a jackhammer may use it (DH-41)
TURN: Final = 2  # tools, then a column (DH-13, DH-44)
DRILL: Final = 3  # the market room to bring in, face up or face down (DH-40)
LAY: Final = 4  # room and resource, in the player's order (DH-20, DH-31, DH-45)
PARK: Final = 5  # whether and where to put the car (DH-65)
ROOFER: Final = 6  # a roof from the discards (DH-52)
COURIER: Final = 7  # a room from the discards (DH-53)
DELIVER: Final = 8  # the cell it goes to, face up or face down (DH-53)
HANDYMAN: Final = 9  # the first of two cards to swap (DH-54)
SWAP: Final = 10  # the second (DH-54)
OVER: Final = 11

# Actions are bits. DISCARD, HAMMER, TURN: the column. TURN: MIX + pair, DRILL_OUT + cell. DRILL: column, or
# DOWN_COLUMN + column. LAY, DELIVER: cell face up, DOWN + cell face down; LAY: TARGET + cell, PUT_AWAY.
# ROOFER: resource; COURIER: room; PARK, HANDYMAN, SWAP: cell; where declining is allowed: PASS.
MIX: Final = 5
PAIRS: Final = 10
DRILL_OUT: Final = 15
DOWN_COLUMN: Final = 5
DOWN: Final = 17
TARGET: Final = 34
PUT_AWAY: Final = 1 << 51
PASS: Final = 1 << 60

# Open: single numbers
PHASE: Final = 1
ROUND: Final = 2  # 1 to 12
FIRST: Final = 3  # the seat with the marker
NEXT_FIRST: Final = 4  # the seat that will have it next round (DH-13)
STEP: Final = 5  # the acting seat's distance from the first player
SKIPPING: Final = 6  # mask of the seats that used a jackhammer this round
ROOM: Final = 7  # the room + 1 to be laid
RESOURCE: Final = 8  # the furnishing or scaffolding + 1 to be placed
CHOSEN: Final = 9  # DRILL and SWAP: the cell chosen before; DELIVER: the room
THEN: Final = 10  # the phase that the car question interrupted
CAR_GONE: Final = 11  # 1 once the car is taken
HELPED: Final = 12  # at the end: index of the seat's helper being asked, -1 before the first (DH-51)
WINNERS: Final = 13
ROOM_DISCARDS: Final = 14  # masks of discarded cards, open to all (DH-14)
RESOURCE_DISCARDS: Final = 15
ROOM_DECK: Final = 16  # masks of cards still in the decks: their order is sealed
RESOURCE_DECK: Final = 17
MARKET_ROOMS: Final = 18  # five numbers, room + 1
MARKET_RESOURCES: Final = 23  # five numbers, resource + 1; the leftmost is always 0 (DH-3)
COLUMNS_LEFT: Final = 28  # mask of the columns that still have their room
# Open: one block for each seat
SEAT: Final = 29
HOUSE: Final = 0  # seventeen cells
SAME: Final = 17  # fifteen masks: the face-up cells of each kind of room
FILLED: Final = 32  # mask of cells with a card
EMPTY: Final = 33  # mask of face-down cards (DH-25)
FURNISHED: Final = 34  # mask of cells with a token
SCAFFOLD: Final = 35  # mask of cells with scaffolding (DH-45)
HELD: Final = 36  # mask of resource cards: roofs, tools and helpers beside the house, scaffolding in it
GARDEN: Final = 37  # mask of furnishings beside the house (DH-33)
SCORE: Final = 38  # the final points, 0 before the end
SEAT_SIZE: Final = 39
OPEN_SIZE: Final = SEAT + MOST_SEATS * SEAT_SIZE
OWN_SIZE: Final = 0  # seats have no secrets

# Sealed: one number a round: five rooms (lowest bits first), then four resources, CARD_BITS each
SEALED_SIZE: Final = ROUNDS

# The deal: rooms in order, five a round; resources, four a round; the first holder of the marker
DEAL_RESOURCES: Final = ROOMS
DEAL_FIRST: Final = ROOMS + RESOURCES
DEAL_SIZE: Final = DEAL_FIRST + 1

# Templates to copy
_DECK: list[i64] = list(range(ROOMS)) + list(range(RESOURCES)) + [0]
DECK: Final = vec[i64](_DECK)
BARE: Final = vec[i64]([0] * (OPEN_SIZE + SEALED_SIZE))
# The mixer's ten pairs of columns (DH-43)
_LEFTS: list[i64] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]
_RIGHTS: list[i64] = [1, 2, 3, 4, 2, 3, 4, 3, 4, 4]
PAIR_LEFT: Final = vec[i64](_LEFTS)
PAIR_RIGHT: Final = vec[i64](_RIGHTS)
