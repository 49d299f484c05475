"""The live socket: one for every open page."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.websockets import WebSocket

from domik.language import LANGUAGES
from domik.server.errors import Refused
from domik.server.guard import WIRE
from domik.server.pens import form_of
from domik.server.room import Room
from domik.server.rooms import Rooms
from domik.server.session import Session
from domik.server.viewer import Viewer
from domik.server.visitors import visitor_of
from domik.server.wire import Wire

WRONG_ORIGIN, NO_TABLE = 4403, 4404


def same_origin(socket: WebSocket) -> bool:
    """Whether the page that opens the socket is ours: browsers always say where they come from."""
    origin = urlsplit(socket.headers.get("origin", ""))
    return origin.scheme in ("http", "https") and origin.netloc == socket.headers.get("host", "")


async def live(socket: WebSocket) -> None:
    """The whole life of one socket."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    if not same_origin(socket):
        await socket.close(WRONG_ORIGIN)
        return
    try:
        room = await rooms.get(socket.path_params["id"])
    except Refused:  # there is none, or it is set aside: the page itself says which
        await socket.close(NO_TABLE)
        return
    viewer = welcomed(room, socket)
    await Session(rooms, room, viewer, Wire(*socket.scope[WIRE])).run()


def welcomed(room: Room, socket: WebSocket) -> Viewer:
    """The page that comes back to what it had, or a new one."""
    asked = socket.query_params
    visitor = visitor_of(socket)
    old = room.viewers.get(asked.get("v", ""))
    number = int(asked["n"]) if asked.get("n", "").isdigit() else -1
    if old is not None and old.owner == visitor.owner:
        if old.can_resume(number):  # even if its last connection died without a word and still counts as open
            old.resume(number)
            room.seat_again(old)
            return old
        if not old.is_connected:
            del room.viewers[old.id]  # it missed too much: a new page for the server, everything anew for the reader
    language = asked.get("lang", "")
    viewer = Viewer(
        visitor.owner,
        language if language in LANGUAGES else visitor.language,
        form_of(asked),
        asked.get("letters") == "1",
        visitor.name,
    )
    room.welcome(viewer)
    return viewer
