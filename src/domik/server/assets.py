"""The files we serve: style sheets, script modules, the picture of the tab, and the font out of its own package."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, title_of
from domik.kernel.phrase import Phrase
from domik.server.errors import Refused
from domik.server.pens import pictures_of
from domik.web.screens import spelled

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "ttf": "font/ttf"}
IMPORT = re.compile(
    rb'(from |import\()"\./([a-z]+\.js)"'
)  # a module names others without their version, and is served with it
FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=256)
def content(name: str) -> tuple[bytes, bytes]:
    """A file as it is and compressed, or FileNotFoundError, which is not remembered: anybody may ask for anything."""
    data = read(name)
    return data, gzip.compress(data, 9, mtime=0)


def read(name: str) -> bytes:
    """A file of ours. Names are letters, so no path leads out."""
    if not re.fullmatch(r"(font/|game/|sizes/)?[A-Za-z0-9_-]+\.(css|js|svg|ttf)", name):
        raise FileNotFoundError(name)
    if name.startswith("font/"):
        return files("font_manrope").joinpath("files", name.removeprefix("font/")).read_bytes()
    if name.startswith(("game/", "sizes/")):
        folder, game, kind = re.split(r"[/.]", name)
        if game not in GAMES:
            raise FileNotFoundError(name)
        sheet = "page/look.css" if folder == "game" else "page/sizes.css"
        return (spelled(title_of(game).resource(sheet)) if kind == "css" else pictures_of(game)).encode()
    data = files("domik.web").joinpath("static", name).read_bytes()
    if name.endswith(".css"):
        data = spelled(data.decode()).encode()
    if name.endswith(".js"):
        data = IMPORT.sub(
            lambda found: f'{found[1].decode()}".{asset(found[2].decode()).removeprefix("/static")}"'.encode(), data
        )
    return data


@lru_cache(maxsize=256)
def asset(name: str) -> str:
    """The address of a file; it changes with the file, so browsers may keep it for ever. Empty when there is none."""
    try:
        data, _ = content(name)
    except FileNotFoundError:
        return ""
    return f"/static/{name}?{hashlib.sha256(data).hexdigest()[:10]}"


async def static(request: Request) -> Response:
    """One file."""
    name = request.path_params["name"]
    try:
        plain, small = content(name)
    except FileNotFoundError:
        raise Refused(404, Phrase("web.error.page")) from None
    headers = {"cache-control": FOR_EVER, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(small) < len(plain):
        headers["content-encoding"] = "gzip"
        plain = small
    return Response(plain, media_type=TYPES[name.rsplit(".", 1)[1]], headers=headers)
