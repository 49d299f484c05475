"""Clubs: 2 to 32 people play the same deals, each at their own pace, and are ranked by matchpoints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik import deals
from domik.deals import Deal
from domik.deals.deal import RIVAL, usual_seats
from domik.deals.results import leaderboard
from domik.games import GAMES, game_package, game_packages
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, new_table_id, set_visitor_cookie, visitor_of
from domik.server.http.dates import day_text
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, request_origin, service
from domik.server.live.lan_address import link_for_others
from domik.server.live.live_tables import LiveTables, check_opening_limit
from domik.server.pages.deals.attempts import (
    DONE,
    OPEN,
    STARTED,
    AttemptResult,
    attempt_results,
    attempt_state,
    redirect_to_attempt,
    visitor_attempt,
)
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.pages.tables.profile import save_profile, suggested_animal
from domik.server.rendering.player_names import check_name_free
from domik.server.rendering.templates import game_card, render_page, web_words
from domik.server.store.repositories import KeyValueStore, Person, parse_person
from domik.table.clock import now
from domik.table.fair_deal import new_seed
from domik.table.names import look_alike
from domik.table.setup import check_name
from domik.web.qr import qr_svg

CLUB_KIND, MEMBER_KIND = "club", "club-member"  # key-value kinds: by key, and by club and owner
CLUB_PREFIX = "club-"
MAX_DEALS = 12
MAX_PLAYERS = 32
DAY_MS = 24 * 3600 * 1000
DURATIONS = {"1": 1, "7": 7, "30": 30}  # days


class Club(msgspec.Struct, frozen=True):
    """Settings fixed when the club was created."""

    key: str
    name: str
    games: list[str]  # one per deal
    seeds: list[str]
    at: int
    closes: int  # milliseconds; from then on all deals are revealed and no attempt counts
    host: str

    def deal(self, number: int) -> Deal:
        """The deal of this number, counted from 1."""
        game = self.games[number - 1]
        seats, options = usual_seats(game), game_package(game).schema.read({})
        name = f"{CLUB_PREFIX}{self.key}-{number}"
        return Deal(name, game, seats, self.seeds[number - 1], 0, (RIVAL,) * seats, options, self.closes)

    def deals(self) -> list[Deal]:
        return [self.deal(number) for number in range(1, len(self.games) + 1)]


class ClubMember(msgspec.Struct, frozen=True):
    name: str
    animal: str
    at: int


async def open_club(live_tables: LiveTables, visitor: Visitor, name: str, games: Sequence[str], lasts: str) -> Club:
    """Create and store a club; raises HttpError 400 if the games or their number are invalid."""
    if not 1 <= len(games) <= MAX_DEALS or any(game not in GAMES for game in games):
        raise HttpError(400, Phrase("web.club.bad_deals", {"n": MAX_DEALS}))
    days = DURATIONS.get(lasts, 7)
    seeds = [new_seed() for _ in games]
    club = Club(new_table_id(), check_name(name), list(games), seeds, now(), now() + days * DAY_MS, visitor.owner)
    await live_tables.services.store.key_value.put(CLUB_KIND, "", club.key, msgspec.json.encode(club))
    return club


async def find_club(shelf: KeyValueStore, key: str) -> Club:
    """Club by the key in its link; raises HttpError 404."""
    kept = await shelf.get(CLUB_KIND, "", key) if key.isalnum() and len(key) < 40 else None
    if kept is None:
        raise HttpError(404, Phrase("web.club.none"))
    return msgspec.json.decode(kept, type=Club)


async def club_members(shelf: KeyValueStore, club: Club) -> dict[str, ClubMember]:
    found = await shelf.get_all(MEMBER_KIND, club.key)
    return {owner: msgspec.json.decode(kept, type=ClubMember) for owner, kept in found.items()}


async def add_member(live_tables: LiveTables, club: Club, visitor: Visitor, person: Person) -> None:
    """Add the visitor, or rename them if they are a member already; raises HttpError if closed, full or nameless."""
    shelf = live_tables.services.store.key_value
    members = await club_members(shelf, club)
    if now() >= club.closes:
        raise HttpError(409, Phrase("web.club.closed"))
    if visitor.owner not in members and len(members) >= MAX_PLAYERS:
        raise HttpError(409, Phrase("web.club.full", {"n": MAX_PLAYERS}))
    member = ClubMember(person.name or visitor.name, person.animal or visitor.animal, now())
    if not member.name:
        raise HttpError(400, Phrase("web.club.no_name"))
    await check_name_free(live_tables.services.store, member.name, visitor.owner)
    if any(look_alike(member.name, one.name) for owner, one in members.items() if owner != visitor.owner):
        raise HttpError(409, Phrase("web.error.name_taken", {"name": member.name}))
    await shelf.put(MEMBER_KIND, club.key, visitor.owner, msgspec.json.encode(member))


MAX_ROUNDS = 3


@dataclass(frozen=True)
class ClubCell:
    percent: int | None
    played: bool
    link: str  # empty unless the reader may see the table


@dataclass(frozen=True)
class ClubRow:
    place: int
    member: ClubMember
    is_me: bool
    cells: list[ClubCell]
    total: str


async def new_club_page(request: Request) -> Response:
    """GET /club: the form for a new club."""
    language = visitor_of(request).language
    games = [game_card(title, language) for title in game_packages()]
    return render_page(
        request, "club_new.html", here="/club", games=games, lasts=list(DURATIONS), rounds=range(1, MAX_ROUNDS + 1)
    )


async def create_club(request: Request) -> Response:
    """POST /club: create a club and join it."""
    check_opening_limit(request)
    form, visitor, live_tables = await read_form(request), visitor_of(request), service(request, LiveTables)
    chosen = [game for game in GAMES if form_text(form, f"game.{game}") == "on"]
    rounds = parse_number(form_text(form, "rounds"), MAX_ROUNDS) or 1
    club = await open_club(live_tables, visitor, form_text(form, "name"), chosen * rounds, form_text(form, "lasts"))
    person = parse_person(form_text(form, "me"), form_text(form, "animal"))
    if person.name or visitor.name:
        await add_member(live_tables, club, visitor, person)
    return await redirect_to_club(request, club, visitor, person)


async def redirect_to_club(request: Request, club: Club, visitor: Visitor, person: Person) -> Response:
    """Redirect to the club's page; a name or animal that was given there is the visitor's everywhere."""
    response = redirect(request, f"/club/{club.key}")
    set_visitor_cookie(response, visitor, request)
    called = Person(person.name or visitor.name, person.animal or visitor.animal, visitor.known)
    if called.name and (called.name, called.animal) != (visitor.name, visitor.animal):
        await save_profile(request, response, visitor, called)
    return response


async def club_page(request: Request) -> Response:
    """GET /club/KEY: the ranking, and the visitor's next table."""
    live_tables, visitor = service(request, LiveTables), visitor_of(request)
    found = await find_club(live_tables.services.store.key_value, request.path_params["key"])
    members = await club_members(live_tables.services.store.key_value, found)
    by_deal = [await attempt_results(live_tables, deal) for deal in found.deals()]
    states = await attempt_states(request, found)
    waiting = [n for n, state in enumerate(states, 1) if state == STARTED]
    waiting += [n for n, state in enumerate(states, 1) if state == OPEN]
    closed = now() >= found.closes
    t = web_words(visitor.language)
    link = link_for_others(live_tables.services, request_origin(request), f"/club/{found.key}")
    return render_page(
        request,
        "club.html",
        link=link,
        qr_code=Markup(qr_svg(link, t("gather.code"))),
        suggested=suggested_animal(visitor),
        here=request.scope["path"],
        key=found.key,
        title=found.name or t("club.title"),
        date=date_text(found.at, visitor.language),
        until=date_text(found.closes, visitor.language),
        closed=closed,
        is_member=visitor.owner in members,
        full=len(members) >= MAX_PLAYERS,
        most=MAX_PLAYERS,
        deals=[(n, game_card(GAMES[game], visitor.language), states[n - 1]) for n, game in enumerate(found.games, 1)],
        rows=club_rows(found, members, by_deal, visitor.owner, states, closed),
        next_deal=waiting[0] if waiting and not closed else 0,
        next_state=states[waiting[0] - 1] if waiting else "",
        players=len(members),
    )


