"""Sampling of everything a seat cannot see: goals, stacks, discards and the opponent's choices (BW-24).

The difficult part is what the opponent's reshuffles tell about the bonus tiles in their discards. When a stack runs
out in the middle of a draw, the tiles drawn before the reshuffle, here the early tiles, stay out of the new stack. The
drawer knows them, and so the new stack. The other seat knows that they lay in the old stack and not in the new one: it
drew none of them from either, neither seat kept one from the new stack, and none was an early tile of the reshuffle
before, as those were not in the old stack. The tile kept from the draw itself was early, or came later.

The number of orders of all stacks consistent with that: a kept tile that came after the shuffle lay at one of the last
places of the draw and leaves (unseen - 1)! orders to the other unseen tiles of the new stack; an early one leaves them
unseen!. Apart from that, all sets of early tiles are equally likely.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import covering_turns, filled_cells, fitting_turns
from domik.games.bower.rules.state import *
from domik.games.bower.rules.turns import fill_stack
from domik.kernel.game import bit, count, lowest
from domik.kernel.luck import Luck


def early_tiles(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> i64:
    """Sample the early tiles of the opponent's last reshuffle, except the kept one.

    The early tiles of all their consecutive reshuffles are sampled, oldest first. No tile can be early twice in a row:
    such a sample is rejected and all start again, which keeps the distribution over consistent samples.
    """
    k: i64 = RESHUFFLES - 1
    found: i64 = 0
    while k >= 0:
        if numbers[RESHUFFLED + k]:
            tiles = early_tiles_of(numbers, seat, config, k, luck)
            if tiles & found:
                k = RESHUFFLES
                tiles = 0
            found = tiles
        k -= 1
    return found & ~kept_at_reshuffle(numbers, 0)


def early_tiles_of(numbers: vec[i64], seat: i64, config: Config, k: i64, luck: Luck) -> i64:
    """Sample the early tiles of one reshuffle, independently of the others."""
    own = OWN + OWN_SIZE * seat
    early = early_places(numbers, k)
    late = DRAW - early
    if k:  # known by the next reshuffle
        out = (numbers[RESHUFFLED + k - 1] >> KEPT_EARLIER) | numbers[own + FORMER + k - 1]
        unseen = count(config.bonus_mask & ~out) - early_places(numbers, k - 1) - early + 1
    else:  # known by now
        out = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT] | numbers[own + DISCARDS] | numbers[own + DRAWN]
        unseen = count(config.bonus_mask & ~out) - early + 1
    possible = config.bonus_mask & ~out & ~numbers[own + FORMER + k]
    kept = kept_at_reshuffle(numbers, k)
    found: i64 = 0
    if kept & ~numbers[own + FORMER + k]:
        among_early = unseen * binomial(count(possible), early - 1)
        if luck.below(among_early + late * binomial(count(possible), early)) < among_early:
            found = kept
    while count(found) < early:
        tile = luck.bit_of(possible)
        possible &= ~tile
        found |= tile
    return found


def early_places(numbers: vec[i64], k: i64) -> i64:
    """The number of tiles drawn before a reshuffle."""
    return (numbers[RESHUFFLED + k] >> 4) & 0xF


def kept_at_reshuffle(numbers: vec[i64], k: i64) -> i64:
    """The tile kept from a draw with a reshuffle as a mask; 0 while it is being chosen."""
    kept = (numbers[RESHUFFLED + k] >> 8) & KEPT_THEN
    return bit(kept - 1) if kept else 0


def binomial(n: i64, k: i64) -> i64:
    """The binomial coefficient n over k."""
    ways: i64 = 1
    for chosen in range(k):
        ways = ways * (n - chosen) // (chosen + 1)
    return ways


def imagined_numbers(view: vec[i64], seat: i64, config: Config, luck: Luck) -> vec[i64]:
    """A copy of the view with everything hidden sampled."""
    numbers = view[:]
    foe = OWN + OWN_SIZE * (1 - seat)
    at = SEAT + SEAT_SIZE * (1 - seat)
    numbers[foe + HAND] = view[at + CAME] & ~view[at + WENT]
    for k in range(FORMER, FORMER + RESHUFFLES):
        numbers[foe + k] = view[OWN + OWN_SIZE * seat + k]
    imagine_goals(numbers, seat, luck)
    imagine_nest_stack(numbers, config, luck)
    if not config.hard:
        imagine_bonus(numbers, seat, config, luck)
    if view[ACTOR] != seat:
        imagine_choice(numbers, 1 - seat, config, luck)
    for k in range(LUCK_WORDS):
        numbers[SEALED + LUCK + k] = luck.word()
    return numbers


def imagine_goals(numbers: vec[i64], seat: i64, luck: Luck) -> None:
    """Place the unseen goals; the opponent knows their own and those they scouted."""
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


def imagine_nest_stack(numbers: vec[i64], config: Config, luck: Luck) -> None:
    """Fill the stack with the nest tiles not seen yet, in random order."""
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
    fill_stack(numbers, SEALED + NEST_STACK, (bit(config.nest_tiles) - 1) & ~seen, luck)


def imagine_bonus(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> None:
    """Unseen bonus tiles are the opponent's discards, the tiles the opponent is choosing from, and the stack."""
    own = OWN + OWN_SIZE * seat
    foe = OWN + OWN_SIZE * (1 - seat)
    foe_at = SEAT + SEAT_SIZE * (1 - seat)
    seen = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT] | numbers[own + DRAWN] | numbers[own + DISCARDS]
    unseen = config.bonus_mask & ~seen
    drawn: i64 = 0
    discards: i64 = 0
    if early_places(numbers, 0) and (numbers[RESHUFFLED] >> 1) & 1 != seat:
        early = early_tiles(numbers, seat, config, luck)
        unseen &= ~early
        if kept_at_reshuffle(numbers, 0):
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
    fill_stack(numbers, SEALED + BONUS_STACK, unseen, luck)


def imagine_choice(numbers: vec[i64], foe: i64, config: Config, luck: Luck) -> None:
    """Sample a tile that the opponent has chosen and turned but not laid: any of the hand, in any turn that fits."""
    phase = numbers[PHASE]
    at = SEAT + SEAT_SIZE * foe
    taken = filled_cells(numbers, at)
    if phase == PLACE:
        given = numbers[at + GIVEN]
        tile = given - 1 if given else lowest(luck.bit_of(numbers[OWN + OWN_SIZE * foe + HAND]))
        turns = fitting_turns(taken, config.grid)
    elif phase == COVER_PLACE:
        tile = numbers[COVERING] - 1
        turns = covering_turns(taken)
    else:
        return
    numbers[OWN + OWN_SIZE * foe + CHOSEN] = TURNS * tile + lowest(luck.bit_of(turns)) + 1
