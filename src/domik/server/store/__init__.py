"""Persistent storage: one Store over SQLite or PostgreSQL, with a repository per kind of data."""

from domik.server.store.errors import DataError, ReadFailed, WriteFailed
from domik.server.store.store import OVER, PLAYING, WAITING, SqliteStore, Store, TableHeader, open_store

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
