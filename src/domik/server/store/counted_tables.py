"""Results that were counted at a real table and saved: one small document each, under the person who saved it."""

from __future__ import annotations

import secrets

import msgspec

from domik.server.store.repositories import KeyValueStore

COUNTED_KIND = "counted"  # key-value kind; part is the owner, key the time of saving and a few random digits
MOST_COUNTED = 400  # of one person
TIME_DIGITS = 14


class CountedTable(msgspec.Struct, frozen=True):
    """A counted table: the position's text is all of it, the rest is what lists show."""

    id: str
    game: str
    at: int
    position: str
    names: list[str]
    scores: list[int]  # in the unit that the game keeps
    winners: list[int]  # empty while the game went on
    house_rules: int = 0
    box: str = ""  # the owner's own box (Box.token in positions/box.py)


def new_counted_id(at: int) -> str:
    """An id that begins with its time, so that ids sort by age."""
    return f"{at:0{TIME_DIGITS}d}{secrets.token_hex(6)}"


class CountedTableRepository:
    """Saved results by owner and id."""

    def __init__(self, documents: KeyValueStore) -> None:
        self._documents = documents

    async def save(self, owner: str, counted: CountedTable) -> None:
        await self._documents.put(COUNTED_KIND, owner, counted.id, msgspec.json.encode(counted))

    async def find(self, owner: str, id: str) -> CountedTable | None:
        document = await self._documents.get(COUNTED_KIND, owner, id)
        return msgspec.json.decode(document, type=CountedTable) if document is not None else None

    async def list_for(self, owner: str) -> list[CountedTable]:
        """All of one owner, the latest first."""
        found = await self._documents.get_all(COUNTED_KIND, owner, MOST_COUNTED)
        return [msgspec.json.decode(found[id], type=CountedTable) for id in sorted(found, reverse=True)]

    async def delete(self, owner: str, id: str) -> None:
        await self._documents.delete(COUNTED_KIND, owner, id)

    async def delete_before(self, at: int) -> None:
        """Delete what was saved before a time, of everybody."""
        await self._documents.delete_keys_before(COUNTED_KIND, f"{at:0{TIME_DIGITS}d}")
