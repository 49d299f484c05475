"""Decks nobody has seen, goals nobody has shown: imagined worlds against all worlds, counted one by one."""

from __future__ import annotations

import itertools
from collections import Counter

from domik.games import game_package
from domik.games.bower.rules import state as bower
from domik.games.cabin import TITLE
from domik.games.cabin.rules import state as cabin
from domik.games.cabin.rules.game import CabinMatch
from domik.games.dream_home.rules import state as dream
from domik.kernel.luck import luck_of
from domik.kernel.state import State, imagine_state, new_state
from tests.bots.uniform import assert_uniform
from tests.conformance.tables import random_steps
from tests.games.bower.positions import tiles_in


def test_dream_homes_last_market() -> None:
    """Before the last round the cards nobody has seen are known: only their order is not (DH-10)."""
    match = game_package("dream_home").match(2)
    state, seat = next(
        (state.copy(), seat)
        for state, seat, _ in random_steps(match, "market")
        if state.numbers[dream.ROUND] == dream.ROUNDS - 1
    )
    rooms, resources = (
        [number for number in range(63) if int(state.numbers[deck]) >> number & 1]
        for deck in (dream.ROOM_DECK, dream.RESOURCE_DECK)
    )
    orders = list(itertools.permutations(resources, dream.COLUMNS - 1))
    firsts = list(itertools.product(itertools.permutations(rooms, 2), resources))
    luck = luck_of("market")
    market: Counter[tuple[int, ...]] = Counter()
    first: Counter[tuple[tuple[int, ...], int]] = Counter()
    draws = 30 * max(len(orders), len(firsts))
    for _ in range(draws):
        sealed = int(imagine_state(state.view(seat), luck).numbers[int(match.game.sealed_at()) + dream.ROUNDS - 1])
        cards = [sealed >> dream.CARD_BITS * place & (1 << dream.CARD_BITS) - 1 for place in range(9)]
        market[tuple(cards[dream.COLUMNS :])] += 1
        first[tuple(cards[:2]), cards[dream.COLUMNS]] += 1
    assert_uniform(market, orders, draws)
    assert_uniform(first, firsts, draws)


def test_bowers_goals_and_the_next_tile() -> None:
    """Three goals are known to their owner, the other five may lie anywhere (BW-10); any unseen tile may come next."""
    match = game_package("bower").match(2)
    state = new_state(match.game, luck_of("goals"))
    unknown = [
        place for place in range(bower.GOALS) if goal_at(int(state.numbers[bower.OWN + bower.KNOWN]), place) == 0
    ]
    dealt = int(state.numbers[bower.SEALED + bower.GOALS_DEALT])
    worlds = list(itertools.permutations([goal_at(dealt, place) for place in unknown]))
    assert len(worlds) == 120
    row = {int(state.numbers[bower.ROW + place]) for place in range(bower.ROW_SIZE)}
    tiles = [tile for tile in range(1, 37) if tile not in row]
    luck = luck_of("goals too")
    goals: Counter[tuple[int, ...]] = Counter()
    following: Counter[tuple[int, int]] = Counter()
    for _ in range(30 * 1056):
        table = imagine_state(state.view(0), luck).numbers
        known = int(table[bower.SEALED + bower.GOALS_DEALT])
        goals[tuple(goal_at(known, place) for place in unknown)] += 1
        stack = tiles_in(table, bower.NEST_STACK)
        following[stack[-1] + 1, stack[-2] + 1] += 1
    assert_uniform(goals, worlds, 30 * 1056)
    assert_uniform(following, list(itertools.permutations(tiles, 2)), 30 * 1056)


def goal_at(packed: int, place: int) -> int:
    """The goal + 1 at a place, 0 when it is not known."""
    return packed >> bower.GOAL_BITS * place & bower.GOAL


def test_the_cabins_last_cards_among_promo_cards() -> None:
    """Six cards were discarded unseen (CC-48), and the deck must have a source of everything (CC-49)."""
    match = TITLE.match(1, {"promo": True})
    state, hidden = next(found for seed in range(50) if (found := three_left(match, seed)))
    shown = int(state.numbers[cabin.SHOWN])
    kinds = [kind for kind in range(1, int(match.game.config.stock) + 1) if not shown >> kind & 1]
    seen = {match.parts.side(kind << cabin.KIND_SHIFT).gives for kind in range(1, 31) if shown >> kind & 1}
    worlds = [
        cards
        for cards in itertools.permutations(kinds, len(hidden))
        if len(seen | {match.parts.side(kind << cabin.KIND_SHIFT).gives for kind in cards}) == cabin.RESOURCES
    ]
    luck = luck_of("promo")
    sealed = int(match.game.sealed_at())
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(30 * len(worlds)):
        table = imagine_state(state.view(0), luck).numbers
        counts[tuple((int(table[sealed + place]) & cabin.FACE) >> cabin.KIND_SHIFT for place in hidden)] += 1
    assert_uniform(counts, worlds, 30 * len(worlds))


def three_left(match: CabinMatch, seed: int) -> tuple[State, list[int]] | None:
    """A random game in month 1 with three cards that nobody knows."""
    for state, _, _ in random_steps(match, f"promo {seed}"):
        at = cabin.SEAT
        table = state.numbers
        hidden = [k for k in range(int(table[at + cabin.TOP]), int(table[at + cabin.PILE])) if not table[at + k]]
        if table[at + cabin.LEFT] == cabin.MONTHS and len(hidden) == 3:
            return state.copy(), hidden
    return None
