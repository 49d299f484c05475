"""Facts: what the script of a page has to know besides markup."""

from __future__ import annotations

from typing import Any

from domik.kernel.game import ONLOOKER
from domik.server.sight.reader import Reader
from domik.table import Table
from domik.table.clock import now
from domik.web.pen import face

ROUGHLY = 10_000  # milliseconds: how long somebody has been away need not be told more exactly


def facts(table: Table, reader: Reader, away: dict[int, int]) -> dict[str, Any]:
    """What the script has to know besides markup."""
    mine = [seat for seat in reader.seats if table.awaits(seat)]
    curtain: list[Any] = []
    if len(reader.seats) > 1 and reader.eyes == ONLOOKER and not table.is_over and table.is_dealt:
        waits = [(seat, table.seats[seat]) for seat in (mine or reader.seats)]
        curtain = [[number, seat.name, face(number, seat.animal, 72)] for number, seat in waits]
    facts: dict[str, Any] = {
        "turn": table.turn(reader.eyes) if reader.eyes >= 0 else "",
        "mine": bool(mine),
        "seats": reader.seats,
        "eyes": reader.eyes,
        "dealt": table.is_dealt,
        "over": table.is_over,
        "curtain": curtain,
        "next": table.next_table,
        "again": bool(reader.seats) and all(table.seats[seat].wants_rematch for seat in reader.seats),
        "hash": table.hash,
        "away": {str(seat): ms // ROUGHLY * ROUGHLY for seat, ms in away.items()},
    }
    if table.clock.is_running:
        at = now()
        left = [table.clock.left(seat, at) for seat in range(len(table.seats))]
        facts["clocks"] = [table.awaited(), *left]
    return facts
