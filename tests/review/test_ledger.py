"""Value at the start + luck + what was gained and lost = result, exactly, whatever the estimates are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domik.games import GAMES, title_of
from domik.review.ledger import Estimate, account_of, result_of
from domik.review.report import CARDS, NOTHING, OTHERS, Value
from domik.review.story import Step
from tests.review.games import played, reviewed


@pytest.mark.parametrize("name", list(GAMES))
def test_luck_and_skill_add_up_in_every_game(name: str) -> None:
    record, report = reviewed(name, max(2, title_of(name).least_seats))
    assert report.judgements
    own = report.of(0)
    ledger = own.ledger
    assert ledger.adds_up()
    assert ledger.start != ledger.result
    end = record.end()
    assert ledger.result == result_of(record.match, end, 0).value
    assert ledger.result.points == 1000 * record.match.points(int(end.score(0)))
    changes = [one.value for one in report.changes]
    assert sum(changes, NOTHING) == ledger.cards + ledger.others
    assert {one.kind for one in report.changes} <= {CARDS, OTHERS}
    lost = sum((one.counted() for one in report.judgements), NOTHING)
    assert ledger.lost + lost == NOTHING
    assert sum(own.lost_by_phase, NOTHING) == lost
    assert len(own.values) == len(own.chances) == len(record.moves) + 1
    assert own.values[-1] == ledger.result
    assert all(abs(sum(chances) - 1_000_000) <= len(chances) for chances in own.chances)
    assert ledger.adjusted + ledger.cards == ledger.result


VALUES = st.builds(Value, st.integers(0, 10**6), st.integers(-(10**5), 10**5), st.integers(0, 10**5))


@given(
    st.lists(st.tuples(st.integers(0, 1), st.booleans(), st.booleans()), min_size=1, max_size=12),
    st.dictionaries(st.integers(0, 12), VALUES),
    VALUES,
)
def test_it_adds_up_whatever_was_found(
    moves: list[tuple[int, bool, bool]], found: dict[int, Value], result: Value
) -> None:
    steps = [Step(at, by, new, came) for at, (by, new, came) in enumerate(moves)]
    estimates = {at: Estimate(value, (1, 2)) for at, value in sorted(found.items())}
    account = account_of(0, steps, {}, estimates, {}, Estimate(result, (1, 2)))
    assert account.ledger.adds_up()
    assert len(account.values) == len(steps) + 1
    told = [step for step in steps[:-1] if step.is_new and not (step.by == 0 and not step.came_up)]
    allowed = {step.number + 1 for step in told} | {len(steps)}
    assert {one.step for one in account.changes} <= allowed, "luck where nothing came"


def test_a_shared_victory_is_shared() -> None:
    for seed in range(40):
        record = played("treehouse", 2, seed)
        end = record.end()
        if int(end.winners()).bit_count() == 2:
            assert result_of(record.match, end, 1).value.chance == 500_000
            return
    record = played("bower", 2)
    assert sorted(result_of(record.match, record.end(), 0).chances) == [0, 1_000_000]
