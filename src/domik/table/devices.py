"""Further devices of one seat: its owner makes a link that lets one in, sees which there are, and sends them away."""

from __future__ import annotations

from domik.table import journal
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.seat import Seat
from domik.table.table import Table

MOST = 5  # links and devices of one seat


def owned(table: Table, number: int, owner: str) -> Seat:
    """The seat, if it belongs to this one; devices that were let in may not let in others."""
    seat = table.seat(number)
    if owner not in seat.owners or owner in seat.devices:
        raise refuse("not_owner")
    return seat


def lend(table: Table, number: int, owner: str, key: str, now: int) -> list[Entry]:
    """A link for one more device; `key` is a hash of what it carries."""
    seat = owned(table, number, owner)
    if len(seat.links) + len(seat.devices) >= MOST:
        raise refuse("devices", most=MOST)
    return [table.write(journal.LEND, now, seat=number, key=key)]


def seat_lent(table: Table, key: str) -> int | None:
    """The seat that a link leads to, while it may be used."""
    return next((number for number, seat in enumerate(table.seats) if key in seat.links), None)


def let_in(table: Table, key: str, owner: str, now: int) -> list[Entry]:
    """The device that follows a link is the seat's from now on; the link is spent."""
    number = seat_lent(table, key)
    if number is None:
        raise refuse("link_spent")
    seat = table.seat(number)
    if owner in seat.owners:
        return []
    return [table.write(journal.SIT, now, seat=number, owner=owner, name=seat.name, key=key)]


def revoke(table: Table, number: int, owner: str, what: str, now: int) -> list[Entry]:
    """A link or a device is let in no more."""
    seat = owned(table, number, owner)
    if what not in seat.links and what not in seat.devices:
        return []
    return [table.write(journal.REVOKE, now, seat=number, what=what)]
