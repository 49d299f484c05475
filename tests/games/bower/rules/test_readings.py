"""Bower's two readings of the rules agree: the third gem, and the eggs with their reasons."""

from __future__ import annotations

import pytest

from domik.games.bower.rules.reading import Cell, Nest, nest_of
from domik.games.bower.rules.state import BONUS, OFFER, PHASE, PLACE, WIDTH
from domik.kernel.luck import luck_of
from domik.kernel.state import new_state
from tests.conformance.tables import QUICK, random_steps
from tests.games.bower.positions import MODES, actor, table_for


def lines_with_three(nest: Nest) -> tuple[set[int], list[set[Cell]]]:
    """The columns and the groups that hold three gems."""
    columns = {column for column in range(1, WIDTH + 1) if nest.column(column)["gem"] >= 3}
    groups = [cells for surface in ("straw", "moss", "gravel") for cells in nest.groups(surface)]
    return columns, [cells for cells in groups if nest.count(cells, "gem") >= 3]


def slow_bonus(before: Nest, after: Nest) -> bool:
    """A column that newly has three, or a group with a new cell that holds no group which had three."""
    old_columns, old_groups = lines_with_three(before)
    new_columns, new_groups = lines_with_three(after)
    placed = set(after.faces) - set(before.faces)
    return bool(new_columns - old_columns) or any(
        cells & placed and not any(old <= cells for old in old_groups) for cells in new_groups
    )


@pytest.mark.clause("BW-23")
@pytest.mark.parametrize("options", MODES)
def test_fast_and_slow_agree_on_every_placement(options: dict[str, object]) -> None:
    match = table_for(**options)
    paid = placed = 0
    for seed in range(20 if QUICK else 200):
        for state, seat, action in random_steps(match, f"gems {seed}"):
            if state.numbers[PHASE] != PLACE:
                continue
            after = state.copy()
            after.play(seat, action)
            slow = slow_bonus(nest_of(match, state.view(), seat), nest_of(match, after.view(), seat))
            drawn = int(after.numbers[PHASE]) == BONUS
            nothing_left = bool(match.options["hard"]) and not state.numbers[OFFER]
            assert drawn == (slow and not nothing_left)
            placed += 1
            paid += drawn
    assert placed > 300
    assert paid > 20


@pytest.mark.clause("BW-51", "BW-52", "BW-53", "BW-55", "BW-56")
@pytest.mark.parametrize("options", MODES)
def test_compiled_eggs_and_the_tally_agree(options: dict[str, object]) -> None:
    match = table_for(**options)
    eggs = 0
    for number in range(40 if QUICK else 400):
        luck = luck_of(f"eggs {number}")
        state = new_state(match.game, luck)
        while not state.is_over():
            seat = actor(state)
            state.play(seat, luck.bit_of(state.legal(seat)))
        view = state.view()
        lines = match.tally(view)
        for seat in (0, 1):
            assert sum(line.points for line in lines if line.seat == seat) == state.score(seat)
        assert sum(1 << seat for seat in match.outcome(view).winners) == state.winners()
        eggs += sum(line.points for line in lines)
    assert eggs > 100
