"""A page of measurements says of every target whether it holds."""

from __future__ import annotations

from typing import Any

from bench.targets import target_table

GOOD: dict[str, Any] = {
    "ratios": {"open_spiel_hearts": 9.0, "pure": 90.0},
    "copy_us": 0.1,
    "pure_moves_per_second": 200_000,
}
POOR: dict[str, Any] = {
    "ratios": {"open_spiel_hearts": 1.0, "pure": 9.0},
    "copy_us": 0.2,
    "pure_moves_per_second": 20_000,
}


def test_every_target_gets_its_verdict() -> None:
    rows = target_table([("treehouse, nk, 4 seats", GOOD), ("bower, 2 seats", POOR)])[2:]
    assert len(rows) == 8
    assert all(row.endswith("| holds |") for row in rows[:4])
    assert all(row.endswith("| **missed** |") for row in rows[4:])


def test_a_peer_that_is_not_there_and_a_guest_have_no_verdict() -> None:
    alone = GOOD | {"ratios": {"pure": 90.0}}
    assert len(target_table([("treehouse, original, 4 seats", alone)])) == 2 + 3
    assert len(target_table([("mousehole, 4 seats", GOOD)])) == 2 + 2
