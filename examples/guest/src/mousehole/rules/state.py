"""Layout of a Mousehole state: offsets and encodings of its numbers."""

from __future__ import annotations

KINDS = ("bed", "pantry", "stove", "lamp")
BED, PANTRY, STOVE, LAMP = range(4)
SEATS, HAND, SHELVES, ROOMS = 4, 3, 2, 6
CARDS = 36

# open; number 0 is the kernel's AWAITED
PHASE = 1
SHELF = 2  # the cards on the shelf, counted from 1
PILE_LEFT = SHELF + SHELVES
SEAT = PILE_LEFT + 1  # one block per seat, with these offsets:
SHOWN = 0  # public knowledge of each place of its hand: a card counted from 1, UNSEEN or GAP
WISHED = SHOWN + HAND  # its wish counted from 1, once the game is over
DUG = WISHED + 1  # number of rooms
BURROW = DUG + 1  # its rooms from left to right, cards counted from 1
SEAT_SIZE = BURROW + ROOMS
OPEN_SIZE = SEAT + SEATS * SEAT_SIZE
UNSEEN, GAP = 0, -1

# own
HELD = 0  # the places of the hand, cards counted from 1
WISH = HELD + HAND  # the wished kind, from 0
OWN_SIZE = WISH + 1

# sealed: the pile; its top is the last of the PILE_LEFT cards
SEALED_SIZE = CARDS

# the deal: all cards in the order they come into play, then the seats' wishes
DEAL_WISHES = CARDS
DEAL_SIZE = CARDS + len(KINDS)

# phases
DIG, TAKE, OVER = range(3)

# actions: 2 * place in hand + side, then what is taken
LEFT, RIGHT = range(2)
FROM_SHELF = 2 * HAND
FROM_PILE = FROM_SHELF + SHELVES
