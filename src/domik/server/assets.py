"""The files we serve: style sheets, script modules, the picture of the tab, and the font out of its own package."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, title_of
from domik.kernel.phrase import Phrase
from domik.server.errors import Refused
from domik.server.painting import pictures_of

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "ttf": "font/ttf"}
IMPORT = re.compile(rb'from "\./([a-z]+\.js)"')  # a module names others without their version, and is served with it
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def content(name: str) -> tuple[bytes, bytes] | None:
    """A file as it is and compressed; None when there is no such file. Names are letters, so no path leads out."""
    if not re.fullmatch(r"(font/|game/)?[A-Za-z0-9_-]+\.(css|js|svg|ttf)", name):
        return None
    try:
        if name.startswith("font/"):
            data = files("font_manrope").joinpath("files", name.removeprefix("font/")).read_bytes()
        elif name.startswith("game/"):
            game, kind = name.removeprefix("game/").rsplit(".", 1)
            if game not in GAMES:
                return None
            data = (title_of(game).resource("page/look.css") if kind == "css" else pictures_of(game)).encode()
        else:
            data = files("domik.web").joinpath("static", name).read_bytes()
            if name.endswith(".js"):
                data = IMPORT.sub(
                    lambda found: f'from ".{asset(found[1].decode()).removeprefix("/static")}"'.encode(), data
                )
    except FileNotFoundError:
        return None
    return data, gzip.compress(data, 9, mtime=0)


@cache
def asset(name: str) -> str:
    """The address of a file; it changes with the file, so browsers may keep it for ever. Empty when there is none."""
    found = content(name)
    return f"/static/{name}?{hashlib.sha256(found[0]).hexdigest()[:10]}" if found else ""


async def static(request: Request) -> Response:
    """One file."""
    name = request.path_params["name"]
    found = content(name)
    if found is None:
        raise Refused(404, Phrase("web.error.page"))
    plain, small = found
    headers = {"cache-control": FOR_EVER, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(small) < len(plain):
        headers["content-encoding"] = "gzip"
        plain = small
    return Response(plain, media_type=TYPES[name.rsplit(".", 1)[1]], headers=headers)
