"""Errors of the data store, each with a sentence that says what to do."""

from __future__ import annotations

import sqlite3

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError

KINDS = {  # prefixes of SQLite's error names
    "SQLITE_READONLY": "read_only",
    "SQLITE_PERM": "read_only",
    "SQLITE_AUTH": "read_only",
    "SQLITE_CANTOPEN": "cannot_open",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_CORRUPT": "corrupt",
    "SQLITE_NOTADB": "corrupt",
    "SQLITE_FULL": "full",
    "SQLITE_IOERR": "full",
}


class DataError(DomikError):
    """The data cannot be used as they are; the sentence is for the administrator who starts the server."""

    def __init__(self, kind: str, data: str, why: str = "", **more: str | int) -> None:
        super().__init__(Phrase(f"data.{kind}", {"data": data, "why": why, **more}))
        self.kind = kind


class WriteFailed(HttpError):
    """A write failed, and nothing of it was stored."""

    def __init__(self, why: Exception | str) -> None:
        super().__init__(503, Phrase("data.not_written"))
        self.why = why


class ReadFailed(HttpError):
    """The data cannot be read at the moment."""

    def __init__(self, why: Exception | str) -> None:
        super().__init__(503, Phrase("data.not_read"))
        self.why = why


class LeaseLost(WriteFailed):
    """Another node holds this table's lease now; the state in this process is outdated."""


class DataCorrupt(ValueError):
    """Stored data are damaged, so reading them again will not help."""


def sqlite_error_kind(error: Exception) -> str:
    """The DataError kind of an SQLite error."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), "corrupt")


def data_error_for(data: str, error: Exception) -> DataError:
    """The DataError for an SQLite or operating system error about a data file."""
    if isinstance(error, sqlite3.Error):
        return DataError(sqlite_error_kind(error), data, str(error))
    if isinstance(error, PermissionError):
        return DataError("read_only", data, str(error.strerror))
    return DataError("broken", data, str(error))
