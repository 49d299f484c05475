"""Devices: which browsers are whose. One that never took anybody's key is its own person, and has no row."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from domik.server.store.database import Database

NOBODY = ""  # the owner of a device that was sent away from the identity that began on it
KEEP = (
    "INSERT INTO devices(device, owner, label, since, seen) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (device) DO UPDATE SET owner = excluded.owner, label = excluded.label, seen = excluded.seen"
)
OF = "SELECT device, label, since, seen FROM devices WHERE owner = ? ORDER BY since, device"
SEND_AWAY = "UPDATE devices SET owner = '', label = '' WHERE device = ? AND owner = ?"
LET_GO = "DELETE FROM devices WHERE device = ? AND owner = ?"


@dataclass(frozen=True)
class Device:
    """A browser somewhere."""

    id: str
    label: str
    since: int
    seen: int


class KeptDevices:
    """Every browser that shares an identity."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def owner(self, device: str) -> tuple[str, int]:
        """Whose a device is, and when it was last seen; its own where nothing is known of it."""
        rows = await self.database.rows("SELECT owner, seen FROM devices WHERE device = ?", device)
        return (str(rows[0][0]), int(rows[0][1])) if rows else (device, 0)

    async def of(self, owner: str) -> list[Device]:
        """Somebody's devices, the oldest first."""
        rows = await self.database.rows(OF, owner)
        return [Device(str(id), str(label), int(since), int(seen)) for id, label, since, seen in rows]

    def keep(self, device: str, owner: str, label: str, at: int) -> asyncio.Future[None]:
        """From now on this device is somebody's; done when it is safe."""
        return self.database.write([(KEEP, (device, owner, label, at, at))])

    def see(self, device: str, at: int) -> asyncio.Future[None]:
        """Somebody came by it."""
        return self.database.write([("UPDATE devices SET seen = ? WHERE device = ?", (at, device))])

    def drop(self, device: str, owner: str) -> asyncio.Future[None]:
        """It is not theirs any more: it is its own person again, or nobody where their identity began on it."""
        return self.database.write([(SEND_AWAY if device == owner else LET_GO, (device, owner))])
