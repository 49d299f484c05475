"""Addresses of ours: every one begins with the path that this server lives under (`--root-path`)."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse

from domik.server.hosting import Hosting

SEE_OTHER = 303


def root_of(request: HTTPConnection) -> str:
    """The path before every address of ours, such as /domik; empty where there is none."""
    hosting: Hosting = request.app.state.hosting
    return hosting.root_path


def redirect(request: HTTPConnection, path: str) -> RedirectResponse:
    """Lead the browser to another page of ours, which it asks for by GET."""
    return RedirectResponse(root_of(request) + path, SEE_OTHER)
