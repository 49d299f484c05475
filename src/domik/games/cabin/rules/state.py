"""Where everything lies in the numbers of a Cozy Cabin state: open, own and sealed, by name. No logic."""

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
DRAWN_EACH: Final = 14  # the most cards a seat ever draws in a draft: four, then two in five rounds
MOST_YEARS: Final = 24  # more than any life can last: domestic dice grow every year, natural ones stand still at 6

# A face is kind << 2 | home << 1 | upgraded; 0 is none. A card is its face with the set it came from above it.
UPGRADED: Final = 1
HOME: Final = 2
KIND_SHIFT: Final = 2
FACE_BITS: Final = 7
FACE: Final = 0x7F
MOST_KINDS: Final = 30
NEIGHBOUR: Final = 31  # its kind
NEIGHBOUR_FACE: Final = NEIGHBOUR << KIND_SHIFT
CARD_BITS: Final = 9
CARD: Final = 0x1FF

# Dice are one number, four bits a die: wood, clay, water, provisions, warmth, food, tea, cosiness.
DIE_BITS: Final = 4
DIE: Final = 0xF
GUARD: Final = 0x88888888  # the free bit of every die: a payment that a die cannot make clears it
SIXES: Final = 0x2222  # added to the natural dice, a 6 reaches its free bit
NATURAL_GUARD: Final = 0x8888
NATURAL: Final = 0xFFFF

# What the rules know of a face, eight numbers each
FACE_SIZE: Final = 8
COST: Final = 0  # dice to pay for building; the neighbour's can never be paid
GAIN_SHIFT: Final = 1  # the die that putting aside raises
GAIN_AMOUNT: Final = 2
VISIT_COST: Final = 3  # dice to pay on a visit
VISIT_SHIFT: Final = 4
VISIT_AMOUNT: Final = 5
MOVES: Final = 6  # ways to put it aside: GAIN, UPGRADE, FLIP
UNPAYABLE: Final = 0x7777

# Actions while planning: places 0 to 7 build, then
LAST_PLACE: Final = 0x80
EVERY_PLACE: Final = 0xFF
GAIN: Final = 0x100
UPGRADE: Final = 0x200
FLIP: Final = 0x400
GAIN_NUMBER: Final = 8
HIT: Final = 16  # + 4 * victim + resource: the neighbour steals or gives (CC-44)
SHOT: Final = 32  # + 4 * victim + resource (0 where none is named): it leaves the game (CC-46)

# The neighbour's edges, three numbers each, in the order of faces: natural, natural upgraded, home, home upgraded
EDGE_SIZE: Final = 3
EDGE_GIVES: Final = 0
EDGE_AMOUNT: Final = 1
EDGE_SHOT: Final = 2
RAID: Final = 0
FENCE: Final = 1
LONG_VISIT: Final = 2
GENEROUS: Final = 3
RAIDED: Final = 3  # the most that a raid takes
VISITED: Final = 2  # the cards that a long visit costs

# What may become of a card, as a mask
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
WAITS: Final = 1  # its card resolved, somebody's neighbour is up (CC-47)
MEETS: Final = 2  # its own neighbour is up
FENCES: Final = 3  # it moves a fence: which two locations? (CC-46)
LIVES: Final = 4  # from which location does the year start? (CC-20, CC-23)
DONE: Final = 5

# Template copies (CC-42)
COPIED: Final = 1  # 0 while it may still become one
SPOILT: Final = 2

# Open: one number each
PHASE: Final = 1
ROUND: Final = 2  # of the draft, from 0
LAST_VICTIM: Final = 3  # seat + 1
SHOT_AT: Final = 4  # mask of seats that a one-shot effect has hit
UP: Final = 5  # mask of seats whose neighbour is up and not played yet
WINNERS: Final = 6
MODEL: Final = 7  # FACE_BITS a place: the face to copy, never upgraded
FENCED: Final = 8  # seat + 1 of the victim while its fence is moved
SHOWN: Final = 9  # four masks of kinds, one a set: every card that everybody has seen
# Open: a block a seat
SEAT: Final = 14
SEAT_SIZE: Final = 30
CARDS: Final = 0  # thirteen: [0, LAID) is next month's pile, [TOP, PILE) this month's; 0 where it is not known yet
TOP: Final = 13  # of the card in hand, or the next to be taken
LAID: Final = 14
PILE: Final = 15
DICE: Final = 16
PLACED: Final = 17  # FACE_BITS a place, clockwise
FREE: Final = 18  # mask of empty places
LEFT: Final = 19  # the month die
BUILT: Final = 20  # 1 when something was built this month
STAGE: Final = 21
YEARS: Final = 22
VISITS: Final = 23  # cards that a long visit will still cost
COPY: Final = 24
LAST: Final = 25  # the last action in planning and life (one bit): everybody saw it
POINTS: Final = 26  # doubled, once the life is over
CAME_UP: Final = 27  # three numbers, after a draft only: the cards of month 1 in the order in which they came up
OPEN_SIZE: Final = SEAT + MOST_SEATS * SEAT_SIZE

# Own: only a draft needs it (CC-41)
HAND: Final = 0  # CARD_BITS a card, what was received lowest
PASSING: Final = 1  # two cards that wait for the others
KEPT: Final = 2  # two numbers of six cards, in the order in which they were laid down
HANDS: Final = 4  # six hands as they came, one a round
OWN_SIZE: Final = HANDS + DRAFT_ROUNDS
KEPT_EACH: Final = 6  # cards in one number of KEPT and CAME_UP

# Sealed: DRAWN_EACH numbers a seat (its deck, or the common deck as it is drawn), then where each neighbour lies
SEALED_EACH: Final = DRAWN_EACH + 1

# The ordered pairs of a draft: action number -> places in the hand of what is laid first and second
PAIR_LOWER: Final = vec[i64]([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
PAIR_UPPER: Final = vec[i64]([1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2])
# The pairs of places that a fence can swap
FENCE_PAIRS: Final = 28
_FIRSTS: list[i64] = [a for a in range(PLACES) for b in range(a + 1, PLACES)]
_SECONDS: list[i64] = [b for a in range(PLACES) for b in range(a + 1, PLACES)]
FENCE_FIRST: Final = vec[i64](_FIRSTS)
FENCE_SECOND: Final = vec[i64](_SECONDS)
EMPTY: Final = vec[i64]([0] * (OPEN_SIZE + MOST_SEATS * (OWN_SIZE + SEALED_EACH)))
