"""Bots keep to the round of the people they play with, where everybody plays at their own pace."""

from __future__ import annotations

from functools import partial

from domik.server.live.live_table import LiveTable
from tests.server.host import Host, Page
from tests.waiting import eventually


def month(live_table: LiveTable, seat: int) -> int:
    found = live_table.table.match.progress(live_table.table.view(seat))
    assert found is not None
    return found.at


def all_are_past(live_table: LiveTable, round: int) -> bool:
    """Whether every bot has played that month."""
    return all(month(live_table, seat) > round for seat in range(1, len(live_table.table.seats)))


def test_bots_of_the_cabin_wait_for_my_month(host: Host) -> None:
    person = host.person()
    table = person.post("/g/cabin/play").headers["location"].rsplit("/", 1)[-1]
    page = Page(host.origin, table, person)
    page.take()
    page.ask("luck", text="ab" * 16)
    live_table = host.rooms.by_id[table]
    seats = range(len(live_table.table.seats))
    seen = set()
    while not live_table.table.is_over and live_table.table.awaits(0):
        mine = month(live_table, 0)
        eventually(partial(all_are_past, live_table, mine))  # they play this month
        assert all(month(live_table, seat) <= mine + 1 for seat in seats), "and none goes on to the next but one"
        seen.add(mine)
        if len(seen) > 2:
            return
        legal = live_table.table.legal(0)
        page.ask("move", action=(legal & -legal).bit_length() - 1, turn=live_table.table.turn_token(0))
