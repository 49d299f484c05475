"""Form for a new table: defaults, parsing into a Setup, and the handlers of the simple forms."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, quote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from domik.games import GAMES
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.options import Flag, SeatOrder
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.positions.box import Box, loader_objection, own_box_text, read_box
from domik.server.accounts.visitors import Visitor, set_visitor_cookie, visitor_of
from domik.server.bots.pool import default_bot
from domik.server.hosting import Hosting
from domik.server.http.errors import HttpError
from domik.server.http.limits import read_body
from domik.server.http.requests import parse_number, redirect, service
from domik.server.live.invite_links import sit_by_link
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, check_opening_limit, live_table_of
from domik.server.pages.tables.profile import name_for_others, save_profile, suggested_animal
from domik.server.rendering.bot_names import free_bot_names
from domik.server.rendering.templates import find_game
from domik.server.store.repositories import Person, parse_person
from domik.table.history import branch_of
from domik.table.setup import BOT, HUMAN, SCREEN, SeatPlan, Setup, Terms, check_name

CLOCKS = ("0-0-0", "5-5-0", "15-10-0", "30-20-0", "0-0-1", "0-0-3", "0-0-7")  # minutes, bonus seconds, days per move
ABSENCE_MINUTES = (2, 10, 60, 0)  # minutes until a bot may replace an absent player; 0: never
FLAGS = (("forced", True), ("confirm", False), ("hints", True), ("listed", True))
DEFAULT_SEATS = 3
OPPONENT_KINDS = {"friends": HUMAN, "screen": SCREEN}  # kinds of opponents other than bots


def default_seats(package: GamePackage) -> int:
    return min(max(DEFAULT_SEATS, package.least_seats), package.most_seats)


def default_form(package: GamePackage, company: str = "") -> dict[str, str]:
    """Initial form values; `company` is the kind of opponents: "friends", "screen", or bots by default."""
    form = {"seat0": HUMAN, "clock": CLOCKS[0], "patience": str(ABSENCE_MINUTES[0])}
    for number in range(1, package.most_seats):
        form[f"seat{number}"] = (
            OPPONENT_KINDS.get(company, f"bot:{default_bot()}") if number < default_seats(package) else ""
        )
    form |= {name: "on" for name, on in FLAGS if on}
    if company in OPPONENT_KINDS:  # among people a hint is help from outside: the host may allow it
        del form["hints"]
    for option in package.schema.options:
        if isinstance(option, Flag):
            form |= {f"option.{option.name}": "on"} if option.default else {}
        elif not isinstance(option, SeatOrder):
            form[f"option.{option.name}"] = str(option.default)
    return form


def parse_seat_plans(form: Mapping[str, str], package: GamePackage, guest: str, language: str) -> list[SeatPlan]:
    """Seat plans from the form; raises BadOption for an unknown kind of player."""
    plans, bots = [], free_bot_names([guest], language)
    for number in range(package.most_seats):
        kind, _, bot = form.get(f"seat{number}", "").partition(":")
        if kind:
            usual = guest if number == 0 else bots[number - 1]
            plans.append(SeatPlan(kind, check_name(form.get(f"name{number}", "")) or usual, bot or default_bot()))
    return plans


def parse_options(form: Mapping[str, str], package: GamePackage, seats: int) -> dict[str, object]:
    given: dict[str, object] = {}
    for option in package.schema.options:
        value = form.get(f"option.{option.name}", "")
        if isinstance(option, Flag):
            given[option.name] = value == "on"
        elif isinstance(option, SeatOrder):
            first = parse_number(value, seats - 1)
            given[option.name] = [] if first is None else [(first + k) % seats for k in range(seats)]
        elif value:
            given[option.name] = value
    return given


def setup_objection(package: GamePackage, seats: int, given: Mapping[str, object]) -> Phrase | None:
    """Why this number of seats and these options do not fit together; None if they do."""
    if not package.least_seats <= seats <= package.most_seats:
        return Phrase("table.error.setup")
    try:
        return package.check(seats, package.schema.read(given))
    except BadOption as error:
        return error.phrase


def adjust_seats(package: GamePackage, plans: list[SeatPlan], given: Mapping[str, object]) -> list[SeatPlan]:
    """Drop bots from the end until the options allow the number of seats; people are never dropped."""
    if setup_objection(package, len(plans), given) is None:
        return plans
    for number in range(package.least_seats, len(plans)):
        if setup_objection(package, number, given) is None and all(plan.kind == BOT for plan in plans[number:]):
            return plans[:number]
    return plans


def parse_setup(form: Mapping[str, str], package: GamePackage, guest: str, language: str) -> Setup:
    """Setup described by the form; raises BadOption."""
    plans = parse_seat_plans(form, package, guest, language)
    given = parse_options(form, package, len(plans))
    plans = adjust_seats(package, plans, given)
    clock = form.get("clock", "")
    minutes, bonus, days = (int(part) for part in clock.split("-")) if clock in CLOCKS else (0, 0, 0)
    flags = {name: form.get(name) == "on" for name, _ in FLAGS}
    waits = parse_number(form.get("patience", ""))
    terms = Terms(minutes, bonus, days, patience=waits if waits in ABSENCE_MINUTES else ABSENCE_MINUTES[0], **flags)
    options = package.match(len(plans), given).options
    return Setup(package.name, dict(options), tuple(plans), terms, own_box_text(package.name, form.get("box", "")))


async def read_form(request: Request) -> Mapping[str, str]:
    """Parse the URL-encoded body within size limits; of a repeated field the first value counts.

    Other encodings are not supported, since no form uploads files. Raises HttpError 400.
    """
    try:
        fields = parse_qsl((await read_body(request)).decode(), keep_blank_values=True, max_num_fields=100)
    except ValueError:
        raise HttpError(400, Phrase("web.error.message")) from None
    form = dict(reversed(fields))
    game = request.path_params.get("game", "")
    if form.get("box") and game in GAMES:
        with contextlib.suppress(DomikError):  # whoever uses it says what is wrong with it
            await load_box(request, read_box(game, form["box"]))
    return form


async def load_box(request: Request, box: Box) -> None:
    """Make the components of a box while others play: that takes as long as many pages. What asks next has them."""
    if box.values and service(request, Hosting).has_server:
        await asyncio.to_thread(loader_objection, box)


def form_text(form: Mapping[str, str], name: str) -> str:
    return form.get(name, "")


async def redirect_to_table(
    live_table: LiveTable, visitor: Visitor, request: Request, person: Person | None = None
) -> Response:
    """Redirect to the table and set the visitor's cookie; with `person`, save a changed name and animal."""
    response = redirect(request, f"/t/{live_table.table.id}")
    set_visitor_cookie(response, visitor, request)
    if person is not None and (person.name, person.animal) != (visitor.name, visitor.animal):
        await save_profile(request, response, visitor, person)
    return response


