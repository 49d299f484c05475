"""The JSON door's addresses, its OpenAPI document, and the page where people read about it."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.server.api import bots as api_bots
from domik.server.api import challenges
from domik.server.api import tables as api
from domik.server.api.forms import (
    Bot,
    Bots,
    Challenge,
    Challenged,
    Challenges,
    Event,
    Games,
    Illegal,
    NewBot,
    NewKey,
    Opened,
    OpenTable,
    Play,
    Seen,
    Sit,
)
from domik.server.api.openapi import EVENTS, MAY, MUST, Endpoint, Operation, document
from domik.server.hosting import Hosting
from domik.server.paper.answers import answered
from domik.server.paper.templates import page, web_words
from domik.server.tables.pages import switched
from domik.server.visitors.visitors import visitor_of


class Record(msgspec.Struct):
    """A game's record (docs/records.md); before the end only what the seat knows itself."""

    game: str
    options: dict[str, Any]
    moves: list[Any]


TABLE = "/api/tables/{id}"
OPERATIONS: tuple[Operation, ...] = (
    Operation("games", "GET", "/api/games", api_bots.games, Games),
    Operation("open_table", "POST", "/api/tables", api.open_one, Opened, OpenTable, 201),
    Operation("look", "GET", TABLE, api.look, Seen, key=MAY, query=("after",)),
    Operation("table_events", "GET", f"{TABLE}/events", api.events, Seen, key=MAY, media=EVENTS, query=("after",)),
    Operation("sit", "POST", f"{TABLE}/sit", api.sit_down, Seen, Sit, key=MUST),
    Operation("move", "POST", f"{TABLE}/moves", api.move, Seen, Play, key=MUST, wrong=(409,), illegal=Illegal),
    Operation("undo", "POST", f"{TABLE}/undo", api.undo, Seen, key=MUST, wrong=(400,)),
    Operation("resign", "POST", f"{TABLE}/resign", api.give_up, Seen, key=MUST, wrong=(400,)),
    Operation("record", "GET", f"{TABLE}/record", api.record, Record, key=MAY),
    Operation("bots", "GET", "/api/bots", api_bots.everybody, Bots),
    Operation("register", "POST", "/api/bots", api_bots.register, NewKey, NewBot, 201, wrong=(409,)),
    Operation("me", "GET", "/api/bots/me", api_bots.myself, Bot, key=MUST),
    Operation("close", "POST", "/api/bots/me/close", api_bots.close, Bot, key=MUST),
    Operation("events", "GET", "/api/events", api_bots.listen, Event, key=MUST, media=EVENTS),
    Operation("challenges", "GET", "/api/challenges", challenges.mine, Challenges, key=MUST),
    Operation(
        "challenge", "POST", "/api/challenges", challenges.challenge, Challenged, Challenge, 201, key=MAY, wrong=(404,)
    ),
    Operation("accept", "POST", "/api/challenges/{id}/accept", challenges.accept, Seen, Sit, key=MUST),
    Operation("decline", "POST", "/api/challenges/{id}/decline", challenges.decline, Challenges, key=MUST),
)
GROUPS = (
    ("tables", ("/api/tables", "/api/games")),
    ("bots", ("/api/bots", "/api/events")),
    ("rivals", ("/api/challenges",)),
)


def documented(request: Request) -> dict[str, Any]:
    """The document in the reader's language."""
    t = web_words(visitor_of(request).language)
    hosting: Hosting = request.app.state.hosting
    return document(OPERATIONS, lambda key: t(f"api.{key}"), hosting.public_url)


async def openapi(request: Request) -> Response:
    """GET /api/openapi.json."""
    return answered(documented(request))


async def door(request: Request) -> Response:
    """GET /api: the document for programs, a page about it for people."""
    if switch := switched(request):
        return switch
    accepted = request.headers.get("accept", "")
    if "application/json" in accepted and "text/html" not in accepted:
        return answered(documented(request))
    found = documented(request)
    return page(
        request,
        "api.html",
        here="/api",
        origin=origin(request),
        groups=[(name, [shown(op, found) for op in OPERATIONS if op.path.startswith(paths)]) for name, paths in GROUPS],
    )


def origin(request: Request) -> str:
    """How the reader calls this server."""
    hosting: Hosting = request.app.state.hosting
    scheme, name = request.scope["scheme"], request.headers.get("host", "127.0.0.1:8000")
    return (hosting.public_url or f"{scheme}://{name}") + hosting.root_path


def shown(op: Operation, found: dict[str, Any]) -> dict[str, Any]:
    """An operation as the page shows it: its address, who may, what goes in and comes out."""
    schemas = found["components"]["schemas"]
    return {
        "name": op.name,
        "method": op.method,
        "path": op.path + (f"?{op.query[0]}=N" if op.query else ""),
        "summary": found["paths"][op.path][op.method.lower()]["summary"],
        "key": op.key,
        "takes": fields(schemas[op.takes.__name__]) if op.takes is not None else [],
        "gives": fields(schemas[op.gives.__name__]),
        "is_stream": op.media == EVENTS,
        "status": op.status,
    }


def fields(schema: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """The fields of a document: name, type, whether it has to be there."""
    required = set(schema.get("required", ()))
    return [(name, kind(one), name in required) for name, one in schema.get("properties", {}).items()]


def kind(schema: dict[str, Any]) -> str:
    """A type in a few letters."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{kind(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))


READS: list[tuple[str, Endpoint]] = [("/api", door), ("/api/openapi.json", openapi)]
READS += [(op.path, op.endpoint) for op in OPERATIONS if op.method == "GET"]
WRITES = [(op.path, op.endpoint) for op in OPERATIONS if op.method == "POST"]
