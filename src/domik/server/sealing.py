"""Sealed deals: what others are still to play is shown only to those who have played it, and its seed to nobody."""

from __future__ import annotations

from domik.kernel.phrase import Phrase
from domik.server.errors import Refused
from domik.server.rooms import Rooms
from domik.server.tries import has_finished
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed


async def check_open(rooms: Rooms, table: Table, owner: str) -> None:
    """Refuse to show a table of a sealed deal to somebody who has not played that deal to its end."""
    if table.same is None or is_revealed(table, now()):
        return
    if any(owner in seat.owners for seat in table.seats) or await has_finished(rooms, table.same.name, owner):
        return
    raise Refused(403, Phrase("web.error.sealed"))


def check_revealed(table: Table) -> None:
    """Refuse to hand out a record of a sealed deal: it holds every card."""
    if not is_revealed(table, now()):
        raise Refused(403, Phrase("web.error.sealed_record"))
