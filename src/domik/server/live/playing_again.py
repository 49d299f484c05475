"""Playing again: who wants it, and the table that comes of it. Only those who said yes are led there."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING

from domik.server.http.errors import Refused
from domik.server.sight.frame import button, text
from domik.server.sight.names import bot_name, name_of
from domik.server.sight.reader import Reader
from domik.table import Entry, SeatPlan, Setup, Table, journal
from domik.table.clock import MINUTE, now
from domik.table.seating import sit
from domik.table.setup import BOT, HUMAN
from domik.table.talk import all_want_rematch, lead_on, may_go_on, unanswered
from domik.web.pen import Pen

if TYPE_CHECKING:
    from domik.server.live.room import Room
    from domik.server.live.rooms import Rooms


async def play_again(rooms: Rooms, room: Room, at_once: bool) -> None:
    """When everybody wants it, or the host goes ahead, the new table opens and the old one leads there."""
    table = room.table
    if table.next_table or room.is_reopening:
        return
    if at_once or all_want_rematch(table, room.present()):
        room.is_reopening = True
        try:
            fresh = await reopened(rooms, table)
        finally:
            room.is_reopening = False
        await room.do(lambda table, at: [] if table.next_table else lead_on(table, fresh.table.id, at))
    elif table.again_at and table.again_at + MINUTE > now():
        room.house.start(look_again(room))


async def look_again(room: Room) -> None:
    """After the minute the host's page offers to go ahead."""
    await asyncio.sleep((room.table.again_at + MINUTE - now()) / 1000 + 0.05)
    with contextlib.suppress(ConnectionError, Refused):
        await room.do(lambda _table, _at: [])


async def reopened(rooms: Rooms, old: Table) -> Room:
    """The same table once more: those who said yes in their seats, bots for all others, nobody else."""
    plans = tuple(
        replace(seat.plan, name=seat.name) if seat.is_bot or seat.wants_rematch else stranger(number, seat.plan)
        for number, seat in enumerate(old.seats)
    )
    room = await rooms.open(Setup(old.setup.game, old.setup.options, plans, old.terms), "", "", host=heir(old))
    entries: list[Entry] = []
    async with room.lock:
        first = room.table.entries
        for number, seat in enumerate(old.seats):
            if seat.wants_rematch and not seat.is_bot:
                for owner in sorted(seat.owners - seat.devices.keys()):
                    entries += sit(room.table, number, owner, seat.name, now(), seat.animal)
                entries += [
                    room.table.write(journal.SIT, now(), seat=number, owner=owner, name=seat.name, key="")
                    for owner in sorted(seat.devices)
                ]
        await room.save(first, entries)
    return room


def stranger(number: int, plan: SeatPlan) -> SeatPlan:
    """Whoever did not say yes is no part of it: a bot plays there."""
    return SeatPlan(BOT, bot_name(number - 1, "en"), plan.bot)


def heir(old: Table) -> str:
    """Who opens the new table: the host, if they play on, or the first who does."""
    wanting = [seat for seat in old.seats if seat.wants_rematch and not seat.is_bot]
    if not old.host or any(old.host in seat.owners for seat in wanting):
        return old.host or ""
    people = [owner for seat in wanting for owner in sorted(seat.owners - seat.devices.keys())]
    return people[0] if people else ""


# ---- what the page shows ---------------------------------------------------------------------------------


def again(table: Table, reader: Reader, pen: Pen, present: frozenset[int]) -> str:
    """A face for everybody with a tick or dots, who has not answered, and the buttons."""
    if table.next_table:
        return f'<a class="button ready" href="/t/{table.next_table}">{text(pen, "next_table")}</a>'
    if not reader.seats:
        return ""
    said = all(table.seats[own].wants_rematch for own in reader.seats)
    kind, icon = ("said", "check") if said else ("ready", "repeat-2")
    play = button(pen, "rematch", "rematch", icon, kind, f' aria-pressed="{"true" if said else "false"}"')
    if sum(seat.plan.kind == HUMAN and bool(seat.owners) for seat in table.seats) < 2:
        return play
    ahead = button(pen, "go_ahead", "again.ahead", "play", "quiet") if may_go_on(table, reader.owner, now()) else ""
    return f'<div class="again2">{faces(table, pen, present)}{play}{ahead}</div>'


def faces(table: Table, pen: Pen, present: frozenset[int]) -> str:
    """Who said yes; bots always do."""
    missing = unanswered(table, present)
    found = []
    for number, seat in enumerate(table.seats):
        yes = number not in missing and (seat.is_bot or seat.wants_rematch)
        out = number not in missing and not yes  # a bot took over, and nobody is there to say anything
        mark = pen.icon("check" if yes else "bot" if out else "ellipsis", 11, 4)
        name = pen.escape(name_of(seat, pen.language))
        word = text(pen, "again.yes" if yes else "again.bot" if out else "again.not_yet")
        found.append(
            f'<span class="rw{" yes" if yes else ""}" role="img" aria-label="{name}: {word}" title="{name}: {word}">'
            f"{pen.face(number, seat.animal, 34)}<i>{mark}</i></span>"
        )
    names = ", ".join(name_of(table.seats[number], pen.language) for number in missing)
    wanted = any(seat.wants_rematch for seat in table.seats)
    words = text(pen, "again.missing", names=names) if wanted and missing else text(pen, "again.who") if missing else ""
    return f'<div class="rws">{"".join(found)}<small role="status">{words}</small></div>'
