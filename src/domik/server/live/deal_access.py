"""Counted attempts at shared deals, one per person, and hiding a sealed deal from those who may still play it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import bearer_owner, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.rendering.templates import render_page
from domik.server.store.repositories import CountedAttempt, Person
from domik.table import Table
from domik.table.clock import now
from domik.table.history import is_revealed


async def has_finished_attempt(live_tables: LiveTables, deal: str, owner: str) -> bool:
    found = await live_tables.services.store.attempts.find(deal, owner)
    table = await live_tables.peek(found.table) if found is not None else None
    return table is not None and table.is_over


Endpoint = Callable[[Request], Awaitable[Response]]
TABLE_PATH, API_PATH = "/t/{id}", "/api/tables/{id}"
FULL_RECORD_PATHS = ("/t/{id}/branch", "/api/tables/{id}/record")  # these reveal every card, drawn or not


def is_sealed(table: Table) -> bool:
    """Whether others may still play this table's deal without knowing it."""
    return not is_revealed(table, now())


async def may_see(live_tables: LiveTables, table: Table, owner: str) -> bool:
    """Whether a person may see a table: its deal is not sealed, they sit there, or they finished that deal."""
    if table.shared_deal is None or not is_sealed(table):
        return True
    if any(owner in seat.owners for seat in table.seats):
        return True
    return await has_finished_attempt(live_tables, table.shared_deal.name, owner)


async def check_may_see(live_tables: LiveTables, table: Table, owner: str) -> None:
    """Raise HttpError 403 unless `may_see`."""
    if not await may_see(live_tables, table, owner):
        raise HttpError(403, Phrase("web.error.sealed"))


def check_revealed(table: Table) -> None:
    """Raise HttpError 403 for the record of a sealed deal, since it contains every card."""
    if is_sealed(table):
        raise HttpError(403, Phrase("web.error.sealed_record"))


async def claim_by_sitting(live_tables: LiveTables, table: Table, owner: str, person: Person) -> None:
    """Let a person take a seat at a table of a sealed deal only if that costs them nothing, or their one attempt.

    At a counted table the seat is their own attempt; HttpError 409 if they have another. At a table for fun they must
    have finished theirs, as it shows the deal; HttpError 403 otherwise.
    """
    if table.shared_deal is None or not is_sealed(table):
        return
    if any(owner in seat.owners for seat in table.seats):
        return
    if not table.is_counted:
        await check_may_see(live_tables, table, owner)
        return
    mine = CountedAttempt(table.id, now(), person.name, person.animal)
    if (await live_tables.services.store.attempts.claim(table.shared_deal.name, owner, mine)).table != table.id:
        raise HttpError(409, Phrase("web.error.own_try"))


def guard_sealed(path: str, endpoint: Endpoint) -> Endpoint:
    """Wrap the endpoint of a table's route so that it refuses those who are still to play its deal."""
    is_page, is_program = path.startswith(TABLE_PATH), path.startswith(API_PATH)
    if not (is_page or is_program) or path.endswith("/sit"):
        return endpoint

    async def checked_endpoint(request: Request) -> Response:
        live_tables = service(request, LiveTables)
        live_table = await live_table_of(request)
        table = live_table.table
        if table.shared_deal is not None and is_sealed(table):
            if path in FULL_RECORD_PATHS and table.is_over:
                check_revealed(table)
            owner = bearer_owner(request) if is_program else ""
            if not await may_see(live_tables, table, owner or visitor_of(request).owner):
                return sealed_page(request) if path == TABLE_PATH else raise_sealed()
        return await endpoint(request)

    return checked_endpoint


def raise_sealed() -> Response:
    raise HttpError(403, Phrase("web.error.sealed"))


def sealed_page(request: Request) -> Response:
    """A page that says why the table is hidden, and links to the deal."""
    return render_page(request, "sealed.html", 403)
