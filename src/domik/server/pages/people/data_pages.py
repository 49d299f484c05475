"""My things: everything that a person has here, saved as one file, and brought in from one."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES
from domik.kernel.errors import BadOption
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, new_table_id, set_visitor_cookie, visible_tables, visitor_of
from domik.server.edge.limits import FairShare
from domik.server.hosting import Hosting
from domik.server.http.errors import HttpError
from domik.server.http.limits import RateLimits, read_body
from domik.server.http.requests import client_address, parse_number, redirect, service
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import MAX_UNFINISHED, LiveTables, check_opening_limit
from domik.server.pages.learn.lesson_pages import save_stars, stars_of
from domik.server.pages.people.data_file import (
    FORMAT,
    LARGEST_FILE,
    MOST_GAMES,
    About,
    DataFile,
    no_file,
    read_file,
    write_file,
)
from domik.server.pages.people.exported_game import DamagedGame, exported_journal, imported_journal, replay_game
from domik.server.pages.tables.profile import save_profile
from domik.server.rendering.player_names import is_name_taken
from domik.server.rendering.templates import all_words, render_page
from domik.server.store import OVER, Store, TableHeader
from domik.server.store.repositories import CountedAttempt, Person, parse_person
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.fair_deal import read_shared_deal

UPLOAD_SECONDS = 120.0
TOO_LARGE = 413
SAID = ("added", "puzzles")  # counts in the address of the page after an import
MOST_SAID = 9999


@dataclass(frozen=True)
class Belongings:
    """What a person has, in numbers."""

    games: int
    unfinished: int
    puzzles: int
    stars: int


async def belongings_of(store: Store, owner: str) -> Belongings:
    tables = await visible_tables(store, owner, MOST_GAMES)
    stars = await stars_of(store, owner)
    return Belongings(
        len(tables),
        sum(header.state != OVER for header, _ in tables),
        sum(one.later for one in await store.puzzles.attempts(owner)),
        sum(sum(won.values()) for won in stars.values()),
    )


def file_name(visitor: Visitor) -> str:
    """A name that every file system takes: letters of the person's name, and the day."""
    name = "-".join(re.findall(r"\w+", visitor.name.lower()))
    return "-".join(filter(None, ["domik", name, datetime.now(UTC).strftime("%Y-%m-%d")])) + ".zip"


async def things_page(request: Request) -> Response:
    """GET /me/things: what there is, a button that saves it, and one that brings a file in."""
    visitor = visitor_of(request)
    nothing = Belongings(0, 0, 0, 0)
    has = nothing if visitor.is_new else await belongings_of(service(request, Store), visitor.owner)
    said = {name: parse_number(request.query_params.get(name, ""), MOST_SAID) for name in SAID}
    return render_page(request, "things.html", has=has, file=file_name(visitor), said=said)


# ---- out ---------------------------------------------------------------------------------------------------------


async def save_things(request: Request) -> Response:
    """GET /me/things/file: everything as one archive.

    A server keeps back what the reader must not know yet: the cards of games that are not over, and of deals that
    others are still to play. In a browser of one's own all of it lies there anyway.
    """
    visitor, store = visitor_of(request), service(request, Store)
    has_server = service(request, Hosting).has_server
    journals = []
    for header, _ in [] if visitor.is_new else await visible_tables(store, visitor.owner, MOST_GAMES):
        journal = await store.journals.read(header.id)
        if journal and (not has_server or is_told(header, journal)):
            journals.append(exported_journal(journal, visitor.owner))
        await asyncio.sleep(0)  # others want to play meanwhile
    about = About(
        FORMAT,
        now(),
        visitor.name,
        visitor.animal,
        await store.puzzles.attempts(visitor.owner),
        await stars_of(store, visitor.owner),
    )
    headers = {"content-disposition": "attachment", "cache-control": "no-store"}
    return Response(write_file(about, journals), media_type="application/zip", headers=headers)


def is_told(header: TableHeader, journal: list[Entry]) -> bool:
    """Whether everything about a table may be told: it is over, and its deal is not sealed."""
    shared = journal[0].get("same")
    return header.state == OVER and (shared is None or now() >= read_shared_deal(shared).reveals_at)


# ---- in ----------------------------------------------------------------------------------------------------------


class ImportGate:
    """Which addresses bring in a file just now: one at a time each, since a small file can be a lot of work."""

    def __init__(self) -> None:
        self.busy: set[str] = set()

    @contextlib.contextmanager
    def enter(self, address: str) -> Iterator[None]:
        """HttpError 429 while another file of this address is read."""
        if address in self.busy:
            raise HttpError(429, Phrase("web.error.fast"))
        self.busy.add(address)
        try:
            yield
        finally:
            self.busy.discard(address)


@dataclass(frozen=True)
class NewGame:
    """A game to be added, as the store takes it."""

    header: TableHeader
    seats: list[tuple[str, int]]
    journal: bytes  # text takes a tenth of the memory of entries
    attempt: str = ""  # the deal of the day of which it was the attempt that counts


@dataclass
class Import:
    """What a file would add."""

    about: About
    new: list[NewGame] = field(default_factory=list)
    here: int = 0
    damaged: int = 0
    kept_out: int = 0  # unfinished games with other people, or more of them than one may have

    @property
    def games(self) -> int:
        return len(self.new) + self.here + self.damaged + self.kept_out


