"""The way to a table of a deal that many play: the try that counts, or once more for fun; the same for every kind."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.deals import Deal
from domik.server.deals.daily import counted_table, my_table, open_room
from domik.server.tables.forms import led_to, rooms_of
from domik.server.visitors.visitors import remember, visitor_of
from domik.table import Table

OPEN, HALF, DONE = "open", "half", "done"


def state_of(table: Table | None) -> str:
    """How far somebody is with a deal, by the table of their try."""
    return OPEN if table is None else DONE if table.is_over else HALF


async def tried(request: Request, deal: Deal) -> Table | None:
    """The table of the visitor's one try, if they have begun."""
    visitor = visitor_of(request)
    return None if visitor.is_new else await my_table(rooms_of(request), deal, visitor.owner)


async def to_the_try(request: Request, deal: Deal) -> Response:
    """To the try that counts: the same table however often the button is pressed."""
    visitor = visitor_of(request)
    response = RedirectResponse(f"/t/{await counted_table(rooms_of(request), deal, visitor)}", 303)
    remember(response, visitor, request)
    return response


async def for_fun(request: Request, deal: Deal) -> Response:
    """To a table that is compared with nobody's."""
    visitor = visitor_of(request)
    return await led_to(await open_room(rooms_of(request), deal, visitor, False), visitor, request)
