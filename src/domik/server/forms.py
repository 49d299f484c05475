"""What people send with forms: a new table, a seat by its link, a game to go on from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from domik.kernel.errors import DomikError
from domik.kernel.options import Choice, Flag, Number, Option, Order
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.language import Words
from domik.server.asked import address_of, number_in
from domik.server.chairs import sit_by
from domik.server.errors import Refused
from domik.server.introducing import introduce
from domik.server.limits import data_of
from domik.server.names import bot_name
from domik.server.pages import card, checked, game_words, switched
from domik.server.people import Person, person_from
from domik.server.room import Room
from domik.server.rooms import Rooms
from domik.server.templates import all_words, page, web_words
from domik.server.thinking import levels, usual_bot
from domik.server.visitors import Visitor, remember, visitor_of
from domik.table.history import branch_of
from domik.table.seat import ANIMALS
from domik.table.setup import BOT, HUMAN, SCREEN, SeatPlan, Setup, Terms, tidy_name

CLOCKS = ("0-0-0", "5-5-0", "15-10-0", "30-20-0", "0-0-1", "0-0-3", "0-0-7")  # minutes, bonus seconds, days a move
PATIENCE = (2, 10, 60, 0)  # minutes until a bot may play for somebody who is away; 0: never
FLAGS = (("forced", True), ("confirm", False), ("hints", True), ("listed", True))
USUAL_SEATS = 3


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
    seats = min(max(USUAL_SEATS, title.least_seats), title.most_seats)
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


async def new_table(request: Request) -> Response:
    """The form for a table, made from the game's options."""
    if switch := switched(request):
        return switch
    return setup_page(request, checked(request.path_params["game"]))


def setup_page(request: Request, title: Title, error: str = "", status: int = 200) -> Response:
    """The form, again with what was wrong where something was."""
    language = visitor_of(request).language
    words = game_words(title.name, language)
    return page(
        request,
        "setup.html",
        status,
        game=card(title, language),
        seats=[seat_field(title, number, language) for number in range(title.most_seats)],
        options=[option_field(option, words, title, language) for option in title.schema.options],
        clocks=[(clock, clock_words(clock, language)) for clock in CLOCKS],
        flags=FLAGS,
        patience=[(str(minutes), patience_words(minutes, language)) for minutes in PATIENCE],
        error=error,
    )


def seat_field(title: Title, number: int, language: str) -> dict[str, Any]:
    """Who may sit there."""
    t = web_words(language)
    kinds = [(HUMAN, t("kind_me" if number == 0 else "kind_friend")), (SCREEN, t("kind_screen"))]
    kinds += [(f"bot:{bot}", t("kind_bot", level=t(f"level_{bot}"))) for bot in levels()]
    if number >= title.least_seats:
        kinds.append(("", t("kind_nobody")))
    usual = min(max(USUAL_SEATS, title.least_seats), title.most_seats)
    chosen = HUMAN if number == 0 else f"bot:{usual_bot()}" if number < usual else ""
    name = bot_name(number - 1, language) if number else t("guest")
    return {"number": number, "kinds": kinds, "chosen": chosen, "name": name, "animal": ANIMALS[number]}


def option_field(option: Option, words: Words, title: Title, language: str) -> dict[str, Any]:
    """One field of the schema."""
    field: dict[str, Any] = {"name": option.name, "clause": option.clause, "chosen": option.default, "text": ""}
    if isinstance(option, Flag):
        label = first_said(words, f"{option.group}.{option.name}", f"option.{option.name}") or option.name
        text = first_said(words, f"{option.group}_text.{option.name}", f"option_text.{option.name}")
        return field | {"kind": "flag", "label": label, "text": text}
    field["label"] = first_said(words, f"option.{option.name}") or option.name
    if isinstance(option, Number):
        return field | {"kind": "number", "least": option.least, "most": option.most}
    if isinstance(option, Choice):
        keys = ((value, first_said(words, f"{option.name}.{value}", f"option.{value}")) for value in option.values)
        return field | {"kind": "choice", "choices": [(value, said or value) for value, said in keys]}
    t = web_words(language)
    seats = [(str(number), t("youngest", n=number + 1)) for number in range(title.most_seats)]
    return field | {"kind": "order", "chosen": "", "choices": [("", t("by_chance")), *seats]}


def first_said(words: Words, *keys: str) -> str:
    """The first of these texts that exists."""
    return next((words.say(Phrase(key)) for key in keys if words.has(key)), "")


def clock_words(clock: str, language: str) -> str:
    """A clock in words."""
    t = web_words(language)
    minutes, bonus, days = (int(part) for part in clock.split("-"))
    if days:
        return t("clock_days", n=days)
    return t("clock_minutes", n=minutes, bonus=bonus) if minutes else t("clock_none")


def patience_words(minutes: int, language: str) -> str:
    """When a bot may stand in, in words."""
    t = web_words(language)
    return t("patience_minutes", n=minutes) if minutes else t("patience_never")


def setup_from(form: Mapping[str, str], title: Title, guest: str, language: str) -> Setup:
    """The setup that a form describes; BadOption says what is wrong with it."""
    plans = []
    for number in range(title.most_seats):
        kind, _, bot = text_in(form, f"seat{number}").partition(":")
        if kind:
            usual = bot_name(number - 1, language) if number else guest
            name = tidy_name(text_in(form, f"name{number}")) or usual
            plans.append(SeatPlan(kind, name, bot or usual_bot()))
    given: dict[str, object] = {}
    for option in title.schema.options:
        value = text_in(form, f"option.{option.name}")
        if isinstance(option, Flag):
            given[option.name] = value == "on"
        elif isinstance(option, Order):
            first = number_in(value, len(plans) - 1)
            given[option.name] = [] if first is None else [(first + k) % len(plans) for k in range(len(plans))]
        elif value:
            given[option.name] = value
    clock = text_in(form, "clock")
    minutes, bonus, days = (int(part) for part in clock.split("-")) if clock in CLOCKS else (0, 0, 0)
    flags = {name: text_in(form, name) == "on" for name, _ in FLAGS}
    waits = number_in(text_in(form, "patience"))
    patience = waits if waits in PATIENCE else PATIENCE[0]
    options = title.match(len(plans), given).options
    return Setup(title.name, dict(options), tuple(plans), Terms(minutes, bonus, days, patience=patience, **flags))


async def open_table(request: Request) -> Response:
    """A table as the form wants it."""
    limited(request)
    title = checked(request.path_params["game"])
    visitor = visitor_of(request)
    form = await form_of(request)
    guest = web_words(visitor.language)("guest")
    name = tidy_name(text_in(form, "name0")) or visitor.name or guest
    try:
        setup = setup_from(form, title, name, visitor.language)
        room = await rooms_of(request).open(setup, visitor.owner, name, animal=visitor.animal)
    except Refused:
        raise
    except DomikError as error:
        return setup_page(request, title, all_words(visitor.language).say(error.phrase), 400)
    return await led_to(room, visitor, request, person_from(name, visitor.animal) if text_in(form, "name0") else None)


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
