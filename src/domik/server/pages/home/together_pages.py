"""Finding somebody, as pages: the shelf on the home page, who is here, quick pairing, open seats, games to watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.games import GAMES, game_packages
from domik.kernel.game import AWAITED
from domik.kernel.phrase import Phrase
from domik.kernel.state import View, view_from
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.http.errors import HttpError
from domik.server.http.requests import parse_number, redirect, service
from domik.server.live.evening import Evening, Evenings
from domik.server.live.invite_links import sit_by_link
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, check_opening_limit, live_table_of
from domik.server.live.meeting import WATCH_DELAY, HerePerson, Invitation, Meeting, OpenSeat, PairingState, WatchedGame
from domik.server.live.notices import INVITED, SEATED, Notices
from domik.server.live.services import Services
from domik.server.pages.tables.board_pages import ALL_SEATS, picture_response
from domik.server.pages.tables.forms import form_text, read_form
from domik.server.pages.tables.ongoing_games import PlayerFace
from domik.server.rendering import table_chrome
from domik.server.rendering.player_names import display_name
from domik.server.rendering.renderers import draw_view, table_players, words_pen
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import game_card, game_name, render_page, render_template
from domik.server.store.repositories import Person
from domik.table import Table
from domik.table.clock import now
from domik.table.history import spectator_view_at
from domik.table.running_game import replay_log
from domik.web.pen import picture_definitions

FACES = 5  # of people who are here, on the home page
PAIR_SEATS = 2
LOG_LINES = 6


@dataclass(frozen=True)
class OpenRow:
    """An open seat or an invitation, as a row of the shelf."""

    id: str
    game: str
    title: str
    name: str
    animal: str
    seats: int
    minutes: int
    link: str = ""  # of an invitation


@dataclass(frozen=True)
class WatchRow:
    token: str
    game: str
    title: str
    who: str


@dataclass(frozen=True)
class Together:
    """What the shelf on the home page shows."""

    open: list[OpenRow]
    watch: list[WatchRow]
    here: list[HerePerson]
    evenings: list[Evening]

    def waiting_in(self, game: str) -> OpenRow | None:
        """Whoever has waited longest in a game: a mark on its picture."""
        return next((row for row in self.open if row.game == game), None)


def person_of(visitor: Visitor) -> Person:
    return Person(visitor.name, visitor.animal)


def game_minutes(game: str) -> int:
    packages = {package.name: package for package in game_packages()}
    found = packages[game].facts.get("minutes", 0)
    return found if isinstance(found, int) else 0


def open_row(one: OpenSeat, language: str) -> OpenRow:
    title = game_name(one.game, language)
    return OpenRow(one.table, one.game, title, one.name, one.animal, one.seats, game_minutes(one.game))


def invited_row(one: Invitation, services: Services, language: str) -> OpenRow:
    link = f"/j/{one.table}/{services.keys.invitation_secret(one.table)}"
    title = game_name(one.game, language)
    return OpenRow(one.table, one.game, title, one.name, one.animal, 0, game_minutes(one.game), link)


async def watch_row(live_tables: LiveTables, one: WatchedGame, language: str) -> WatchRow | None:
    table = await live_tables.peek(one.table)
    if table is None or delayed_moves(table) is None:
        return None
    names = ", ".join(display_name(seat, language) for seat in table.seats)
    return WatchRow(one.token, one.game, game_name(one.game, language), names)


async def together_for(request: Request, visitor: Visitor, most_watched: int = 1) -> Together:
    """Open seats with invitations first, games to watch, and who is here."""
    meeting, services = service(request, Meeting), service(request, Services)
    language = visitor.language
    seats = [one for one in await meeting.open_seats() if one.owner != visitor.owner and one.game in GAMES]
    offers = [] if visitor.is_new else await meeting.invitations(visitor.owner)
    rows = [invited_row(one, services, language) for one in offers if one.game in GAMES]
    invited = {row.id for row in rows}
    rows += [open_row(one, language) for one in seats if one.table not in invited]
    watched: list[WatchRow] = []
    for one in (await meeting.watched_games())[: most_watched * 2]:
        row = await watch_row(service(request, LiveTables), one, language)
        if row is not None and len(watched) < most_watched:
            watched.append(row)
    if visitor.name:
        await meeting.note_visit(visitor.owner, person_of(visitor))
    evenings = [] if visitor.is_new else await service(request, Evenings).evenings_of(visitor.owner)
    return Together(rows, watched, await meeting.people_here(visitor.owner), evenings)


# ---- who is here -------------------------------------------------------------------------------------------


async def together_page(request: Request) -> Response:
    """Everybody and everything there is to join."""
    visitor = visitor_of(request)
    found = await together_for(request, visitor, most_watched=12)
    meeting = service(request, Meeting)
    return render_page(
        request,
        "together.html",
        together=found,
        evenings=found.evenings,
        late=request.query_params.get("late", ""),
        is_seen=not visitor.is_new and await meeting.wishes_to_be_seen(visitor.owner),
    )


async def change_visibility(request: Request) -> Response:
    """Be shown under "who is here", or no longer."""
    visitor = visitor_of(request)
    form = await read_form(request)
    is_shown = form_text(form, "seen") == "1"
    if is_shown and not visitor.name:
        return redirect(request, "/me?back=/together")
    await service(request, Meeting).show_person(visitor.owner, person_of(visitor), is_shown)
    back = form_text(form, "back")
    return redirect(request, back if back in ("/together", "/pairing") else "/together")


async def take_open_seat(request: Request) -> Response:
    """Sit down at an open table; whoever has no name yet chooses one first."""
    live_table = await live_table_of(request)
    table, visitor, meeting = live_table.table, visitor_of(request), service(request, Meeting)
    if not await meeting.is_listed(table.id):
        return redirect(request, "/together?late=1")
    if not any(seat.is_free for seat in table.seats):
        return redirect(request, "/together?late=1")
    secret = service(request, Services).keys.invitation_secret(table.id)
    if visitor.is_new or not visitor.name:
        return redirect(request, f"/j/{table.id}/{secret}")
    await sit_by_link(service(request, LiveTables), live_table, secret, visitor.owner, person_of(visitor))
    if table.host:
        await service(request, Notices).tell(table.host, SEATED, table, visitor.name)
    return redirect(request, f"/t/{table.id}")


# ---- company for a table: its host lists it, or asks people they know --------------------------------------------


async def hosted_table(request: Request) -> tuple[LiveTable, Visitor]:
    """A table before its deal, for its host; HttpError 403 for anybody else."""
    live_table, visitor = await live_table_of(request), visitor_of(request)
    if visitor.is_new or not live_table.table.is_host(visitor.owner):
        raise HttpError(403, Phrase("web.error.host_only"))
    return live_table, visitor


async def company_panel(request: Request) -> Response:
    """Markup for the lobby: the switch that opens the table to anybody, and people to ask."""
    live_table, visitor = await hosted_table(request)
    return await company_response(request, live_table, visitor)


async def company_response(request: Request, live_table: LiveTable, visitor: Visitor) -> Response:
    table, meeting = live_table.table, service(request, Meeting)
    people: list[tuple[str, Person, bool]] = []
    has_room = not table.is_dealt and any(seat.is_free for seat in table.seats)
    if has_room:
        seated = {owner for seat in table.seats for owner in seat.owners}
        people = [
            (meeting.token("person", visitor.owner, other), person, await meeting.is_invited(other, table.id))
            for other, person in await meeting.companions(visitor.owner)
            if other not in seated
        ]
    markup = render_template(
        request,
        "company.html",
        id=table.id,
        has_room=has_room,
        is_open=has_room and await meeting.is_listed(table.id),
        people=people,
    )
    return HTMLResponse(markup, headers={"cache-control": "no-store"})


async def change_company(request: Request) -> Response:
    """Open the table to anybody or close it, or invite somebody."""
    live_table, visitor = await hosted_table(request)
    table, meeting = live_table.table, service(request, Meeting)
    form = await read_form(request)
    has_room = not table.is_dealt and any(seat.is_free for seat in table.seats)
    if form_text(form, "open") == "1" and has_room:
        await meeting.list_table(table, visitor.owner, host_person(table, visitor))
    elif form_text(form, "open") == "0":
        await meeting.unlist_table(table.id)
    if has_room and (wanted := form_text(form, "invite")):
        for other, _ in await meeting.companions(visitor.owner):
            if meeting.token("person", visitor.owner, other) == wanted:
                host = host_person(table, visitor)
                await meeting.invite(other, table, visitor.owner, host)
                await service(request, Notices).tell(other, INVITED, table, host.name)
    return await company_response(request, live_table, visitor)


def host_person(table: Table, visitor: Visitor) -> Person:
    """The host as the table shows them."""
    seat = next((seat for seat in table.seats if visitor.owner in seat.owners), None)
    return Person(seat.name, seat.animal) if seat is not None else person_of(visitor)


# ---- quick pairing -------------------------------------------------------------------------------------------


async def pairing_page(request: Request) -> Response:
    """With the next who comes: choose games and look for somebody."""
    visitor, meeting = visitor_of(request), service(request, Meeting)
    if visitor.is_new or not visitor.name:
        return redirect(request, "/me?back=/pairing")
    state = await meeting.pairing_state(visitor.owner)
    seekers = await meeting.seekers()
    mine = seekers.pop(visitor.owner, None)
    counts = {game: sum(game in one.games for one in seekers.values()) for game in GAMES}
    cards = [game_card(package, visitor.language) for package in game_packages() if fits_pair(package.name)]
    return render_page(
        request,
        "pairing.html",
        state=state.state,
        cards=cards,
        counts=counts,
        chosen=mine.games if mine is not None else [card["name"] for card in cards],
        only_companions=mine is not None and mine.only_companions,
        is_seen=await meeting.wishes_to_be_seen(visitor.owner),
    )


def fits_pair(game: str) -> bool:
    package = next(package for package in game_packages() if package.name == game)
    return package.least_seats <= PAIR_SEATS <= package.most_seats


async def start_pairing(request: Request) -> Response:
    visitor = visitor_of(request)
    if visitor.is_new or not visitor.name:
        return redirect(request, "/me?back=/pairing")
    check_opening_limit(request)
    form = await read_form(request)
    games = [game for game in GAMES if form_text(form, f"game-{game}") == "1" and fits_pair(game)]
    if not games:
        raise HttpError(400, Phrase("web.error.no_game_chosen"))
    only = form_text(form, "companions") == "1"
    await service(request, Meeting).seek(visitor.owner, person_of(visitor), games, only)
    return redirect(request, "/pairing")


async def stop_pairing(request: Request) -> Response:
    visitor = visitor_of(request)
    if not visitor.is_new:
        await service(request, Meeting).stop_seeking(visitor.owner)
    return redirect(request, "/pairing")


async def pairing_news(request: Request) -> Response:
    """JSON for the page's script: what became of the search."""
    visitor = visitor_of(request)
    state = PairingState("idle") if visitor.is_new else await service(request, Meeting).pairing_state(visitor.owner)
    return pairing_json(state, visitor)


