"""Leases: which server keeps a table. With one server alone, it keeps them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from domik.server.store.tables import TableRepository

OnLeasesLost = Callable[[list[str]], None]
OnMessage = Callable[[str, str], None]


class Leases(Protocol):
    """Who keeps what, as one server knows it."""

    @property
    def are_shared(self) -> bool:
        """Whether there may be other servers."""
        ...

    def holds(self, id: str) -> bool:
        """Whether this server keeps that table, as far as it knows without asking."""
        ...

    async def acquire(self, id: str) -> str:
        """Keep that table from now on, unless another server does: then its address."""
        ...

    async def create(self, id: str) -> None:
        """Keep a table that is new."""
        ...

    def release(self, id: str) -> None:
        """Nobody uses the table here any more: whoever wants it may have it."""
        ...

    async def orphans(self) -> list[str]:
        """Tables whose clocks run and which nobody keeps."""
        ...

    def start(self, lost: OnLeasesLost) -> None:
        """Begin; `lost` hears, in this event loop, of tables that another server keeps by now."""
        ...

    def publish(self, channel: str, text: str) -> None:
        """Tell all other servers something short; one of the fixed channels."""
        ...

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        """Hear in this event loop what other servers tell: who, and what."""
        ...


class SingleNodeLeases:
    """One server: every table is its own."""

    are_shared = False

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    def holds(self, id: str) -> bool:
        """Always."""
        return True

    async def acquire(self, id: str) -> str:
        """Ours."""
        return ""

    async def create(self, id: str) -> None:
        """Nothing to note."""

    def release(self, id: str) -> None:
        """Nothing to note."""

    async def orphans(self) -> list[str]:
        """At the start, all of them."""
        return await self._tables.clocked_ids()

    def start(self, lost: OnLeasesLost) -> None:
        """Nothing is ever lost."""

    def publish(self, channel: str, text: str) -> None:
        """There is nobody to tell."""

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        """There is nobody to hear."""
