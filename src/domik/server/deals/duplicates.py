"""Duplicates: the cards of a finished game once more, the same seat against the same bots, for oneself and friends."""

from __future__ import annotations

import msgspec

from domik.deals import Deal
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.result import can_be_taken
from domik.server.live.rooms import Rooms
from domik.server.live.tries import Try, take
from domik.server.visitors.keys import new_id
from domik.table import Table
from domik.table.clock import now

KEY_OF, KEPT = "duplicate-of", "duplicate"  # of the shelf: by table and seat, by key
PREFIX = "deal-"
STAND_IN = "normal"  # who plays where a person sat


class Duplicate(msgspec.Struct, frozen=True):
    """A deal that somebody took from a finished game."""

    key: str
    table: str  # where it was played first
    seat: int
    game: str
    seats: int
    seed: str
    bots: list[str]
    options: dict[str, object]
    cards: list[int]
    name: str  # of whoever played it first
    animal: str

    def deal(self) -> Deal:
        """What is the same at all its tables."""
        bots, cards = tuple(self.bots), tuple(self.cards)
        return Deal(f"{PREFIX}{self.key}", self.game, self.seats, self.seed, self.seat, bots, self.options, 0, cards)


def seat_at(table: Table, owner: str) -> int:
    """Whose place is played again: the reader's own, or the first person's."""
    people = [number for number, seat in enumerate(table.seats) if not seat.is_bot]
    mine = [number for number in people if owner in table.seats[number].owners]
    return (mine or people)[0]


async def duplicate_of(rooms: Rooms, table: Table, owner: str) -> Duplicate:
    """The deal of a finished game from one seat; asked for again it is the same one."""
    if not can_be_taken(table):
        raise Refused(409, Phrase("web.deal.not_over"))
    seat, shelf = seat_at(table, owner), rooms.house.store.shelf
    key = (await shelf.put_first(KEY_OF, table.id, str(seat), new_id().encode())).decode()
    chair = table.seats[seat]
    bots = [one.plan.bot if one.is_bot else STAND_IN for one in table.seats]
    fresh = Duplicate(
        *(key, table.id, seat, table.match.title.name, len(table.seats), table.rival_seed(), bots),
        *(table.match.options_json(), list(table.deal), chair.name, chair.animal),
    )
    kept = await shelf.put_first(KEPT, "", key, msgspec.json.encode(fresh))
    found = msgspec.json.decode(kept, type=Duplicate)
    for first in sorted(chair.owners)[:1]:  # whoever played it first has had their try
        await take(shelf, found.deal().name, first, Try(table.id, now(), chair.name, chair.animal))
    return found


async def duplicate(rooms: Rooms, key: str) -> Duplicate:
    """The deal of a link, or a sentence that there is none."""
    kept = await rooms.house.store.shelf.get(KEPT, "", key) if key.isalnum() and len(key) < 40 else None
    if kept is None:
        raise Refused(404, Phrase("web.deal.none"))
    return msgspec.json.decode(kept, type=Duplicate)
