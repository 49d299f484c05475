"""Layout of a Cozy Cabin state: offsets and encodings of the open, own and sealed numbers. No logic."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Sizes (CC-1, CC-10, CC-41, CC-44)
MOST_SEATS: Final = 4
MONTHS: Final = 8
PLACES: Final = 8
CARDS_EACH: Final = 12
PILE_MOST: Final = 13  # the neighbour is a 13th card
DIE_MOST: Final = 6
RESOURCES: Final = 4
DRAFT_ROUNDS: Final = 6
DRAWN_EACH: Final = 14  # the most cards a seat draws in a draft: four, then two in each of five rounds
MOST_YEARS: Final = 24  # upper bound on a life: domestic dice grow every year, natural ones stop at 6

# A face is kind << 2 | home << 1 | upgraded; 0 is none. A card is a face with its set in the bits above.
UPGRADED: Final = 1
HOME: Final = 2
KIND_SHIFT: Final = 2
FACE_BITS: Final = 7
FACE: Final = 0x7F
MOST_KINDS: Final = 30
NEIGHBOUR: Final = 31  # the neighbour's kind
NEIGHBOUR_FACE: Final = NEIGHBOUR << KIND_SHIFT
CARD_BITS: Final = 9
CARD: Final = 0x1FF

# Dice are packed into one number, four bits each: wood, clay, water, provisions, warmth, food, tea, cosiness.
DIE_BITS: Final = 4
DIE: Final = 0xF
GUARD: Final = 0x88888888  # the spare bit of every die: an unaffordable payment borrows it
SIXES: Final = 0x2222  # added to the natural dice, carries a 6 into its spare bit
NATURAL_GUARD: Final = 0x8888
NATURAL: Final = 0xFFFF

# Offsets in the table of faces, eight numbers per face
FACE_SIZE: Final = 8
COST: Final = 0  # dice to pay for building; the neighbour's cost is unpayable
GAIN_SHIFT: Final = 1  # bit offset of the die that putting aside raises
GAIN_AMOUNT: Final = 2
VISIT_COST: Final = 3  # dice to pay on a visit
VISIT_SHIFT: Final = 4
VISIT_AMOUNT: Final = 5
MOVES: Final = 6  # mask of the ways to put it aside: GAIN, UPGRADE, FLIP
UNPAYABLE: Final = 0x7777

# Actions while planning: bits 0 to 7 build on that place, then
LAST_PLACE: Final = 0x80
EVERY_PLACE: Final = 0xFF
GAIN: Final = 0x100
UPGRADE: Final = 0x200
FLIP: Final = 0x400
GAIN_NUMBER: Final = 8
HIT: Final = 16  # + 4 * victim + resource: the neighbour steals or gives (CC-44)
SHOT: Final = 32  # + 4 * victim + resource (0 where none is named): it leaves the game (CC-46)

# The neighbour's edges, three numbers each, in face order: natural, natural upgraded, home, home upgraded
EDGE_SIZE: Final = 3
EDGE_GIVES: Final = 0
EDGE_AMOUNT: Final = 1
EDGE_SHOT: Final = 2
RAID: Final = 0
FENCE: Final = 1
LONG_VISIT: Final = 2
GENEROUS: Final = 3
RAIDED: Final = 3  # the most a raid takes
VISITED: Final = 2  # cards lost to a long visit

# What may become of a card, as bits of a mask
LEFT_OUT: Final = 1
AS_NATURAL: Final = 2
AS_HOME: Final = 4
ANYTHING: Final = 7

# Phases
DRAFTING: Final = 0
PLAYING: Final = 1
OVER: Final = 2

# Stages of a seat
PLANS: Final = 0  # a card in hand (CC-10)
WAITS: Final = 1  # card resolved, another seat's neighbour is up (CC-47)
MEETS: Final = 2  # its own neighbour is up
FENCES: Final = 3  # choosing two locations to swap with a fence (CC-46)
LIVES: Final = 4  # choosing the location where the year starts (CC-20, CC-23)
DONE: Final = 5

# Template copies (CC-42)
COPIED: Final = 1  # 0 while it may still become a copy
SPOILT: Final = 2

# Open: single numbers
PHASE: Final = 1
ROUND: Final = 2  # draft round, from 0
LAST_VICTIM: Final = 3  # seat + 1
SHOT_AT: Final = 4  # mask of seats already hit by a strong effect
UP: Final = 5  # mask of seats whose neighbour is up and not played yet
WINNERS: Final = 6
MODEL: Final = 7  # FACE_BITS per place: the face to copy, never upgraded
FENCED: Final = 8  # seat + 1 of the victim while a fence is moved
SHOWN: Final = 9  # four masks of kinds, one per set: every card that is public
# Open: one block per seat
SEAT: Final = 14
SEAT_SIZE: Final = 30
CARDS: Final = 0  # thirteen: [0, LAID) is next month's pile, [TOP, PILE) this month's; 0 where hidden
TOP: Final = 13  # index of the card in hand, or of the next to be taken
LAID: Final = 14
PILE: Final = 15
DICE: Final = 16
PLACED: Final = 17  # FACE_BITS per place, clockwise
FREE: Final = 18  # mask of empty places
LEFT: Final = 19  # months left on the month die
BUILT: Final = 20  # 1 when something was built this month
STAGE: Final = 21
YEARS: Final = 22
VISITS: Final = 23  # cards still to be lost to a long visit
COPY: Final = 24
LAST: Final = 25  # the last action in planning and life (one bit), which is public
POINTS: Final = 26  # doubled, once the life is over
CAME_UP: Final = 27  # three numbers, after a draft only: the cards of month 1 in the order they came up
OPEN_SIZE: Final = SEAT + MOST_SEATS * SEAT_SIZE

# Own: used in a draft only (CC-41)
HAND: Final = 0  # CARD_BITS per card, received ones lowest
PASSING: Final = 1  # two cards waiting for the other seats
KEPT: Final = 2  # two numbers of six cards each, in the order laid down
HANDS: Final = 4  # six hands as received, one per round
OWN_SIZE: Final = HANDS + DRAFT_ROUNDS
KEPT_EACH: Final = 6  # cards per number of KEPT and CAME_UP

# Sealed: DRAWN_EACH numbers per seat (its deck, or the common deck as it is drawn), then each neighbour's position
SEALED_EACH: Final = DRAWN_EACH + 1

# The ordered pairs of a draft: action number -> positions in the hand of the first and second card laid
PAIR_LOWER: Final = vec[i64]([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
PAIR_UPPER: Final = vec[i64]([1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2])
# The pairs of places that a fence can swap
FENCE_PAIRS: Final = 28
_FIRSTS: list[i64] = [a for a in range(PLACES) for b in range(a + 1, PLACES)]
_SECONDS: list[i64] = [b for a in range(PLACES) for b in range(a + 1, PLACES)]
FENCE_FIRST: Final = vec[i64](_FIRSTS)
FENCE_SECOND: Final = vec[i64](_SECONDS)
EMPTY: Final = vec[i64]([0] * (OPEN_SIZE + MOST_SEATS * (OWN_SIZE + SEALED_EACH)))
