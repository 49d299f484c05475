"""Domik as an installed app: its manifest, its service worker, and the page that is shown without a connection."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from domik.server.accounts.visitors import visitor_of
from domik.server.http.requests import redirect, root_of
from domik.server.rendering.assets import asset, own_file, scripts_version
from domik.server.rendering.responses import json_response
from domik.server.rendering.templates import render_page
from domik.web.manifest import manifest

CHECKED = {"cache-control": "no-cache"}


async def show_manifest(request: Request) -> Response:
    """GET /manifest.webmanifest, in the visitor's language."""
    root = root_of(request)
    response = json_response(manifest(root, visitor_of(request).language, lambda name: root + asset(name)))
    response.headers["content-type"] = "application/manifest+json"
    response.headers["cache-control"] = "no-cache"
    return response


async def show_worker(request: Request) -> Response:
    """GET /worker.js; its folder is its scope: all pages. Another version of the scripts makes it another worker."""
    script = own_file("worker.js").replace("@VERSION@", scripts_version())
    return Response(script, media_type="text/javascript", headers=CHECKED)


async def away_page(request: Request) -> Response:
    """GET /away: what the service worker shows in place of a page that needs a connection."""
    return render_page(request, "away.html")


async def receive_share(request: Request) -> Response:
    """POST /share: a file shared with Domik; the service worker takes it before it gets here."""
    return redirect(request, "/me/things")


PAGES = [("/away", away_page)]
READS = [("/manifest.webmanifest", show_manifest), ("/worker.js", show_worker)]
WRITES = [("/share", receive_share)]
