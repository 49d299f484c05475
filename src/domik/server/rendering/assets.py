"""The files we serve: style sheets, script modules, the picture of the tab, and the font out of its own package."""

from __future__ import annotations

import asyncio
import hashlib
import re
from functools import lru_cache
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from domik.games import GAMES, game_package
from domik.kernel.phrase import Phrase
from domik.server.http.compression import BEST, packed, way_for
from domik.server.http.errors import HttpError
from domik.server.rendering.renderers import game_pictures
from domik.web.bundles import bundled
from domik.web.fonts import faces, font_file
from domik.web.pictures import some_of
from domik.web.screens import spelled
from domik.web.sheets import half
from domik.web.thinning import thin_script, thin_sheet

TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "ttf": "font/ttf", "woff2": "font/woff2"}
# a module names others without their version, and is served with it
IMPORT = re.compile(r'(from |import\()"\./([a-z]+\.js)"')
HOUSE = (
    "screens.css",
    "domik.css",
    "pages.css",
)  # the sheets of every page, as one: house.css, and around.css for later
TABLE = (
    "follow.css",
    "game/{}.css",
    "sizes.css",
    "sizes/{}.css",
    "beside.css",
    "gather.css",
)  # the sheets of a table, in this order: table/ and late/
FACES = '@import "typeface";'  # where a style sheet gets it
LATER = r"animal-.*"  # pictures that tables need seldom: of animals a page has those who sit there
FOR_EVER = "public, max-age=31536000, immutable"


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
    """A file of ours as it travels. Names are letters, so no path leads out."""
    if not re.fullmatch(r"((font|game|late|rest|sizes|soon|table)/)?[A-Za-z0-9_-]+\.(css|js|svg|ttf|woff2)", name):
        raise FileNotFoundError(name)
    if name.startswith("font/"):
        return font_file(name)
    if name.endswith(".css"):
        thin = thin_sheet(spelled(sheet(name)).replace(FACES, faces(asset)))
        halved = name in ("house.css", "around.css") or name.startswith(("table/", "late/"))
        return (half(thin, name.startswith(("around", "late/"))) if halved else thin).encode()
    if name.startswith(("game/", "soon/", "rest/")):
        return drawn(game_in(name), name.partition("/")[0]).encode()
    if name.endswith(".js"):
        return with_versions(thin_script(bundled(name))).encode()
    return files("domik.web").joinpath("static", name).read_bytes()


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
    """A style sheet as its authors wrote it; a table's are one."""
    folder, _, _ = name.rpartition("/")
    if name in ("house.css", "around.css"):
        return "".join(map(sheet, HOUSE))
    if folder in ("table", "late"):
        game = game_in(name)
        return "".join(sheet_or_none(part.format(game)) for part in TABLE)
    if folder:
        return game_package(game_in(name)).read_resource("page/look.css" if folder == "game" else "page/sizes.css")
    return files("domik.web").joinpath("static", name).read_text("utf-8")


def sheet_or_none(name: str) -> str:
    """The same, nothing where there is none: a guest may bring no look of its own."""
    try:
        return sheet(name)
    except FileNotFoundError:
        return ""


def with_versions(script: str) -> str:
    """A module that names others by their versions."""
    return IMPORT.sub(lambda found: f'{found[1]}".{asset(found[2]).removeprefix("/static")}"', script)


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
        raise HttpError(404, Phrase("web.error.page")) from None
    headers = {"cache-control": FOR_EVER, "vary": "Accept-Encoding"}
    way = way_for(request.headers.get("accept-encoding", ""))
    if way == "br":
        small = await asyncio.to_thread(smallest, name)  # takes a moment, once
    if way and len(small) < len(plain):
        headers["content-encoding"] = way
        plain = small
    return Response(plain, media_type=TYPES[name.rsplit(".", 1)[1]], headers=headers)
