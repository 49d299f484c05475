"""Chairs: what a link is good for, and sitting down by it. A seat belongs to the first who sits there.

Three kinds of links lead to a table: the one for everybody gives each guest the next free chair, a chair's own link is
spent by the first who follows it, and a link that somebody made for another device of theirs lets in one device.
"""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.server.http.asked import number_in
from domik.server.http.errors import Refused
from domik.server.live.room import Room
from domik.server.live.sealing import take_seat
from domik.server.store.person import Person
from domik.server.visitors.keys import link_key
from domik.table import Entry, Table
from domik.table.devices import let_in, seats_lent
from domik.table.refusal import refuse
from domik.table.seating import free_seat, sit

EVERYBODY, CHAIR, DEVICE = "everybody", "chair", "device"
FOR_DEVICES = "d."  # how the secret of a device's link begins


@dataclass(frozen=True)
class Link:
    """What somebody has in hand."""

    kind: str
    seat: int | None  # where it leads now; None: nowhere any more
    key: str = ""


def link_of(room: Room, text: str) -> Link:
    """What this text opens at this table; Refused when it is no key of ours."""
    table, keys = room.table, room.house.keys
    if keys.invites(table.id, text):
        return Link(EVERYBODY, free_seat(table))
    if text.startswith(FOR_DEVICES):
        key = link_key(text.removeprefix(FOR_DEVICES))
        return Link(DEVICE, next(iter(seats_lent(table, key)), None), key)
    number, _, secret = text.partition(".")
    seat = number_in(number, len(table.seats) - 1)
    if seat is None or not keys.opens(table.id, seat, secret):
        raise Refused(403, Phrase("web.error.secret"))
    chair = table.seats[seat]
    return Link(CHAIR, None if chair.owners or chair.is_lost or table.is_over else seat)


def chair_for(table: Table, name: str) -> int:
    """The next free chair; if one was kept for somebody of that name, theirs."""
    kept = (k for k, seat in enumerate(table.seats) if seat.is_free and seat.name.casefold() == name.casefold())
    seat = next(kept, free_seat(table))
    if seat is None:
        raise refuse("full")
    return seat


async def sit_by(room: Room, text: str, owner: str, person: Person) -> int:
    """Sit down by a link, or a sentence why not; whoever sits here already stays where they are."""
    link = link_of(room, text)
    if link.seat is not None:
        await take_seat(room.house, room.table, owner, person)
    found = -1

    def act(table: Table, at: int) -> list[Entry]:
        nonlocal found
        mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
        if link.kind == DEVICE:
            found = -1 if link.seat is None else link.seat
            return let_in(table, link.key, owner, at)
        if mine and (link.kind == EVERYBODY or link.seat is None):
            found = mine[0]
            return []
        if link.kind == EVERYBODY:
            found = chair_for(table, person.name)
        elif link.seat is None:
            raise refuse("seat_taken")
        else:
            found = link.seat
        entries = sit(table, found, owner, person.name, at, person.animal)
        room.coming.pop(owner, None)
        return entries

    await room.do(act)
    room.seat_all()
    return found
