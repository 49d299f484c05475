"""Finding somebody: open seats, who is here, pairs of seekers, invitations and games to watch.

Everything is a small document in the store, so all nodes of a database know the same. Documents that nobody refreshes
expire; `tidy` deletes them. Keys are tables or owners: deleting a table or forgetting a person finds them.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TypeVar

import msgspec

from domik.server.accounts.visitors import new_table_id
from domik.server.live.live_tables import LiveTables
from domik.server.rendering.player_names import check_name_free, is_name_taken
from domik.server.store import PLAYING, WAITING, Store
from domik.server.store.repositories import KeyValueStore, Person
from domik.table import Entry, SeatPlan, Setup, Table, Terms
from domik.table.clock import MINUTE, now
from domik.table.seating import sit
from domik.table.setup import HUMAN

OPEN_KIND, HERE_KIND, SEEK_KIND, PAIR_KIND, INVITE_KIND, WATCH_KIND = (
    *("open_seat", "here", "seek", "pair", "invite", "watch"),
)
YES_KIND, PAIRED_KIND = "pair_yes", "paired"
SECOND = 1000
HOST_AWAY = 15 * MINUTE  # an open seat is listed for so long without its host
HERE_FOR = 10 * MINUTE  # somebody is here for so long after their last page
SEEKING_FOR = 15 * SECOND  # a search ends so long after its page last asked
CONFIRM_WITHIN = 20 * SECOND
PAIR_EXPIRES = 60 * SECOND
INVITED_FOR = 24 * 60 * MINUTE
WATCH_DELAY = MINUTE  # how late onlookers from the list see a move
MOST = 200  # documents of a kind that are read
COMPANIONS = 8  # people one played with lately
T = TypeVar("T")


class OpenSeat(msgspec.Struct, frozen=True):
    """A table where anybody may sit down, as its host said."""

    table: str
    game: str
    name: str
    animal: str
    owner: str
    seats: int
    since: int
    seen: int  # when its host was last present


class HerePerson(msgspec.Struct, frozen=True):
    """Somebody who is here; only those who wish so are shown."""

    name: str
    animal: str
    seen: int
    is_shown: bool = False


class Seeker(msgspec.Struct, frozen=True):
    """Somebody who plays with the next who comes."""

    name: str
    animal: str
    games: list[str]
    since: int
    seen: int
    only_companions: bool = False


class Pair(msgspec.Struct, frozen=True):
    """Two seekers who fit; both have to confirm."""

    id: str
    game: str
    owners: list[str]
    at: int


class Paired(msgspec.Struct, frozen=True):
    """The table that a pair got."""

    table: str
    owners: list[str]
    at: int


class Invitation(msgspec.Struct, frozen=True):
    """A seat at somebody's table, offered to a person they have played with."""

    table: str
    game: str
    name: str
    animal: str
    at: int


class WatchedGame(msgspec.Struct, frozen=True):
    """A running game whose players met in public."""

    table: str
    token: str  # of its address in the list: the table's own would show moves without delay
    game: str


class PairingState(msgspec.Struct, frozen=True):
    """What a seeker's page shows: looking, a pair to confirm, or the table."""

    state: str  # "idle", "looking", "found", "table"
    since: int = 0
    game: str = ""
    other: str = ""
    animal: str = ""
    left: int = 0  # milliseconds to confirm
    said_yes: bool = False
    table: str = ""


