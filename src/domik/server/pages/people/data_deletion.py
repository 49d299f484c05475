"""Deletion of data: expired tables, and everything about a person on request."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import COOKIE, IdentityCache, delete_cookies, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, service
from domik.server.live.live_tables import LiveTables
from domik.server.store import Store
from domik.table.clock import now

DAY = 24 * 3600 * 1000  # milliseconds


async def erase_person(store: Store, owner: str, live_tables: LiveTables | None = None) -> int:
    """Erase a person from all tables and stores; returns the number of tables affected."""
    tables = await store.retention.table_ids_of(owner)
    for id in tables:
        live_table = live_tables.by_id.get(id) if live_tables is not None else None
        if live_table is not None and live_tables is not None:
            async with live_table.lock:  # a write in progress finishes first
                live_tables.drop([id])
                await store.retention.erase_from_table(id, owner)
        else:
            await store.retention.erase_from_table(id, owner)
    await store.retention.erase_person(owner)
    return len(tables)


async def erase_me(request: Request) -> Response:
    """POST /forget {sure}: erase the visitor and delete their cookies."""
    from domik.server.pages.tables.forms import form_text, read_form

    if form_text(await read_form(request), "sure") != "yes":
        raise HttpError(400, Phrase("data.forget_unsure"))
    visitor = visitor_of(request)
    if not visitor.is_new:
        await erase_person(service(request, Store), visitor.owner, service(request, LiveTables))
        service(request, IdentityCache).invalidate(visitor.owner)
    response = redirect(request, "/games")
    delete_cookies(response, request, COOKIE, "name", "animal")
    return response


async def delete_expired_tables(live_tables: LiveTables, days: float) -> int:
    """Delete tables untouched for `days` that are not in use; 0 keeps everything. Returns their number.

    Results that were counted at a real table go by the same age.
    """
    if days <= 0:
        return 0
    store, gone, before = live_tables.services.store, 0, now() - int(days * DAY)
    await store.counted.delete_before(before)
    for id in await store.retention.expired_ids(before):
        if id not in live_tables.by_id:
            await store.retention.delete_table(id)
            gone += 1
    return gone
