"""Why a hint is good: every game has reasons of its own, and they tell no more than the seat knows."""

from __future__ import annotations

import random

import pytest

from domik.games import game_package
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord
from domik.kernel.state import View
from domik.language import LANGUAGES, words_for
from tests.conformance.tables import NAMES, actions_of, hooks, random_record, random_steps

SEARCH = Phrase("reason.search")


@pytest.mark.parametrize("name", NAMES)
def test_most_moves_have_reasons_of_their_own(name: str) -> None:
    title = game_package(name)
    match = title.match(max(2, title.least_seats))
    asked = own = 0
    for state, seat, action in random_steps(match, "reasons"):
        view = state.view(seat)
        found = match.reasons(view, action)
        assert found
        asked += 1
        own += SEARCH not in found
        for language in LANGUAGES:
            say = words_for(language, (title.words_package,))
            assert say(found[0]) in say(match.hint(view, action))
    assert 2 * own >= asked


def all_reasons(match: Match, view: View) -> list[list[Phrase]]:
    """The reasons of every legal action."""
    return [match.reasons(view, action) for action in actions_of(int(view.legal()))]


@pytest.mark.parametrize("name", NAMES)
def test_reasons_are_the_same_in_twin_worlds(name: str) -> None:
    """Permute what a seat has not seen, replay the same moves: it hears the same reasons."""
    title = game_package(name)
    match = title.match(max(2, title.least_seats))
    rng = random.Random(f"reasons {name}")
    compared = 0
    for number in range(4):
        record = random_record(match, f"twins {number}")
        moves = record.moves[: rng.randrange(len(record.moves))]
        state = GameRecord(match, record.deal, record.players, moves).end()
        for seat in range(match.seats):
            if state.view(seat).is_awaited():
                deal = hooks(name).twin_deal(match, record.deal, moves, seat, rng)
                twin = GameRecord(match, deal, record.players, moves).end()
                assert all_reasons(match, state.view(seat)) == all_reasons(match, twin.view(seat))
                compared += 1
    assert compared