class Meeting:
    def __init__(self, store: Store, key: bytes) -> None:
        self.store = store
        self._documents: KeyValueStore = store.key_value
        self._key = key

    async def _all(self, kind: str, type: type[T], part: str = "") -> dict[str, T]:
        found = await self._documents.get_all(kind, part, MOST)
        return {key: msgspec.json.decode(document, type=type) for key, document in found.items()}

    async def _one(self, kind: str, key: str, type: type[T]) -> T | None:
        document = await self._documents.get(kind, "", key)
        return msgspec.json.decode(document, type=type) if document is not None else None

    async def _put(self, kind: str, key: str, value: object, part: str = "") -> None:
        await self._documents.put(kind, part, key, msgspec.json.encode(value))

    def token(self, *about: str) -> str:
        """A name for something that must not be told, the same every time."""
        return hmac.new(self._key, " ".join(("meet", *about)).encode(), hashlib.sha256).hexdigest()[:20]

    # ---- open seats ----------------------------------------------------------------------------------

    async def list_table(self, table: Table, owner: str, person: Person) -> None:
        """Let anybody sit down at a table; HttpError 409 for a name that is somebody else's."""
        await check_name_free(self.store, person.name, owner)
        at = now()
        game, seats = table.match.package.name, len(table.seats)
        await self._put(OPEN_KIND, table.id, OpenSeat(table.id, game, person.name, person.animal, owner, seats, at, at))

    async def unlist_table(self, id: str) -> None:
        await self._documents.delete(OPEN_KIND, "", id)

    async def is_listed(self, id: str) -> bool:
        return await self._documents.get(OPEN_KIND, "", id) is not None

    async def open_seats(self) -> list[OpenSeat]:
        """Tables that wait for anybody, the longest waiting first."""
        found = await self._all(OPEN_KIND, OpenSeat)
        fresh = [one for one in found.values() if one.seen > now() - HOST_AWAY]
        waiting = [one for one in fresh if await self._is_in_state(one.table, WAITING)]
        return sorted(waiting, key=lambda one: one.since)

    async def _is_in_state(self, id: str, state: str) -> bool:
        header = await self.store.tables.header(id)
        return header is not None and header.state == state

    # ---- who is here ---------------------------------------------------------------------------------

    async def wishes_to_be_seen(self, owner: str) -> bool:
        found = await self._one(HERE_KIND, owner, HerePerson)
        return found is not None and found.is_shown

    async def show_person(self, owner: str, person: Person, is_shown: bool) -> None:
        """Show somebody under "who is here", or no longer; HttpError 409 for a name that is somebody else's."""
        if is_shown:
            await check_name_free(self.store, person.name, owner)
        await self._put(HERE_KIND, owner, HerePerson(person.name, person.animal, now(), is_shown))

    async def note_visit(self, owner: str, person: Person) -> None:
        """Whoever wishes to be seen is here now."""
        found = await self._one(HERE_KIND, owner, HerePerson)
        if found is None or not found.is_shown:
            return
        if (now() - found.seen > MINUTE or found.name != person.name) and not await is_name_taken(
            self.store, person.name, owner
        ):
            await self.show_person(owner, person, True)

    async def people_here(self, except_for: str = "") -> list[HerePerson]:
        """Those who wish to be seen, the latest first."""
        found = await self._all(HERE_KIND, HerePerson)
        here = [one for owner, one in found.items() if owner != except_for and one.is_shown and one.name]
        return sorted((one for one in here if one.seen > now() - HERE_FOR), key=lambda one: -one.seen)

    # ---- people I played with ------------------------------------------------------------------------

    async def companions(self, owner: str, most: int = COMPANIONS) -> list[tuple[str, Person]]:
        """People one has played with, the latest first; only those who have a name."""
        found: list[tuple[str, Person]] = []
        for other in await self.store.tables.companions(owner, most * 3):
            person = await self.store.people.read(other)
            if person.name and len(found) < most:
                found.append((other, person))
        return found

    async def invite(self, other: str, table: Table, owner: str, person: Person) -> None:
        """Offer somebody a seat; it stands on their home page for a day, or until the game begins.

        HttpError 409 for a name that is somebody else's.
        """
        await check_name_free(self.store, person.name, owner)
        offer = Invitation(table.id, table.match.package.name, person.name, person.animal, now())
        await self._put(INVITE_KIND, table.id, offer, other)

    async def is_invited(self, other: str, id: str) -> bool:
        return await self._documents.get(INVITE_KIND, other, id) is not None

    async def invitations(self, owner: str) -> list[Invitation]:
        """Seats that others offer to a person, the latest first; what is too late is deleted."""
        found = await self._all(INVITE_KIND, Invitation, owner)
        valid = []
        for id, one in found.items():
            if one.at > now() - INVITED_FOR and await self._is_in_state(id, WAITING):
                valid.append(one)
            else:
                await self._documents.delete(INVITE_KIND, owner, id)
        return sorted(valid, key=lambda one: -one.at)

    # ---- pairs ---------------------------------------------------------------------------------------

    async def seek(self, owner: str, person: Person, games: list[str], only_companions: bool) -> None:
        """Look for somebody to play with; HttpError 409 for a name that is somebody else's."""
        await check_name_free(self.store, person.name, owner)
        at = now()
        before = await self._one(SEEK_KIND, owner, Seeker)
        since = before.since if before is not None and before.seen > at - SEEKING_FOR else at
        await self._put(SEEK_KIND, owner, Seeker(person.name, person.animal, games, since, at, only_companions))

    async def stop_seeking(self, owner: str) -> None:
        await self._documents.delete(SEEK_KIND, "", owner)
        await self._documents.delete(PAIR_KIND, "", owner)

    async def seekers(self) -> dict[str, Seeker]:
        found = await self._all(SEEK_KIND, Seeker)
        return {owner: one for owner, one in found.items() if one.seen > now() - SEEKING_FOR}

    async def pairing_state(self, owner: str) -> PairingState:
        """Go on with a search: refresh it, look for somebody, or say what became of a pair."""
        pair = await self._one(PAIR_KIND, owner, Pair)
        if pair is not None:
            paired = await self._one(PAIRED_KIND, pair.id, Paired)
            if paired is not None:
                await self.stop_seeking(owner)
                return PairingState("table", table=paired.table)
            if pair.at > now() - CONFIRM_WITHIN:
                return await self._found_state(owner, pair)
            await self._part(owner, pair)
        mine = await self._one(SEEK_KIND, owner, Seeker)
        if mine is None:
            return PairingState("idle")
        mine = msgspec.structs.replace(mine, seen=now())
        await self._put(SEEK_KIND, owner, mine)
        pair = await self._find_pair(owner, mine)
        if pair is not None:
            return await self._found_state(owner, pair)
        return PairingState("looking", since=mine.since)

    async def _found_state(self, owner: str, pair: Pair) -> PairingState:
        other = next(one for one in pair.owners if one != owner)
        seeker = await self._one(SEEK_KIND, other, Seeker)
        name, animal = (seeker.name, seeker.animal) if seeker is not None else ("", "")
        yes = await self._documents.get(YES_KIND, pair.id, owner) is not None
        left = max(0, pair.at + CONFIRM_WITHIN - now())
        return PairingState("found", game=pair.game, other=name, animal=animal, left=left, said_yes=yes)

    async def _part(self, owner: str, pair: Pair) -> None:
        """A pair that did not confirm in time: whoever said nothing no longer seeks."""
        if await self._documents.get(YES_KIND, pair.id, owner) is None:
            await self._documents.delete(SEEK_KIND, "", owner)
        await self._documents.delete(PAIR_KIND, "", owner)

    async def _find_pair(self, owner: str, mine: Seeker) -> Pair | None:
        """The longest waiting seeker who fits, claimed for both at once."""
        seekers = await self.seekers()
        known: set[str] | None = None
        for other, seeker in sorted(seekers.items(), key=lambda one: one[1].since):
            games = [game for game in mine.games if game in seeker.games]
            if other == owner or not games:
                continue
            if mine.only_companions or seeker.only_companions:
                known = known if known is not None else set(await self.store.tables.companions(owner, MOST))
                if other not in known:
                    continue
            pair = Pair(secrets.token_hex(8), games[0], [owner, other], now())
            if await self._claim(pair):
                return pair
        return None

    async def _claim(self, pair: Pair) -> bool:
        """Both seekers get the pair, or neither: in one order everywhere, so two claims cannot take one of each."""
        document = msgspec.json.encode(pair)
        claimed: list[str] = []
        for owner in sorted(pair.owners):
            kept = await self._documents.put_if_absent(PAIR_KIND, "", owner, document)
            if kept != document:
                if msgspec.json.decode(kept, type=Pair).at < now() - PAIR_EXPIRES:
                    await self._documents.delete(PAIR_KIND, "", owner)  # somebody left without a word
                for one in claimed:
                    await self._documents.delete(PAIR_KIND, "", one)
                return False
            claimed.append(owner)
        return True

    async def confirm(self, live_tables: LiveTables, owner: str) -> PairingState:
        """Say yes to a pair; the second yes opens the table, on whichever node it came to."""
        pair = await self._one(PAIR_KIND, owner, Pair)
        if pair is None or pair.at < now() - CONFIRM_WITHIN:
            return await self.pairing_state(owner)
        await self._documents.put(YES_KIND, pair.id, owner, b"1")
        if len(await self._documents.get_all(YES_KIND, pair.id)) == len(pair.owners):
            wanted = Paired(new_table_id(), pair.owners, now())
            document = msgspec.json.encode(wanted)
            if await self._documents.put_if_absent(PAIRED_KIND, "", pair.id, document) == document:
                await self._open_table(live_tables, pair, wanted.table)
        return await self.pairing_state(owner)

    async def _open_table(self, live_tables: LiveTables, pair: Pair, id: str) -> None:
        people = [await self.store.people.read(owner) for owner in pair.owners]
        plans = tuple(SeatPlan(HUMAN, person.name) for person in people)
        live_table = await live_tables.open(
            Setup(pair.game, {}, plans, Terms(hints=False)), "", "", id=id, host=pair.owners[0]
        )

        def seat_both(table: Table, at: int) -> list[Entry]:
            return [
                entry
                for seat, (owner, person) in enumerate(zip(pair.owners, people, strict=True))
                for entry in sit(table, seat, owner, person.name, at, person.animal)
            ]

        await live_table.execute(seat_both)
        await self.list_for_onlookers(live_table.table)

    # ---- games to watch ------------------------------------------------------------------------------

    async def list_for_onlookers(self, table: Table) -> None:
        """Put a game on the list of games to watch: its players met in public."""
        game = WatchedGame(table.id, self.token("watch", table.id), table.match.package.name)
        await self._put(WATCH_KIND, table.id, game)

    async def watched_games(self) -> list[WatchedGame]:
        """Running games to watch, the liveliest first."""
        found = await self._all(WATCH_KIND, WatchedGame)
        running = []
        for one in found.values():
            header = await self.store.tables.header(one.table)
            if header is not None and header.state == PLAYING:
                running.append((header.touched, one))
        return [one for _, one in sorted(running, key=lambda found: -found[0])]

    async def find_watched(self, token: str) -> WatchedGame | None:
        found = await self._all(WATCH_KIND, WatchedGame)
        return next((one for one in found.values() if hmac.compare_digest(one.token.encode(), token.encode())), None)

    # ---- keeping order -------------------------------------------------------------------------------

    async def tidy(self, live_tables: LiveTables) -> None:
        """Refresh and delete what the tables of this node say; every node does it for its own."""
        for id, one in (await self._all(OPEN_KIND, OpenSeat)).items():
            live_table = live_tables.by_id.get(id)
            if live_table is not None and live_table.table.is_dealt:
                await self.unlist_table(id)
                await self.list_for_onlookers(live_table.table)
            elif live_table is not None and any(
                one.owner in live_table.table.seats[seat].owners for seat in live_table.present_seats()
            ):
                await self._put(OPEN_KIND, id, msgspec.structs.replace(one, seen=now()))
            elif one.seen < now() - HOST_AWAY:
                await self.unlist_table(id)
        for id in await self._all(WATCH_KIND, WatchedGame):
            header = await self.store.tables.header(id)
            if header is None or header.state not in (PLAYING, WAITING):
                await self._documents.delete(WATCH_KIND, "", id)
        await self._tidy_pairs()

    async def _tidy_pairs(self) -> None:
        """Delete searches and pairs that are over."""
        at = now()
        for owner, seeker in (await self._all(SEEK_KIND, Seeker)).items():
            if seeker.seen < at - PAIR_EXPIRES:
                await self._documents.delete(SEEK_KIND, "", owner)
        for owner, pair in (await self._all(PAIR_KIND, Pair)).items():
            if pair.at < at - PAIR_EXPIRES:
                await self._documents.delete(PAIR_KIND, "", owner)
                await self._documents.delete(YES_KIND, pair.id, owner)
        for id, paired in (await self._all(PAIRED_KIND, Paired)).items():
            if paired.at < at - PAIR_EXPIRES:
                await self._documents.delete(PAIRED_KIND, "", id)
                for one in paired.owners:
                    await self._documents.delete(YES_KIND, id, one)
        for owner, here in (await self._all(HERE_KIND, HerePerson)).items():
            if not here.is_shown and here.seen < at - HERE_FOR:
                await self._documents.delete(HERE_KIND, "", owner)
