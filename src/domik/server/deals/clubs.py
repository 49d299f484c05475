"""Club evenings: a match of 2 to 32 people over several deals, everybody at their own pace, compared by matchpoints."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domik.deals import Deal
from domik.deals.deal import RIVAL, usual_seats
from domik.games import GAMES, title_of
from domik.kernel.phrase import Phrase
from domik.server.http.errors import Refused
from domik.server.live.rooms import Rooms
from domik.server.store.shelf import Shelf
from domik.server.visitors.keys import new_id
from domik.server.visitors.visitors import Visitor
from domik.table.clock import now
from domik.table.fair import new_seed
from domik.table.setup import tidy_name

CLUB, MEMBER = "club", "club-member"  # of the shelf: by key, by club and owner
PREFIX = "club-"
MOST_DEALS = 12
MOST_PLAYERS = 32
DAY = 24 * 3600 * 1000
LASTS = {"1": 1, "7": 7, "30": 30}  # days


class Club(msgspec.Struct, frozen=True):
    """What was agreed when it was opened."""

    key: str
    name: str
    games: list[str]  # one a deal
    seeds: list[str]
    at: int
    closes: int  # then all deals are open, and no try counts any more
    host: str

    def deal(self, number: int) -> Deal:
        """One of its deals, from 1 on."""
        game = self.games[number - 1]
        seats, options = usual_seats(game), title_of(game).schema.read({})
        name = f"{PREFIX}{self.key}-{number}"
        return Deal(name, game, seats, self.seeds[number - 1], 0, (RIVAL,) * seats, options, self.closes)

    def deals(self) -> list[Deal]:
        """All of them."""
        return [self.deal(number) for number in range(1, len(self.games) + 1)]


class Member(msgspec.Struct, frozen=True):
    """Somebody who plays along."""

    name: str
    animal: str
    at: int


async def open_club(rooms: Rooms, visitor: Visitor, name: str, games: Sequence[str], lasts: str) -> Club:
    """A new evening; a sentence where it cannot be."""
    if not 1 <= len(games) <= MOST_DEALS or any(game not in GAMES for game in games):
        raise Refused(400, Phrase("web.club.bad_deals", {"n": MOST_DEALS}))
    days = LASTS.get(lasts, 7)
    seeds = [new_seed() for _ in games]
    club = Club(new_id(), tidy_name(name), list(games), seeds, now(), now() + days * DAY, visitor.owner)
    await rooms.house.store.shelf.put(CLUB, "", club.key, msgspec.json.encode(club))
    return club


async def club_of(shelf: Shelf, key: str) -> Club:
    """The evening of a link, or a sentence that there is none."""
    kept = await shelf.get(CLUB, "", key) if key.isalnum() and len(key) < 40 else None
    if kept is None:
        raise Refused(404, Phrase("web.club.none"))
    return msgspec.json.decode(kept, type=Club)


async def members_of(shelf: Shelf, club: Club) -> dict[str, Member]:
    """Who plays along, by owner."""
    found = await shelf.under(MEMBER, club.key)
    return {owner: msgspec.json.decode(kept, type=Member) for owner, kept in found.items()}


async def join(rooms: Rooms, club: Club, visitor: Visitor, name: str) -> None:
    """Play along; again with another name it is still one player."""
    shelf = rooms.house.store.shelf
    members = await members_of(shelf, club)
    if now() >= club.closes:
        raise Refused(409, Phrase("web.club.closed"))
    if visitor.owner not in members and len(members) >= MOST_PLAYERS:
        raise Refused(409, Phrase("web.club.full", {"n": MOST_PLAYERS}))
    member = Member(tidy_name(name) or visitor.name, visitor.animal, now())
    if not member.name:
        raise Refused(400, Phrase("web.club.no_name"))
    await shelf.put(MEMBER, club.key, visitor.owner, msgspec.json.encode(member))
