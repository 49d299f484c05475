"""The pages of a table, and what other pages share. What people send with forms is in forms.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from domik.games import GAMES, title_of
from domik.kernel.phrase import Phrase
from domik.kernel.title import Title
from domik.language import LANGUAGES, Words
from domik.language.ways import ways_of
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.paper.assets import asset
from domik.server.paper.templates import page, web_words
from domik.server.sight.pens import words_pen
from domik.server.store import Header
from domik.server.visitors.visitors import YEAR, Visitor, remember, visitor_of
from domik.table import Table
from domik.web.pen import pictures_with

SCRIPT_WORDS = (
    "your_turn",
    "copied",
    "rules_loading",
    "asked",
    "sure",
    "show",
    "away.for",
    "unsent",
    "unsaid",
    "curtain_turn",
)


@dataclass(frozen=True)
class Row:
    """A finished game in a list."""

    id: str
    game: str
    name: str
    who: str
    badge: str


def game_words(game: str, language: str) -> Words:
    """The words of a game and of the pages."""
    return words_pen(language, game).words


def checked(game: str) -> Title:
    """The title, or a page that says there is none."""
    if game not in GAMES:
        raise Refused(404, Phrase("error.game", {"game": game, "games": ", ".join(GAMES)}))
    return title_of(game)


def card(title: Title, language: str) -> dict[str, Any]:
    """A game as the home page shows it."""
    words = game_words(title.name, language)
    t = web_words(language)
    seats = str(title.least_seats)
    if title.most_seats > title.least_seats:
        seats += f"–{title.most_seats}"
    facts = [("users-round", seats)]
    for name, symbol in (("minutes", "clock"), ("editions", "book-open"), ("scenarios", "map")):
        if isinstance(n := title.facts.get(name), int) and (name, n) != ("editions", 1):
            facts.append((symbol, t(f"fact_{name}", n=n)))
    return {
        "name": title.name,
        "title": words.say(Phrase("game.name")) if words.has("game.name") else title.name,
        "line": words.say(Phrase("game.line")) if words.has("game.line") else "",
        "facts": facts,
    }


def game_name(game: str, language: str) -> str:
    """What a game is called."""
    return str(card(title_of(game), language)["title"])


def row(header: Header, language: str, seat: int = -1) -> Row:
    """A finished game of a list; whoever sat at `seat` knows who they are."""
    words = game_words(header.game, language)
    badge = " : ".join(title_of(header.game).written(score) for score in header.scores)
    who = ", ".join(name for k, name in enumerate(header.players) if k != seat)
    return Row(header.id, header.game, words.say(Phrase("game.name")), who, badge)


async def recent_rows(request: Request, visitor: Visitor, most: int) -> list[Row]:
    """The latest finished games of everybody."""
    rooms: Rooms = request.app.state.rooms
    headers = await rooms.house.store.tables.recent(most)
    return [row(header, visitor.language) for header in headers if header.game in GAMES]


def switched(request: Request) -> Response | None:
    """The language switch: a link that any page understands, and a cookie."""
    language = request.query_params.get("lang", "")
    if language not in LANGUAGES:
        return None
    response = RedirectResponse(quote(request.scope["path"]), 303)
    response.set_cookie("lang", language, max_age=YEAR, samesite="lax", path="/")
    return response


async def table(request: Request) -> Response:
    """The table; the socket brings everything that moves."""
    if switch := switched(request):
        return switch
    return await table_page(request, replay=False, steps=0, seats=[], fair="")


async def table_page(request: Request, replay: bool, template: str = "table.html", **more: Any) -> Response:
    """The frame of a table, live or played again."""
    rooms: Rooms = request.app.state.rooms
    table = (await rooms.get(request.path_params["id"])).table
    ways = ways_of(table.match, game_words(table.match.title.name, visitor_of(request).language))
    shown = {"id": table.id, "ways": ways, "confirm": table.terms.confirm, "replay": replay}
    if template == "table.html" and not replay and not table.is_over:
        shown["dealing"] = not table.is_dealt and waits_for_nobody_but(table, visitor_of(request).owner)
        shown["early"] = table.is_dealt or shown["dealing"]
        shown["present"] = Markup(pictures_with(sorted({seat.animal for seat in table.seats}), ""))
    return board_page(request, template, table.match.title, **shown | more)


def waits_for_nobody_but(table: Table, owner: str) -> bool:
    """Whether the deal begins as soon as this visitor's page is there."""
    return all(seat.played_by_bot or owner in seat.owners for seat in table.seats)


def board_page(request: Request, template: str, title: Title, **more: Any) -> Response:
    """A page with a game's board on it: a table, a lesson, a puzzle."""
    visitor = visitor_of(request)
    t = web_words(visitor.language)
    shared: dict[str, Any] = {
        "id": "",
        "game": card(title, visitor.language),
        "here": request.scope["path"],
        "ways": [],
        "confirm": False,
        "letters": request.query_params.get("letters") == "1",
        "words": "|".join(t(key) for key in SCRIPT_WORDS),
        "sheet": asset(f"game/{title.name}.css"),
        "sizes": asset(f"sizes/{title.name}.css"),
        "pictures": asset(f"game/{title.name}.svg"),
        "soon": asset(f"soon/{title.name}.svg"),
        "rest": asset(f"rest/{title.name}.svg"),
        "present": "",
        "replay": False,
        "early": False,  # in play: what is for the end or before the beginning is loaded when it is needed
        "dealing": False,
        "recaps": title.has("words.recap"),
        "steps": 0,
        "seats": [],
        "mine": -1,
        "rounds": [0],
        "fair": "",
        "sealed": False,
    }
    response = page(request, template, **shared | more)
    if visitor.is_new:
        remember(response, visitor, request)
    return response
