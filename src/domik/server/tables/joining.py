"""Joining: one page between a link and a chair. It asks for a name and an animal, and one tap is enough."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.kernel.errors import DomikError
from domik.server.http.errors import Refused
from domik.server.live.chairs import DEVICE, Link, link_of, sit_by
from domik.server.live.room import COMING, Room
from domik.server.paper.answers import answered
from domik.server.paper.templates import all_words, page, rendered, web_words
from domik.server.sight.names import bot_name, name_of
from domik.server.store.person import person_from
from domik.server.tables.forms import form_of, led_to, rooms_of, text_in
from domik.server.tables.introducing import suggested
from domik.server.tables.pages import card, switched
from domik.server.visitors.visitors import Visitor, remember, visitor_of
from domik.table import Table
from domik.table.seat import ANIMALS
from domik.table.seating import free_animal, taken_animals


@dataclass(frozen=True)
class There:
    """A chair as a guest sees it."""

    number: int
    name: str
    animal: str
    note: str
    is_taken: bool
    is_mine: bool = False


def around(table: Table, language: str, mine: int | None) -> list[There]:
    """Who is there, bots too; the guest's own chair is marked."""
    t = web_words(language)
    found = []
    for number, seat in enumerate(table.seats):
        if number == mine and not seat.is_taken:
            found.append(There(number, t("join.you"), "", t("join.yours"), False, True))
        elif not seat.is_taken:
            found.append(There(number, t("join.free"), "", t("join.empty"), False))
        else:
            is_host = bool(table.host) and table.host in seat.owners
            note = t("join.a_bot") if seat.is_bot else t("join.host") if is_host else t("here")
            found.append(There(number, name_of(seat, language), seat.animal, note, True))
    return found


def inviter(table: Table, language: str) -> str:
    """Who asks to the table: the host, or the first who sits there."""
    hosts = [seat for seat in table.seats if table.host and table.host in seat.owners]
    people = hosts or [seat for seat in table.seats if seat.owners]
    return name_of(people[0], language) if people else ""


def has_name(name: str) -> bool:
    """Whether a planned name is somebody's: chairs for friends used to be called as bots are."""
    return bool(name) and all(name != bot_name(k, language) for k in range(6) for language in ("en", "ru", "pl"))


def facts(table: Table, language: str) -> list[tuple[str, str]]:
    """What a guest likes to know before sitting down."""
    t = web_words(language)
    terms = table.terms
    found = [(symbol, words) for symbol, words in card(table.match.title, language)["facts"] if symbol == "clock"]
    found.append(("users-round", t("join.players", n=len(table.seats))))
    if terms.days:
        found.append(("calendar-days", t("clock_days", n=terms.days)))
    elif terms.minutes:
        found.append(("timer", t("clock_minutes", n=terms.minutes, bonus=terms.bonus)))
    else:
        found.append(("timer-off", t("clock_none")))
    return found


async def asked(request: Request) -> tuple[Room, Link, Visitor]:
    """The table, what the link is good for, and who follows it."""
    room = await rooms_of(request).get(request.path_params["id"])
    return room, link_of(room, request.path_params["key"]), visitor_of(request)


async def invitation(request: Request) -> Response:
    """GET /j/ID/KEY: the page; whoever sits at the table already goes straight there."""
    if switch := switched(request):
        return switch
    room, link, visitor = await asked(request)
    mine = any(visitor.owner in seat.owners for seat in room.table.seats)
    if mine and link.kind != DEVICE:
        return RedirectResponse(f"/t/{room.table.id}", 303)
    if link.seat is not None and link.kind != DEVICE:
        await arrive(room, visitor.owner)
    response = invitation_page(request, room, link, visitor)
    remember(response, visitor, request)
    return response


def invitation_page(
    request: Request, room: Room, link: Link, visitor: Visitor, error: str = "", status: int = 200
) -> Response:
    """The page, again with what was wrong where something was."""
    table, language = room.table, visitor.language
    animal = free_animal(table, -1 if link.seat is None else link.seat, suggested(visitor).animal)
    planned = table.seats[link.seat].name if link.seat is not None else ""
    context: dict[str, Any] = {
        "id": table.id,
        "here": request.scope["path"],
        "game": card(table.match.title, language),
        "by": inviter(table, language),
        "facts": facts(table, language),
        "there": around(table, language, None if link.kind == DEVICE else link.seat),
        "kind": link.kind,
        "open": link.seat is not None,
        "over": table.is_over,
        "owner": name_of(table.seats[link.seat], language) if link.kind == DEVICE and link.seat is not None else "",
        "called": visitor.name or (planned if has_name(planned) else ""),
        "chosen": animal,
        "animals": ANIMALS,
        "taken": taken_animals(table),
        "error": error,
    }
    return page(request, "join.html", status, **context)


async def arrive(room: Room, owner: str) -> None:
    """The others see that somebody is about to sit down, and after a while no more."""
    is_new = owner not in room.coming
    room.coming[owner] = time.monotonic()
    if is_new:
        await room.do(lambda _table, _at: [])
        room.house.start(vanish(room, owner))


async def vanish(room: Room, owner: str) -> None:
    """Whoever closed the invitation is not expected any more."""
    while owner in room.coming and not room.is_broken:
        await asyncio.sleep(COMING)
        if time.monotonic() - room.coming.get(owner, 0.0) > COMING:
            room.coming.pop(owner, None)
            with contextlib.suppress(ConnectionError, Refused):
                await room.do(lambda _table, _at: [])


async def news(request: Request) -> Response:
    """GET /j/ID/KEY/news: who is there by now, for the page that waits for its reader's choice."""
    room, link, visitor = await asked(request)
    if link.seat is not None and link.kind != DEVICE:
        await arrive(room, visitor.owner)
    there = around(room.table, visitor.language, None if link.kind == DEVICE else link.seat)
    markup = rendered(request, "there.html", there=there)
    return answered({"there": markup, "taken": taken_animals(room.table), "open": link.seat is not None})


async def sit_down(request: Request) -> Response:
    """POST /j/ID/KEY {name, animal}: take the chair, or say why not and keep what was typed."""
    room, link, visitor = await asked(request)
    form = await form_of(request)
    animal = text_in(form, "animal")
    name = text_in(form, "name") or visitor.name
    if not name.strip() and link.kind != DEVICE:
        name = web_words(visitor.language)(f"animal.{animal if animal in ANIMALS else ANIMALS[0]}").capitalize()
    person = person_from(name, animal)
    sits = any(visitor.owner in one.owners for one in room.table.seats)  # then they are called what they are called
    try:
        seat = await sit_by(room, request.path_params["key"], visitor.owner, person)
    except Refused:
        raise
    except DomikError as error:
        said = all_words(visitor.language).say(error.phrase)
        return invitation_page(request, room, link_of(room, request.path_params["key"]), visitor, said, 409)
    taken_seat = room.table.seats[seat]
    given = None if sits or link.kind == DEVICE else person_from(person.name, taken_seat.animal)
    return await led_to(room, visitor, request, given)


READS = [("/j/{id}/{key}", invitation), ("/j/{id}/{key}/news", news)]
WRITES = [("/j/{id}/{key}", sit_down)]
