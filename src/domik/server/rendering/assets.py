"""The files we serve: style sheets, script modules, pictures of games, and the typeface.

The address of a file has a version in it, /static/<version>/<name>, so browsers keep files for ever. All scripts have
one version: they import each other by relative addresses.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
from functools import cache, lru_cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, game_package
from domik.kernel.phrase import Phrase
from domik.server.http.compression import BEST, packed, way_for
from domik.server.http.errors import HttpError
from domik.server.rendering.renderers import game_pictures
from domik.web.fonts import faces, font_file
from domik.web.modules import scripts
from domik.web.pictures import some_of

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "ttf": "font/ttf", "woff2": "font/woff2"}
NAME = re.compile(r"((font|game|rest|sizes|soon|table)/)?[A-Za-z0-9_-]+\.(css|js|svg|ttf|woff2)")
VERSIONED = re.compile(r"(?:([0-9a-f]{10})/)?(.+)")
SITE = ("typeface.css", "screens.css", "domik.css", "pages.css")  # of every page, one after the other: site.css
TABLE = ("follow.css", "game/{}.css", "sizes.css", "sizes/{}.css", "beside.css", "gather.css")  # table/<game>.css
LATER = r"animal-.*"  # pictures that tables need seldom: of animals a page has those who sit there
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@lru_cache(maxsize=256)
def content(name: str) -> tuple[bytes, bytes]:
    """A file as it is and compressed, or FileNotFoundError, which is not remembered: anybody may ask for anything."""
    data = read(name)
    return data, packed(data, "gzip", BEST)


@lru_cache(maxsize=256)
def smallest(name: str) -> bytes:
    """A file as small as it gets: packed when a browser that can read that asks for it first."""
    data, _ = content(name)
    return data if name.endswith(".woff2") else packed(data, "br", BEST)


def read(name: str) -> bytes:
    """A file of ours. Names are letters, so no path leads out."""
    if not NAME.fullmatch(name):
        raise FileNotFoundError(name)
    if name.startswith("font/"):
        return font_file(name)
    if name.endswith(".css"):
        return sheet(name).encode()
    if name.startswith(("game/", "soon/", "rest/")):
        return drawn(game_in(name), name.partition("/")[0]).encode()
    return own_file(name).encode()


def own_file(name: str) -> str:
    """A file of domik.web as its author wrote it."""
    return files("domik.web").joinpath("static", name).read_text("utf-8")


def drawn(game: str, part: str) -> str:
    """A game's pictures: all, those that a table shows soon, or the rest."""
    if part == "game":
        return game_pictures(game)
    title = game_package(game)
    later: str = getattr(title.module("page.icons"), "LATER", LATER) if title.has_module("page.icons") else LATER
    is_later = re.compile(later).fullmatch
    return some_of(game_pictures(game), lambda name: bool(is_later(name)) == (part == "rest"))


def game_in(name: str) -> str:
    """The game that a file belongs to."""
    game = re.split(r"[/.]", name)[1]
    if game not in GAMES:
        raise FileNotFoundError(name)
    return game


def sheet(name: str) -> str:
    """A style sheet as its authors wrote it; those that always go together are one."""
    folder, _, _ = name.rpartition("/")
    if name == "site.css":
        return "\n".join(map(sheet, SITE))
    if name == "typeface.css":
        return faces(lambda font: f"..{asset(font).removeprefix('/static')}")  # beside the sheet's own version
    if folder == "table":
        game = game_in(name)
        return "\n".join(sheet_or_none(part.format(game)) for part in TABLE)
    if folder:
        return game_package(game_in(name)).read_resource("page/look.css" if folder == "game" else "page/sizes.css")
    return own_file(name)


def sheet_or_none(name: str) -> str:
    """The same, nothing where there is none: a guest may bring no look of its own."""
    try:
        return sheet(name)
    except FileNotFoundError:
        return ""


@lru_cache(maxsize=256)
def version_of(name: str) -> str:
    """What changes with a file; with any script for all of them."""
    return scripts_version() if name.endswith(".js") else digest(content(name)[0])


@cache
def scripts_version() -> str:
    """The version of all scripts."""
    return digest("".join(map(own_file, scripts())).encode())


def digest(data: bytes) -> str:
    """A short hash."""
    return hashlib.sha256(data).hexdigest()[:10]


@lru_cache(maxsize=256)
def asset(name: str) -> str:
    """The address of a file below the server's root; empty when there is none."""
    try:
        content(name)
    except FileNotFoundError:
        return ""
    return f"/static/{version_of(name)}/{name}"


async def static(request: Request) -> Response:
    """One file; an address of another version, or of none, is not kept."""
    found = VERSIONED.fullmatch(request.path_params["name"])
    version, name = found.groups() if found else ("", "")
    try:
        plain, small = content(name)
    except FileNotFoundError:
        raise HttpError(404, Phrase("web.error.page")) from None
    kept = FOR_EVER if version == version_of(name) else ASK_AGAIN
    headers = {"cache-control": kept, "vary": "Accept-Encoding"}
    way = way_for(request.headers.get("accept-encoding", ""))
    if way == "br":
        small = await asyncio.to_thread(smallest, name)  # takes a moment, once
    if way and len(small) < len(plain):
        headers["content-encoding"] = way
        plain = small
    return Response(plain, media_type=TYPES[name.rsplit(".", 1)[1]], headers=headers)
