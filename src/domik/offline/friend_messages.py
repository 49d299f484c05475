"""What a friend's page and the Python of the page that they visit say to each other over a data channel.

The friend's page asks in short texts, one message each. It is answered by a head in JSON, after which as many bytes
follow as the head says, in pieces: a channel takes short messages only.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

MOST_SAID = 24_000  # bytes of a message of the friend's: a form and its address
PIECE = 16_000  # bytes: what every browser takes as one message

Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Path = Annotated[str, msgspec.Meta(max_length=400, pattern=r"^/[!-~]*$")]
Reason = Literal["edition", "gone", "garbled", "too_much"]
Language = Literal["en", "ru", "pl"]


class Hello(msgspec.Struct, tag="hello", frozen=True, forbid_unknown_fields=True):
    """The first message: who comes (a secret that only the two browsers know), and with which edition of Domik."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
    edition: Annotated[str, msgspec.Meta(max_length=40)]


class Ask(msgspec.Struct, tag="ask", frozen=True, forbid_unknown_fields=True):
    """A request of a page."""

    id: Number
    method: Literal["GET", "POST"]
    path: Path
    language: Language
    theme: Literal["", "light", "dark"] = ""
    body: Annotated[str, msgspec.Meta(max_length=16_384)] = ""


class Dial(msgspec.Struct, tag="dial", frozen=True, forbid_unknown_fields=True):
    """A page opens a socket."""

    id: Number
    path: Path
    language: Language


class Say(msgspec.Struct, tag="say", frozen=True, forbid_unknown_fields=True):
    """What a page says on its socket."""

    id: Number
    text: Annotated[str, msgspec.Meta(max_length=4096)]


class Hang(msgspec.Struct, tag="hang", frozen=True, forbid_unknown_fields=True):
    """A page closes its socket."""

    id: Number


DECODER = msgspec.json.Decoder(Hello | Ask | Dial | Say | Hang)


class Welcome(msgspec.Struct, tag="welcome", frozen=True):
    """The friend is let in, and begins at this address."""

    path: str


class Refused(msgspec.Struct, tag="refused", frozen=True):
    """The line ends; the shell has words for every reason (`shell.friend_REASON`)."""

    why: Reason


class Open(msgspec.Struct, tag="open", frozen=True):
    """A table that the friend may ask for."""

    table: str


class Answer(msgspec.Struct, tag="answer", frozen=True):
    """The answer to a request."""

    id: int
    status: int
    kind: str  # its content type
    location: str
    size: int


class Told(msgspec.Struct, tag="told", frozen=True):
    """What the application tells a page's socket: accept, send or close."""

    id: int
    kind: str
    code: int
    size: int


def frames(head: Welcome | Refused | Open | Answer | Told, body: bytes = b"") -> list[bytes]:
    """A message to the friend's page, as it goes over the channel."""
    pieces = [body[at : at + PIECE] for at in range(0, len(body), PIECE)]
    return [msgspec.json.encode(head), *pieces]
