"""What people send with forms: a new table, a seat by its link, a game to go on from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from domik.kernel.phrase import Phrase
from domik.server.http.asked import address_of, number_in
from domik.server.http.errors import Refused
from domik.server.http.limits import data_of
from domik.server.live.chairs import sit_by
from domik.server.live.room import Room
from domik.server.live.rooms import Rooms
from domik.server.paper.templates import web_words
from domik.server.sight.names import bot_name
from domik.server.store.person import Person, person_from
from domik.server.tables.introducing import introduce
from domik.server.tables.pages import checked
from domik.server.tables.set_up_form import usual_seats
from domik.server.thinking.thinking import usual_bot
from domik.server.visitors.visitors import Visitor, remember, visitor_of
from domik.table.history import branch_of
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup


async def form_of(request: Request) -> Mapping[str, str]:
    """The posted form, of a decent size; our forms send no files, so no other encoding is read."""
    try:
        fields = parse_qsl((await data_of(request)).decode(), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise Refused(400, Phrase("web.error.message")) from None
    return dict(reversed(fields))


def text_in(form: Mapping[str, str], name: str) -> str:
    """A text field."""
    return form.get(name, "")


def limited(request: Request) -> None:
    """Nobody opens tables by the hundred."""
    if not request.app.state.opening.take(address_of(request)):
        raise Refused(429, Phrase("web.error.fast"))


async def led_to(room: Room, visitor: Visitor, request: Request, person: Person | None = None) -> Response:
    """To the table, with a cookie that knows the seat again, and name and animal where they were given."""
    response = RedirectResponse(f"/t/{room.table.id}", 303)
    remember(response, visitor, request)
    if person is not None and (person.name, person.animal) != (visitor.name, visitor.animal):
        await introduce(request, response, visitor, person)
    return response


async def play_now(request: Request) -> Response:
    """One click: the usual game against bots."""
    limited(request)
    title = checked(request.path_params["game"])
    visitor = visitor_of(request)
    seats = usual_seats(title)
    me = SeatPlan(HUMAN, visitor.name or web_words(visitor.language)("guest"))
    names = (bot_name(k, visitor.language) for k in range(seats - 1))
    bots = tuple(SeatPlan(BOT, name, usual_bot()) for name in names)
    room = await rooms_of(request).open(
        Setup(title.name, title.schema.read({}), (me, *bots)), visitor.owner, me.name, animal=visitor.animal
    )
    return await led_to(room, visitor, request)


def rooms_of(request: Request) -> Rooms:
    """All rooms."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def sit_down(request: Request) -> Response:
    """Take the seat of an invitation, for programs and old links; people are asked for their name at /j/."""
    form = await form_of(request)
    room = await rooms_of(request).get(request.path_params["id"])
    visitor = visitor_of(request)
    person = person_from(text_in(form, "name") or visitor.name, text_in(form, "animal") or visitor.animal)
    response = JSONResponse({"seat": await sit_by(room, text_in(form, "key"), visitor.owner, person)})
    remember(response, visitor, request)
    return response


async def join(request: Request) -> Response:
    """A pasted link or code leads to its table, or to the invitation."""
    code = text_in(await form_of(request), "code").strip()
    invited = re.search(r"/j/([a-z0-9]+)/([\w.-]+)", code)
    if invited is not None:
        room = await rooms_of(request).get(invited[1])
        return RedirectResponse(f"/j/{room.table.id}/{quote(invited[2])}", 303)
    path = code.split("/t/", 1)[-1].lstrip("/")
    id, _, key = path.partition("#")
    room = await rooms_of(request).get(id.strip("/").split("/")[0].split("?")[0])
    return RedirectResponse(f"/t/{room.table.id}" + (f"#{quote(key)}" if key else ""), 303)


async def branch(request: Request) -> Response:
    """Go on from a step of a finished game, against bots."""
    limited(request)
    form = await form_of(request)
    old = (await rooms_of(request).get(request.path_params["id"])).table
    visitor = visitor_of(request)
    step = number_in(text_in(form, "step"))
    seat = next((k for k, one in enumerate(old.seats) if visitor.owner in one.owners), 0)
    guest = visitor.name or web_words(visitor.language)("guest")
    plans = tuple(
        SeatPlan(HUMAN, guest) if k == seat else SeatPlan(BOT, one.name, one.plan.bot)
        for k, one in enumerate(old.seats)
    )
    past = branch_of(old, len(old.moves) if step is None else step)
    setup = Setup(old.setup.game, old.setup.options, plans, old.terms)
    room = await rooms_of(request).open(setup, visitor.owner, guest, past, [seat], animal=visitor.animal)
    return await led_to(room, visitor, request)