async def confirm_pair(request: Request) -> Response:
    visitor = visitor_of(request)
    if visitor.is_new:
        return pairing_json(PairingState("idle"), visitor)
    state = await service(request, Meeting).confirm(service(request, LiveTables), visitor.owner)
    return pairing_json(state, visitor)


def pairing_json(state: PairingState, visitor: Visitor) -> Response:
    words = words_pen(visitor.language)
    face = words.face(1, state.animal, 76) if state.animal else ""
    title = game_name(state.game, visitor.language) if state.game else ""
    waited = (now() - state.since) // 1000 if state.since else 0
    return json_response(
        {
            "state": state.state,
            "waited": waited,
            "other": state.other,
            "face": str(face),
            "title": title,
            "left": state.left,
            "yes": state.said_yes,
            "table": state.table,
        }
    )


# ---- games to watch ------------------------------------------------------------------------------------------


def delayed_moves(table: Table) -> int | None:
    """How many moves an onlooker from the list may see: those made WATCH_DELAY ago; None before the deal was."""
    if not table.is_dealt or table.shared_deal is not None:
        return None
    until = now() - WATCH_DELAY - table.started_at
    return sum(move.at <= until for move in table.moves) if until >= 0 else None


async def watched_table(request: Request) -> tuple[str, Table, int]:
    """A game of the list as it was a minute ago; HttpError 404 where it is on the list no longer."""
    token = request.path_params["token"]
    found = await service(request, Meeting).find_watched(token)
    table = await service(request, LiveTables).peek(found.table) if found is not None else None
    moves = delayed_moves(table) if table is not None else None
    if table is None or moves is None:
        raise HttpError(404, Phrase("web.error.not_watched"))
    return token, table, moves


