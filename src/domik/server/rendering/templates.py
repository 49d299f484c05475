"""Pages rendered from Jinja templates; values are escaped, and texts come from the words files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.games import GAMES, game_package, game_packages
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words, words_for
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.hosting import Hosting
from domik.server.http.compression import QUICK, compress, way_for
from domik.server.http.errors import HttpError
from domik.server.http.requests import find_service, root_of, service
from domik.server.rendering.assets import asset
from domik.server.rendering.renderers import SHARED_WORDS, words_pen
from domik.table.table import ANIMALS
from domik.web import fonts
from domik.web.animals import portrait
from domik.web.illustrations import hills, scene_of, wordmark
from domik.web.modules import imports_of
from domik.web.pen import icon

OK, NOT_MODIFIED = 200, 304
COMPRESS_FROM = 500  # bytes
BETWEEN_TAGS = re.compile(r"(?<=[>}])\s*\n\s*(?=[<{])")


class LineBreaks(Extension):
    """Let templates break and indent lines between tags without sending that to the browser.

    White space with a line break between two tags, of HTML or of the template, becomes a template comment, so that
    errors still name the right lines. Where a space is wanted, it is on one line with its neighbours.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return BETWEEN_TAGS.sub(lambda found: f"{{#{found[0]}#}}", source)


environment = Environment(
    loader=PackageLoader("domik.web", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    extensions=[LineBreaks],
)


@lru_cache(maxsize=16)
def all_words(language: str) -> Words:
    """The words of all packages: errors may come from any game."""
    return words_for(language, (*SHARED_WORDS, *(title.words_package for title in game_packages())))


def web_words(language: str) -> Callable[..., str]:
    """A function for the texts of web pages by their short keys."""
    words = words_for(language, SHARED_WORDS)

    def t(key: str, **args: Argument) -> str:
        return words.say(Phrase(f"web.{key}", args))

    return t


@lru_cache(maxsize=64)
def scene(game: str) -> Markup:
    """A game's picture, the same for all readers."""
    return Markup(scene_of(game_package(game), words_pen("en", game)))


def game_words(game: str, language: str) -> Words:
    return words_pen(language, game).words


def find_game(game: str) -> GamePackage:
    """Game package by name; raises HttpError 404."""
    if game not in GAMES:
        raise HttpError(404, Phrase("error.game", {"game": game, "games": ", ".join(GAMES)}))
    return game_package(game)


def game_card(package: GamePackage, language: str) -> dict[str, Any]:
    """Name, tagline and facts of a game for templates."""
    words = game_words(package.name, language)
    t = web_words(language)
    seats = str(package.least_seats)
    if package.most_seats > package.least_seats:
        seats += f"–{package.most_seats}"
    facts = [("users-round", seats)]
    for name, symbol in (("minutes", "clock"), ("editions", "book-open"), ("scenarios", "map")):
        if isinstance(n := package.facts.get(name), int) and (name, n) != ("editions", 1):
            facts.append((symbol, t(f"fact_{name}", n=n)))
    return {
        "name": package.name,
        "title": words.say(Phrase("game.name")) if words.has("game.name") else package.name,
        "line": words.say(Phrase("game.line")) if words.has("game.line") else "",
        "facts": facts,
    }


def game_name(game: str, language: str) -> str:
    return str(game_card(game_package(game), language)["title"])


@dataclass
class Announcement:
    """The administrator's message to all, which every page shows."""

    text: str = ""


def render_template(request: Request, template: str, **context: Any) -> str:
    visitor: Visitor = visitor_of(request)
    announcement = find_service(request, Announcement)
    word = announcement.text if announcement is not None else ""
    person = {"theme": visitor.theme, "name": visitor.name, "animal": visitor.animal}
    found = environment_for(visitor.language, root_of(request), service(request, Hosting).has_server)
    return found.get_template(template).render({"word_to_all": word} | person | context)


def render_in_language(template: str, language: str, root: str = "", **context: Any) -> str:
    """A template in a language, independent of the visitor; `root` precedes every URL."""
    return environment_for(language, root).get_template(template).render({"word_to_all": ""} | context)


@lru_cache(maxsize=16)
def environment_for(language: str, root: str, has_server: bool = True) -> Environment:
    """The template environment of one language; cached, so globals and imported parts are made once."""

    def rooted_asset(name: str) -> str:
        path = asset(name)
        return root + path if path else ""

    found = environment.overlay()
    found.globals = environment.globals | {
        "language": language,
        "root": root,
        "has_server": has_server,
        "t": web_words(language),
        "icon": lambda *args: Markup(icon(*args)),
        "scene": scene,
        "portrait": lambda *args: Markup(portrait(*args)),
        "wordmark": Markup(wordmark()),
        "hills": Markup(hills()),
        "asset": rooted_asset,
        "imports_of": imports_of,
        "fonts": fonts.first_font_files(language),
        "animals": ANIMALS,
    }
    return found


def render_page(request: Request, template: str, code: int = 200, **context: Any) -> Response:
    """A compressed page with an ETag; 304 where the browser has it already."""
    markup = render_template(request, template, **context).encode()
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie, Accept-Encoding"}
    if code == OK and request.method == "GET":
        headers["etag"] = f'W/"{hashlib.blake2b(markup, digest_size=9).hexdigest()}"'
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(None, NOT_MODIFIED, headers)
    way = way_for(request.headers.get("accept-encoding", "")) if len(markup) >= COMPRESS_FROM else ""
    if way:
        headers["content-encoding"] = way
        markup = compress(markup, way, QUICK)
    return HTMLResponse(markup, code, headers)
