"""Request and response types of the JSON API.

The docstrings are published: msgspec copies them into the OpenAPI document as descriptions (openapi.py).
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request

from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError
from domik.server.http.limits import read_body
from domik.table.fair_deal import LONGEST_ENTROPY
from domik.table.setup import SeatPlan, Terms

MAX_DEPTH = 8  # nesting levels of a request body
BOT_NAME = "^[A-Za-z][A-Za-z0-9_-]{1,23}$"
Name = Annotated[str, Meta(max_length=200)]
Luck = Annotated[str, Meta(max_length=LONGEST_ENTROPY)]
BotName = Annotated[str, Meta(pattern=BOT_NAME)]
Options = dict[str, str | bool | int | list[int]]


class RequestBody(msgspec.Struct, forbid_unknown_fields=True):
    """Base of all request bodies. Unknown fields are rejected, since they are most likely misspelt."""


class OpenTable(RequestBody):
    """A new table: the game, who is meant to sit where, the game's options, how the table is run."""

    game: str
    seats: list[SeatPlan]
    options: Options = {}
    terms: Terms = msgspec.field(default_factory=Terms)


class Sit(RequestBody):
    """Take a seat: a name, and a share of the luck that the deal is made from."""

    name: Name = ""
    luck: Luck = ""


class Play(RequestBody):
    """A move, by its number or its text; `turn` as the table told it keeps one from moving twice."""

    action: Annotated[int, Meta(ge=0, le=62)] | None = None
    text: Name | None = None
    turn: Name | None = None


class NewBot(RequestBody):
    """A bot that wants a key of its own; its name is its address."""

    name: BotName
    about: Annotated[str, Meta(max_length=200)] = ""


class Challenge(RequestBody):
    """A game against a bot: one that has a key here, or one of the house's levels as `house:easy`."""

    to: Name
    game: str
    options: Options = {}
    terms: Terms = msgspec.field(default_factory=Terms)
    others: list[Name] = []  # built-in bot levels for further seats
    name: Name = ""
    luck: Luck = ""


# ---- answers -----------------------------------------------------------------------------------------------------


class Problem(msgspec.Struct):
    """What is wrong, in the reader's language."""

    error: str


class Objection(msgspec.Struct):
    """A clause of the rules and what it says against a move."""

    clause: str
    words: str


class Illegal(msgspec.Struct):
    """A move against the rules."""

    error: str
    objections: list[Objection]


class SeatKey(msgspec.Struct):
    """A seat and the secret that opens it."""

    seat: int
    secret: str


class Opened(msgspec.Struct):
    """A new table; its secrets are told here and never again."""

    id: str
    hash: str
    seats: list[SeatKey]


class Player(msgspec.Struct):
    """Who plays at a seat."""

    name: str
    bot: bool


class Legal(msgspec.Struct):
    """A move that may be made: its number, its short text, and what it does."""

    action: int
    text: str
    words: str


class Seen(msgspec.Struct):
    """A table as a seat, or without a key an onlooker, may know it."""

    id: str
    game: str
    options: dict[str, Any]
    players: list[Player]
    seat: int
    entries: int
    hash: str
    dealt: bool
    over: bool
    awaited: list[int]
    scores: list[float]
    legal: list[Legal] = []
    view: list[int] = []
    text: str = ""
    prompt: str = ""
    turn: str = ""


class GameFacts(msgspec.Struct):
    """A game and what can be chosen before it."""

    game: str
    name: str
    least_seats: int
    most_seats: int
    options: dict[str, Any]


class Games(msgspec.Struct):
    """Every game, and the house's bots from easy on."""

    games: list[GameFacts]
    bots: list[str]


class Bot(msgspec.Struct):
    """A bot that has a key; `seen` is when it last used it (milliseconds, 0: never), `made` when it was registered.

    A bot that was not seen for half a year loses its name and key when somebody registers another.
    """

    name: str
    about: str = ""
    seen: int = 0
    made: int = 0


class NewKey(msgspec.Struct):
    """A bot's key, told here and never again."""

    bot: Bot
    key: str


class Bots(msgspec.Struct):
    """All bots that have a key."""

    bots: list[Bot]


class Challenged(msgspec.Struct):
    """A challenge; its id is the table's. `secret` opens the seat of a challenger without a key; it is told once."""

    id: str
    to: str
    by: str
    game: str
    options: dict[str, Any]
    seats: int
    secret: str = ""


class Challenges(msgspec.Struct):
    """Challenges that wait for the bot's answer, and its tables that are not over."""

    challenges: list[Challenged]
    tables: list[str]


class Event(msgspec.Struct, omit_defaults=True):
    """What a bot wants to hear of: a `challenge`, `declined` or `canceled`, and games at their `start` and `finish`."""

    type: str
    table: str = ""
    challenge: Challenged | None = None


T = TypeVar("T", bound=RequestBody)

# ---- reading -----------------------------------------------------------------------------------------------------


async def read_document(request: Request, kind: type[T]) -> T:
    """Decode the request body; raises HttpError 400 that names the invalid field."""
    data = await read_body(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except RecursionError:
        raise HttpError(400, Phrase("web.error.deep", {"n": MAX_DEPTH})) from None
    except msgspec.ValidationError as error:
        raise HttpError(400, Phrase("web.error.field", {"why": str(error)})) from None
    except (msgspec.DecodeError, ValueError):
        raise HttpError(400, Phrase("web.error.message")) from None
