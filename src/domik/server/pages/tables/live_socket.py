"""WebSocket endpoint of a table: one connection per open page."""

from __future__ import annotations

import contextlib

from starlette.websockets import WebSocket

from domik.language import LANGUAGES
from domik.server.accounts.visitors import visitor_of
from domik.server.edge.security import is_ours
from domik.server.http.errors import HttpError
from domik.server.http.requests import client_address, parse_number, service
from domik.server.live.deal_access import check_may_see
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.live.session import Session
from domik.server.rendering.page_state import Viewer
from domik.server.rendering.renderers import requested_form

CLOSE_WRONG_ORIGIN, CLOSE_NO_TABLE = 4403, 4404


async def live_socket(socket: WebSocket) -> None:
    """Authorize the connection, find or create its viewer, and run the session until it closes."""
    live_tables = service(socket, LiveTables)
    live_table = None
    is_open = False
    if is_ours(socket.headers):
        with contextlib.suppress(HttpError):  # missing, quarantined or sealed: the page shows the reason
            live_table = await live_tables.get(
                socket.path_params["id"]
            )  # before accepting: another node may hold the table
            await check_may_see(live_tables, live_table.table, visitor_of(socket).owner)
            is_open = True
    await socket.accept()
    if live_table is None or not is_open:
        await socket.close(CLOSE_NO_TABLE if is_ours(socket.headers) else CLOSE_WRONG_ORIGIN)
        return
    viewer = find_or_add_viewer(live_table, socket)
    viewer.address = client_address(socket)
    visitor = visitor_of(socket)
    viewer.device = visitor.device
    if viewer.seats:
        live_table.address = viewer.address
    await Session(live_tables, live_table, viewer, socket).run()


def find_or_add_viewer(live_table: LiveTable, socket: WebSocket) -> Viewer:
    """The viewer that a reconnecting page resumes, or a new one."""
    asked = socket.query_params
    visitor = visitor_of(socket)
    old = live_table.viewers.get(asked.get("v", ""))
    number = parse_number(asked.get("n", ""))
    if old is not None and old.owner == visitor.owner:
        if number is not None and old.can_resume(
            number
        ):  # even if its last connection was lost and still counts as open
            old.resume(number)
            live_table.reseat(old)
            return old
        if not old.is_connected:
            del live_table.viewers[old.id]  # too many messages missed: start over with a full page state
    language = asked.get("lang", "")
    viewer = Viewer(
        visitor.owner,
        language if language in LANGUAGES else visitor.language,
        requested_form(asked),
        asked.get("letters") == "1",
        visitor.name,
    )
    viewer.accepts_compressed = asked.get("z") == "1"
    viewer.origin = socket.headers.get("origin", "")
    live_table.add_viewer(viewer)
    return viewer
