"""What can be wrong with the data, each in a sentence that says what to do."""

from __future__ import annotations

import sqlite3

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.server.http.errors import HttpError

KINDS = {  # SQLite's names for what went wrong, by how they begin
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
    """The data cannot be used as it is: a sentence for whoever starts the server."""

    def __init__(self, kind: str, data: str, why: str = "", **more: str | int) -> None:
        super().__init__(Phrase(f"data.{kind}", {"data": data, "why": why, **more}))
        self.kind = kind


class WriteFailed(HttpError):
    """Something could not be kept; whoever waits for it hears so, and nothing of it was done."""

    def __init__(self, why: Exception | str) -> None:
        super().__init__(503, Phrase("data.not_written"))
        self.why = why


class ReadFailed(HttpError):
    """The data cannot be read just now."""

    def __init__(self, why: Exception | str) -> None:
        super().__init__(503, Phrase("data.not_read"))
        self.why = why


class LeaseLost(WriteFailed):
    """Another server keeps this table by now: what this one thinks of it is of the past."""


class DataCorrupt(ValueError):
    """What is kept cannot be read, now or later."""


def sqlite_error_kind(error: Exception) -> str:
    """Which sentence an error of SQLite deserves."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return next((kind for start, kind in KINDS.items() if name.startswith(start)), "corrupt")


def data_error_for(data: str, error: Exception) -> DataError:
    """The sentence for an error of SQLite, or of the system, about a data file."""
    if isinstance(error, sqlite3.Error):
        return DataError(sqlite_error_kind(error), data, str(error))
    if isinstance(error, PermissionError):
        return DataError("read_only", data, str(error.strerror))
    return DataError("broken", data, str(error))
