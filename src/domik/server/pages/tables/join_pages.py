"""Invitation page: a link leads here, and name and animal are chosen before taking the seat."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.errors import DomikError
from domik.server.accounts.visitors import Visitor, set_visitor_cookie, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import redirect, service
from domik.server.live.invite_links import DEVICE, InviteLink, resolve_link, sit_by_link
from domik.server.live.live_table import ARRIVAL_TIMEOUT, LiveTable
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.pages.tables.forms import form_text, read_form, redirect_to_table
from domik.server.pages.tables.profile import suggested_person
from domik.server.rendering.player_names import bot_name, display_name
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import all_words, game_card, render_page, render_template, web_words
from domik.server.store.repositories import parse_person
from domik.table import Table
from domik.table.seating import free_animal, taken_animals
from domik.table.table import ANIMALS


@dataclass(frozen=True)
class InvitedSeat:
    number: int
    name: str
    animal: str
    note: str
    is_taken: bool
    is_mine: bool = False


def invited_seats(table: Table, language: str, mine: int | None) -> list[InvitedSeat]:
    """All seats including bots; the guest's own seat is marked."""
    t = web_words(language)
    found = []
    for number, seat in enumerate(table.seats):
        if number == mine and not seat.is_taken:
            found.append(InvitedSeat(number, t("join.you"), "", t("join.yours"), False, True))
        elif not seat.is_taken:
            found.append(InvitedSeat(number, t("join.free"), "", t("join.empty"), False))
        else:
            is_host = bool(table.host) and table.host in seat.owners
            note = t("join.a_bot") if seat.is_bot else t("join.host") if is_host else t("here")
            found.append(InvitedSeat(number, display_name(seat, language), seat.animal, note, True))
    return found


def inviter_name(table: Table, language: str) -> str:
    """Name of the host, or else of the first person at the table."""
    hosts = [seat for seat in table.seats if table.host and table.host in seat.owners]
    people = hosts or [seat for seat in table.seats if seat.owners]
    return display_name(people[0], language) if people else ""


def is_personal_name(name: str) -> bool:
    """Whether a planned name is a person's; seats for friends used to be given bot names."""
    return bool(name) and all(name != bot_name(k, language) for k in range(6) for language in ("en", "ru", "pl"))


def invitation_facts(table: Table, language: str) -> list[tuple[str, str]]:
    """Icons and texts about the game's length, players and clock."""
    t = web_words(language)
    terms = table.terms
    found = [
        (symbol, words) for symbol, words in game_card(table.match.package, language)["facts"] if symbol == "clock"
    ]
    found.append(("users-round", t("join.players", n=len(table.seats))))
    if terms.days:
        found.append(("calendar-days", t("clock_days", n=terms.days)))
    elif terms.minutes:
        found.append(("timer", t("clock_minutes", n=terms.minutes, bonus=terms.bonus)))
    else:
        found.append(("timer-off", t("clock_none")))
    return found


async def resolve_invitation(request: Request) -> tuple[LiveTable, InviteLink, Visitor]:
    live_table = await live_table_of(request)
    return live_table, resolve_link(live_table, request.path_params["key"]), visitor_of(request)


async def invitation(request: Request) -> Response:
    """GET /j/ID/KEY: the invitation; redirects to the table if the visitor already sits there."""
    live_table, link, visitor = await resolve_invitation(request)
    mine = any(visitor.owner in seat.owners for seat in live_table.table.seats)
    if mine and link.kind != DEVICE:
        return redirect(request, f"/t/{live_table.table.id}")
    if link.seat is not None and link.kind != DEVICE:
        await mark_arriving(live_table, visitor.owner)
    response = invitation_page(request, live_table, link, visitor)
    set_visitor_cookie(response, visitor, request)
    return response


