"""The addresses of club evenings: opening one, joining, its deals, and who stands where."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik import deals
from domik.deals.matchpoints import standings
from domik.games import GAMES, titles
from domik.kernel.phrase import Phrase
from domik.server.deals.begun import DONE, HALF, OPEN, state_of, to_the_try, tried
from domik.server.deals.clubs import LASTS, MOST_PLAYERS, Club, Member, club_of, join, members_of, open_club
from domik.server.deals.daily import Entry, entries
from domik.server.http.asked import number_in
from domik.server.http.errors import Refused
from domik.server.paper.dates import day_of
from domik.server.paper.templates import page, web_words
from domik.server.tables.forms import form_of, limited, rooms_of, text_in
from domik.server.tables.pages import card, switched
from domik.server.visitors.visitors import remember, visitor_of
from domik.table.clock import now

MOST_ROUNDS = 3


@dataclass(frozen=True)
class Cell:
    """One deal of one player."""

    percent: int | None
    played: bool
    link: str  # to the table, for those who may see it


@dataclass(frozen=True)
class Row:
    """One player."""

    place: int
    member: Member
    is_me: bool
    cells: list[Cell]
    total: str


async def new_club(request: Request) -> Response:
    """GET /club: the form."""
    if switch := switched(request):
        return switch
    language = visitor_of(request).language
    games = [card(title, language) for title in titles()]
    return page(
        request, "club_new.html", here="/club", games=games, lasts=list(LASTS), rounds=range(1, MOST_ROUNDS + 1)
    )


async def make(request: Request) -> Response:
    """POST /club: open an evening and join it."""
    limited(request)
    form, visitor, rooms = await form_of(request), visitor_of(request), rooms_of(request)
    chosen = [game for game in GAMES if text_in(form, f"game.{game}") == "on"]
    rounds = number_in(text_in(form, "rounds"), MOST_ROUNDS) or 1
    club = await open_club(rooms, visitor, text_in(form, "name"), chosen * rounds, text_in(form, "lasts"))
    if text_in(form, "me").strip() or visitor.name:
        await join(rooms, club, visitor, text_in(form, "me"))
    response = RedirectResponse(f"/club/{club.key}", 303)
    remember(response, visitor, request)
    return response


async def club(request: Request) -> Response:
    """GET /club/KEY: who stands where, and one's own next table."""
    if switch := switched(request):
        return switch
    rooms, visitor = rooms_of(request), visitor_of(request)
    found = await club_of(rooms.house.store.shelf, request.path_params["key"])
    members = await members_of(rooms.house.store.shelf, found)
    by_deal = [await entries(rooms, deal) for deal in found.deals()]
    states = await states_of(request, found)
    waiting = [n for n, state in enumerate(states, 1) if state == HALF]
    waiting += [n for n, state in enumerate(states, 1) if state == OPEN]
    closed = now() >= found.closes
    t = web_words(visitor.language)
    return page(
        request,
        "club.html",
        here=request.scope["path"],
        key=found.key,
        title=found.name or t("club.title"),
        date=day_of_ms(found.at, visitor.language),
        until=day_of_ms(found.closes, visitor.language),
        closed=closed,
        is_member=visitor.owner in members,
        full=len(members) >= MOST_PLAYERS,
        most=MOST_PLAYERS,
        deals=[(n, card(GAMES[game], visitor.language), states[n - 1]) for n, game in enumerate(found.games, 1)],
        rows=rows_of(found, members, by_deal, visitor.owner, states, closed),
        next_deal=waiting[0] if waiting and not closed else 0,
        next_state=states[waiting[0] - 1] if waiting else "",
        players=len(members),
    )


def day_of_ms(at: int, language: str) -> str:
    """16 November."""
    return day_of(deals.day_of(at).date, language)


async def states_of(request: Request, found: Club) -> list[str]:
    """How far the visitor is with every deal."""
    return [state_of(await tried(request, deal)) for deal in found.deals()]


def rows_of(
    found: Club, members: dict[str, Member], by_deal: list[list[Entry]], me: str, states: list[str], closed: bool
) -> list[Row]:
    """Everybody, the best first; tables are linked where the reader has played the deal."""
    tables = [{one.owner: one for one in some if one.owner in members} for some in by_deal]
    scores = [{owner: one.score for owner, one in some.items()} for some in tables]
    rows = []
    for standing in standings(list(members), scores):
        cells = []
        for number, percent in enumerate(standing.percents):
            one = tables[number].get(standing.who)
            is_open = closed or states[number] == DONE
            link = link_to(one, tables[number].get(me)) if one is not None and is_open else ""
            cells.append(Cell(None if percent is None else round(percent), one is not None, link))
        total = "" if standing.total is None else f"{standing.total:.1f} %"
        rows.append(Row(standing.place, members[standing.who], standing.who == me, cells, total))
    return rows


def link_to(one: Entry, mine: Entry | None) -> str:
    """Beside one's own table where there is one, else the table again."""
    if mine is None or mine.table == one.table:
        return f"/t/{one.table}/replay"
    return f"/t/{mine.table}/beside/{one.table}"


async def take_part(request: Request) -> Response:
    """POST /club/KEY/join {name}."""
    limited(request)
    rooms, visitor, form = rooms_of(request), visitor_of(request), await form_of(request)
    found = await club_of(rooms.house.store.shelf, request.path_params["key"])
    async with rooms.house.opening:
        await join(rooms, found, visitor, text_in(form, "name"))
    response = RedirectResponse(f"/club/{found.key}", 303)
    remember(response, visitor, request)
    return response


async def play(request: Request) -> Response:
    """POST /club/KEY/play/N: one's own table of a deal."""
    limited(request)
    rooms, visitor = rooms_of(request), visitor_of(request)
    found = await club_of(rooms.house.store.shelf, request.path_params["key"])
    if visitor.owner not in await members_of(rooms.house.store.shelf, found):
        raise Refused(403, Phrase("web.club.join_first"))
    number = number_in(request.path_params["number"], len(found.games))
    if not number:
        raise Refused(404, Phrase("web.club.no_deal"))
    if now() >= found.closes:
        raise Refused(409, Phrase("web.club.closed"))
    return await to_the_try(request, found.deal(number))


READS = (("/club", new_club), ("/club/{key}", club))
WRITES = (("/club", make), ("/club/{key}/join", take_part), ("/club/{key}/play/{number}", play))
