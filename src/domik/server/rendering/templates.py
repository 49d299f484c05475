"""Pages from templates: every name a person typed is escaped, every text comes from the words files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from domik.games import game_package, game_packages
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words, words_for
from domik.server.accounts.visitors import Visitor, visitor_of
from domik.server.http.compression import QUICK, packed, way_for
from domik.server.rendering.assets import asset
from domik.server.rendering.renderers import SHARED_WORDS, words_pen
from domik.table.seat import ANIMALS
from domik.web import fonts
from domik.web.animals import portrait
from domik.web.illustrations import hills, scene_of, wordmark
from domik.web.pen import icon
from domik.web.screens import screens

OK, NOT_MODIFIED = 200, 304
COMPRESS_FROM = 500  # bytes
environment = Environment(
    loader=PackageLoader("domik.web", "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
)


@lru_cache(maxsize=16)
def all_words(language: str) -> Words:
    """The words of everything: errors may come from any game."""
    return words_for(language, (*SHARED_WORDS, *(title.words_package for title in game_packages())))


def web_words(language: str) -> Callable[..., str]:
    """The page's own texts by their short keys."""
    words = words_for(language, SHARED_WORDS)

    def t(key: str, **args: Argument) -> str:
        return words.say(Phrase(f"web.{key}", args))

    return t


@lru_cache(maxsize=64)
def scene(game: str) -> Markup:
    """A game's picture, the same for all readers."""
    return Markup(scene_of(game_package(game), words_pen("en", game)))


def render_template(request: Request, template: str, **context: Any) -> str:
    """A template in the visitor's language and theme."""
    visitor: Visitor = visitor_of(request)
    word = getattr(getattr(request.app.state, "bans", None), "announcement", "")  # of whoever keeps the house, to all
    person = {"theme": visitor.theme, "name": visitor.name, "animal": visitor.animal}
    return render_in_language(template, visitor.language, **{"word_to_all": word} | person | context)


def render_in_language(template: str, language: str, **context: Any) -> str:
    """A template in a language, whoever reads it."""
    return environment_for(language).get_template(template).render({"word_to_all": ""} | context)


@lru_cache(maxsize=16)
def environment_for(language: str) -> Environment:
    """All templates in one language: what every page has is made once, and so are the parts that pages import."""
    found = environment.overlay()
    found.globals = environment.globals | {
        "language": language,
        "t": web_words(language),
        "icon": lambda *args: Markup(icon(*args)),
        "scene": scene,
        "portrait": lambda *args: Markup(portrait(*args)),
        "wordmark": Markup(wordmark()),
        "hills": Markup(hills()),
        "asset": asset,
        "fonts": fonts.wanted(language),
        "animals": ANIMALS,
        "screens": screens(),
    }
    return found


def render_page(request: Request, template: str, code: int = 200, **context: Any) -> Response:
    """A whole page, packed; caches keep it apart by reader, and whoever has it already is told so in a few bytes."""
    markup = render_template(request, template, **context).encode()
    headers = {"cache-control": "no-cache", "vary": "Accept-Language, Cookie, Accept-Encoding"}
    if code == OK and request.method == "GET":
        headers["etag"] = f'W/"{hashlib.blake2b(markup, digest_size=9).hexdigest()}"'
        if headers["etag"] in request.headers.get("if-none-match", ""):
            return Response(None, NOT_MODIFIED, headers)
    way = way_for(request.headers.get("accept-encoding", "")) if len(markup) >= COMPRESS_FROM else ""
    if way:
        headers["content-encoding"] = way
        markup = packed(markup, way, QUICK)
    return HTMLResponse(markup, code, headers)
