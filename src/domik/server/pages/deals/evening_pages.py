"""The pages of a live club evening: opening one, coming in, the clock and the standings between rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.games import GAMES, game_packages
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, request_origin, service
from domik.server.live.evening import LEAST_PEOPLE, MOST_ROUNDS, Evening, Evenings, EveningState
from domik.server.live.lan_address import link_for_others
from domik.server.live.live_tables import check_opening_limit
from domik.server.live.round_tables import ALL_PLAY_ALL, SWISS
from domik.server.live.services import Services
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.rendering.player_names import check_name_free
from domik.server.rendering.templates import game_card, game_name, render_page, render_template, web_words
from domik.server.store import Store
from domik.server.store.repositories import Person
from domik.table.clock import now
from domik.table.setup import check_name
from domik.web.qr import qr_svg

USUAL_ROUNDS = 4


@dataclass(frozen=True)
class StandingRow:
    place: int
    name: str
    animal: str
    points: int
    cells: list[int | None]
    moved: int
    is_mine: bool


@dataclass(frozen=True)
class TableRow:
    number: int
    people: list[tuple[str, str, bool]]  # name, animal, whether they are ready
    bots: int
    is_mine: bool


def named_visitor(request: Request, back: str) -> Visitor | Response:
    """A visitor with a name; else the way to the page where one is chosen."""
    visitor = visitor_of(request)
    if visitor.is_new or not visitor.name:
        return redirect(request, f"/me?back={back}")
    return visitor


async def found_evening(request: Request) -> Evening:
    id = request.path_params["id"]
    evening = await service(request, Evenings).find(id) if id.isalnum() and len(id) < 40 else None
    if evening is None:
        raise HttpError(404, Phrase("web.evening.none"))
    return evening


async def new_evening_page(request: Request) -> Response:
    visitor = named_visitor(request, "/evening")
    if isinstance(visitor, Response):
        return visitor
    cards = [game_card(package, visitor.language) for package in game_packages()]
    return render_page(request, "evening_new.html", cards=cards, rounds=range(1, MOST_ROUNDS + 1), usual=USUAL_ROUNDS)


async def open_evening(request: Request) -> Response:
    visitor = named_visitor(request, "/evening")
    if isinstance(visitor, Response):
        return visitor
    check_opening_limit(request)
    form = await read_form(request)
    chosen = [game for game in GAMES if form_text(form, f"game-{game}") == "1"]
    if not chosen:
        raise HttpError(400, Phrase("web.error.no_game_chosen"))
    rounds = parse_number(form_text(form, "rounds"), MOST_ROUNDS) or USUAL_ROUNDS
    games = [chosen[k % len(chosen)] for k in range(rounds)]
    mode = ALL_PLAY_ALL if form_text(form, "mode") == ALL_PLAY_ALL else SWISS
    name = check_name(form_text(form, "name")) or web_words(visitor.language)("evening.usual_name")
    await check_name_free(service(request, Store), visitor.name, visitor.owner)  # before anything is kept
    evenings = service(request, Evenings)
    evening = await evenings.open(visitor.owner, name, games, mode)
    await evenings.join(evening, visitor.owner, Person(visitor.name, visitor.animal))
    return redirect(request, f"/evening/{evening.id}")


async def evening_page(request: Request) -> Response:
    evening, visitor = await found_evening(request), visitor_of(request)
    context = await evening_context(request, evening, visitor)
    path = f"/evening/{evening.id}"
    link = link_for_others(service(request, Services), request_origin(request), path)
    code = Markup(qr_svg(link, web_words(visitor.language)("gather.code")))
    return render_page(request, "evening.html", link=link, qr_code=code, **context)


async def evening_news(request: Request) -> Response:
    """Markup for the page's script: the evening as it is now."""
    evening, visitor = await found_evening(request), visitor_of(request)
    context = await evening_context(request, evening, visitor)
    markup = render_template(request, "evening_part.html", **context)
    return HTMLResponse(markup, headers={"cache-control": "no-store"})


