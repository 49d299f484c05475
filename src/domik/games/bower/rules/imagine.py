"""A whole Bower state that agrees with all that one seat has seen.

The opponent's hand is public memory: every tile of it was seen to come (BW-20). Unknown are goals not scouted, the
order of the stacks, bonus tiles that the opponent discarded or is choosing from, a tile chosen but not laid, the luck.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.nest import covering_turns, filled, fitting_turns
from domik.games.bower.rules.reshuffles import early_places, early_tiles, kept_then
from domik.games.bower.rules.stacks import stack_up
from domik.games.bower.rules.state import *
from domik.kernel.game import bit, count, lowest
from domik.kernel.luck import Luck


def imagined_numbers(view: vec[i64], seat: i64, kit: Kit, luck: Luck) -> vec[i64]:
    """The view with everything unseen drawn anew."""
    numbers = view[:]
    foe = OWN + OWN_SIZE * (1 - seat)
    at = SEAT + SEAT_SIZE * (1 - seat)
    numbers[foe + HAND] = view[at + CAME] & ~view[at + WENT]
    for k in range(FORMER, FORMER + RESHUFFLES):
        numbers[foe + k] = view[OWN + OWN_SIZE * seat + k]
    imagine_goals(numbers, seat, luck)
    imagine_nest_stack(numbers, kit, luck)
    if not kit.hard:
        imagine_bonus(numbers, seat, kit, luck)
    if view[ACTOR] != seat:
        imagine_choice(numbers, 1 - seat, kit, luck)
    for k in range(LUCK_WORDS):
        numbers[SEALED + LUCK + k] = luck.word()
    return numbers


def imagine_goals(numbers: vec[i64], seat: i64, luck: Luck) -> None:
    """Goals not seen lie anywhere that was not looked at; the opponent knows their own and what they scouted."""
    known = numbers[SHOWN_GOALS]
    if not known:
        known = numbers[OWN + OWN_SIZE * seat + KNOWN]
    unseen: i64 = bit(GOALS) - 1
    for place in range(GOALS):
        goal = (known >> (GOAL_BITS * place)) & GOAL
        if goal:
            unseen &= ~bit(goal - 1)
    for place in range(GOALS):
        if not (known >> (GOAL_BITS * place)) & GOAL:
            goal = luck.bit_of(unseen)
            unseen &= ~goal
            known |= (lowest(goal) + 1) << (GOAL_BITS * place)
    numbers[SEALED + GOALS_DEALT] = known
    foe = 1 - seat
    looked: i64 = COLUMNS_OF_SEAT_0 if foe == 0 else 0xFFFFFF & ~COLUMNS_OF_SEAT_0
    used = numbers[SEAT + SEAT_SIZE * foe + KEPT] & ~numbers[SEAT + SEAT_SIZE * foe + DECLINED]
    if used & bit(SCOUT_GOAL) and numbers[SCOUTED]:
        place_bits: i64 = GOAL
        looked |= place_bits << (GOAL_BITS * (numbers[SCOUTED] - 1))
    if used & bit(SCOUT_ASIDE) and numbers[USING] != SCOUT_ASIDE + 1:
        looked |= ASIDE_GOALS
    numbers[OWN + OWN_SIZE * foe + KNOWN] = known & looked


def imagine_nest_stack(numbers: vec[i64], kit: Kit, luck: Luck) -> None:
    """Every nest tile that nobody has seen yet, in any order."""
    seen = (
        numbers[SEAT + CAME]
        | numbers[SEAT + SEAT_SIZE + CAME]
        | numbers[SEAT + WENT]
        | numbers[SEAT + SEAT_SIZE + WENT]
    )
    for place in range(ROW, ROW + ROW_SIZE):
        if numbers[place]:
            seen |= bit(numbers[place] - 1)
    if numbers[COVERING]:
        seen |= bit(numbers[COVERING] - 1)
    for given in range(SEAT + GIVEN, OPEN_SIZE, SEAT_SIZE):
        if numbers[given]:
            seen |= bit(numbers[given] - 1)
    stack_up(numbers, SEALED + NEST_STACK, (bit(kit.nest_tiles) - 1) & ~seen, luck)


def imagine_bonus(numbers: vec[i64], seat: i64, kit: Kit, luck: Luck) -> None:
    """Bonus tiles not seen are the opponent's discards, what the opponent is choosing from, and the stack."""
    own = OWN + OWN_SIZE * seat
    foe = OWN + OWN_SIZE * (1 - seat)
    foe_at = SEAT + SEAT_SIZE * (1 - seat)
    seen = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT] | numbers[own + DRAWN] | numbers[own + DISCARDS]
    unseen = kit.bonus_mask & ~seen
    drawn: i64 = 0
    discards: i64 = 0
    if early_places(numbers, 0) and (numbers[RESHUFFLED] >> 1) & 1 != seat:
        early = early_tiles(numbers, seat, kit, luck)
        unseen &= ~early
        if kept_then(numbers, 0):
            discards = early
        else:
            drawn = early
    while count(discards) < numbers[foe_at + DISCARDED]:
        tile = luck.bit_of(unseen)
        unseen &= ~tile
        discards |= tile
    if numbers[ACTOR] != seat:
        while count(drawn) < numbers[DRAWN_NOW]:
            tile = luck.bit_of(unseen)
            unseen &= ~tile
            drawn |= tile
    numbers[foe + DISCARDS] = discards
    numbers[foe + DRAWN] = drawn
    stack_up(numbers, SEALED + BONUS_STACK, unseen, luck)


def imagine_choice(numbers: vec[i64], foe: i64, kit: Kit, luck: Luck) -> None:
    """A tile that the opponent has chosen and turned but not laid: any of the hand, any turn that fits."""
    phase = numbers[PHASE]
    at = SEAT + SEAT_SIZE * foe
    taken = filled(numbers, at)
    if phase == PLACE:
        given = numbers[at + GIVEN]
        tile = given - 1 if given else lowest(luck.bit_of(numbers[OWN + OWN_SIZE * foe + HAND]))
        turns = fitting_turns(taken, kit.grid)
    elif phase == COVER_PLACE:
        tile = numbers[COVERING] - 1
        turns = covering_turns(taken)
    else:
        return
    numbers[OWN + OWN_SIZE * foe + CHOSEN] = TURNS * tile + lowest(luck.bit_of(turns)) + 1
