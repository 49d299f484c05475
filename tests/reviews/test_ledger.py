"""Value at the start + luck + what was gained and lost = result, exactly, whatever the estimates are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domik.games import GAMES, game_package
from domik.judge.value import ZERO_VALUE, Value
from domik.reviews.report import CARDS, OTHERS
from domik.reviews.seat_history import Estimate, ObservedMove, build_luck_account, final_estimate
from tests.reviews.games import played, reviewed


@pytest.mark.parametrize("name", list(GAMES))
def test_luck_and_skill_add_up_in_every_game(name: str) -> None:
    record, report = reviewed(name, max(2, game_package(name).least_seats))
    assert report.judgements
    own = report.seat_review(0)
    ledger = own.ledger
    assert ledger.adds_up()
    assert ledger.start != ledger.result
    end = record.end()
    assert ledger.result == final_estimate(record.match, end, 0).value
    assert ledger.result.points == 1000 * record.match.points(int(end.score(0)))
    changes = [one.value for one in report.changes]
    assert sum(changes, ZERO_VALUE) == ledger.cards + ledger.others
    assert {one.kind for one in report.changes} <= {CARDS, OTHERS}
    lost = sum((one.counted_loss() for one in report.judgements), ZERO_VALUE)
    assert ledger.lost + lost == ZERO_VALUE
    assert sum(own.lost_by_phase, ZERO_VALUE) == lost
    assert len(own.values) == len(own.chances) == len(record.moves) + 1
    assert own.values[-1] == ledger.result
    assert all(abs(sum(chances) - 1_000_000) <= len(chances) for chances in own.chances)
    assert ledger.luck_adjusted + ledger.cards == ledger.result


VALUES = st.builds(Value, st.integers(0, 10**6), st.integers(-(10**5), 10**5), st.integers(0, 10**5))


@given(
    st.lists(st.tuples(st.integers(0, 1), st.booleans(), st.booleans()), min_size=1, max_size=12),
    st.dictionaries(st.integers(0, 12), VALUES),
    VALUES,
)
def test_it_adds_up_whatever_was_found(
    moves: list[tuple[int, bool, bool]], found: dict[int, Value], result: Value
) -> None:
    steps = [ObservedMove(at, by, new, came) for at, (by, new, came) in enumerate(moves)]
    estimates = {at: Estimate(value, (1, 2)) for at, value in sorted(found.items())}
    account = build_luck_account(0, steps, {}, estimates, {}, Estimate(result, (1, 2)))
    assert account.breakdown.adds_up()
    assert len(account.values) == len(steps) + 1
    told = [step for step in steps[:-1] if step.is_new and not (step.by == 0 and not step.is_unforeseen)]
    allowed = {step.number + 1 for step in told} | {len(steps)}
    assert {one.step for one in account.changes} <= allowed, "luck where nothing came"


def test_a_shared_victory_is_shared() -> None:
    for seed in range(40):
        record = played("treehouse", 2, seed)
        end = record.end()
        if int(end.winners()).bit_count() == 2:
            assert final_estimate(record.match, end, 1).value.chance == 500_000
            return
    record = played("bower", 2)
    assert sorted(final_estimate(record.match, record.end(), 0).chances) == [0, 1_000_000]
