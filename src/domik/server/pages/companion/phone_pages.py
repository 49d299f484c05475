"""Everybody counts on their own phone: a code, who is how far, and the result once all are in.

Before that, nobody's page says anything that depends on what another one keeps secret: sums and progress are made of
the entries that lie open on the table (`secret_keys` of a game's entry board).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import game_package
from domik.kernel.entering import BY, TABLE, EnteredTable
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.positions.position import Position, position_from
from domik.server.accounts.visitors import new_table_id, set_visitor_cookie, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, request_origin, root_of, service
from domik.server.live.lan_address import link_for_others
from domik.server.live.live_tables import check_opening_limit
from domik.server.live.services import Services
from domik.server.pages.companion.companion_pages import (
    count_context,
    countable_game,
    counting_at,
    first_question,
    number_fields,
    player_name,
    position_of,
    who_context,
)
from domik.server.pages.companion.counting import RESULT, Counting, entry_board_of
from domik.server.pages.tables.forms import read_form
from domik.server.rendering.templates import all_words, game_card, game_words, render_page, web_words
from domik.server.store import Store
from domik.server.store.phone_tables import MOST_TABLES, PhoneSeat, PhoneTable, PhoneTableRepository
from domik.table.clock import now
from domik.table.table import ANIMALS
from domik.web.qr import qr_svg

TOUCH_AFTER = 60_000  # milliseconds: an open page keeps its table, without a write for every question


@dataclass(frozen=True)
class PhoneRow:
    """One person as all phones see them."""

    seat: int
    name: str
    animal: str
    state: str  # "away", "counting", "done"
    entered: int
    percent: int
    points: str
    is_mine: bool


def phone_tables(request: Request) -> PhoneTableRepository:
    return service(request, Store).phones


async def open_phones(request: Request) -> Response:
    """POST /companion/GAME/phones: a code for the people and options of the form."""
    package = countable_game(request.path_params["game"])
    form = await read_form(request)
    check_opening_limit(request)
    visitor, tables = visitor_of(request), phone_tables(request)
    try:
        position = first_question(package, form).position
    except DomikError as problem:
        said = all_words(visitor.language).say(problem.phrase)
        return render_page(request, "companion_who.html", 400, **who_context(request, package, "", said))
    if await tables.count() >= MOST_TABLES:
        raise HttpError(503, Phrase("web.phones.full"))
    code = new_table_id()
    await tables.save(PhoneTable(code, visitor.owner, package.name, position.text(), form.get("box", ""), now()))
    response = redirect(request, f"/phones/{code}")
    set_visitor_cookie(response, visitor, request)
    return response


async def table_of(request: Request) -> PhoneTable:
    """The table of the address; HttpError 404 where it is gone."""
    found = await phone_tables(request).find(request.path_params["code"])
    if found is None:
        raise HttpError(404, Phrase("web.phones.gone"))
    return found


def seat_of(request: Request, table: PhoneTable) -> int:
    """The seat of the address, or TABLE for its host; HttpError 404 for others."""
    text = request.path_params["seat"]
    if text == "table" and table.host == visitor_of(request).owner:
        return TABLE
    seat = parse_number(text, base_of(table).match.seats - 1)
    if seat is None:
        raise HttpError(404, Phrase("web.phones.no_seat"))
    return seat


# ---- positions --------------------------------------------------------------------------------------


def base_of(table: PhoneTable) -> Position:
    """Names and options, and nothing entered."""
    return position_of(game_package(table.game), {"position": table.position, "box": table.box})


def is_secret(position: Position, key: str) -> bool:
    secret = entry_board_of(position.match.package).secret_keys
    return key in secret or key.partition(".")[0] in secret


def entries_of_phone(table: PhoneTable, seats: Mapping[int, PhoneSeat], seat: int) -> Position | None:
    """What the phone of a seat has entered, if it has."""
    kept = seats.get(seat)
    if kept is None or not kept.position:
        return None
    return position_of(game_package(table.game), {"position": kept.position, "box": table.box})


def merge_phones(table: PhoneTable, seats: Mapping[int, PhoneSeat], own: int | None = None) -> Position:
    """All entries of all phones; with `own`, only what that phone may know: its own and what lies open."""
    base = base_of(table)
    own_table = entries_of_phone(table, seats, TABLE)

    def known_entries(entries: Mapping[str, str], seat: int) -> dict[str, str]:
        is_all = own is None or own == seat
        return {key: value for key, value in entries.items() if is_all or not is_secret(base, key)}

    entered = base.table
    if own_table is not None:
        entered = entered.with_entries(TABLE, known_entries(own_table.table.entries, TABLE))
    anyway = set(own_table.anyway) if own_table is not None else set()
    for seat in range(base.match.seats):
        asked = known_entries(own_table.table.of(seat), TABLE) if own_table is not None else {}
        mine = entries_of_phone(table, seats, seat)
        if mine is not None:
            anyway |= {key for key in mine.anyway if own is None or own == seat}
        entries = known_entries((mine or base).table.of(seat), seat)
        entered = entered.with_entries(seat, {key: asked[key] for key in asked if key != BY} | entries)
    return replace(position_from(base.match, entered), anyway=frozenset(anyway))


def only_public(table: PhoneTable, seats: Mapping[int, PhoneSeat]) -> Position:
    """What everybody may know before all are in."""
    return merge_phones(table, seats, NOBODY)


NOBODY = -2


def seat_only(position: Position, seat: int) -> Position:
    """The entries that a phone answers for: its seat's, or for the table all that was asked there."""
    if seat == TABLE:
        return position
    bare = EnteredTable(tuple(replace(one, entries={}) for one in position.table.seats))
    anyway = frozenset(key for key in position.anyway if key.split("/")[1:2] == [str(seat + 1)])
    return replace(position, table=bare.with_entries(seat, position.table.of(seat)), anyway=anyway)


