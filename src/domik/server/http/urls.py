"""URLs of this server, which all begin with its root path (`--root-path`)."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from domik.server.hosting import Hosting

SEE_OTHER = 303


def root_of(request: HTTPConnection) -> str:
    """The path prefix of every URL, such as /domik; empty where there is none."""
    hosting: Hosting = request.app.state.hosting
    return hosting.root_path


def redirect(request: HTTPConnection, path: str) -> RedirectResponse:
    """Redirect to another page of this server, which the browser requests with GET."""
    return RedirectResponse(root_of(request) + path, SEE_OTHER)
