"""Responses for errors, as pages for people or JSON for programs, and the exception handlers."""

from __future__ import annotations

import logging
import re
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import visitor_of
from domik.server.http.errors import HttpError, TooManyTables
from domik.server.http.metrics import Metrics
from domik.server.http.requests import redirect, service
from domik.server.rendering.templates import all_words, render_page

log = logging.getLogger("domik.server")
SCRIPT_PATHS = re.compile(r"/step(/|$)|/t/[^/]+/(review|learn|recap)/")
BARE_PAGE = (
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>Domik</title><p style="font:700 20px/1.4 system-ui,sans-serif;margin:20vh 8vw;text-align:center">{}</p>'
)
NOT_FOUND, METHOD_NOT_ALLOWED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE = 404, 405, 429, 503


def json_response(document: Any, status: int = 200) -> Response:
    """A JSON response that must not be cached."""
    return Response(
        msgspec.json.encode(document), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def wants_json(path: str) -> bool:
    """Whether the path is requested by programs or scripts rather than people."""
    return path.startswith("/api/") or path.endswith("/sit") or SCRIPT_PATHS.search(path) is not None


def error_response(request: Request, status: int, phrase: Phrase) -> Response:
    """The error as JSON for programs and scripts, as a page for people."""
    words = all_words(visitor_of(request).language)
    message = words.say(phrase) if words.has(phrase.key) else str(phrase)
    if wants_json(request.scope["path"]):
        return json_response({"error": message}, status)
    if status == TOO_MANY_REQUESTS:  # a refused client must not cause the cost of a full page
        return HTMLResponse(BARE_PAGE.format(escape(message)), status, headers={"retry-after": "60"})
    return render_page(request, "error.html", status, status=status, message=message)


async def on_domik_error(request: Request, error: Exception) -> Response:
    """Invalid input: what was wrong, in the reader's language."""
    assert isinstance(error, DomikError)
    if isinstance(error, TooManyTables) and not wants_json(request.scope["path"]):
        return redirect(request, "/games?full=1")
    return error_response(request, error.status if isinstance(error, HttpError) else 400, error.phrase)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == NOT_FOUND and (path := path_without_slash(request)):
        return redirect(request, path)
    key = "web.error.page" if error.status_code == NOT_FOUND else "web.error.request"
    response = error_response(request, error.status_code, Phrase(key))
    if error.status_code == METHOD_NOT_ALLOWED:
        response.headers["allow"] = ", ".join(sorted(allowed_methods(request)))
    return response


def path_without_slash(request: Request) -> str:
    """The path and query of the page that was meant where a slash at the end is too much; empty if there is none."""
    path: str = request.scope["path"]
    meant = path.rstrip("/")
    if request.method not in ("GET", "HEAD") or path == meant or not meant or path.startswith("//"):
        return ""
    query = request.url.query
    return quote(meant) + (f"?{query}" if query else "") if matching_routes(request, meant) else ""


def matching_routes(request: Request, path: str) -> list[Route]:
    app: Starlette = request.scope["app"]
    scope = dict(request.scope) | {"path": path}
    routes = [route for route in app.routes if isinstance(route, Route)]
    return [route for route in routes if route.matches(scope)[0] != Match.NONE]


def allowed_methods(request: Request) -> set[str]:
    """The methods of all routes of a path: there is one route for reading and another for writing."""
    found = matching_routes(request, request.scope["path"])
    return {method for route in found for method in route.methods or ()}


async def on_table_closed(request: Request, error: Exception) -> Response:
    """The table was just unloaded; the next request loads it again."""
    return error_response(request, SERVICE_UNAVAILABLE, Phrase("web.error.again"))


async def on_client_disconnect(request: Request, error: Exception) -> Response:
    """The client closed the connection before its request was complete, so this is never read."""
    return Response(status_code=400)


async def on_server_error(request: Request, error: Exception) -> Response:
    """Log an unexpected exception and answer with an apology."""
    service(request, Metrics).errors += 1
    log.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return error_response(request, 500, Phrase("web.error.fault"))