def date_text(at: int, language: str) -> str:
    """Day and month in words, such as "16 November"."""
    return day_text(deals.day_of(at).date, language)


async def attempt_states(request: Request, found: Club) -> list[str]:
    return [attempt_state(await visitor_attempt(request, deal)) for deal in found.deals()]


def club_rows(
    found: Club,
    members: dict[str, ClubMember],
    by_deal: list[list[AttemptResult]],
    me: str,
    states: list[str],
    closed: bool,
) -> list[ClubRow]:
    """All members, best first; a table is linked once the reader has finished its deal or the club is closed."""
    tables = [{one.owner: one for one in some if one.owner in members} for some in by_deal]
    scores = [{owner: one.score for owner, one in some.items()} for some in tables]
    rows = []
    for standing in leaderboard(list(members), scores):
        cells = []
        for number, percent in enumerate(standing.percents):
            one = tables[number].get(standing.who)
            is_open = closed or states[number] == DONE
            link = table_link(one, tables[number].get(me)) if one is not None and is_open else ""
            cells.append(ClubCell(None if percent is None else round(percent), one is not None, link))
        total = "" if standing.total is None else f"{standing.total:.1f} %"
        rows.append(ClubRow(standing.place, members[standing.who], standing.who == me, cells, total))
    return rows


def table_link(one: AttemptResult, mine: AttemptResult | None) -> str:
    """Side-by-side comparison with the reader's own table if there is one, else the replay."""
    if mine is None or mine.table == one.table:
        return f"/t/{one.table}/replay"
    return f"/t/{mine.table}/beside/{one.table}"


async def join_club(request: Request) -> Response:
    """POST /club/KEY/join {name, animal}."""
    check_opening_limit(request)
    live_tables, visitor, form = service(request, LiveTables), visitor_of(request), await read_form(request)
    found = await find_club(live_tables.services.store.key_value, request.path_params["key"])
    person = parse_person(form_text(form, "name"), form_text(form, "animal"))
    async with live_tables.services.opening_lock:
        await add_member(live_tables, found, visitor, person)
    return await redirect_to_club(request, found, visitor, person)


async def play_club_deal(request: Request) -> Response:
    """POST /club/KEY/play/N: redirect to the visitor's own table of the deal."""
    check_opening_limit(request)
    live_tables, visitor = service(request, LiveTables), visitor_of(request)
    found = await find_club(live_tables.services.store.key_value, request.path_params["key"])
    if visitor.owner not in await club_members(live_tables.services.store.key_value, found):
        raise HttpError(403, Phrase("web.club.join_first"))
    number = parse_number(request.path_params["number"], len(found.games))
    if not number:
        raise HttpError(404, Phrase("web.club.no_deal"))
    if now() >= found.closes:
        raise HttpError(409, Phrase("web.club.closed"))
    return await redirect_to_attempt(request, found.deal(number))


PAGES = (("/club", new_club_page), ("/club/{key}", club_page))
WRITES = (("/club", create_club), ("/club/{key}/join", join_club), ("/club/{key}/play/{number}", play_club_deal))
