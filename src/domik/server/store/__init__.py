"""Persistent storage: one Store over SQLite or PostgreSQL, with a repository per kind of data."""

from domik.server.store.errors import DataError, ReadFailed, WriteFailed
from domik.server.store.store import SqliteStore, Store, open_store
from domik.server.store.tables import OVER, PLAYING, WAITING, TableHeader

__all__ = [
    "OVER",
    "PLAYING",
    "WAITING",
    "DataError",
    "ReadFailed",
    "SqliteStore",
    "Store",
    "TableHeader",
    "WriteFailed",
    "open_store",
]
