"""Taking a bonus tile: draw three, keep one; the discards come back when the stack runs out (BW-24, BW-60)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.box import Box
from domik.games.bower.effects import can_use
from domik.games.bower.state import *
from domik.games.bower.turns import end_turn, to_hand
from domik.kernel.game import bit, count, lowest
from domik.kernel.luck import Luck


def begin_bonus(table: vec[i64], box: Box, seat: i64) -> None:
    """A choice among the open tiles (`hard`) or three drawn ones; none there: nothing."""
    if box.hard:
        if table[OFFER]:
            table[PHASE] = BONUS
            return
    elif draw(table, seat):
        table[PHASE] = BONUS
        return
    end_turn(table, box, seat)


def draw(table: vec[i64], seat: i64) -> i64:
    """Draw the top three, reshuffling if need be; how many there were (BW-24)."""
    left = table[BONUS_LEFT]
    drawn: i64 = 0
    n: i64 = 0
    while n < DRAW:
        if not left:
            left = reshuffle(table, seat, n)
            if not left:
                break
        left -= 1
        at = SEALED + BONUS_STACK + left
        drawn |= bit(table[at] - 1)
        table[at] = 0
        n += 1
    table[BONUS_LEFT] = left
    table[DRAWN_NOW] = n
    table[OWN + OWN_SIZE * seat + DRAWN] = drawn
    return n


def reshuffle(table: vec[i64], seat: i64, drawn: i64) -> i64:
    """Shuffle the discards into a new stack with the sealed luck; how many there are (BW-24)."""
    own = OWN + OWN_SIZE * seat
    foe = OWN + OWN_SIZE * (1 - seat)
    former = table[foe + DISCARDS]
    discards = table[own + DISCARDS] | former
    if not discards:
        return 0
    remember(table, seat, drawn, former)
    table[own + DISCARDS] = 0
    table[foe + DISCARDS] = 0
    table[SEAT + DISCARDED] = 0
    table[SEAT + SEAT_SIZE + DISCARDED] = 0
    stack = SEALED + BONUS_STACK
    n: i64 = 0
    while discards:
        table[stack + n] = lowest(discards) + 1
        discards &= discards - 1
        n += 1
    at = SEALED + LUCK
    luck = Luck(table[at], table[at + 1], table[at + 2], table[at + 3])
    luck.shuffle(table, stack, stack + n)
    table[at] = luck.a
    table[at + 1] = luck.b
    table[at + 2] = luck.c
    table[at + 3] = luck.d
    return n


def remember(table: vec[i64], seat: i64, drawn: i64, former: i64) -> None:
    """What a reshuffle tells the seat that does not draw (see reshuffles.py).

    Earlier ones tell something as long as the same seat reshuffles in the middle of a draw every time. Otherwise
    everybody knows the new stack: the drawer always does, and the opponent too when nothing was drawn before it.
    """
    in_a_row = drawn > 0 and (table[RESHUFFLED] >> 1) & 1 == seat and (table[RESHUFFLED] >> 4) & 0xF > 0
    for k in range(RESHUFFLES - 1, 0, -1):
        table[RESHUFFLED + k] = table[RESHUFFLED + k - 1] if in_a_row else 0
        for at in range(OWN + FORMER + k, SEALED, OWN_SIZE):
            table[at] = table[at - 1] if in_a_row else 0
    kept = table[SEAT + KEPT] | table[SEAT + SEAT_SIZE + KEPT]
    table[RESHUFFLED] = 1 | seat << 1 | drawn << 4 | kept << KEPT_EARLIER
    table[OWN + FORMER] = former
    table[OWN + OWN_SIZE + FORMER] = former


def keep(table: vec[i64], box: Box, seat: i64, tile: i64) -> None:
    """Show and keep one tile, discard the others unseen (BW-24); nest and ornament tiles ask nothing more."""
    at = SEAT + SEAT_SIZE * seat
    own = OWN + OWN_SIZE * seat
    if box.hard:
        table[OFFER] &= ~bit(tile)
    else:
        discarded = table[own + DRAWN] & ~bit(tile)
        table[own + DRAWN] = 0
        table[own + DISCARDS] |= discarded
        table[at + DISCARDED] += count(discarded)
        table[DRAWN_NOW] = 0
        if table[RESHUFFLED] and not (table[RESHUFFLED] >> 8) & KEPT_THEN:
            table[RESHUFFLED] |= (tile + 1) << 8
    table[at + KEPT] |= bit(tile)
    if tile <= COLOURED_SHELLS:
        to_hand(table, seat, NEST_BONUS + tile)
        end_turn(table, box, seat)
    elif tile <= ORNAMENT_SHELLS:
        end_turn(table, box, seat)
    else:
        table[USING] = tile + 1
        table[PHASE] = USE


def legal_use(table: vec[i64], box: Box, seat: i64) -> i64:
    """An effect that would do nothing can only be declined (BW-39)."""
    if can_use(table, box, seat, table[USING] - 1):
        return USE_IT | DECLINE
    return DECLINE
