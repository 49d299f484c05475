"""Leases in PostgreSQL: a node holds its tables while its heartbeat goes on; each change of owner adds 1 to the epoch.

One row per node says until when it counts as alive, so a thousand leases are renewed by one small statement. A node
that was suspended for longer knows by its own clock that it may have lost everything; what it still tries to write
is fenced off by the epoch, whatever its clock says.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import psycopg

from domik.server.store.errors import ReadFailed, WriteFailed
from domik.server.store.store import OnLeasesLost, OnMessage

Connection = psycopg.Connection[tuple[Any, ...]]
LEASE = 6.0  # seconds that a node counts as alive after its last heartbeat
BEAT = 1.5  # seconds between two heartbeats
CLOCK = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
ALIVE = f"EXISTS (SELECT 1 FROM nodes WHERE nodes.node = leases.node AND nodes.until > {CLOCK})"
TAKE = f"""
INSERT INTO leases(id, node, epoch) SELECT %s, %s, 1 WHERE EXISTS (SELECT 1 FROM journal WHERE id = %s AND number = 0)
ON CONFLICT (id) DO UPDATE SET node = excluded.node, epoch = leases.epoch + 1
WHERE leases.node = excluded.node OR NOT {ALIVE} RETURNING epoch
"""
OWNER = "SELECT nodes.address FROM leases JOIN nodes ON nodes.node = leases.node WHERE leases.id = %s"
OPEN = "INSERT INTO leases(id, node, epoch) VALUES (%s, %s, 1)"
RELEASE = "UPDATE leases SET node = '' WHERE id = ANY(%s) AND node = %s"
SAVE_HEARTBEAT = f"""
INSERT INTO nodes(node, address, until) VALUES (%s, %s, {CLOCK} + %s)
ON CONFLICT (node) DO UPDATE SET until = excluded.until, address = excluded.address
"""
DELETE_DEAD_NODES = (
    f"DELETE FROM nodes WHERE (address = %s AND address <> '' AND node <> %s) OR until < {CLOCK} - 3600000"
)
ORPHANS = f"""
SELECT tables.id FROM tables LEFT JOIN leases ON leases.id = tables.id
WHERE tables.state = 'playing' AND tables.clocked = 1 AND (leases.id IS NULL OR NOT {ALIVE})
ORDER BY tables.touched DESC LIMIT 200
"""
SELECT_HELD = "SELECT id, epoch FROM leases WHERE id = ANY(%s) AND node = %s"
LIMITS_CHANNEL = "domik_limits"  # its messages are soon outdated and may be dropped
CHANNELS = ("domik_tables", LIMITS_CHANNEL, "domik_house")
MAX_QUEUED_LIMITS = 20
log = logging.getLogger("domik.server")


class PostgresLeases:
    """One node's leases, heartbeat and subscriptions, on a thread and a connection of their own."""

    are_shared = True

    def __init__(self, open_one: Callable[[], Connection], address: str) -> None:
        self.node = secrets.token_hex(8)
        self.address = address
        self._open_connection = open_one
        self._held: dict[str, int] = {}
        self._until = 0.0  # by the local monotonic clock; after that, other nodes may have taken everything
        self._on_lost: OnLeasesLost | None = None
        self._subscribers: dict[str, OnMessage] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._query_lock = threading.Lock()
        self._query_connection: Connection | None = None
        self._outbox: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._to_release: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._heartbeat_thread = threading.Thread(target=self._run, name="domik-pulse", daemon=True)
        with contextlib.suppress(WriteFailed):  # a previous process at this address is gone, so free its tables at once
            self._execute(DELETE_DEAD_NODES, (address, self.node), WriteFailed)
        self._send_heartbeat(self._open_query_connection())
        self._heartbeat_thread.start()

    # ---- for the event loop ------------------------------------------------------------------------------

    def start(self, lost: OnLeasesLost) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_lost = lost

    def subscribe(self, channel: str, heard: OnMessage) -> None:
        self._loop = asyncio.get_running_loop()
        self._subscribers[channel] = heard

    def publish(self, channel: str, text: str) -> None:
        """Send with the next heartbeat; while the database is unreachable, rate limit messages are dropped."""
        if channel != LIMITS_CHANNEL or self._outbox.qsize() < MAX_QUEUED_LIMITS:
            self._outbox.put((channel, msgspec.json.encode([self.node, text]).decode()))

    def epoch(self, id: str) -> int:
        """The epoch under which this node holds a table; 0 when it does not."""
        return self._held.get(id, 0)

    def holds(self, id: str) -> bool:
        """Whether the lease is held and the last heartbeat is recent enough."""
        return id in self._held and time.monotonic() < self._until

    def release(self, id: str) -> None:
        """Release with the next heartbeat."""
        if self._held.pop(id, None) is not None:
            self._to_release.put(id)

    async def create(self, id: str) -> None:
        await asyncio.to_thread(self._execute, OPEN, (id, self.node), WriteFailed)
        self._held[id] = 1

    async def acquire(self, id: str) -> str:
        """Return "" where the lease was taken, or where there is no such table."""
        for _ in range(2):  # the other node may go away between the two queries
            found = await asyncio.to_thread(self._execute, TAKE, (id, self.node, id), ReadFailed)
            if found:
                self._held[id] = int(found[0][0])
                return ""
            owner = await asyncio.to_thread(self._execute, OWNER, (id,), ReadFailed)
            if owner:
                return str(owner[0][0])
        return ""

    async def orphans(self) -> list[str]:
        return [str(row[0]) for row in await asyncio.to_thread(self._execute, ORPHANS, (), ReadFailed)]

    def close(self) -> None:
        """Stop the heartbeat and release everything at once."""
        self._stopping.set()
        with contextlib.suppress(psycopg.Error, WriteFailed):  # wakes the heartbeat thread
            self._execute("SELECT pg_notify(%s, %s)", (CHANNELS[-1], f'["{self.node}"]'), WriteFailed)
        self._heartbeat_thread.join()
        with contextlib.suppress(psycopg.Error, WriteFailed):
            self._execute("DELETE FROM nodes WHERE node = %s", (self.node,), WriteFailed)
        if self._query_connection is not None:
            self._query_connection.close()

    # ---- queries ------------------------------------------------------------------------------------------

    def _open_query_connection(self) -> Connection:
        if self._query_connection is None or self._query_connection.closed:
            self._query_connection = self._open_connection()
        return self._query_connection

    def _execute(
        self, query: Any, values: tuple[object, ...], trouble: type[ReadFailed] | type[WriteFailed]
    ) -> list[tuple[Any, ...]]:
        """The rows of one statement; a broken connection is reopened once. Raises `trouble` on failure."""
        with self._query_lock:
            for again in (True, False):
                try:
                    cursor = self._open_query_connection().execute(query, values)
                    return cursor.fetchall() if cursor.description else []
                except psycopg.Error as error:
                    if self._query_connection is not None:
                        self._query_connection.close()
                    if not again or not isinstance(error, psycopg.OperationalError):
                        raise trouble(error) from None
        raise AssertionError

    # ---- the heartbeat thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        connection: Connection | None = None
        while not self._stopping.is_set():
            try:
                if connection is None or connection.closed:
                    connection = self._open_connection()
                    for channel in CHANNELS:
                        connection.execute(f"LISTEN {channel}")  # type: ignore[call-overload,unused-ignore]
                    self._verify_leases(connection)
                self._send_heartbeat(connection)
                self._send_pending(connection)
                doubtful = False
                for notify in connection.notifies(timeout=BEAT):
                    doubtful |= self._receive(notify.channel, notify.payload)
                    if doubtful or not self._outbox.empty() or self._stopping.is_set():
                        break
                if doubtful:
                    self._verify_leases(connection)
            except psycopg.Error as error:
                log.warning("the database is away: %s", str(error).strip().splitlines()[-1:] or type(error).__name__)
                if connection is not None:
                    connection.close()
                self._stopping.wait(0.3)
        if connection is not None:
            connection.close()

    def _send_heartbeat(self, connection: Connection) -> None:
        """Extend this node's lifetime; after too long a pause, verify the leases."""
        at = time.monotonic()
        connection.execute(SAVE_HEARTBEAT, (self.node, self.address, int(LEASE * 1000)))
        if self._until and at > self._until:
            self._verify_leases(connection)
        self._until = at + LEASE

    def _verify_leases(self, connection: Connection) -> None:
        """Report the tables that other nodes have taken since."""
        held = dict(self._held)
        ours = {
            str(id): int(epoch) for id, epoch in connection.execute(SELECT_HELD, (list(held), self.node)).fetchall()
        }
        self._report_lost([id for id, epoch in held.items() if ours.get(id) != epoch])

    def _send_pending(self, connection: Connection) -> None:
        gone = drain_queue(self._to_release)
        if gone:
            connection.execute(RELEASE, ([id for id in gone if id not in self._held], self.node))
        for channel, text in drain_queue(self._outbox):
            connection.execute("SELECT pg_notify(%s, %s)", (channel, text))

    def _receive(self, channel: str, payload: str) -> bool:
        """Dispatch a message; return whether another node wrote to a table that this one believes to hold."""
        node, *rest = msgspec.json.decode(payload)
        if node == self.node:
            return False
        if channel == "domik_tables":
            return any(id in self._held for id in rest)
        if rest and channel in self._subscribers and self._loop is not None:
            heard = self._subscribers[channel]
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(heard, node, rest[0])
        return False

    def _report_lost(self, ids: list[str]) -> None:
        for id in ids:
            self._held.pop(id, None)
        if ids and self._loop is not None and self._on_lost is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._on_lost, ids)


def drain_queue(waiting: queue.SimpleQueue[Any]) -> list[Any]:
    found = []
    with contextlib.suppress(queue.Empty):
        while True:
            found.append(waiting.get_nowait())
    return found
