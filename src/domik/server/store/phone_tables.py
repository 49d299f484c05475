"""Counting a real table on several phones: who counts which seat and how far, until the result is seen.

One document for the table and one for each seat, so that phones do not wait for one another and all nodes of a database
know the same. All of it goes when the host ends it, or when nobody has touched it for two hours.
"""

from __future__ import annotations

import msgspec

from domik.server.store.repositories import KeyValueStore

PHONES_KIND, PHONE_SEAT_KIND = "phones", "phone_seat"  # part "" and key code; part code and key seat
MOST_TABLES = 1000
EXPIRES = 2 * 3600 * 1000  # milliseconds


class PhoneTable(msgspec.Struct, frozen=True):
    """A table that several phones count: its host, the people and options, and whether the result is shown."""

    code: str
    host: str
    game: str
    position: str  # names and options
    box: str
    touched: int
    is_shown: bool = False


class PhoneSeat(msgspec.Struct, frozen=True):
    """What the phone of one seat has entered; seat "-1" is what belongs to nobody."""

    owner: str
    position: str = ""
    is_done: bool = False


class PhoneTableRepository:
    """Tables by code."""

    def __init__(self, documents: KeyValueStore) -> None:
        self._documents = documents

    async def save(self, table: PhoneTable) -> None:
        await self._documents.put(PHONES_KIND, "", table.code, msgspec.json.encode(table))

    async def find(self, code: str) -> PhoneTable | None:
        document = await self._documents.get(PHONES_KIND, "", code)
        return msgspec.json.decode(document, type=PhoneTable) if document is not None else None

    async def seats(self, code: str) -> dict[int, PhoneSeat]:
        found = await self._documents.get_all(PHONE_SEAT_KIND, code)
        return {int(seat): msgspec.json.decode(document, type=PhoneSeat) for seat, document in found.items()}

    async def claim(self, code: str, seat: int, owner: str) -> PhoneSeat:
        """The seat's document: a new one of this owner's, or the one of whoever was faster."""
        fresh = msgspec.json.encode(PhoneSeat(owner))
        kept = await self._documents.put_if_absent(PHONE_SEAT_KIND, code, str(seat), fresh)
        return msgspec.json.decode(kept, type=PhoneSeat)

    async def save_seat(self, code: str, seat: int, entered: PhoneSeat) -> None:
        await self._documents.put(PHONE_SEAT_KIND, code, str(seat), msgspec.json.encode(entered))

    async def free_seat(self, code: str, seat: int) -> None:
        await self._documents.delete(PHONE_SEAT_KIND, code, str(seat))

    async def delete(self, code: str) -> None:
        """Nothing is kept of it."""
        await self._documents.delete_part(PHONE_SEAT_KIND, code)
        await self._documents.delete(PHONES_KIND, "", code)

    async def count(self) -> int:
        return len(await self._documents.get_all(PHONES_KIND, "", MOST_TABLES))

    async def tidy(self, now: int) -> None:
        """Delete what nobody has touched for long."""
        for document in (await self._documents.get_all(PHONES_KIND, "", MOST_TABLES)).values():
            table = msgspec.json.decode(document, type=PhoneTable)
            if table.touched + EXPIRES < now:
                await self.delete(table.code)
