"""Cozy Cabin, setup and planning: CC-1 to CC-19."""

from __future__ import annotations

import pytest

from domik.games.cabin.rules.reading import CabinSeat, seat_of
from domik.games.cabin.rules.state import CARDS, FLIP, GAIN, HOME, KIND_SHIFT, LEFT, LIVES, UPGRADE, UPGRADED
from domik.kernel.errors import IllegalMove
from domik.kernel.state import State
from domik.language import words_for
from tests.games.cabin.positions import (
    USUAL,
    at_of,
    awaited,
    clauses_against,
    dice,
    fresh,
    hand,
    play,
    read,
    set_cabin,
    set_dice,
    table_for,
    with_deck,
)

NATURAL_DICE = ("wood", "clay", "water", "provisions")


@pytest.mark.clause("CC-1", "CC-2")
def test_everybody_starts_with_twelve_cards_eight_places_and_threes() -> None:
    match = table_for(3)
    state = fresh(match)
    for seat in range(3):
        own = read(state, seat)
        assert len(own.deck) + 1 == 12
        assert own.places == (0,) * 8
        assert own.left == 8
        assert own.dice == (3, 3, 3, 3, 0, 0, 0, 0)


@pytest.mark.clause("CC-3", "CC-4")
def test_only_the_card_in_hand_and_the_next_one_are_seen_in_month_1() -> None:
    match = table_for(2)
    state = fresh(match)
    for seat in (-1, 0, 1):
        own = read_from(state, seat)
        assert own.hand
        assert own.next
        assert own.hand & 3 == own.next & 3 == 0  # natural and basic
        assert own.deck[1:] == (0,) * 10
    state = with_deck(match)
    play(state, "1" + "u" * 11)
    assert 0 not in read(state).deck, "from month 2 on the order follows from what was done"


def read_from(state: State, seat: int) -> CabinSeat:
    return seat_of(state.view(seat), 0)


@pytest.mark.clause("CC-5")
def test_everybody_plays_at_their_own_pace() -> None:
    match = table_for(3)
    state = with_deck(match)
    assert awaited(state) == [0, 1, 2]
    play(state, "1ggg", 1)
    assert awaited(state) == [0, 1, 2]
    assert hand(match, state, 1) == "bog"
    assert hand(match, state, 0) == "forest"


@pytest.mark.clause("CC-10")
def test_a_card_is_built_or_put_aside_in_one_of_three_ways() -> None:
    match = table_for()
    state = with_deck(match)
    assert int(state.legal(0)) == 0xFF | GAIN | UPGRADE | FLIP
    assert clauses_against(match, state, 1 << 40) == {"CC-10"}


@pytest.mark.clause("CC-11")
def test_building_costs_the_side_that_is_up_and_needs_a_free_place() -> None:
    match = table_for()
    state = with_deck(match)
    play(state, "3")  # Pine forest: 1 wood, 2 clay, 1 provisions
    assert dice(state) | {"wood": 2, "clay": 1, "water": 3, "provisions": 2} == dice(state)
    assert read(state).places[2] == match.parts.kind("forest") << KIND_SHIFT
    assert clauses_against(match, state, 1 << 2) == {"CC-11"}
    assert not int(state.legal(0)) & 1 << 2, "the place is taken, and clay is short"
    set_dice(state, clay=2)
    assert int(state.legal(0)) & 0xFF == 0xFF & ~(1 << 2)


@pytest.mark.clause("CC-11")
def test_there_is_no_partial_payment() -> None:
    match = table_for()
    state = with_deck(match)
    set_dice(state, clay=1)
    assert not int(state.legal(0)) & 0xFF
    (found,) = match.objections(state.view(0), 1)
    assert found.clause == "CC-11"
    assert "clay: 1" in words_for("en", ("domik.games.cabin.words",))(found.reason)
    with pytest.raises(IllegalMove):
        state.play(0, 1)


@pytest.mark.clause("CC-12", "CC-14")
def test_gain_upgrade_and_flip() -> None:
    match = table_for()
    state = with_deck(match)
    play(state, "guf")  # forest gained, windfall upgraded, birch flipped
    assert dice(state)["wood"] == 4
    kinds = [match.parts.kind(card) << KIND_SHIFT for card in ("forest", "windfall", "birch")]
    assert read(state).aside == (kinds[0], kinds[1] | UPGRADED, kinds[2] | HOME)


