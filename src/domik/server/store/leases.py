"""Leases, which say what node holds a table, and their trivial form for a single node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from domik.server.store.tables import TableRepository

OnLeasesLost = Callable[[list[str]], None]
OnMessage = Callable[[str, str], None]


class Leases(Protocol):
    """The leases on tables, as one node sees them."""

    @property
    def are_shared(self) -> bool:
        """Whether there may be other nodes."""
        ...

    def holds(self, id: str) -> bool:
        """Whether this node holds the table, as far as it knows without a query."""
        ...

    async def acquire(self, id: str) -> str:
        """Take the lease on a table; return "" on success, else the address of the node that holds it."""
        ...

    async def create(self, id: str) -> None: ...

    def release(self, id: str) -> None:
        """Give up the lease, so that any node may take the table."""
        ...

    async def orphans(self) -> list[str]:
        """Ids of tables with a running clock that no node holds."""
        ...

    def start(self, lost: OnLeasesLost) -> None:
        """Begin; `lost` is called in this event loop with tables that other nodes have taken over."""
        ...

    def publish(self, channel: str, text: str) -> None:
        """Send a short message to all other nodes on one of the fixed channels."""
        ...

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        """Call `heard` in this event loop with the node and text of each message on a channel."""
        ...


class SingleNodeLeases:
    """Leases where there is only one node: it holds every table."""

    are_shared = False

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    def holds(self, id: str) -> bool:
        return True

    async def acquire(self, id: str) -> str:
        return ""

    async def create(self, id: str) -> None:
        pass

    def release(self, id: str) -> None:
        pass

    async def orphans(self) -> list[str]:
        """At startup, every table with a running clock."""
        return await self._tables.clocked_ids()

    def start(self, lost: OnLeasesLost) -> None:
        pass

    def publish(self, channel: str, text: str) -> None:
        pass

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        pass
