"""What outlives the process: one Store, whatever database is behind it. One module a noun (docs/data.md)."""

from domik.server.store.store import SqliteStore, Store, open_store
from domik.server.store.tables import OVER, PLAYING, WAITING, Header
from domik.server.store.trouble import DataTrouble, NotRead, NotWritten

__all__ = [
    "OVER",
    "PLAYING",
    "WAITING",
    "DataTrouble",
    "Header",
    "NotRead",
    "NotWritten",
    "SqliteStore",
    "Store",
    "open_store",
]
