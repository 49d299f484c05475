"""Imagined worlds of Cozy Cabin: everything unseen is as likely as everything else (CC-4, CC-41, CC-44, CC-49)."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.reading import drafted_hand, kept_pile
from domik.kernel.luck import luck_of
from domik.kernel.state import State, imagine_state
from tests.games.cabin.hooks import has_sources, unpacked
from tests.games.cabin.positions import at_of, fresh, play, read, table_for, with_deck

WORLDS = 400 if os.environ.get("DOMIK_QUICK") == "1" else 2000


def hidden_deck(match: CabinMatch, state: State, seat: int) -> list[int]:
    """The cards of a deck that nobody has seen, from the sealed compartment."""
    table, base = state.numbers, at_of(seat)
    sealed = int(match.game.sealed_at()) + at.DRAWN_EACH * seat
    return [
        int(table[sealed + k])
        for k in range(int(table[base + at.TOP]), int(table[base + at.PILE]))
        if not table[base + at.CARDS + k]
    ]


@pytest.mark.clause("CC-4")
def test_every_order_of_the_rest_is_as_likely() -> None:
    match = table_for(2)
    state = with_deck(match)
    play(state, "1" + "u" * 7)  # nine cards seen, three unknown
    orders = Counter(tuple(hidden_deck(match, imagine_state(state.view(1), luck_of(k)), 0)) for k in range(WORLDS))
    assert len(orders) == 6 if len(hidden_deck(match, state, 0)) == 3 else 2
    assert min(orders.values()) > WORLDS / len(orders) * 0.7


@pytest.mark.clause("CC-44", "CC-47")
def test_the_neighbour_may_be_anywhere_below() -> None:
    match = table_for(2, neighbour=True)
    seed = next(
        k for k in range(99) if at.NEIGHBOUR_FACE not in (read(fresh(match, k)).hand, read(fresh(match, k)).next)
    )
    view = fresh(match, seed).view(0)
    places = Counter(
        [card >> at.KIND_SHIFT & 31 for card in hidden_deck(match, imagine_state(view, luck_of(k)), 0)].index(
            at.NEIGHBOUR
        )
        for k in range(WORLDS)
    )
    assert len(places) == 11
    assert min(places.values()) > WORLDS / 11 * 0.5


@pytest.mark.clause("CC-49")
def test_imagined_hands_have_their_sources() -> None:
    for options in ({"family": True}, {"promo": True}):
        match = table_for(2, **options)
        for seed in range(20):
            world = imagine_state(fresh(match, seed).view(0), luck_of(seed))
            cards = [
                [read(world, seat).hand, read(world, seat).next, *hidden_deck(match, world, seat)] for seat in range(2)
            ]
            assert has_sources(match, [card for hand in cards for card in hand], at.CARDS_EACH)


@pytest.mark.clause("CC-41")
@pytest.mark.parametrize("seats", [2, 3])
def test_a_draft_is_imagined_from_what_a_seat_saw(seats: int) -> None:
    """What was passed on is with the next seat, or was kept there, or has come on; what came back fits with it."""
    match = table_for(seats, draft=True)
    state = fresh(match, 4)
    for number in range(3 * seats):
        state.play(number % seats, 1 << (number * 5) % 12)
    passed = []
    for then in range(3):
        own = at.OPEN_SIZE
        hand = unpacked(int(state.numbers[own + at.HANDS + then]))
        kept = (unpacked(int(state.numbers[own + at.KEPT])) + unpacked(int(state.numbers[own + at.KEPT + 1])))[
            2 * then : 2 * then + 2
        ]
        passed.append([card for card in hand if card not in kept])
    for k in range(40):
        world = imagine_state(state.view(0), luck_of(k))
        after = at.OPEN_SIZE + at.OWN_SIZE
        for then in range(3):
            received = unpacked(int(world.numbers[after + at.HANDS + then + 1]))[:2]
            assert sorted(received) == sorted(passed[then])
        assert drafted_hand(world.view(0)) == drafted_hand(state.view(0))
        came = unpacked(int(state.numbers[at.OPEN_SIZE + at.HANDS + 3]))[:2]
        last = at.OPEN_SIZE + at.OWN_SIZE * (seats - 1)
        hand = unpacked(int(world.numbers[last + at.HANDS + 2]))
        kept = unpacked(int(world.numbers[last + at.KEPT]))[4:6]
        assert sorted(card for card in hand if card not in kept) == sorted(came)


@pytest.mark.clause("CC-41")
def test_cards_kept_unseen_are_as_likely_as_each_other() -> None:
    """Two seats, one round: the other seat's four cards are any of the twenty unknown ones, its choice any pair."""
    match = table_for(2, draft=True)
    state = fresh(match, 9)
    view = state.view(0)
    held = Counter(
        card
        for k in range(WORLDS)
        for card in unpacked(int(imagine_state(view, luck_of(k)).numbers[at.OPEN_SIZE + at.OWN_SIZE + at.HAND]))
    )
    assert len(held) == 20
    assert min(held.values()) > WORLDS * 4 / 20 * 0.6
    state.play(1, 1)
    chosen = Counter(len(kept_pile(imagine_state(state.view(0), luck_of(k)).view(1))) for k in range(20))
    assert chosen == {2: 20}