def beside_seat(view: View, seat: int) -> View:
    """A spectator's view with a seat's board in the middle: what lies open, and nothing for that seat to decide."""
    numbers = [int(number) for number in view.numbers]
    others = numbers[AWAITED] & ~(1 << seat)
    if not view.is_over() and not others:
        others = 1 << (seat + 1) % view.game.seats
    numbers[AWAITED] = others
    return view_from(view.game, seat, numbers)


def watched_seat(request: Request, table: Table) -> int:
    """The seat whose board is looked at; the first one by default."""
    seat = parse_number(request.query_params.get("seat", ""), len(table.seats) - 1)
    return seat or 0


async def watch_page(request: Request) -> Response:
    """An onlooker's page: seats, the board a minute late, the latest of the log; nothing that a seat keeps secret."""
    token, table, moves = await watched_table(request)
    language, game = visitor_of(request).language, table.match.package.name
    pen = words_pen(language, game)
    view = spectator_view_at(table, moves)
    stage = table.match.progress(view)
    lines = [table_chrome.log_line(table, told, pen) for told in replay_log(table, moves)][-LOG_LINES:]
    faces = [
        PlayerFace(number, display_name(seat, language), seat.animal, seat.is_bot)
        for number, seat in enumerate(table.seats)
    ]
    scores = [table.match.package.format_points(view.score(number)) for number in range(len(faces))]
    context: dict[str, Any] = {
        "token": token,
        "title": game_name(game, language),
        "stage": pen.words.say(stage.what) if stage else "",
        "tabs": list(zip(faces, scores, strict=True)),
        "seat": watched_seat(request, table),
        "lines": [Markup(line) for line in lines],
        "present": Markup(picture_definitions(sorted({seat.animal for seat in table.seats}), "")),
        "moves": moves,
        "is_over": table.is_over and moves == len(table.moves),
    }
    return render_page(request, "watch.html", **context)


async def watch_picture(request: Request) -> Response:
    """The board of a watched game, as an onlooker sees it, a minute late."""
    _, table, moves = await watched_table(request)
    language = visitor_of(request).language
    players = table_players(table, ALL_SEATS, language)
    view = beside_seat(spectator_view_at(table, moves), watched_seat(request, table))
    drawing = draw_view(table.match, view, players, language, "desk", False).flatten()
    return picture_response(request, table.match.package.name, drawing)


PAGES = [("/together", together_page), ("/pairing", pairing_page), ("/watch/{token}", watch_page)]
READS = [
    ("/pairing/news", pairing_news),
    ("/watch/{token}/picture", watch_picture),
    ("/t/{id}/company", company_panel),
]
WRITES = [
    ("/together/seen", change_visibility),
    ("/pairing", start_pairing),
    ("/pairing/stop", stop_pairing),
    ("/pairing/yes", confirm_pair),
    ("/t/{id}/take", take_open_seat),
    ("/t/{id}/company", change_company),
]