async def play_now(request: Request) -> Response:
    """Open a game with default settings against bots."""
    check_opening_limit(request)
    title = find_game(request.path_params["game"])
    visitor = visitor_of(request)
    seats = default_seats(title)
    me = SeatPlan(HUMAN, name_for_others(visitor))
    names = free_bot_names([me.name], visitor.language)
    bots = tuple(SeatPlan(BOT, name, default_bot()) for name in names[: seats - 1])
    live_table = await service(request, LiveTables).open(
        Setup(title.name, title.schema.read({}), (me, *bots)), visitor.owner, me.name, animal=visitor.animal
    )
    return await redirect_to_table(live_table, visitor, request)


async def take_invited_seat(request: Request) -> Response:
    """Take the seat of an invitation key; for programs and old links, since people are asked for a name at /j/."""
    form = await read_form(request)
    live_table = await live_table_of(request)
    visitor = visitor_of(request)
    person = parse_person(form_text(form, "name") or visitor.name, form_text(form, "animal") or visitor.animal)
    key, live_tables = form_text(form, "key"), service(request, LiveTables)
    response = JSONResponse({"seat": await sit_by_link(live_tables, live_table, key, visitor.owner, person)})
    set_visitor_cookie(response, visitor, request)
    return response


async def follow_pasted_link(request: Request) -> Response:
    """Redirect from a pasted link or code to its table or invitation."""
    code = form_text(await read_form(request), "code").strip()
    invited = re.search(r"/j/([a-z0-9]+)/([\w.-]+)", code)
    if invited is not None:
        live_table = await service(request, LiveTables).get(invited[1])
        return redirect(request, f"/j/{live_table.table.id}/{quote(invited[2])}")
    path = code.split("/t/", 1)[-1].lstrip("/")
    id, _, key = path.partition("#")
    live_table = await service(request, LiveTables).get(id.strip("/").split("/")[0].split("?")[0])
    return redirect(request, f"/t/{live_table.table.id}" + (f"#{quote(key)}" if key else ""))


async def branch_game(request: Request) -> Response:
    """Continue from a step of a finished game against bots."""
    check_opening_limit(request)
    form = await read_form(request)
    old = (await live_table_of(request)).table
    visitor = visitor_of(request)
    step = parse_number(form_text(form, "step"))
    seat = next((k for k, one in enumerate(old.seats) if visitor.owner in one.owners), 0)
    guest = name_for_others(visitor)
    plans = tuple(
        SeatPlan(HUMAN, guest) if k == seat else SeatPlan(BOT, one.name, one.plan.bot)
        for k, one in enumerate(old.seats)
    )
    past = branch_of(old, len(old.moves) if step is None else step)
    setup = Setup(old.setup.game, old.setup.options, plans, old.terms, old.setup.components)
    live_table = await service(request, LiveTables).open(
        setup, visitor.owner, guest, past, [seat], animal=suggested_animal(visitor)
    )
    return await redirect_to_table(live_table, visitor, request)
