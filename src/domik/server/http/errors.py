"""Errors are pages (or JSON), in the reader's language; never tracebacks."""

from __future__ import annotations

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase


class HttpError(DomikError):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.status = status


class NoSuchTable(HttpError):
    """There is no table of that name."""

    def __init__(self) -> None:
        super().__init__(404, Phrase("web.error.table"))


class TableQuarantined(HttpError):
    """A table whose journal cannot be read: it waits for somebody to look at it, and the others go on."""

    def __init__(self) -> None:
        super().__init__(503, Phrase("data.set_aside"))


class HeldByOtherNode(Exception):
    """Another node keeps this table: the relay takes the whole request there."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class NodeDidNotAnswer(Exception):
    """Another node took something and did not answer: it may have been done."""


class LimitExceeded(HttpError):
    """Somebody wants more than their share."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(429, phrase)


class TooManyTables(LimitExceeded):
    """Somebody has to end or delete a game first; a page leads them to where that is done."""