def invitation_page(
    request: Request, live_table: LiveTable, link: InviteLink, visitor: Visitor, error: str = "", status: int = 200
) -> Response:
    """Render the page, with an error message if the form was refused."""
    table, language = live_table.table, visitor.language
    animal = free_animal(table, -1 if link.seat is None else link.seat, suggested_person(visitor).animal)
    planned = table.seats[link.seat].name if link.seat is not None else ""
    context: dict[str, Any] = {
        "id": table.id,
        "here": request.scope["path"],
        "game": game_card(table.match.package, language),
        "by": inviter_name(table, language),
        "facts": invitation_facts(table, language),
        "there": invited_seats(table, language, None if link.kind == DEVICE else link.seat),
        "kind": link.kind,
        "open": link.seat is not None,
        "over": table.is_over,
        "owner": display_name(table.seats[link.seat], language)
        if link.kind == DEVICE and link.seat is not None
        else "",
        "called": visitor.name or (planned if is_personal_name(planned) else ""),
        "chosen": animal,
        "animals": ANIMALS,
        "taken": taken_animals(table),
        "error": error,
    }
    return render_page(request, "join.html", status, **context)


async def mark_arriving(live_table: LiveTable, owner: str) -> None:
    """Show the other players that a guest is about to sit down, until ARRIVAL_TIMEOUT after the last sign of life."""
    is_new = owner not in live_table.arriving
    live_table.arriving[owner] = time.monotonic()
    if is_new:
        await live_table.execute(lambda _table, _at: [])
        live_table.services.start_task(unmark_arriving(live_table, owner))


async def unmark_arriving(live_table: LiveTable, owner: str) -> None:
    """Remove the mark once the guest has closed the invitation."""
    while owner in live_table.arriving and not live_table.is_broken:
        await asyncio.sleep(ARRIVAL_TIMEOUT)
        if time.monotonic() - live_table.arriving.get(owner, 0.0) > ARRIVAL_TIMEOUT:
            live_table.arriving.pop(owner, None)
            with contextlib.suppress(ConnectionError, HttpError):
                await live_table.execute(lambda _table, _at: [])


async def invitation_news(request: Request) -> Response:
    """GET /j/ID/KEY/news: JSON with the seats as they are now, polled by the page."""
    live_table, link, visitor = await resolve_invitation(request)
    if link.seat is not None and link.kind != DEVICE:
        await mark_arriving(live_table, visitor.owner)
    there = invited_seats(live_table.table, visitor.language, None if link.kind == DEVICE else link.seat)
    markup = render_template(request, "there.html", there=there)
    return json_response({"there": markup, "taken": taken_animals(live_table.table), "open": link.seat is not None})


async def accept_invitation(request: Request) -> Response:
    """POST /j/ID/KEY {name, animal}: take the seat, or show the page again with the error and the input."""
    live_table, link, visitor = await resolve_invitation(request)
    form = await read_form(request)
    animal = form_text(form, "animal")
    name = form_text(form, "name") or visitor.name
    if not name.strip() and link.kind != DEVICE:
        name = web_words(visitor.language)(f"animal.{animal if animal in ANIMALS else ANIMALS[0]}").capitalize()
    person = parse_person(name, animal)
    sits = any(visitor.owner in one.owners for one in live_table.table.seats)  # then their name stays as it is
    try:
        key, live_tables = request.path_params["key"], service(request, LiveTables)
        seat = await sit_by_link(live_tables, live_table, key, visitor.owner, person)
    except HttpError:
        raise
    except DomikError as error:
        said = all_words(visitor.language).say(error.phrase)
        return invitation_page(
            request, live_table, resolve_link(live_table, request.path_params["key"]), visitor, said, 409
        )
    taken_seat = live_table.table.seats[seat]
    given = None if sits or link.kind == DEVICE else parse_person(person.name, taken_seat.animal)
    return await redirect_to_table(live_table, visitor, request, given)


PAGES = [("/j/{id}/{key}", invitation)]
READS = [("/j/{id}/{key}/news", invitation_news)]
WRITES = [("/j/{id}/{key}", accept_invitation)]
