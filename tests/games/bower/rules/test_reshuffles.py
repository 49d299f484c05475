"""Bonus tiles after several reshuffles: imagined worlds against every order of every stack, counted one by one (BW-24).

A seat sees the tiles it draws and the one that anybody keeps. The count knows nothing but that and the rule: the stacks
are drawn from tile by tile, each of their orders is as likely as another, the discards become the next stack.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from dataclasses import dataclass

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower import TITLE
from domik.games.bower.rules import state as at
from domik.games.bower.rules.bonus import begin_bonus, decline, keep_tile
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.reading import bit_numbers
from domik.kernel.components import Components
from domik.kernel.luck import luck_of
from domik.kernel.package import built_in_components
from domik.kernel.state import State, imagine_state, new_state
from tests.conformance.tables import QUICK
from tests.games.bower.hooks import conserved
from tests.games.bower.positions import tiles_in

SAMPLES = 2000 if QUICK else 8000
LUCKS = 1 if QUICK else 3


@dataclass(frozen=True)
class Draw:
    """What a seat saw of a draw: what was drawn, if it was its own, and what was kept, if that is decided."""

    mine: bool
    drawn: int
    kept: int


@dataclass(frozen=True)
class Stack:
    """Where the bonus tiles lie that nobody keeps, as masks; the top of the stack is chosen when it is drawn."""

    left: int
    mine: int
    theirs: int
    hand: int = 0  # what they are choosing from


World = tuple[Stack, int]  # and the tile + 1 on top of the stack


def few(tiles: int) -> BowerMatch:
    """The game with so few bonus tiles, the first of the fair ones."""
    head, *bonus = built_in_components(TITLE).text.split("[[bonus]]")
    found = 0
    for k, text in enumerate(bonus):
        found += "fair = true" in text
        if found > tiles:
            bonus[k] = text.replace("fair = true", "fair = false")
    head = head.replace("fair_bonus_tiles = { value = 16", f"fair_bonus_tiles = {{ value = {tiles}")
    head = head.replace("hard_bonus_tiles = { value = 7", "hard_bonus_tiles = { value = 1")
    return TITLE.match(2, {"fair": True}, Components("[[bonus]]".join([head, *bonus]), "few.toml"))


# ---- every world there is -------------------------------------------------------------------------------------


def all_worlds(every: int, seen: tuple[Draw, ...]) -> Counter[World]:
    """Every world that agrees with what was seen, and in how many orders of the stacks it comes about."""

    @functools.cache
    def after(number: int, stack: Stack) -> Counter[World]:
        if number == len(seen):
            return Counter({(stack, tile + 1): 1 for tile in bit_numbers(stack.left)} or {(stack, 0): 1})
        return drawn(number, stack, 0, 0)

    @functools.cache
    def drawn(number: int, stack: Stack, hand: int, size: int) -> Counter[World]:
        if size < at.DRAW and not stack.left and stack.mine | stack.theirs:
            stack = Stack(stack.mine | stack.theirs, 0, 0)
        if size == at.DRAW or not stack.left:
            return kept(number, stack, hand)
        found: Counter[World] = Counter()
        for tile in bit_numbers(stack.left):
            rest = Stack(stack.left & ~(1 << tile), stack.mine, stack.theirs)
            found.update(drawn(number, rest, hand | 1 << tile, size + 1))
        return found

    def kept(number: int, stack: Stack, hand: int) -> Counter[World]:
        draw = seen[number]
        if (draw.mine and hand != draw.drawn) or hand & draw.kept != draw.kept:
            return Counter()
        if not draw.kept:
            here = stack if draw.mine else Stack(stack.left, stack.mine, stack.theirs, hand)
            return after(number + 1, here)
        rest = hand & ~draw.kept
        if draw.mine:
            return after(number + 1, Stack(stack.left, stack.mine | rest, stack.theirs))
        return after(number + 1, Stack(stack.left, stack.mine, stack.theirs | rest))

    return after(0, Stack(every, 0, 0))


def world_of(numbers: vec[i64], seat: int) -> World:
    """Where the bonus tiles lie in a whole state, as the seat would tell it."""
    left = tiles_in(numbers, at.BONUS_STACK)
    own, foe = at.OWN + at.OWN_SIZE * seat, at.OWN + at.OWN_SIZE * (1 - seat)
    stack = Stack(
        sum(1 << tile for tile in left),
        int(numbers[own + at.DISCARDS]),
        int(numbers[foe + at.DISCARDS]),
        int(numbers[foe + at.DRAWN]),
    )
    return stack, left[-1] + 1 if left else 0


# ---- positions ------------------------------------------------------------------------------------------------


def draws(match: BowerMatch, state: State, seat: int, drawers: str, kept_last: bool, seed: str) -> tuple[Draw, ...]:
    """These seats ("m": this one, "t": the other) take a bonus tile each; what the seat sees of it."""
    kit = match.game.config
    numbers = state.numbers
    luck = luck_of(seed)
    seen = []
    for number, who in enumerate(drawers):
        drawer = seat if who == "m" else 1 - seat
        numbers[at.ACTOR], numbers[0] = drawer, 1 << drawer
        numbers[at.SEAT + at.MADE] = numbers[at.SEAT + at.SEAT_SIZE + at.MADE] = 0
        begin_bonus(numbers, kit, drawer)
        assert numbers[at.PHASE] == at.BONUS
        hand = int(numbers[at.OWN + at.OWN_SIZE * drawer + at.DRAWN])
        tile = int(luck.bit_of(hand)) if kept_last or number < len(drawers) - 1 else 0
        if tile:
            keep_tile(numbers, kit, drawer, tile.bit_length() - 1)
            if numbers[at.PHASE] == at.USE:
                decline(numbers, kit, drawer)
        seen.append(Draw(who == "m", hand if who == "m" else 0, tile))
    return tuple(seen)


def compared(tiles: int, seat: int, drawers: str, kept_last: bool, seed: str) -> float:
    """Imagine many worlds of one position and compare with all there are; chi-square's deviation."""
    match = few(tiles)
    state = new_state(match.game, luck_of(seed))
    seen = draws(match, state, seat, drawers, kept_last, seed)
    worlds = all_worlds(int(match.game.config.bonus_mask), seen)
    assert world_of(state.numbers, seat) in worlds, "the true world is one of them"
    luck = luck_of(f"worlds {seed}")
    view = state.view(seat)
    counts = Counter(world_of(imagine_state(view, luck).numbers, seat) for _ in range(SAMPLES))
    assert set(counts) <= set(worlds), "a world that cannot be"
    orders = worlds.total()
    chi = variance = 0.0
    for world, ways in worlds.items():
        expected = SAMPLES * ways / orders
        chi += (counts[world] - expected) ** 2 / expected - 1
        variance += 2 + 1 / expected  # rare worlds make chi-square wider
    return chi / math.sqrt(variance)


