"""What outlives the process: one Store, whatever database is behind it. One module a noun (docs/data.md)."""

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
