"""The store in PostgreSQL."""

from __future__ import annotations

from domik.server.store.postgres import PostgresDatabase
from domik.server.store.store import Store


class PostgresStore(Store):
    """Everything in one PostgreSQL database, for one node or many."""

    def __init__(self, data: str, address: str = "") -> None:
        self.postgres = PostgresDatabase(data, address)
        super().__init__(self.postgres)
        self.leases = self.postgres.leases
