"""Leaving a table, ending a game, deleting what is one's own alone; and taking that back."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.phrase import Phrase
from domik.server.http.errors import Elsewhere, NoSuchTable, Refused, SetAside
from domik.server.http.wire import COME_AGAIN
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.tables.going import is_alone
from domik.server.visitors.putting_away import forgotten, mark_deleted, put_away, take_out, unmark
from domik.server.visitors.visitors import visitor_of
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.seating import give_back, stand_in, wish_end


async def my_room(request: Request) -> tuple[Room, str, list[int]]:
    """The table of an address with the visitor's seats, or a refusal where they have none."""
    rooms: Rooms = request.app.state.rooms
    room = await rooms.get(request.path_params["id"])
    owner = visitor_of(request).owner
    seats = [number for number, seat in enumerate(room.table.seats) if owner in seat.owners]
    if not seats:
        raise Refused(403, Phrase("web.error.not_yours"))
    return room, owner, seats


def back(done: str, id: str) -> Response:
    """To the list, which says what was done and offers to take it back."""
    return RedirectResponse(f"/games?{done}={id}", 303)


async def leave(request: Request) -> Response:
    """A bot plays on for whoever leaves; the others need not wait."""
    room, owner, seats = await my_room(request)
    if room.table.counts:
        raise Refused(409, Phrase("web.error.counts"))
    if room.table.is_dealt and not room.table.is_over:

        def go(table: Table, at: int) -> list[Entry]:
            return [entry for seat in seats for entry in stand_in(table, seat, at)]

        await room.do(go)
    await put_away(room.house.store, owner, room.table.id)
    return back("left", room.table.id)


async def end(request: Request) -> Response:
    """Ask everybody to end the game here, or take that back."""
    room, _, seats = await my_room(request)

    def toggle(table: Table, at: int) -> list[Entry]:
        yes = not any(table.seats[seat].wants_end for seat in seats)
        playing = [seat for seat in seats if not table.seats[seat].played_by_bot]
        return [entry for seat in playing for entry in wish_end(table, seat, yes, at)]

    await room.do(toggle)
    return RedirectResponse("/games", 303)


async def delete(request: Request) -> Response:
    """Forget a table where no other person ever sat."""
    room, owner, _ = await my_room(request)
    if room.table.counts:
        raise Refused(409, Phrase("web.error.counts"))
    if not is_alone(room.table, owner):
        raise Refused(409, Phrase("web.error.not_alone"))
    await put_away(room.house.store, owner, room.table.id)
    await mark_deleted(room.house.store, room.table.id)
    return back("deleted", room.table.id)


async def restore(request: Request) -> Response:
    """Take it back: into the list, and the seat from the bot."""
    room, owner, seats = await my_room(request)
    await unmark(room.house.store, room.table.id)
    await take_out(room.house.store, owner, room.table.id)
    await room.do(lambda table, at: [entry for seat in seats for entry in give_back(table, seat, at)])
    return RedirectResponse("/games", 303)


async def purge(rooms: Rooms) -> None:
    """Forget what nobody wanted back."""
    store = rooms.house.store
    for id in await forgotten(store, now()):
        try:
            room = await rooms.get(id)
        except NoSuchTable:
            await unmark(store, id)
            continue
        except (Elsewhere, SetAside):  # its own node does it; what is damaged stays for whoever looks into it
            continue
        async with room.lock:
            room.is_broken = True  # whatever a bot still thinks about is nothing any more
            rooms.rooms.pop(id, None)
            for viewer in room.viewers.values():
                if viewer.wire is not None:
                    viewer.wire.hang_up(COME_AGAIN)
            await store.keeping.delete(id)
        await unmark(store, id)
