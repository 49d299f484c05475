"""The log told again from the moves is word for word what was told the first time."""

from __future__ import annotations

import pytest

from domik.games import OURS, title_of
from domik.kernel.luck import luck_of
from domik.table import SeatPlan, Setup, Table, Terms
from domik.table.log import LATEST, Told, lines_of, told_again
from domik.table.seating import add_entropy, give_back, sit, stand_in
from domik.table.table import open_table
from domik.table.taking_back import ask_back


def begun(game: str) -> Table:
    wanted = Setup(game, {}, (SeatPlan("human", "a"), SeatPlan("human", "b")), Terms(forced=False))
    table, _ = open_table("t1", title_of(game).match(2, {}), wanted, "a seed", 1000)
    for number in range(2):
        sit(table, number, "the same owner", f"P{number}", 1000)
        add_entropy(table, number, f"share{number}", 1000)
    return table


@pytest.mark.parametrize("game", list(OURS))
def test_told_again_with_steps_taken_back_and_people_away(game: str) -> None:
    table, luck, heard = begun(game), luck_of(game), list[Told]()
    seen = (0, 0)
    for step in range(400):
        if table.is_over:
            break
        seat = (table.awaited() & -table.awaited()).bit_length() - 1
        table.submit(seat, int(luck.bit_of(table.legal(seat))), 2000)
        if step % 17 == 5:
            stand_in(table, 1 - seat, 2000)
            give_back(table, 1 - seat, 2000)
        if step % 13 == 7:
            ask_back(table, seat, 2000)  # both seats have one owner: nobody has to agree
        kept = table.log.still_held(*seen)
        heard[kept:] = lines_of(table, kept)
        seen = (len(table.log), table.log.cuts())
    assert table.is_over
    assert table.takebacks
    assert len(heard) == len(table.log) > 3 * LATEST
    assert lines_of(table) == heard
    half = len(table.moves) // 2
    assert list(told_again(table, half)) == [told for told in heard if told.step <= half]
    assert lines_of(table, len(heard) - 1) == heard[-1:]
    assert lines_of(table, len(heard)) == []
