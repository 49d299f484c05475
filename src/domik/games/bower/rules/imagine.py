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

from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.nest import covering_turns, filled_cells, fitting_turns
from domik.games.bower.rules.turns import fill_stack
from domik.kernel.game import bit, count, lowest
from domik.kernel.luck import Luck


def early_tiles(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> i64:
    """Sample the early tiles of the opponent's last reshuffle, except the kept one.

    The early tiles of all their consecutive reshuffles are sampled, oldest first. No tile can be early twice in a row:
    such a sample is rejected and all start again, which keeps the distribution over consistent samples.
    """
    k: i64 = at.RESHUFFLES - 1
    found: i64 = 0
    while k >= 0:
        if numbers[at.RESHUFFLED + k]:
            tiles = early_tiles_of(numbers, seat, config, k, luck)
            if tiles & found:
                k = at.RESHUFFLES
                tiles = 0
            found = tiles
        k -= 1
    return found & ~kept_at_reshuffle(numbers, 0)


def early_tiles_of(numbers: vec[i64], seat: i64, config: Config, k: i64, luck: Luck) -> i64:
    """Sample the early tiles of one reshuffle, independently of the others."""
    own = at.OWN + at.OWN_SIZE * seat
    early = early_places(numbers, k)
    late = at.DRAW - early
    if k:  # known by the next reshuffle
        out = (numbers[at.RESHUFFLED + k - 1] >> at.KEPT_EARLIER) | numbers[own + at.FORMER + k - 1]
        unseen = count(config.bonus_mask & ~out) - early_places(numbers, k - 1) - early + 1
    else:  # known by now
        out = seen_bonus_tiles(numbers, seat)
        unseen = count(config.bonus_mask & ~out) - early + 1
    possible = config.bonus_mask & ~out & ~numbers[own + at.FORMER + k]
    kept = kept_at_reshuffle(numbers, k)
    found: i64 = 0
    if kept & ~numbers[own + at.FORMER + k]:
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
    return (numbers[at.RESHUFFLED + k] >> 4) & 0xF


def kept_at_reshuffle(numbers: vec[i64], k: i64) -> i64:
    """The tile kept from a draw with a reshuffle as a mask; 0 while it is being chosen."""
    kept = (numbers[at.RESHUFFLED + k] >> 8) & at.KEPT_THEN
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
    foe = at.OWN + at.OWN_SIZE * (1 - seat)
    base = at.SEAT + at.SEAT_SIZE * (1 - seat)
    numbers[foe + at.HAND] = view[base + at.CAME] & ~view[base + at.WENT]
    for k in range(at.FORMER, at.FORMER + at.RESHUFFLES):
        numbers[foe + k] = view[at.OWN + at.OWN_SIZE * seat + k]
    imagine_goals(numbers, seat, luck)
    imagine_nest_stack(numbers, config, luck)
    if not config.hard:
        imagine_bonus(numbers, seat, config, luck)
    if view[at.ACTOR] != seat:
        imagine_choice(numbers, 1 - seat, config, luck)
    for k in range(at.LUCK_WORDS):
        numbers[at.SEALED + at.LUCK + k] = luck.word()
    return numbers


def imagine_goals(numbers: vec[i64], seat: i64, luck: Luck) -> None:
    """Place the unseen goals; the opponent knows their own and those they scouted."""
    known = numbers[at.SHOWN_GOALS]
    if not known:
        known = numbers[at.OWN + at.OWN_SIZE * seat + at.KNOWN]
    unseen: i64 = bit(at.GOALS) - 1
    for place in range(at.GOALS):
        goal = (known >> (at.GOAL_BITS * place)) & at.GOAL
        if goal:
            unseen &= ~bit(goal - 1)
    for place in range(at.GOALS):
        if not (known >> (at.GOAL_BITS * place)) & at.GOAL:
            goal = luck.bit_of(unseen)
            unseen &= ~goal
            known |= (lowest(goal) + 1) << (at.GOAL_BITS * place)
    numbers[at.SEALED + at.GOALS_DEALT] = known
    foe = 1 - seat
    looked: i64 = at.COLUMNS_OF_SEAT_0 if foe == 0 else 0xFFFFFF & ~at.COLUMNS_OF_SEAT_0
    used = numbers[at.SEAT + at.SEAT_SIZE * foe + at.KEPT] & ~numbers[at.SEAT + at.SEAT_SIZE * foe + at.DECLINED]
    if used & bit(at.SCOUT_GOAL) and numbers[at.SCOUTED]:
        place_bits: i64 = at.GOAL
        looked |= place_bits << (at.GOAL_BITS * (numbers[at.SCOUTED] - 1))
    if used & bit(at.SCOUT_ASIDE) and numbers[at.USING] != at.SCOUT_ASIDE + 1:
        looked |= at.ASIDE_GOALS
    numbers[at.OWN + at.OWN_SIZE * foe + at.KNOWN] = known & looked


def seen_bonus_tiles(numbers: vec[i64], seat: i64) -> i64:
    """Those kept by either seat, and those this seat has drawn or discarded."""
    own = at.OWN + at.OWN_SIZE * seat
    kept = numbers[at.SEAT + at.KEPT] | numbers[at.SEAT + at.SEAT_SIZE + at.KEPT]
    return kept | numbers[own + at.DRAWN] | numbers[own + at.DISCARDS]


def imagine_nest_stack(numbers: vec[i64], config: Config, luck: Luck) -> None:
    """Fill the stack with the nest tiles not seen yet, in random order."""
    seen: i64 = 0
    for base in range(at.SEAT, at.OPEN_SIZE, at.SEAT_SIZE):
        seen |= numbers[base + at.CAME] | numbers[base + at.WENT]
    for place in range(at.ROW, at.ROW + at.ROW_SIZE):
        if numbers[place]:
            seen |= bit(numbers[place] - 1)
    if numbers[at.COVERING]:
        seen |= bit(numbers[at.COVERING] - 1)
    for given in range(at.SEAT + at.GIVEN, at.OPEN_SIZE, at.SEAT_SIZE):
        if numbers[given]:
            seen |= bit(numbers[given] - 1)
    fill_stack(numbers, at.SEALED + at.NEST_STACK, (bit(config.nest_tiles) - 1) & ~seen, luck)


def imagine_bonus(numbers: vec[i64], seat: i64, config: Config, luck: Luck) -> None:
    """Unseen bonus tiles are the opponent's discards, the tiles the opponent is choosing from, and the stack."""
    foe = at.OWN + at.OWN_SIZE * (1 - seat)
    foe_at = at.SEAT + at.SEAT_SIZE * (1 - seat)
    unseen = config.bonus_mask & ~seen_bonus_tiles(numbers, seat)
    drawn: i64 = 0
    discards: i64 = 0
    if early_places(numbers, 0) and (numbers[at.RESHUFFLED] >> 1) & 1 != seat:
        early = early_tiles(numbers, seat, config, luck)
        unseen &= ~early
        if kept_at_reshuffle(numbers, 0):
            discards = early
        else:
            drawn = early
    while count(discards) < numbers[foe_at + at.DISCARDED]:
        tile = luck.bit_of(unseen)
        unseen &= ~tile
        discards |= tile
    if numbers[at.ACTOR] != seat:
        while count(drawn) < numbers[at.DRAWN_NOW]:
            tile = luck.bit_of(unseen)
            unseen &= ~tile
            drawn |= tile
    numbers[foe + at.DISCARDS] = discards
    numbers[foe + at.DRAWN] = drawn
    fill_stack(numbers, at.SEALED + at.BONUS_STACK, unseen, luck)


def imagine_choice(numbers: vec[i64], foe: i64, config: Config, luck: Luck) -> None:
    """Sample a tile that the opponent has chosen and turned but not laid: any of the hand, in any turn that fits."""
    phase = numbers[at.PHASE]
    base = at.SEAT + at.SEAT_SIZE * foe
    taken = filled_cells(numbers, base)
    if phase == at.PLACE:
        given = numbers[base + at.GIVEN]
        tile = given - 1 if given else lowest(luck.bit_of(numbers[at.OWN + at.OWN_SIZE * foe + at.HAND]))
        turns = fitting_turns(taken, config.grid)
    elif phase == at.COVER_PLACE:
        tile = numbers[at.COVERING] - 1
        turns = covering_turns(taken)
    else:
        return
    numbers[at.OWN + at.OWN_SIZE * foe + at.CHOSEN] = at.TURNS * tile + lowest(luck.bit_of(turns)) + 1