async def planned_import(request: Request, visitor: Visitor) -> Import:
    """Read the file in a request's body and check all of it; HttpError 400 where it is none."""
    check_opening_limit(request)
    with service(request, ImportGate).enter(client_address(request)):
        try:
            data = await read_body(request, LARGEST_FILE, UPLOAD_SECONDS)
        except HttpError as error:
            raise no_file("large_file") if error.status == TOO_LARGE else error from None
        return await checked_import(request, visitor, read_file(data))


async def checked_import(request: Request, visitor: Visitor, file: DataFile) -> Import:
    """Every game of a file replayed by its rules, one after another."""
    store, found = service(request, Store), Import(file.about)
    tables = [] if visitor.is_new else await visible_tables(store, visitor.owner, MOST_GAMES)
    known = {(header.game, header.opened) for header, _ in tables}
    room = MAX_UNFINISHED - sum(header.state != OVER for header, _ in tables)
    has_server = service(request, Hosting).has_server
    for game in file.games(visitor.name):
        await service(request, FairShare).next_turn(client_address(request))  # others want to play meanwhile
        if game is None:
            found.damaged += 1
            continue
        try:
            journal = imported_journal(game.journal, visitor.owner)
            table = replay_game(new_table_id(), journal)
        except DamagedGame:
            found.damaged += 1
            continue
        key = table.match.package.name, table.opened_at
        if key in known or (game.table and await store.tables.header(game.table) is not None):
            found.here += 1
        elif table.is_over or (room > 0 and may_go_on(table, visitor.owner, has_server)):
            room -= not table.is_over
            known.add(key)
            found.new.append(new_game(request, visitor, table, journal))
        else:
            found.kept_out += 1
    return found


def new_game(request: Request, visitor: Visitor, table: Table, journal: list[Entry]) -> NewGame:
    seats = [(visitor.owner, number) for number, seat in enumerate(table.seats) if visitor.owner in seat.owners]
    header = LiveTable(service(request, LiveTables).services, table).header()
    attempt = table.shared_deal.name if table.shared_deal is not None and table.is_counted else ""
    return NewGame(header, seats, msgspec.json.encode(journal), attempt)


def may_go_on(table: Table, owner: str, has_server: bool) -> bool:
    """Whether an unfinished game can go on here: nobody else plays in it, and at a server no deal that others play."""
    is_alone = all(seat.is_bot or owner in seat.owners for seat in table.seats)
    return is_alone and (table.shared_deal is None or not has_server)


async def look_at_file(request: Request) -> Response:
    """POST /me/things/look, with a file as its body: a part of the page that says what would be added."""
    visitor = visitor_of(request)
    try:
        found = await planned_import(request, visitor)
    except HttpError as error:
        text = all_words(visitor.language).say(error.phrase)
        return render_page(request, "things_found.html", error.status, problem=text)
    return render_page(request, "things_found.html", found=found, about=found.about)


async def add_file(request: Request) -> Response:
    """POST /me/things/add, with a file as its body: add what is new; what is here stays as it is."""
    visitor, services = visitor_of(request), service(request, LiveTables).services
    found = await planned_import(request, visitor)
    charge_import(request, found)
    store, writes = services.store, []
    for one in found.new:
        await store.leases.create(one.header.id)
        journal = msgspec.json.decode(one.journal, type=list[Entry])
        writes.append(store.append(one.header.id, 0, journal, one.header, one.seats))
    await asyncio.gather(*writes)
    if not service(request, Hosting).has_server:
        await claim_attempts(store, visitor, found.new)
    for one in found.new:
        store.leases.release(one.header.id)
    puzzles = await add_learning(store, visitor.owner, found.about)
    response = redirect(request, f"/me/things?added={len(found.new)}&puzzles={puzzles}")
    set_visitor_cookie(response, visitor, request)
    await take_name(request, response, visitor, found.about)
    return response


def charge_import(request: Request, found: Import) -> None:
    """Count what is kept: HttpError 429 for an address that has filled the data with more than it may."""
    imported, address = service(request, RateLimits).imported, client_address(request)
    if address and imported.delay(address):
        raise HttpError(429, Phrase("web.error.fast"))
    size = sum(len(one.journal) for one in found.new) + len(msgspec.json.encode(found.about))
    imported.charge(address, size)


async def claim_attempts(store: Store, visitor: Visitor, games: list[NewGame]) -> None:
    """Remember which deals of the day were played; a server compares people and believes only its own tables."""
    for one in games:
        if one.attempt:
            attempt = CountedAttempt(one.header.id, one.header.opened, visitor.name, visitor.animal)
            await store.attempts.claim(one.attempt, visitor.owner, attempt)


async def add_learning(store: Store, owner: str, about: About) -> int:
    """Add puzzles and stars; how many puzzles are new."""
    before = {(one.game, one.puzzle) for one in await store.puzzles.attempts(owner)}
    await store.puzzles.add(owner, [one for one in about.puzzles if one.game in GAMES])
    for game in GAMES:
        if won := about.stars.get(game):
            await save_stars(store, owner, game, won)
    return len({(one.game, one.puzzle) for one in about.puzzles if one.game in GAMES} - before)


async def take_name(request: Request, response: Response, visitor: Visitor, about: About) -> None:
    """Name and animal of the file, for somebody who has none here."""
    try:
        person = parse_person(about.name, about.animal)
    except BadOption:
        return
    if visitor.name or not person.name or await is_name_taken(service(request, Store), person.name, visitor.owner):
        return
    await save_profile(request, response, visitor, Person(person.name, person.animal, visitor.known))


PAGES = [("/me/things", things_page)]
READS = [("/me/things/file", save_things)]
WRITES = [("/me/things/look", look_at_file), ("/me/things/add", add_file)]
