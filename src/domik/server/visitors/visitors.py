"""Visitors: a cookie that nobody can guess, a language, and who they say they are. No accounts."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from domik.language import LANGUAGES, preferred_language
from domik.server.store.person import STRANGER, Person
from domik.server.visitors.identity import COOKIE, IDENTITY, Identity, is_token
from domik.server.visitors.keys import new_visitor, owner_of
from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name

YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Visitor:
    """Whoever is at the other end."""

    token: str
    is_new: bool
    language: str
    theme: str
    name: str
    animal: str = ""  # the one they chose last; empty until they did
    known: int = STRANGER
    shared: str = ""  # whose identity this browser has by a key; empty: its own

    @property
    def device(self) -> str:
        """What is stored of this browser."""
        return owner_of(self.token)

    @property
    def owner(self) -> str:
        """What is stored of them."""
        return self.shared or self.device

    @property
    def person(self) -> Person:
        """Who they say they are."""
        return Person(self.name, self.animal, self.known)


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor of a request or a socket; strangers get a token that is kept only when they do something."""
    cookies = connection.cookies
    token = cookies.get(COOKIE, "")
    identity: Identity | None = connection.scope.get(IDENTITY)
    is_new = not is_token(token) or (identity is not None and not identity.owner)
    person = Person() if identity is None or is_new else identity.person
    language = connection.query_params.get("lang") or cookies.get("lang", "")
    if language not in LANGUAGES:
        language = preferred_language(connection.headers.get("accept-language", ""))
    theme = cookies.get("theme", "")
    name = person.name or tidy_name(unquote(cookies.get("name", "")))
    animal = person.animal or cookies.get("animal", "")
    return Visitor(
        new_visitor() if is_new else token,
        is_new,
        language,
        theme if theme in ("light", "dark") else "",
        name,
        animal if animal in ANIMALS else "",
        person.known,
        identity.owner if identity is not None and not is_new else "",
    )


def remember(response: Response, visitor: Visitor, connection: HTTPConnection) -> None:
    """Keep the visitor's token in the browser: out of reach of scripts, and not sent from other sites' forms."""
    secure = connection.scope["scheme"] in ("https", "wss")
    response.set_cookie(COOKIE, visitor.token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def remember_person(response: Response, person: Person) -> None:
    """Keep name and animal in the browser, so that no form asks for them again."""
    for key, value in (("name", quote(person.name)), ("animal", person.animal)):
        if value:
            response.set_cookie(key, value, max_age=YEAR, samesite="lax", path="/")