async def join_evening(request: Request) -> Response:
    evening = await found_evening(request)
    visitor = visitor_of(request)
    if visitor.is_new or not visitor.name:
        return redirect(request, f"/me?back=/evening/{evening.id}")
    if not await service(request, Evenings).join(evening, visitor.owner, Person(visitor.name, visitor.animal)):
        raise HttpError(409, Phrase("web.evening.full"))
    return redirect(request, f"/evening/{evening.id}")


async def change_evening(request: Request) -> Response:
    """The host starts it; a guest is ready, or sits the next round out."""
    evening, visitor, evenings = await found_evening(request), visitor_of(request), service(request, Evenings)
    state = await evenings.state(evening)
    word = form_text(await read_form(request), "say")
    if word == "start" and visitor.owner == evening.host and len(state.guests) >= LEAST_PEOPLE:
        await evenings.start(evening)
    elif word in ("ready", "out") and visitor.owner in state.guests and not state.is_playing and not state.is_over:
        await evenings.say(state, visitor.owner, word == "ready")
    return redirect(request, f"/evening/{evening.id}")


async def evening_context(request: Request, evening: Evening, visitor: Visitor) -> dict[str, Any]:
    state = await service(request, Evenings).state(evening)
    language, mine = visitor.language, visitor.owner if not visitor.is_new else ""
    if state.is_over and mine:
        await service(request, Evenings).settle(evening, mine)
    number = len(state.rounds) if state.is_playing else min(len(state.rounds) + 1, len(evening.games))
    return {
        "evening": evening,
        "is_guest": mine in state.guests,
        "is_host": mine == evening.host,
        "can_start": len(state.guests) >= LEAST_PEOPLE,
        "least": LEAST_PEOPLE,
        "people": [(one.name, one.animal) for one in sorted(state.guests.values(), key=lambda one: one.at)],
        "number": number,
        "done": len(state.results),
        "game_title": game_name(evening.games[number - 1], language),
        "is_playing": state.is_playing,
        "is_over": state.is_over,
        "left": max(0, state.starts_at - now()) if state.starts_at else 0,
        "is_clocked": bool(state.starts_at),
        "is_ready": mine in state.ready,
        "is_out": mine in state.out,
        "my_table": my_table(state, mine),
        "tables": table_rows(state, mine),
        "rows": standing_rows(state, mine),
    }


def my_table(state: EveningState, owner: str) -> str:
    """The table at which a guest plays now."""
    if not state.is_playing:
        return ""
    now_played = state.rounds[-1]
    groups = zip(now_played.tables, now_played.groups, strict=True)
    return next((id for id, group in groups if owner in group), "")


def table_rows(state: EveningState, owner: str) -> list[TableRow]:
    """The tables of the round that is played, or of the next one."""
    groups = state.rounds[-1].groups if state.is_playing else state.next_groups
    if not groups:
        return []
    most = max(len(group) for group in groups)
    rows = []
    for number, group in enumerate(groups, 1):
        here = [one for one in group if one in state.guests]  # who was forgotten is named no more
        guests = [(state.guests[one].name, state.guests[one].animal, one in state.ready) for one in here]
        rows.append(TableRow(number, guests, most - len(group), owner in group))
    return rows


def standing_rows(state: EveningState, owner: str) -> list[StandingRow]:
    if not state.results:
        return []
    return [
        StandingRow(
            place,
            state.guests[one.owner].name,
            state.guests[one.owner].animal,
            one.points,
            one.by_round,
            one.moved,
            one.owner == owner,
        )
        for place, one in enumerate(state.standings(), 1)
    ]


PAGES = [("/evening", new_evening_page), ("/evening/{id}", evening_page)]
READS = [("/evening/{id}/news", evening_news)]
WRITES = [("/evening", open_evening), ("/evening/{id}/join", join_evening), ("/evening/{id}/say", change_evening)]
