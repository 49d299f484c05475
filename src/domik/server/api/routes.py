"""Routes of the JSON API, its OpenAPI document, and the human-readable API page."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.server.accounts.visitors import visitor_of
from domik.server.api import bots
from domik.server.api import bots as api_bots
from domik.server.api import tables as api
from domik.server.api.openapi import EVENTS, MAY, MUST, Endpoint, Operation, build_document
from domik.server.api.schemas import (
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
from domik.server.hosting import Hosting
from domik.server.http.requests import service
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import render_page, web_words


class Record(msgspec.Struct):
    """A game's record (docs/records.md); before the end only what the seat knows itself."""

    game: str
    options: dict[str, Any]
    moves: list[Any]


TABLE = "/api/tables/{id}"
OPERATIONS: tuple[Operation, ...] = (
    Operation("games", "GET", "/api/games", api_bots.list_games, Games),
    Operation("open_table", "POST", "/api/tables", api.open_table, Opened, OpenTable, 201),
    Operation("look", "GET", TABLE, api.show_table, Seen, key=MAY, query=("after",)),
    Operation(
        "table_events", "GET", f"{TABLE}/events", api.table_events, Seen, key=MAY, media=EVENTS, query=("after",)
    ),
    Operation("sit", "POST", f"{TABLE}/sit", api.sit_down, Seen, Sit, key=MUST),
    Operation("move", "POST", f"{TABLE}/moves", api.submit_move, Seen, Play, key=MUST, wrong=(409,), illegal=Illegal),
    Operation("undo", "POST", f"{TABLE}/undo", api.undo_move, Seen, key=MUST, wrong=(400,)),
    Operation("resign", "POST", f"{TABLE}/resign", api.resign_game, Seen, key=MUST, wrong=(400,)),
    Operation("record", "GET", f"{TABLE}/record", api.show_record, Record, key=MAY),
    Operation("bots", "GET", "/api/bots", api_bots.list_bots, Bots),
    Operation("register", "POST", "/api/bots", api_bots.register_bot, NewKey, NewBot, 201, wrong=(409,)),
    Operation("me", "GET", "/api/bots/me", api_bots.current_bot, Bot, key=MUST),
    Operation("close", "POST", "/api/bots/me/close", api_bots.close_account, Bot, key=MUST),
    Operation("events", "GET", "/api/events", api_bots.bot_events, Event, key=MUST, media=EVENTS),
    Operation("challenges", "GET", "/api/challenges", bots.list_challenges, Challenges, key=MUST),
    Operation(
        "challenge", "POST", "/api/challenges", bots.create_challenge, Challenged, Challenge, 201, key=MAY, wrong=(404,)
    ),
    Operation("accept", "POST", "/api/challenges/{id}/accept", bots.accept_challenge, Seen, Sit, key=MUST),
    Operation("decline", "POST", "/api/challenges/{id}/decline", bots.decline_challenge, Challenges, key=MUST),
)
GROUPS = (
    ("tables", ("/api/tables", "/api/games")),
    ("bots", ("/api/bots", "/api/events")),
    ("rivals", ("/api/challenges",)),
)


def localized_document(request: Request) -> dict[str, Any]:
    t = web_words(visitor_of(request).language)
    hosting = service(request, Hosting)
    return build_document(OPERATIONS, lambda key: t(f"api.{key}"), hosting.public_url + hosting.root_path)


async def openapi_endpoint(request: Request) -> Response:
    return json_response(localized_document(request))


async def api_page(request: Request) -> Response:
    """GET /api: the OpenAPI document for JSON clients, the API page for browsers."""
    accepted = request.headers.get("accept", "")
    if "application/json" in accepted and "text/html" not in accepted:
        return json_response(localized_document(request))
    found = localized_document(request)
    return render_page(
        request,
        "api.html",
        here="/api",
        origin=server_origin(request),
        groups=[
            (name, [operation_row(op, found) for op in OPERATIONS if op.path.startswith(paths)])
            for name, paths in GROUPS
        ],
    )


def server_origin(request: Request) -> str:
    """Base URL for the examples: the configured public URL, else scheme and host of the request."""
    hosting = service(request, Hosting)
    scheme, name = request.scope["scheme"], request.headers.get("host", "127.0.0.1:8000")
    return (hosting.public_url or f"{scheme}://{name}") + hosting.root_path


def operation_row(op: Operation, found: dict[str, Any]) -> dict[str, Any]:
    schemas = found["components"]["schemas"]
    return {
        "name": op.name,
        "method": op.method,
        "path": op.path + (f"?{op.query[0]}=N" if op.query else ""),
        "summary": found["paths"][op.path][op.method.lower()]["summary"],
        "key": op.key,
        "takes": schema_fields(schemas[op.takes.__name__]) if op.takes is not None else [],
        "gives": schema_fields(schemas[op.gives.__name__]),
        "is_stream": op.media == EVENTS,
        "status": op.status,
    }


def schema_fields(schema: dict[str, Any]) -> list[tuple[str, str, bool]]:
    required = set(schema.get("required", ()))
    return [(name, type_name(one), name in required) for name, one in schema.get("properties", {}).items()]


def type_name(schema: dict[str, Any]) -> str:
    """Short notation of a JSON schema type, for the API page."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(type_name(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"[{type_name(schema.get('items', {}))}]"
    return str(schema.get("type", "any"))


PAGES = [("/api", api_page)]
READS: list[tuple[str, Endpoint]] = [("/api/openapi.json", openapi_endpoint)]
RECORDS = [(op.path, op.endpoint) for op in OPERATIONS if op.name == "record"]  # that pages ask for as well
READS += [(op.path, op.endpoint) for op in OPERATIONS if op.method == "GET" and op.name != "record"]
WRITES = [(op.path, op.endpoint) for op in OPERATIONS if op.method == "POST"]
