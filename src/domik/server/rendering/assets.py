"""Static files: style sheets, script modules, pictures of games, and fonts.

The URL of a file contains a version, /static/<version>/<name>, so browsers cache files for ever. All scripts share
one version, since they import each other by relative URLs.
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
from domik.server.http.compression import BEST, compress, way_for
from domik.server.http.errors import HttpError
from domik.server.rendering.renderers import game_pictures, page_of
from domik.web.fonts import faces, font_file
from domik.web.modules import scripts
from domik.web.pictures import some_of

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "ttf": "font/ttf", "woff2": "font/woff2"}
TYPES |= {"png": "image/png", "webp": "image/webp"}
PICTURES = (".png", ".webp")
NAME = re.compile(r"((font|game|rest|sizes|soon|table)/)?[A-Za-z0-9_-]+\.(css|js|svg|ttf|woff2|png|webp)")
VERSIONED = re.compile(r"(?:([0-9a-f]{10})/)?(.+)")
SITE = ("typeface.css", "screens.css", "domik.css", "pages.css")  # on every page, concatenated to site.css
TABLE = (
    "follow.css",
    "game/{}.css",
    "sizes.css",
    "sizes/{}.css",
    "beside.css",
    "gather.css",
    "talk.css",
)  # table/<game>.css
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


@lru_cache(maxsize=256)
def content(name: str) -> tuple[bytes, bytes]:
    """A file plain and gzipped; FileNotFoundError is not cached, since any name may be requested."""
    data = read(name)
    return data, compress(data, "gzip", BEST)


@lru_cache(maxsize=256)
def smallest(name: str) -> bytes:
    """A file with the best compression, made at the first request of a browser that supports it."""
    data, _ = content(name)
    return data if name.endswith((".woff2", *PICTURES)) else compress(data, "br", BEST)


def read(name: str) -> bytes:
    """A file by name; NAME has no "..", so no path leads out of the folder."""
    if not NAME.fullmatch(name):
        raise FileNotFoundError(name)
    if name.startswith("font/"):
        return font_file(name)
    if name.endswith(PICTURES):
        return files("domik.web").joinpath("static", name).read_bytes()
    if name.endswith(".css"):
        return sheet(name).encode()
    if name.startswith(("game/", "soon/", "rest/")):
        return pictures_markup(game_in(name), name.partition("/")[0]).encode()
    return own_file(name).encode()


def own_file(name: str) -> str:
    return files("domik.web").joinpath("static", name).read_text("utf-8")


def pictures_markup(game: str, part: str) -> str:
    """The pictures of a game: all ("game"), those that a table shows soon ("soon"), or the rest ("rest")."""
    if part == "game":
        return game_pictures(game)
    is_later = re.compile(page_of(game).late_pictures).fullmatch
    return some_of(game_pictures(game), lambda name: bool(is_later(name)) == (part == "rest"))


def game_in(name: str) -> str:
    """The game in a file's name; FileNotFoundError for an unknown one."""
    game = re.split(r"[/.]", name)[1]
    if game not in GAMES:
        raise FileNotFoundError(name)
    return game


def sheet(name: str) -> str:
    """The source of a style sheet; those that are always used together are concatenated."""
    folder, _, _ = name.rpartition("/")
    if name == "site.css":
        return "\n".join(map(sheet, SITE))
    if name == "typeface.css":
        return faces(lambda font: f"..{asset(font).removeprefix('/static')}")  # relative to the sheet
    if folder == "table":
        game = game_in(name)
        return "\n".join(sheet_or_none(part.format(game)) for part in TABLE)
    if folder:
        return game_package(game_in(name)).read_resource("page/look.css" if folder == "game" else "page/sizes.css")
    return own_file(name)


def sheet_or_none(name: str) -> str:
    """A style sheet, empty where there is none: a plugin may have no styles of its own."""
    try:
        return sheet(name)
    except FileNotFoundError:
        return ""


@lru_cache(maxsize=256)
def version_of(name: str) -> str:
    """The version of a file, derived from its content; all scripts share one."""
    return scripts_version() if name.endswith(".js") else digest(content(name)[0])


@cache
def scripts_version() -> str:
    return digest("".join(map(own_file, scripts())).encode())


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]


@lru_cache(maxsize=256)
def asset(name: str) -> str:
    """The URL of a file below the server's root; empty where there is no such file."""
    try:
        content(name)
    except FileNotFoundError:
        return ""
    return f"/static/{version_of(name)}/{name}"


async def static(request: Request) -> Response:
    """Serve a file; with another version in the URL, or none, it is not cached."""
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
        small = await asyncio.to_thread(smallest, name)  # slow, but only once per file
    if way and len(small) < len(plain):
        headers["content-encoding"] = way
        plain = small
    return Response(plain, media_type=TYPES[name.rsplit(".", 1)[1]], headers=headers)
