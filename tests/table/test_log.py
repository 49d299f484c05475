"""The log told again from the moves is word for word what was told the first time."""

from __future__ import annotations

import pytest

from domik.games import BUILT_IN, game_package
from domik.kernel.luck import luck_of
from domik.table import SeatPlan, Setup, Table, Terms
from domik.table.requests import request_undo
from domik.table.running_game import LINES_KEPT, LogLine, log_lines, replay_log
from domik.table.seating import add_entropy, return_seat, sit, stand_in
from domik.table.table import open_table


def begun(game: str) -> Table:
    wanted = Setup(game, {}, (SeatPlan("human", "a"), SeatPlan("human", "b")), Terms(forced=False))
    table, _ = open_table("t1", game_package(game).match(2, {}), wanted, "a seed", 1000)
    for number in range(2):
        sit(table, number, "the same owner", f"P{number}", 1000)
        add_entropy(table, number, f"share{number}", 1000)
    return table


@pytest.mark.parametrize("game", list(BUILT_IN))
def test_told_again_with_steps_taken_back_and_people_away(game: str) -> None:
    table, luck, heard = begun(game), luck_of(game), list[LogLine]()
    seen = (0, 0)
    for step in range(400):
        if table.is_over:
            break
        seat = (table.awaited_seats() & -table.awaited_seats()).bit_length() - 1
        table.submit(seat, int(luck.bit_of(table.legal(seat))), 2000)
        if step % 17 == 5:
            stand_in(table, 1 - seat, 2000)
            return_seat(table, 1 - seat, 2000)
        if step % 13 == 7:
            request_undo(table, seat, 2000)  # both seats have one owner: nobody has to agree
        kept = table.log.valid_lines(*seen)
        heard[kept:] = log_lines(table, kept)
        seen = (len(table.log), table.log.truncation_count())
    assert table.is_over
    assert table.takebacks
    assert len(heard) == len(table.log) > 3 * LINES_KEPT
    assert log_lines(table) == heard
    half = len(table.moves) // 2
    assert list(replay_log(table, half)) == [told for told in heard if told.step <= half]
    assert log_lines(table, len(heard) - 1) == heard[-1:]
    assert log_lines(table, len(heard)) == []
