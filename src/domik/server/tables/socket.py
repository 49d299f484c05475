"""The live socket: one for every open page."""

from __future__ import annotations

import contextlib

from starlette.websockets import WebSocket

from domik.language import LANGUAGES
from domik.server.door.guard import CHANNEL, Channel, is_ours
from domik.server.http.asked import address_of, number_in
from domik.server.http.errors import Refused
from domik.server.http.wire import Wire
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.live.sealing import check_open
from domik.server.live.session import Session
from domik.server.sight.pens import asked_form
from domik.server.sight.viewer import Viewer
from domik.server.visitors.visitors import visitor_of

WRONG_ORIGIN, NO_TABLE = 4403, 4404


async def live(socket: WebSocket) -> None:
    """Whom a socket belongs to, and what it does from then on."""
    rooms: Rooms = socket.app.state.rooms
    room = None
    is_open = False
    if is_ours(socket.headers):
        with contextlib.suppress(Refused):  # none, set aside or sealed: the page itself says which
            room = await rooms.get(socket.path_params["id"])  # before anything is said: another node may keep it
            await check_open(rooms, room.table, visitor_of(socket).owner)
            is_open = True
    await socket.accept()
    if room is None or not is_open:
        await socket.close(NO_TABLE if is_ours(socket.headers) else WRONG_ORIGIN)
        return
    viewer = welcomed(room, socket)
    viewer.address = address_of(socket)
    visitor = visitor_of(socket)
    viewer.device = visitor.device
    viewer.is_silent = socket.app.state.hosting.known_names and not visitor.person.is_known
    if viewer.seats:
        room.address = viewer.address
    channel: Channel = socket.scope[CHANNEL]
    channel.then = Session(rooms, room, viewer, Wire(channel.receive, channel.send)).run


def welcomed(room: Room, socket: WebSocket) -> Viewer:
    """The page that comes back to what it had, or a new one."""
    asked = socket.query_params
    visitor = visitor_of(socket)
    old = room.viewers.get(asked.get("v", ""))
    number = number_in(asked.get("n", ""))
    if old is not None and old.owner == visitor.owner:
        if number is not None and old.can_resume(
            number
        ):  # even if its last connection died without a word and still counts as open
            old.resume(number)
            room.seat_again(old)
            return old
        if not old.is_connected:
            del room.viewers[old.id]  # it missed too much: a new page for the server, everything anew for the reader
    language = asked.get("lang", "")
    viewer = Viewer(
        visitor.owner,
        language if language in LANGUAGES else visitor.language,
        asked_form(asked),
        asked.get("letters") == "1",
        visitor.name,
    )
    viewer.unpacks = asked.get("z") == "1" and not room.house.rewritten
    viewer.origin = socket.headers.get("origin", "")
    room.welcome(viewer)
    return viewer
