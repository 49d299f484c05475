"""What the opponent's reshuffles tell about the bonus tiles in their discards (BW-24).

When a stack runs out in the middle of a draw, the tiles drawn before the reshuffle, here the early tiles, stay out of
the new stack. Whoever drew knows them, and so the new stack. The other seat knows that they lay in the old stack and
not in the new one: it drew none of them from either, nobody kept one from the new stack, and none was an early tile of
the reshuffle before, as those were not in the old stack. The tile kept from the draw itself was early, or came later.

In how many orders of all stacks is that so? A kept tile that came after the shuffle lay at one of the last places of
the draw and leaves (unseen - 1)! orders to the other unseen tiles of the new stack; an early one leaves them unseen!.
Otherwise one set of early tiles is as likely as another.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.state import *
from domik.kernel.game import bit, count
from domik.kernel.luck import Luck


def early_tiles(numbers: vec[i64], seat: i64, kit: Kit, luck: Luck) -> i64:
    """The early tiles of the opponent's last reshuffle, without a kept one.

    Those of all their reshuffles in a row are imagined, the oldest first. A tile that would be early twice in a row
    cannot be, so all begins anew; what can be stays as likely as it was.
    """
    k: i64 = RESHUFFLES - 1
    found: i64 = 0
    while k >= 0:
        if numbers[RESHUFFLED + k]:
            tiles = early_tiles_of(numbers, seat, kit, k, luck)
            if tiles & found:
                k = RESHUFFLES
                tiles = 0
            found = tiles
        k -= 1
    return found & ~kept_then(numbers, 0)


def early_tiles_of(numbers: vec[i64], seat: i64, kit: Kit, k: i64, luck: Luck) -> i64:
    """The early tiles of one reshuffle, as if there were no others."""
    own = OWN + OWN_SIZE * seat
    early = early_places(numbers, k)
    late = DRAW - early
    if k:  # by the next reshuffle
        out = (numbers[RESHUFFLED + k - 1] >> KEPT_EARLIER) | numbers[own + FORMER + k - 1]
        unseen = count(kit.bonus_mask & ~out) - early_places(numbers, k - 1) - early + 1
    else:  # by now
        out = numbers[SEAT + KEPT] | numbers[SEAT + SEAT_SIZE + KEPT] | numbers[own + DISCARDS] | numbers[own + DRAWN]
        unseen = count(kit.bonus_mask & ~out) - early + 1
    possible = kit.bonus_mask & ~out & ~numbers[own + FORMER + k]
    kept = kept_then(numbers, k)
    found: i64 = 0
    if kept & ~numbers[own + FORMER + k]:
        among_early = unseen * choices(count(possible), early - 1)
        if luck.below(among_early + late * choices(count(possible), early)) < among_early:
            found = kept
    while count(found) < early:
        tile = luck.bit_of(possible)
        possible &= ~tile
        found |= tile
    return found


def early_places(numbers: vec[i64], k: i64) -> i64:
    """How many tiles were drawn before a reshuffle."""
    return (numbers[RESHUFFLED + k] >> 4) & 0xF


def kept_then(numbers: vec[i64], k: i64) -> i64:
    """The tile kept from a draw with a reshuffle, none as long as it is being chosen."""
    kept = (numbers[RESHUFFLED + k] >> 8) & KEPT_THEN
    return bit(kept - 1) if kept else 0


def choices(n: i64, k: i64) -> i64:
    """In how many ways k of n things can be chosen."""
    ways: i64 = 1
    for chosen in range(k):
        ways = ways * (n - chosen) // (chosen + 1)
    return ways
