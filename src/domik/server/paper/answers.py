"""Errors are pages, or JSON for programs: in the reader's language, never tracebacks."""

from __future__ import annotations

import logging
import re
from html import escape
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused, TooManyTables
from domik.server.paper.templates import all_words, page
from domik.server.visitors.visitors import visitor_of

log = logging.getLogger("domik.server")
FOR_SCRIPTS = re.compile(r"/step(/|$)|/t/[^/]+/(review|learn|recap)/")
BARE = (
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>Domik</title><p style="font:700 20px/1.4 system-ui,sans-serif;margin:20vh 8vw;text-align:center">{}</p>'
)
NO_SUCH, TOO_FAST, BUSY = 404, 429, 503


def answered(document: Any, status: int = 200) -> Response:
    """A JSON answer that nobody keeps."""
    return Response(
        msgspec.json.encode(document), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def wants_json(path: str) -> bool:
    """Whether a program or a script asks there."""
    return path.startswith("/api/") or path.endswith("/sit") or FOR_SCRIPTS.search(path) is not None


def told(request: Request, status: int, phrase: Phrase) -> Response:
    """The error as JSON for programs and scripts, as a page for people."""
    words = all_words(visitor_of(request).language)
    message = words.say(phrase) if words.has(phrase.key) else str(phrase)
    if wants_json(request.scope["path"]):
        return answered({"error": message}, status)
    if status == TOO_FAST:  # whoever asks for so much must not be dear as well
        return HTMLResponse(BARE.format(escape(message)), status, headers={"retry-after": "60"})
    return page(request, "error.html", status, status=status, message=message)


async def on_domik_error(request: Request, error: Exception) -> Response:
    """Bad input: what was wrong, in the reader's language."""
    assert isinstance(error, DomikError)
    if isinstance(error, TooManyTables) and not wants_json(request.scope["path"]):
        return RedirectResponse("/games?full=1", 303)
    return told(request, error.status if isinstance(error, Refused) else 400, error.phrase)


async def on_http_error(request: Request, error: Exception) -> Response:
    """No such page, no such method."""
    assert isinstance(error, HTTPException)
    key = "web.error.page" if error.status_code == NO_SUCH else "web.error.request"
    return told(request, error.status_code, Phrase(key))


async def on_closed(request: Request, error: Exception) -> Response:
    """A room that was just closed: whoever comes again finds it loaded anew."""
    return told(request, BUSY, Phrase("web.error.again"))


async def on_gone(request: Request, error: Exception) -> Response:
    """Whoever asked has hung up before the question was whole: nobody reads this."""
    return Response(status_code=400)


async def on_fault(request: Request, error: Exception) -> Response:
    """Our own fault: logged here, an apology there."""
    request.app.state.rooms.house.metrics.errors += 1
    log.error("%s %s failed", request.method, request.scope["path"], exc_info=error)
    return told(request, 500, Phrase("web.error.fault"))
