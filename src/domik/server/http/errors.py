"""Errors that are rendered as pages or JSON in the reader's language, never as tracebacks."""

from __future__ import annotations

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase


class HttpError(DomikError):
    """A refusal with its HTTP status."""

    def __init__(self, status: int, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.status = status


class NoSuchTable(HttpError):
    def __init__(self) -> None:
        super().__init__(404, Phrase("web.error.table"))


class TableQuarantined(HttpError):
    """The journal of a table cannot be read; it is set aside for the administrator, and the others go on."""

    def __init__(self) -> None:
        super().__init__(503, Phrase("data.set_aside"))


class HeldByOtherNode(Exception):
    """Another node holds this table's lease; the relay forwards the whole request there."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class NodeDidNotAnswer(Exception):
    """Another node accepted a request and did not answer: it may or may not have been carried out."""


class LimitExceeded(HttpError):
    """A rate limit or quota was exceeded (429)."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(429, phrase)


class TooManyTables(LimitExceeded):
    """The visitor has too many unfinished games; the error page links to where they can be ended or deleted."""