# ---- pages ------------------------------------------------------------------------------------------


async def phones_page(request: Request) -> Response:
    """GET /phones/CODE: which are you, who is how far, or the result."""
    table = await table_of(request)
    if table.is_shown:
        return await result_page(request, table)
    visitor = visitor_of(request)
    context = await phones_context(request, table)
    response = render_page(request, "companion_phones.html", **context)
    set_visitor_cookie(response, visitor, request)  # it says which seat is theirs
    return response


async def phones_news(request: Request) -> Response:
    """GET /phones/CODE/news: the part of the page that changes."""
    table = await table_of(request)
    if table.host == visitor_of(request).owner and table.touched + TOUCH_AFTER < now():
        await phone_tables(request).save(msgspec.structs.replace(table, touched=now()))
    return render_page(request, "companion_phones_part.html", **await phones_context(request, table))


async def phones_context(request: Request, table: PhoneTable) -> dict[str, Any]:
    visitor, seats = visitor_of(request), await phone_tables(request).seats(table.code)
    position = only_public(table, seats)
    rows = [
        phone_row(position, seat, seats.get(seat), visitor.owner, visitor.language)
        for seat in range(position.match.seats)
    ]
    asked = Counting(position).sequence
    link = link_for_others(service(request, Services), request_origin(request), f"/phones/{table.code}")
    is_host = table.host == visitor.owner
    return {
        "at": table.code,
        "game": game_card(game_package(table.game), visitor.language),
        "rows": rows,
        "done": sum(row.state == "done" for row in rows),
        "is_shown": table.is_shown,
        "is_host": is_host,
        "has_seat": any(row.is_mine for row in rows),
        "asks_table": is_host and any(seat == TABLE for seat, _ in asked),
        "table_done": TABLE in seats and seats[TABLE].is_done,
        "link": link,
        "code_of": Markup(qr_svg(link, web_words(visitor.language)("phones.code"))),
    }


def phone_row(position: Position, seat: int, kept: PhoneSeat | None, owner: str, language: str) -> PhoneRow:
    """How far somebody is: of what lies open only, so that a row says nothing about what is secret."""
    entries = {key for key in position.table.of(seat) if key != BY}
    match = position.match
    if position.table.seats[seat].by_numbers:
        keys = set(position.game_entering.number_keys(match))
    else:
        steps = entry_board_of(match.package).steps(match)
        keys = {key for step in steps if not step.is_table for key in step.place_keys()}
    keys = {key for key in keys if not is_secret(position, key)}
    entered = len(entries & keys)
    state = "away" if kept is None else "done" if kept.is_done else "counting"
    points = match.package.format_points(position.count().scores[seat]) if entered else ""
    percent = 100 if state == "done" else 100 * entered // max(1, len(keys))
    mine = kept is not None and kept.owner == owner
    return PhoneRow(seat, player_name(position, seat, language), ANIMALS[seat], state, entered, percent, points, mine)


async def result_page(request: Request, table: PhoneTable) -> Response:
    """The result for everybody; from here on a form carries it, as on one phone."""
    position = merge_phones(table, await phone_tables(request).seats(table.code))
    context = count_context(request, Counting(position, screen=RESULT), "")
    is_host = table.host == visitor_of(request).owner
    own = {"box": table.box, "phones": table.code if is_host else ""}
    return render_page(request, "companion_count.html", **context | own)


async def sit(request: Request) -> Response:
    """POST /phones/CODE/sit {seat}: this phone counts that seat; the host's may count for others."""
    table = await table_of(request)
    visitor = visitor_of(request)
    seat = parse_number((await read_form(request)).get("seat", ""), base_of(table).match.seats - 1)
    if seat is None:
        raise HttpError(400, Phrase("web.phones.no_seat"))
    kept = await phone_tables(request).claim(table.code, seat, visitor.owner)
    if kept.owner != visitor.owner:
        raise HttpError(409, Phrase("web.phones.taken"))
    response = redirect(request, f"/phones/{table.code}/at/{seat}")
    set_visitor_cookie(response, visitor, request)
    return response


