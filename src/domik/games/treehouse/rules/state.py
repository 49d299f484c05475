"""Layout of the packed state: sizes, phases, and the offset of every open, own and sealed number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Sizes (TH-1, TH-20, TH-24, TH-30)
COLOURS: Final = 6
COPIES: Final = 12
ROUNDS: Final = 3
TURNS: Final = 5
HAND: Final = 6
TASKS: Final = 6
TASK_SIZE: Final = 8  # numbers of a task in Config.tasks: two patterns, each three colours and its points
MOST_SEATS: Final = 4

# A room is colour << 4 | number, so one shift gives its colour; a place that may be empty holds room + 1.
# A hand is one number: eight bits a room (room + 1), the first card in the lowest bits.
COLOUR_SHIFT: Final = 4
CARD_BITS: Final = 8
CARD: Final = 0xFF

# The tree: six bits a level; level 1 (the trunk) is bit 0. A slot rests on the slots 7 and 6 bits below it.
STRIDE: Final = 6
TRUNK: Final = 0b1
DISCARD: Final = TRUNK  # as an action, the trunk means "discard the room"
BOARD: Final = 0b111111_011111_001111_000111_000011_000000
LEFT: Final = 0b000111_000011_000011_000001_000001_000000
RIGHT: Final = 0b111000_011000_001100_000100_000010_000000

# Phases
PICK: Final = 0  # choose a room from the hand in secret (TH-21)
PLACE: Final = 1  # build the revealed room, or discard it (TH-22)
TAKE: Final = 2  # take a scoring-change card (TH-40, TH-42)
LAY: Final = 3  # lay it on a colour (TH-40, TH-42, TH-43)
CHOOSE: Final = 4  # `young`: pick a colour that scores (TH-60)
OVER: Final = 5

# Scoring-change cards; in `young` a picked colour shows PLAIN
NOTHING: Final = 1
DOUBLE: Final = 2
FEWEST: Final = 3
MOST: Final = 4
PLAIN: Final = 5
KIND_BITS: Final = 3
KIND: Final = 0b111

# Open: single numbers
PHASE: Final = 1
ROUND: Final = 2
TURN: Final = 3
FIRST: Final = 4  # seat + 1 of this round's first chooser, 0 until it is known
AGES: Final = 5  # seats from youngest to oldest, two bits each
LAID: Final = 6  # KIND_BITS a colour: the change card laid on it
TAKEN: Final = 7  # KIND_BITS a seat: the change card it holds
POOL: Final = 8  # KIND_BITS a kind: how many are left to take
WINNERS: Final = 9
LAID_IN: Final = 10  # three numbers: LAID as each round was scored
FIRST_IN: Final = 13  # three numbers: FIRST of each round
# Open: one block for each seat
SEAT: Final = 16
SEAT_SIZE: Final = 28
ROOMS: Final = 0  # six masks of slots, one for each colour
BIRDHOUSE: Final = 6  # the birdhouse's slot, 0 while it is not built
BALANCE: Final = 7  # -1 left, 0, 1 right
SCORE: Final = 8
ROOM: Final = 9  # the revealed room + 1 until it is placed
NESTED: Final = 10  # 1 when the birdhouse was built for the room that is still to be placed
SHOWN_TASK: Final = 11  # the secret task + 1, revealed when the game is over
BUILT: Final = 12  # fifteen numbers, one a turn: (room + 1) | slot << 8; slot DISCARD means discarded
NESTED_IN: Final = 27  # the turn (1-15) in which the birdhouse was built
OPEN_SIZE: Final = SEAT + MOST_SEATS * SEAT_SIZE

# Own
IN_HAND: Final = 0
CHOSEN: Final = 1  # the room + 1 chosen in secret
TASK: Final = 2  # the secret task + 1
SEEN: Final = 3  # fifteen hands, one a turn, as they were received
OWN_SIZE: Final = SEEN + ROUNDS * TURNS

# Sealed
DEALT: Final = 0  # one hand for each round and seat
FIRST_CHOOSER: Final = ROUNDS * MOST_SEATS  # original edition: stays sealed until the first scoring begins (TH-12)
SEALED_SIZE: Final = FIRST_CHOOSER + 1

# The deal: 72 rooms, six tasks, the age order (four), the first chooser
DEAL_ROOMS: Final = 0
DEAL_TASKS: Final = COLOURS * COPIES
DEAL_AGES: Final = DEAL_TASKS + TASKS
DEAL_FIRST: Final = DEAL_AGES + MOST_SEATS
DEAL_SIZE: Final = DEAL_FIRST + 1

# The change cards on offer, KIND_BITS for each kind (TH-11, TH-63)
FOUR: Final = 2 << KIND_BITS * NOTHING | 2 << KIND_BITS * DOUBLE
ONE_EACH: Final = 1 << KIND_BITS * NOTHING | 1 << KIND_BITS * DOUBLE | 1 << KIND_BITS * FEWEST | 1 << KIND_BITS * MOST
EIGHT: Final = 2 * ONE_EACH

# Templates to copy
_ROOMS: list[i64] = [colour << COLOUR_SHIFT | number for colour in range(COLOURS) for number in range(COPIES)]
_TASKS: list[i64] = list(range(TASKS))
ALL_ROOMS: Final = vec[i64](_ROOMS)
ALL_TASKS: Final = vec[i64](_TASKS)
DECK: Final = vec[i64](_ROOMS + _TASKS + list(range(MOST_SEATS)) + [0])
EMPTY: Final = vec[i64]([0] * (OPEN_SIZE + MOST_SEATS * OWN_SIZE + SEALED_SIZE))
