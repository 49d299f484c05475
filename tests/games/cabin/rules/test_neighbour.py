"""Cozy Cabin with the nasty neighbour: CC-44 to CC-47."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.neighbour import settle_neighbours
from domik.games.cabin.rules.parts import pool_of
from domik.games.cabin.rules.reading import config_of
from domik.kernel.errors import BadOption
from domik.kernel.state import State
from tests.games.cabin.positions import (
    at_of,
    awaited,
    clauses_against,
    dice,
    play,
    read,
    set_cabin,
    set_dice,
    table_for,
)

WOOD, CLAY, WATER, PROVISIONS = range(4)


def with_neighbours(*places: int, **options: object) -> tuple[CabinMatch, State]:
    """As many seats as places: where each neighbour lies; the decks are sorted by kind."""
    match = table_for(len(places), neighbour=True, **options)
    deal = pool_of(match)
    return match, State(match.game, match.game.start(vec[i64](deal + list(places))))


def hit(victim: int, resource: int) -> int:
    return 1 << at.HIT + 4 * victim + resource


def shot(victim: int, resource: int = 0) -> int:
    return 1 << at.SHOT + 4 * victim + resource


def turn(state: State, seat: int, edge: int) -> None:
    """The neighbour in hand as if it had been turned before."""
    base = at_of(seat)
    state.numbers[base + at.CARDS + int(state.numbers[base + at.TOP])] |= edge


@pytest.mark.clause("CC-47")
def test_everybody_finishes_their_card_first() -> None:
    match, state = with_neighbours(0, 12, 12)
    assert read(state, 0).stage == at.MEETS
    assert awaited(state) == [1, 2], "the neighbour waits for those who hold a card"
    play(state, "u", 1)
    assert read(state, 1).stage == at.WAITS
    assert awaited(state) == [2]
    assert clauses_against(match, state, at.GAIN, 1) == {"CC-47"}
    play(state, "u", 2)
    assert awaited(state) == [0]
    state.play(0, hit(1, WOOD))
    assert awaited(state) == [0, 1, 2]


@pytest.mark.clause("CC-47")
def test_two_at_once_are_played_in_seat_order_from_the_last_victim() -> None:
    _, state = with_neighbours(0, 12, 0)
    play(state, "u", 1)
    assert awaited(state) == [0], "before any victim: seat 0 first"
    state.play(0, hit(1, WOOD))
    assert awaited(state) == [2], "nobody takes a card while a neighbour is up"
    assert read(state, 0).stage == at.WAITS
    state.play(2, hit(0, WOOD))
    assert awaited(state) == [0, 1, 2]
    match, state = with_neighbours(0, 0, 0)
    state.numbers[at.LAST_VICTIM] = 2 + 1
    state.numbers[0] = 0
    settle_neighbours(state.numbers, config_of(match))
    assert awaited(state) == [2]


@pytest.mark.clause("CC-47")
def test_nobody_meets_a_neighbour_alone() -> None:
    with pytest.raises(BadOption):
        table_for(1, neighbour=True)


@pytest.mark.clause("CC-44")
def test_the_natural_side_steals_and_the_home_side_gives() -> None:
    for edge, mine, theirs in ((0, 4, 2), (at.UPGRADED, 5, 1), (at.HOME, 2, 4), (at.HOME | at.UPGRADED, 1, 5)):
        _, state = with_neighbours(0, 12)
        turn(state, 0, edge)
        play(state, "u", 1)
        state.play(0, hit(1, CLAY))
        assert dice(state, 0)["clay"] == mine
        assert dice(state, 1)["clay"] == theirs
        assert read(state, 0).aside == (at.NEIGHBOUR_FACE | edge,), "the card stays in the deck"


@pytest.mark.clause("CC-44")
def test_nobody_gives_more_than_they_have_and_what_is_over_six_is_lost() -> None:
    _, state = with_neighbours(0, 12)
    turn(state, 0, at.UPGRADED)
    play(state, "u", 1)
    set_dice(state, 0, water=5)
    set_dice(state, 1, water=1)
    state.play(0, hit(1, WATER))
    assert (dice(state, 0)["water"], dice(state, 1)["water"]) == (6, 0)
    _, state = with_neighbours(0, 12)
    play(state, "u", 1)
    set_dice(state, 1, water=0)
    assert int(state.legal(0)) & hit(1, WATER), "taking nothing is legal"
    state.play(0, hit(1, WATER))
    assert int(state.numbers[at.LAST_VICTIM]) == 2, "and counts as a hit"


@pytest.mark.clause("CC-44", "CC-45")
def test_it_can_be_turned_but_never_built() -> None:
    match, state = with_neighbours(0, 12)
    play(state, "u", 1)
    assert not int(state.legal(0)) & 0xFF
    assert clauses_against(match, state, 1, 0) == {"CC-45"}
    assert clauses_against(match, state, at.GAIN, 0) == {"CC-45"}, "there is somebody to hit"
    after = state.copy()
    after.play(0, at.UPGRADE)
    assert read(after, 0).aside == (at.NEIGHBOUR_FACE | at.UPGRADED,)
    after = state.copy()
    after.play(0, at.FLIP)
    assert read(after, 0).aside == (at.NEIGHBOUR_FACE | at.HOME,)


@pytest.mark.clause("CC-45")
def test_never_twice_in_a_row_and_never_a_finished_cabin() -> None:
    match, state = with_neighbours(0, 12, 12)
    for seat in (1, 2):
        play(state, "u", seat)
    state.numbers[at.LAST_VICTIM] = 1 + 1
    legal = int(state.legal(0))
    assert not legal & hit(1, WOOD)
    assert legal & hit(2, WOOD)
    assert clauses_against(match, state, hit(1, WOOD), 0) == {"CC-45"}
    assert clauses_against(match, state, hit(0, WOOD), 0) == {"CC-44"}
    state.numbers[at_of(2) + at.STAGE] = at.LIVES
    assert clauses_against(match, state, hit(2, WOOD), 0) == {"CC-45"}
    assert int(state.legal(0)) == at.GAIN | at.UPGRADE | at.FLIP, "nobody to hit: put aside without effect"
    before = dice(state, 0)
    state.play(0, at.GAIN)
    assert dice(state, 0) == before


@pytest.mark.clause("CC-46")
def test_the_raid_takes_up_to_three_and_the_card_leaves() -> None:
    match, state = with_neighbours(0, 12, 12)
    for seat in (1, 2):
        play(state, "u", seat)
    set_dice(state, 0, wood=1)
    set_dice(state, 1, wood=5)
    state.play(0, shot(1, WOOD))
    assert (dice(state, 0)["wood"], dice(state, 1)["wood"]) == (4, 2)
    own = read(state, 0)
    assert at.NEIGHBOUR_FACE not in [face & ~3 for face in [*own.aside, *own.deck, own.hand]]
    assert int(state.numbers[at.SHOT_AT]) == 0b010
    assert len(match.objections(state.view(), 1)) == 1


@pytest.mark.clause("CC-46")
def test_nobody_suffers_two_strong_effects() -> None:
    match, state = with_neighbours(0, 12, 12)
    for seat in (1, 2):
        play(state, "u", seat)
    state.numbers[at.SHOT_AT] = 0b010
    assert not int(state.legal(0)) & shot(1, WOOD)
    assert clauses_against(match, state, shot(1, WOOD), 0) == {"CC-46"}
    assert int(state.legal(0)) & hit(1, WOOD), "a theft is still possible"


@pytest.mark.clause("CC-46")
def test_the_fence_swaps_two_built_locations() -> None:
    match, state = with_neighbours(0, 12)
    turn(state, 0, at.UPGRADED)
    play(state, "u", 1)
    set_cabin(match, state, ["pond:N"], 1)
    assert clauses_against(match, state, shot(1), 0) == {"CC-46"}
    set_cabin(match, state, ["pond:N", "", "bog:H"], 1)
    before = read(state, 1).places
    state.play(0, shot(1))
    assert awaited(state) == [0]
    assert int(state.legal(0)) == 1 << 1, "places 1 and 3 are the only pair"
    assert clauses_against(match, state, 1, 0) == {"CC-46"}
    state.play(0, 1 << 1)
    after = read(state, 1).places
    assert (after[0], after[2]) == (before[2], before[0])
    assert awaited(state) == [0, 1]


@pytest.mark.clause("CC-46")
def test_the_long_visit_costs_two_cards_without_effect() -> None:
    _, state = with_neighbours(0, 2)  # the victim's own neighbour is the second card it would take
    turn(state, 0, at.HOME)
    play(state, "u", 1)
    set_dice(state, 1, wood=6)
    before = dice(state, 1)
    state.play(0, shot(1))
    own = read(state, 1)
    assert dice(state, 1) == before
    assert len(own.aside) == 3
    assert own.aside[2] == at.NEIGHBOUR_FACE, "a neighbour is skipped silently"
    assert own.stage == at.PLANS
    assert awaited(state) == [0, 1]


@pytest.mark.clause("CC-46")
def test_the_long_visit_goes_past_a_months_end() -> None:
    for has_built, stage in ((1, at.PLANS), (0, at.DONE)):
        _, state = with_neighbours(0, 12)
        turn(state, 0, at.HOME)
        base = at_of(1)
        state.numbers[base + at.TOP] = 11  # one card left before the neighbour, which comes last
        state.numbers[base + at.CARDS + 11] = 5 << at.KIND_SHIFT | 1 << at.FACE_BITS
        state.numbers[base + at.CARDS + 12] = at.NEIGHBOUR_FACE | 1 << at.FACE_BITS
        state.numbers[base + at.LAID] = 4
        for k in range(4):
            state.numbers[base + at.CARDS + k] = (6 + k) << at.KIND_SHIFT | 1 << at.FACE_BITS
        state.numbers[base + at.BUILT] = has_built
        play(state, "u", 1)
        state.play(0, shot(1))
        own = read(state, 1)
        assert own.stage == stage, "without a build the month has failed"
        assert own.left == 7
        if has_built:
            assert len(own.aside) == 1, "the second card is the first of the new month"


@pytest.mark.clause("CC-46")
def test_too_generous_sets_a_die_to_six() -> None:
    _, state = with_neighbours(0, 12)
    turn(state, 0, at.HOME | at.UPGRADED)
    play(state, "u", 1)
    set_dice(state, 1, provisions=2)
    state.play(0, shot(1, PROVISIONS))
    assert dice(state, 1)["provisions"] == 6
    assert int(state.legal(1)) & (at.GAIN | at.UPGRADE) == 0, "which means building"