async def own_seat(request: Request, table: PhoneTable, seat: int) -> PhoneSeat:
    """The document of a seat that this phone counts; HttpError 403 for others' seats."""
    tables, owner = phone_tables(request), visitor_of(request).owner
    if seat == TABLE:  # only its host comes here
        return await tables.claim(table.code, TABLE, owner)
    kept = (await tables.seats(table.code)).get(seat)
    if kept is None or kept.owner != owner:
        raise HttpError(403, Phrase("web.phones.not_yours"))
    return kept


async def seat_page(request: Request) -> Response:
    """GET /phones/CODE/at/SEAT: one's own board, as far as it was entered."""
    table = await table_of(request)
    seat = seat_of(request, table)
    if table.is_shown:
        return redirect(request, f"/phones/{table.code}")
    await own_seat(request, table, seat)
    position = merge_phones(table, await phone_tables(request).seats(table.code), seat)
    return show_seat(request, table, Counting(position, only=seat).go(0), "")


async def tap_seat(request: Request) -> Response:
    """POST /phones/CODE/at/SEAT: one tap; what was entered is kept until the result was seen."""
    table = await table_of(request)
    seat = seat_of(request, table)
    kept = await own_seat(request, table, seat)
    if table.is_shown:
        return left_for(request, table)
    form = await read_form(request)
    tables, package = phone_tables(request), game_package(table.game)
    sent = seat_only(position_of(package, {**form, "box": table.box}), seat)
    seats = await tables.seats(table.code) | {seat: PhoneSeat(kept.owner, sent.text())}
    counting = counting_at(Counting(merge_phones(table, seats, seat), only=seat), form)
    error = ""
    try:
        counting = counting.read_numbers(number_fields(form)).act(form.get("do", ""))
    except DomikError as problem:
        error = game_words(package.name, visitor_of(request).language).say(problem.phrase)
    entered = seat_only(counting.position, seat).text()
    is_done = counting.screen == RESULT
    await tables.save_seat(table.code, seat, PhoneSeat(kept.owner, entered, is_done))
    return left_for(request, table) if is_done else show_seat(request, table, counting, error)


def left_for(request: Request, table: PhoneTable) -> Response:
    """Back to where all are shown; a script that asked for a part goes there itself."""
    if "x-part" in request.headers:
        return Response("", headers={"x-go": f"{root_of(request)}/phones/{table.code}"})
    return redirect(request, f"/phones/{table.code}")


def show_seat(request: Request, table: PhoneTable, counting: Counting, error: str) -> Response:
    template = "companion_part.html" if "x-part" in request.headers else "companion_count.html"
    name = "table" if counting.only == TABLE else str(counting.only)
    action = f"/phones/{table.code}/at/{name}"
    context = count_context(request, counting, error) | {"action": action, "back": f"/phones/{table.code}"}
    return render_page(request, template, **context)


async def host_table(request: Request) -> PhoneTable:
    """The table of the address, for its host; HttpError 403 for others."""
    table = await table_of(request)
    if table.host != visitor_of(request).owner:
        raise HttpError(403, Phrase("web.phones.host_only"))
    return table


async def show_result(request: Request) -> Response:
    """POST /phones/CODE/result: all are in, so everything is open."""
    table = await host_table(request)
    seats = await phone_tables(request).seats(table.code)
    if not all(seat in seats and seats[seat].is_done for seat in range(base_of(table).match.seats)):
        raise HttpError(409, Phrase("web.phones.not_all"))
    await phone_tables(request).save(msgspec.structs.replace(table, is_shown=True, touched=now()))
    return redirect(request, f"/phones/{table.code}")


async def free_seat(request: Request) -> Response:
    """POST /phones/CODE/free {seat}: a phone that is gone leaves its seat, with what it had entered."""
    table = await host_table(request)
    seat = parse_number((await read_form(request)).get("seat", ""), base_of(table).match.seats - 1)
    if seat is not None and not table.is_shown:
        await phone_tables(request).free_seat(table.code, seat)
    return redirect(request, f"/phones/{table.code}")


async def end_phones(request: Request) -> Response:
    """POST /phones/CODE/end: nothing is kept."""
    table = await host_table(request)
    await phone_tables(request).delete(table.code)
    return redirect(request, f"/companion/{table.game}")


PAGES = [("/phones/{code}", phones_page), ("/phones/{code}/at/{seat}", seat_page)]
READS = [("/phones/{code}/news", phones_news)]
WRITES = [
    ("/companion/{game}/phones", open_phones),
    ("/phones/{code}/sit", sit),
    ("/phones/{code}/free", free_seat),
    ("/phones/{code}/result", show_result),
    ("/phones/{code}/end", end_phones),
    ("/phones/{code}/at/{seat}", tap_seat),
]