@pytest.mark.clause("CC-12")
def test_an_upgraded_card_gains_two_and_a_home_gains_too() -> None:
    match = table_for()
    state = with_deck(match, "forest birch windfall claypit bog ravine quarry pond spring brook garden berry")
    play(state, "uf1" + "u" * 9)  # windfall built, then month 2 runs backwards
    assert read(state).month() == 2
    play(state, "f" * 9)
    assert hand(match, state) == "birch"
    assert read(state).hand & HOME
    set_dice(state, wood=0)
    play(state, "g")
    assert dice(state)["wood"] == 1, "a home that is put aside gains"
    play(state, "g")
    assert dice(state)["wood"] == 3, "upgraded: two more"


@pytest.mark.clause("CC-13")
def test_dice_stop_at_six() -> None:
    match = table_for()
    state = with_deck(match)
    set_dice(state, wood=6, clay=0)
    assert int(state.legal(0)) & GAIN, "gaining at 6 is legal"
    play(state, "g")
    assert dice(state)["wood"] == 6


@pytest.mark.clause("CC-14")
def test_there_is_no_way_back() -> None:
    match = table_for()
    state = with_deck(match)
    at = at_of(0)
    faces = {0: GAIN | UPGRADE | FLIP, UPGRADED: GAIN | FLIP, HOME: GAIN | UPGRADE, HOME | UPGRADED: GAIN}
    card = int(state.numbers[at + CARDS])
    for edge, moves in faces.items():
        state.numbers[at + CARDS] = card | edge
        assert int(state.legal(0)) & ~0xFF == moves
    assert clauses_against(match, state, FLIP) == clauses_against(match, state, UPGRADE) == {"CC-14"}


@pytest.mark.clause("CC-15", "CC-16")
def test_the_order_is_reversed_every_month() -> None:
    match = table_for()
    state = with_deck(match)
    cards = USUAL.split()
    for month in range(1, 5):
        order = [card for card in (cards if month % 2 else cards[::-1]) if card]
        seen = []
        for number in range(len(order)):
            assert read(state).month() == month
            seen.append(hand(match, state))
            if number == 2:
                set_dice(state, wood=4, clay=4, water=4, provisions=4)
                play(state, str(month))
                cards.remove(seen[-1])
            else:
                set_dice(state, wood=1, clay=1, water=1, provisions=1)
                play(state, "g")
        assert seen == order
        assert read(state).left == 8 - month


@pytest.mark.clause("CC-17")
def test_a_month_without_a_build_ends_planning() -> None:
    match = table_for()
    state = with_deck(match)
    play(state, "u" * 12)
    assert state.is_over(), "no location, no life"
    assert read(state).left == 7
    assert state.score(0) == 2 * 7 + 12
    state = with_deck(match)
    play(state, "1" + "u" * 11)
    play(state, "f" * 11)
    assert read(state).stage == LIVES
    assert read(state).left == 6


@pytest.mark.clause("CC-18")
def test_a_six_forces_every_card_that_can_be_paid() -> None:
    match = table_for()
    state = with_deck(match)
    set_dice(state, water=6)
    assert int(state.legal(0)) == 0xFF
    for action in (GAIN, UPGRADE, FLIP):
        assert "CC-18" in clauses_against(match, state, action)
    say = words_for("en", ("domik.games.cabin.words",))
    (found,) = match.objections(state.view(0), GAIN)
    assert say(found.reason).startswith("You must build: water shows 6")
    assert found.where == ("die-water",)
    set_dice(state, clay=0)
    assert int(state.legal(0)) == GAIN | UPGRADE | FLIP, "too poor: put aside as usual"


@pytest.mark.clause("CC-18")
def test_a_six_binds_from_the_next_card_on() -> None:
    match = table_for()
    state = with_deck(match)
    set_dice(state, wood=5)
    assert int(state.legal(0)) & GAIN
    play(state, "g")
    assert dice(state)["wood"] == 6
    assert int(state.legal(0)) == 0xFF


@pytest.mark.clause("CC-19")
def test_the_eighth_location_ends_planning_at_once() -> None:
    match = table_for()
    state = with_deck(match)
    set_cabin(match, state, ["windfall:N", "birch:N", "bog:N", "ravine:N", "pond:N", "brook:N", "berry:N"])
    state.numbers[at_of(0) + LEFT] = 6  # month 3
    assert int(state.legal(0)) & 0xFF == 1 << 7
    play(state, "8")
    assert read(state).stage == LIVES
    assert read(state).left == 6, "the unfinished month counts: 9 - 3"
