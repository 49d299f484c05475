"""Invitation links, and taking a seat by one. A seat belongs to the first who takes it.

Three kinds of links lead to a table: the invitation for everyone gives each guest the next free seat, a seat's own
link can be used once, and a device link lets one further device of the same player in.
"""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import hash_device_link
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number
from domik.server.live.deal_access import claim_by_sitting
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.player_names import check_name_free
from domik.server.store.repositories import Person
from domik.table import Entry, Table
from domik.table.errors import refuse
from domik.table.seating import free_seat, seats_of_link, sit, use_device_link

ANYONE, SEAT, DEVICE = "everybody", "chair", "device"
DEVICE_PREFIX = "d."  # prefix of a device link's secret


@dataclass(frozen=True)
class InviteLink:
    kind: str
    seat: int | None  # the seat that it gives; None when it gives none any more
    key: str = ""


def resolve_link(live_table: LiveTable, text: str) -> InviteLink:
    """What the secret of a link gives at this table; HttpError 403 when it is not valid."""
    table, keys = live_table.table, live_table.services.keys
    if keys.is_invitation(table.id, text):
        return InviteLink(ANYONE, free_seat(table))
    if text.startswith(DEVICE_PREFIX):
        key = hash_device_link(text.removeprefix(DEVICE_PREFIX))
        return InviteLink(DEVICE, next(iter(seats_of_link(table, key)), None), key)
    number, _, secret = text.partition(".")
    seat = parse_number(number, len(table.seats) - 1)
    if seat is None or not keys.is_seat_secret(table.id, seat, secret):
        raise HttpError(403, Phrase("web.error.secret"))
    chair = table.seats[seat]
    return InviteLink(SEAT, None if chair.owners or chair.is_lost or table.is_over else seat)


def seat_for(table: Table, name: str) -> int:
    """The free seat reserved for that name, else the next free one."""
    kept = (k for k, seat in enumerate(table.seats) if seat.is_free and seat.name.casefold() == name.casefold())
    seat = next(kept, free_seat(table))
    if seat is None:
        raise refuse("full")
    return seat


async def sit_by_link(live_tables: LiveTables, live_table: LiveTable, text: str, owner: str, person: Person) -> int:
    """Take a seat by a link and return its number; a player who already has one stays there."""
    link = resolve_link(live_table, text)
    if link.kind != DEVICE and link.seat is not None:
        name = person.name or live_table.table.seats[link.seat].name
        await check_name_free(live_tables.services.store, name, owner)
    if link.seat is not None:
        await claim_by_sitting(live_tables, live_table.table, owner, person)
    found = -1

    def act(table: Table, at: int) -> list[Entry]:
        nonlocal found
        mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
        if link.kind == DEVICE:
            found = -1 if link.seat is None else link.seat
            return use_device_link(table, link.key, owner, at)
        if mine and (link.kind == ANYONE or link.seat is None):
            found = mine[0]
            return []
        if link.kind == ANYONE:
            found = seat_for(table, person.name)
        elif link.seat is None:
            raise refuse("seat_taken")
        else:
            found = link.seat
        entries = sit(table, found, owner, person.name, at, person.animal)
        live_table.arriving.pop(owner, None)
        return entries

    await live_table.execute(act)
    live_table.reseat_all()
    return found
