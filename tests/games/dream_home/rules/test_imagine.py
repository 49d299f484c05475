"""Imagined worlds: both decks in any order, each as likely."""

from __future__ import annotations

from collections import Counter

from domik.games.dream_home.rules.state import CARD, OPEN_SIZE, ROOM_DECK, ROOMS
from domik.kernel.luck import luck_of
from domik.kernel.state import imagine_state
from tests.games.dream_home.positions import fresh, table_for


def test_imagined_decks_are_uniform() -> None:
    match = table_for(4)
    state = fresh(match)
    luck = luck_of("uniform")
    unseen = int(state.numbers[ROOM_DECK])
    draws = 3000
    first: Counter[int] = Counter()
    for _ in range(draws):
        world = imagine_state(state.view(0), luck)
        first[int(world.numbers[OPEN_SIZE + 1]) & CARD] += 1
    assert set(first) == {number for number in range(ROOMS) if unseen >> number & 1}
    expected = draws / len(first)
    chi = sum((n - expected) ** 2 / expected for n in first.values())
    assert chi < 100, "54 degrees of freedom: above 100 once in ten thousand"
