"""Reports: what somebody at a table said, kept for the person who runs the server until they have read it."""

from __future__ import annotations

import msgspec

from domik.server.live.live_table import LiveTable
from domik.server.store.repositories import KeyValueStore
from domik.table.clock import now
from domik.table.errors import refuse
from domik.table.requests import MAX_CHAT

REPORT_KIND = "report"  # key-value kind; the key is the table, so that both are deleted together
MAX_LINES = 20
MAX_REPORTS = 10  # for each table


class ChatReport(msgspec.Struct, frozen=True):
    """One report: by whom, about whom, why, and the last lines of the one it is about."""

    by: str
    about: str
    seat: int  # of the one it is about; -1 for a spectator
    why: str
    lines: list[str]
    at: int


async def file_report(live_table: LiveTable, by: str, number: int, why: str) -> None:
    """Report whoever said line `number`; a table keeps the latest MAX_REPORTS."""
    table = live_table.table
    place = number - (table.chat_count - len(table.chat))
    if not 0 <= place < len(table.chat):
        raise refuse("phrase")
    one = table.chat[place]
    lines = [line.text for line in table.chat if (line.seat, line.name) == (one.seat, one.name) and line.text]
    text = " ".join(why.split())[:MAX_CHAT]
    found = ChatReport(by, one.name, one.seat, text, lines[-MAX_LINES:], now())
    shelf = live_table.services.store.key_value
    async with live_table.lock:
        kept = [*await reports_of(shelf, table.id), found][-MAX_REPORTS:]
        await shelf.put(REPORT_KIND, "", table.id, msgspec.json.encode(kept))


async def reports_of(shelf: KeyValueStore, table: str) -> list[ChatReport]:
    kept = await shelf.get(REPORT_KIND, "", table)
    return msgspec.json.decode(kept, type=list[ChatReport]) if kept else []


async def all_reports(shelf: KeyValueStore) -> list[tuple[str, ChatReport]]:
    """Every report with its table, the latest first."""
    found = await shelf.get_all(REPORT_KIND, "")
    reports = [
        (table, one) for table, kept in found.items() for one in msgspec.json.decode(kept, type=list[ChatReport])
    ]
    return sorted(reports, key=lambda pair: -pair[1].at)
