"""What a round brought: the sheet's points are the game's own, and who laid a card is who is named."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules.state import ROUNDS
from domik.kernel.tally import GameEvent
from tests.conformance.tables import random_steps, sampled


@pytest.mark.clause("TH-45")
def test_the_sheets_of_all_rounds_add_up_to_the_scores_they_sum_up() -> None:
    for number, match in enumerate(sampled("treehouse", 6)):
        told: list[GameEvent] = []
        last = None
        for state, seat, action in random_steps(match, number):
            before, then = state.view(), state.copy()
            then.play(seat, action)
            after = then.view()
            events = match.events(before, after, seat)
            told += events
            for round in {event.recap for event in events if event.recap}:
                found = match.recap(after, round, told)
                assert found is not None
                gained = {event.seat: event.what.args["n"] for event in events if event.recap}
                if not after.is_over():  # colour cards and tasks are counted beside the last round
                    assert [found.total(seat) for seat in range(match.seats)] == [gained[k] for k in sorted(gained)]
                assert {part.by for part in found.parts if part.meaning} <= set(range(match.seats))
                assert match.recap(after, round + 1, told) is None or after.is_over()
            last = after
        assert last is not None
        assert [match.recap(last, k, told) is None for k in (0, *range(1, ROUNDS + 1), ROUNDS + 1)] == [
            True, *[False] * ROUNDS, True,
        ]  # fmt: skip
