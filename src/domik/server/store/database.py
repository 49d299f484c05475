"""A database as the nouns of the store see it: rows to read, statements to write, one dialect for all of them.

Statements are written once, in what SQLite and PostgreSQL both understand: `?` for values, `ON CONFLICT` instead of
`INSERT OR ...`, truth as 0 and 1, time as whole milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

Statement = tuple[str, tuple[object, ...]]  # with a `?` for each value
Row = tuple[str, int, bytes]  # of the journal: table, number, entry


class Counts(Protocol):
    """How much was written: few commits for many writes is what grouping is for."""

    commits: int
    writes: int

    def waiting(self) -> int:
        """How many wait to be written."""
        ...


class Database(Protocol):
    """Where everything is kept. What `write` gives is done only when everything is safe."""

    @property
    def writer(self) -> Counts:
        """Whoever writes."""
        ...

    def write(self, statements: Sequence[Statement] = (), rows: Sequence[Row] = ()) -> asyncio.Future[None]:
        """Rows of the journal, then the statements: all of it or, with NotWritten, nothing."""
        ...

    def all_written(self) -> asyncio.Future[None]:
        """Done when everything that was handed over until now is safe, or has failed."""
        ...

    async def rows(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        """What a query finds."""
        ...

    async def close(self) -> None:
        """Write what waits, and close."""
        ...