@pytest.mark.clause("BW-24")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("kept_last", [False, True])
@pytest.mark.parametrize(
    ("tiles", "drawers"),
    [
        (7, "mm"),  # no reshuffle
        (7, "mmt"),  # one
        (5, "ttt"),  # two reshuffles, both in the middle of a draw of theirs, as in all the following
        (5, "mtt"),
        (7, "mmtt"),
        (7, "mmttt"),  # three
        (10, "mtmtmt"),
        (10, "mmttmtt"),  # three, after each of which the seat may have seen something
        (11, "tmmtmt"),
        (11, "tmmtmtm"),  # and what this seat drew next
        (7, "mmtmt"),  # the second one is this seat's own: the first tells nothing more
        (8, "ttmtt"),  # nothing was drawn before the second: everybody knows the stack
        (5, "mtttt"),  # two tiles are left
    ],
)
def test_worlds_after_reshuffles_are_as_likely_as_their_orders(
    tiles: int, drawers: str, kept_last: bool, seat: int
) -> None:
    off = [compared(tiles, seat, drawers, kept_last, f"{tiles} {drawers} {number}") for number in range(LUCKS)]
    assert max(map(abs, off)) < 5, off


@pytest.mark.clause("BW-24")
@pytest.mark.parametrize("drawer", ["m", "t"])
def test_all_reshuffles_of_twenty_tiles_are_remembered(drawer: str) -> None:
    """One seat takes all bonus tiles: six reshuffles in a row come in the middle of a draw, then nothing is unknown."""
    match = TITLE.match(2)
    luck = luck_of("all")
    longest = 0
    for taken in range(1, at.BONUS_TILES + 1):
        for kept_last in (False, True):
            state = new_state(match.game, luck_of("twenty"))
            draws(match, state, 0, drawer * taken, kept_last, "twenty")
            longest = max(longest, sum(bool(state.numbers[at.RESHUFFLED + k]) for k in range(at.RESHUFFLES)))
            world = imagine_state(state.view(0), luck)
            conserved(match, world)
            assert list(world.view(0).numbers) == list(state.view(0).numbers)
            again = imagine_state(world.view(1), luck)
            conserved(match, again)
            assert list(again.view(1).numbers) == list(world.view(1).numbers)
    assert longest == at.RESHUFFLES
