"""The table page, and functions that other pages share. Form handlers are in forms.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, game_package
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase
from domik.language.option_names import option_summary
from domik.server.accounts.visitors import Visitor, set_visitor_cookie, visitor_of
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.live.notices import Notices
from domik.server.rendering.templates import game_card, game_words, render_page, web_words
from domik.server.store import TableHeader
from domik.table import Table
from domik.table.requests import REACTIONS, READY_PHRASES
from domik.web.pen import picture_definitions

# Texts used by the table's scripts: their name there, and the word key
SCRIPT_WORDS = {
    "yourTurn": "your_turn",
    "copied": "copied",
    "rulesLoading": "rules_loading",
    "hidden": "talk.hidden",
    "reported": "talk.reported",
    "show": "show",
    "awayFor": "away.for",
    "unsent": "unsent",
    "unsaid": "unsaid",
    "turnOf": "curtain_turn",
}
REACTION_ICONS = {"like": "thumbs-up", "love": "heart", "laugh": "laugh", "party": "party-popper", "sad": "frown"}
LESSON_WORDS = {"help": "learn.help", "helpAgain": "learn.help_again", "lost": "learn.lost"}


@dataclass(frozen=True)
class FinishedGameRow:
    id: str
    game: str
    name: str
    who: str
    badge: str


def finished_game_row(header: TableHeader, language: str, seat: int = -1) -> FinishedGameRow:
    """Row of a finished game; the name at `seat`, the reader's own, is left out."""
    words = game_words(header.game, language)
    badge = " : ".join(game_package(header.game).format_points(score) for score in header.scores)
    who = ", ".join(name for k, name in enumerate(header.players) if k != seat)
    return FinishedGameRow(header.id, header.game, words.say(Phrase("game.name")), who, badge)


async def recent_rows(request: Request, visitor: Visitor, most: int) -> list[FinishedGameRow]:
    live_tables = service(request, LiveTables)
    headers = await live_tables.services.store.tables.list_recent_finished(most)
    return [finished_game_row(header, visitor.language) for header in headers if header.game in GAMES]


async def live_table_page(request: Request) -> Response:
    """The page of a running game; its state comes through the WebSocket."""
    visitor, table = visitor_of(request), (await live_table_of(request)).table
    key = "" if visitor.is_new else await service(request, Notices).key_to_ask(visitor.owner, table)
    return await table_page(request, replay=False, steps=0, seats=[], fair="", ask_key=key)


async def table_page(request: Request, replay: bool, template: str = "table.html", **more: Any) -> Response:
    """Frame of a table page, live or replay."""
    table = (await live_table_of(request)).table
    ways = option_summary(table.match, game_words(table.match.package.name, visitor_of(request).language))
    shown = {"id": table.id, "ways": ways, "confirm": table.terms.confirm, "replay": replay}
    shown["hosts"] = bool(table.host) and table.is_host(visitor_of(request).owner)
    shown["is_over"] = table.is_over
    if template == "table.html" and not replay and not table.is_over:
        shown["dealing"] = not table.is_dealt and starts_on_arrival(table, visitor_of(request).owner)
        shown["early"] = table.is_dealt or shown["dealing"]
        shown["in_lobby"] = not shown["early"]
        shown["present"] = Markup(picture_definitions(sorted({seat.animal for seat in table.seats}), ""))
    return board_page(request, template, table.match.package, **shown | more)


def starts_on_arrival(table: Table, owner: str) -> bool:
    """Whether the game is dealt as soon as this visitor's page connects."""
    return all(seat.is_played_by_bot or owner in seat.owners for seat in table.seats)


def board_page(request: Request, template: str, package: GamePackage, **more: Any) -> Response:
    """A page with a game's board: table, lesson or puzzle."""
    visitor = visitor_of(request)
    t = web_words(visitor.language)
    shared: dict[str, Any] = {
        "id": "",
        "game": game_card(package, visitor.language),
        "here": request.scope["path"],
        "ways": [],
        "confirm": False,
        "letters": request.query_params.get("letters") == "1",
        "script_words": {name: t(key) for name, key in (SCRIPT_WORDS | LESSON_WORDS).items()},
        "phrases": READY_PHRASES,
        "present": "",
        "replay": False,
        "early": False,  # game running: assets for setup and the end are loaded on demand
        "dealing": False,
        "in_lobby": False,
        "is_over": False,
        "recaps": package.words().recap is not None,
        "steps": 0,
        "seats": [],
        "mine": -1,
        "rounds": [0],
        "fair": "",
        "sealed": False,
        "ask_key": "",  # the server's key where this reader is to be asked about notices
        "hosts": False,  # this reader opened the table
    }
    response = render_page(request, template, **shared | more)
    if visitor.is_new:
        set_visitor_cookie(response, visitor, request)
    return response


async def talk_sheets(request: Request) -> Response:
    """GET /talk: what the chat's script needs besides lines: the sheet about a person, and the row of reactions."""
    return render_page(request, "talk_sheets.html", reactions=[(mark, REACTION_ICONS[mark]) for mark in REACTIONS])
