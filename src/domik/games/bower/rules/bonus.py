"""Taking a bonus tile: draw three, keep one; the discards come back when the stack runs out (BW-24, BW-60)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.effects import can_use
from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.stacks import stack_up, top_of
from domik.games.bower.rules.state import *
from domik.games.bower.rules.turns import end_turn, to_hand
from domik.kernel.game import bit, count
from domik.kernel.luck import seal, unsealed


def begin_bonus(numbers: vec[i64], kit: Kit, seat: i64) -> None:
    """A choice among the open tiles (`hard`) or three drawn ones; none there: nothing."""
    if kit.hard:
        if numbers[OFFER]:
            numbers[PHASE] = BONUS
            return
    elif draw(numbers, seat):
        numbers[PHASE] = BONUS
        return
    end_turn(numbers, kit, seat)


def draw(numbers: vec[i64], seat: i64) -> i64:
    """Draw the top three, reshuffling if need be; how many there were (BW-24)."""
    left = numbers[BONUS_LEFT]
    drawn: i64 = 0
    n: i64 = 0
    while n < DRAW:
        if not left:
            left = reshuffle(numbers, seat, n)
            if not left:
                break
        left -= 1
        drawn |= bit(top_of(numbers, SEALED + BONUS_STACK, left) - 1)
        n += 1
    numbers[BONUS_LEFT] = left
    numbers[DRAWN_NOW] = n
    numbers[OWN + OWN_SIZE * seat + DRAWN] = drawn
    return n


def reshuffle(numbers: vec[i64], seat: i64, drawn: i64) -> i64:
    """Shuffle the discards into a new stack with the sealed luck; how many there are (BW-24)."""
    own = OWN + OWN_SIZE * seat
    foe = OWN + OWN_SIZE * (1 - seat)
    former = numbers[foe + DISCARDS]
    discards = numbers[own + DISCARDS] | former
    if not discards:
        return 0
    remember(numbers, seat, drawn, former)
    numbers[own + DISCARDS] = 0
    numbers[foe + DISCARDS] = 0
    numbers[SEAT + DISCARDED] = 0
    numbers[SEAT + SEAT_SIZE + DISCARDED] = 0
    at = SEALED + LUCK
    luck = unsealed(numbers, at)
    n = stack_up(numbers, SEALED + BONUS_STACK, discards, luck)
    seal(luck, numbers, at)
    return n


def remember(numbers: vec[i64], seat: i64, drawn: i64, former: i64) -> None:
    """What a reshuffle tells the seat that does not draw (see reshuffles.py).

    Earlier ones tell something as long as the same seat reshuffles in the middle of a draw every time. Otherwise
    everybody knows the new stack: the drawer always does, and the opponent too when nothing was drawn before it.
    """
    in_a_row = drawn > 0 and (numbers[RESHUFFLED] >> 1) & 1 == seat and (numbers[RESHUFFLED] >> 4) & 0xF > 0
    for k in range(RESHUFFLES - 1, 0, -1):
        numbers[RESHUFFLED + k] = numbers[RESHUFFLED + k - 1] if in_a_row else 0
        for at in range(OWN + FORMER + k, SEALED, OWN_SIZE):
            numbers[at] = numbers[at - 1] if in_a_row else 0
    kept = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT]
    numbers[RESHUFFLED] = 1 | seat << 1 | drawn << 4 | kept << KEPT_EARLIER
    numbers[OWN + FORMER] = former
    numbers[OWN + OWN_SIZE + FORMER] = former


def keep(numbers: vec[i64], kit: Kit, seat: i64, tile: i64) -> None:
    """Show and keep one tile, discard the others unseen (BW-24); nest and ornament tiles ask nothing more."""
    at = SEAT + SEAT_SIZE * seat
    own = OWN + OWN_SIZE * seat
    if kit.hard:
        numbers[OFFER] &= ~bit(tile)
    else:
        discarded = numbers[own + DRAWN] & ~bit(tile)
        numbers[own + DRAWN] = 0
        numbers[own + DISCARDS] |= discarded
        numbers[at + DISCARDED] += count(discarded)
        numbers[DRAWN_NOW] = 0
        if numbers[RESHUFFLED] and not (numbers[RESHUFFLED] >> 8) & KEPT_THEN:
            numbers[RESHUFFLED] |= (tile + 1) << 8
    numbers[at + KEPT] |= bit(tile)
    if tile <= COLOURED_SHELLS:
        to_hand(numbers, seat, NEST_BONUS + tile)
        end_turn(numbers, kit, seat)
    elif tile <= ORNAMENT_SHELLS:
        end_turn(numbers, kit, seat)
    else:
        numbers[USING] = tile + 1
        numbers[PHASE] = USE


def legal_use(numbers: vec[i64], kit: Kit, seat: i64) -> i64:
    """An effect that would do nothing can only be declined (BW-39)."""
    if can_use(numbers, kit, seat, numbers[USING] - 1):
        return USE_IT | DECLINE
    return DECLINE
