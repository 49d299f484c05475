"""A live club evening: everybody plays the same deal at the same time, with standings and a clock in between.

The deal of a round is sealed until all of its tables must be over: nobody looks at another table, or takes away the
record of their own, while others still play the same cards.

Nothing is changed in place: who came, who is ready and each round are documents of their own, and the first one written
counts. So every node computes the same state, and whoever asks first after the clock opens the next round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from domik.games import game_package
from domik.server.accounts.visitors import new_table_id
from domik.server.live.game_results import TableResult, results_of
from domik.server.live.live_tables import LiveTables
from domik.server.live.notices import ROUND, Notices
from domik.server.live.round_tables import group_people, meetings
from domik.server.rendering.bot_names import free_bot_names
from domik.server.rendering.player_names import check_name_free
from domik.server.store.repositories import KeyValueStore, Person
from domik.table import Entry, SeatPlan, Setup, Table, Terms
from domik.table.clock import MINUTE, now
from domik.table.fair_deal import SharedDeal, new_seed
from domik.table.seating import sit, stand_in
from domik.table.setup import BOT, HUMAN

EVENING_KIND, GUEST_KIND, READY_KIND, ROUND_KIND = "evening", "evening-guest", "evening-ready", "evening-round"
JOINED_KIND, START_KIND = "evening-joined", "evening-start"
LEAST_PEOPLE, MOST_PEOPLE, MOST_ROUNDS = 4, 32, 9
KEPT = 30 * 24 * 60 * MINUTE  # an evening and its standings
BREAK = MINUTE  # between two rounds
ALL_READY = 5_000  # milliseconds when everybody is ready
TABLE_SEATS = 3  # people at a table, where a game has so many seats
MINUTES = 12  # of thinking a player and round; then a bot plays on
AFTER_CLOCKS = 5  # minutes that bots may take after all clocks have run out
BOT_LEVEL = "normal"
READY, OUT = b"ready", b"out"


class Evening(msgspec.Struct, frozen=True):
    """What was chosen when the evening was opened."""

    id: str
    name: str
    games: list[str]  # one for each round
    mode: str
    host: str
    at: int


class Guest(msgspec.Struct, frozen=True):
    name: str
    animal: str
    at: int


class EveningRound(msgspec.Struct, frozen=True):
    """One round: who sits at which table; the same everywhere, since the first one written counts."""

    number: int
    groups: list[list[str]]
    tables: list[str]
    out: list[str]
    at: int
    seed: str = ""  # of the deal that all tables play; rounds of older servers dealt to each its own


@dataclass(frozen=True)
class Standing:
    owner: str
    points: int
    by_round: list[int | None]
    moved: int = 0  # places gained since the round before


@dataclass
class EveningState:
    """Everything that the page shows."""

    evening: Evening
    guests: dict[str, Guest]
    rounds: list[EveningRound]
    results: list[dict[str, int]]  # points by owner, of the rounds that are over
    starts_at: int = 0  # of the next round; 0 while there is none to wait for
    ready: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)
    next_groups: list[list[str]] = field(default_factory=list)

    @property
    def is_playing(self) -> bool:
        return len(self.rounds) > len(self.results)

    @property
    def is_over(self) -> bool:
        return len(self.results) == len(self.evening.games)

    def standings(self) -> list[Standing]:
        """The best first; a tie goes to whoever came earlier."""
        before = rank_guests(self.guests, self.results[:-1])
        return [
            Standing(
                owner,
                sum(one.get(owner, 0) for one in self.results),
                [one.get(owner) for one in self.results],
                before.index(owner) - place if len(self.results) > 1 else 0,
            )
            for place, owner in enumerate(rank_guests(self.guests, self.results))
        ]


def rank_guests(guests: Mapping[str, Guest], results: Sequence[Mapping[str, int]]) -> list[str]:
    return sorted(guests, key=lambda owner: (-sum(one.get(owner, 0) for one in results), guests[owner].at, owner))


def table_size(game: str) -> int:
    return min(TABLE_SEATS, game_package(game).most_seats)


def round_points(result: TableResult, owners: Sequence[str]) -> dict[str, int]:
    """Of a hundred: how many at the table one left behind, halves for equals; a bot counts like anybody."""
    places = [result.place(seat) for seat in range(len(result.scores))]
    found = {}
    for seat, owner in enumerate(owners):
        others = [place for k, place in enumerate(places) if k != seat]
        doubled = sum(2 * (place > places[seat]) + (place == places[seat]) for place in others)
        found[owner] = round(50 * doubled / len(others)) if others else 50
    return found


class Evenings:
    def __init__(self, live_tables: LiveTables, notices: Notices) -> None:
        self.live_tables = live_tables
        self._notices = notices
        self._documents: KeyValueStore = live_tables.services.store.key_value

    async def open(self, host: str, name: str, games: list[str], mode: str) -> Evening:
        evening = Evening(new_table_id(), name, games, mode, host, now())
        await self._documents.put(EVENING_KIND, "", evening.id, msgspec.json.encode(evening))
        return evening

    async def find(self, id: str) -> Evening | None:
        document = await self._documents.get(EVENING_KIND, "", id)
        return msgspec.json.decode(document, type=Evening) if document is not None else None

    async def evenings_of(self, owner: str) -> list[Evening]:
        """The evenings of a person that are not over, the latest first."""
        ids = await self._documents.get_all(JOINED_KIND, owner)
        found = [one for id in ids if (one := await self.find(id)) is not None]
        return sorted(found, key=lambda one: -one.at)

    async def join(self, evening: Evening, owner: str, person: Person) -> bool:
        """Come to an evening; false where it is full, HttpError 409 for a name that is somebody else's."""
        await check_name_free(self.live_tables.services.store, person.name, owner)
        guests = await self._documents.get_all(GUEST_KIND, evening.id)
        if owner not in guests and len(guests) >= MOST_PEOPLE:
            return False
        guest = Guest(person.name, person.animal, now())
        await self._documents.put_if_absent(GUEST_KIND, evening.id, owner, msgspec.json.encode(guest))
        await self._documents.put(JOINED_KIND, owner, evening.id, b"1")
        return True

    async def settle(self, evening: Evening, owner: str) -> None:
        """Take an evening that is over from a person's list."""
        await self._documents.delete(JOINED_KIND, owner, evening.id)

    async def tidy(self) -> None:
        """Delete evenings that were opened long ago, with everything that belongs to them."""
        for id, document in (await self._documents.get_all(EVENING_KIND, "")).items():
            evening = msgspec.json.decode(document, type=Evening)
            if evening.at > now() - KEPT:
                continue
            for owner in await self._documents.get_all(GUEST_KIND, id):
                await self._documents.delete(GUEST_KIND, id, owner)
                await self._documents.delete(JOINED_KIND, owner, id)
            for number in range(1, len(evening.games) + 1):
                part = f"{id}-{number}"
                for owner in await self._documents.get_all(READY_KIND, part):
                    await self._documents.delete(READY_KIND, part, owner)
                await self._documents.delete(START_KIND, part, "soon")
                await self._documents.delete(ROUND_KIND, id, str(number))
            await self._documents.delete(START_KIND, "", id)
            await self._documents.delete(EVENING_KIND, "", id)

    async def start(self, evening: Evening) -> None:
        """The host lets the clock of the first round run."""
        await self._documents.put_if_absent(START_KIND, "", evening.id, str(now()).encode())

    async def say(self, state: EveningState, owner: str, is_ready: bool) -> None:
        """Be ready for the next round, or sit it out."""
        part = f"{state.evening.id}-{len(state.rounds) + 1}"
        await self._documents.put(READY_KIND, part, owner, READY if is_ready else OUT)

    # ---- what the evening has come to -----------------------------------------------------------------

    async def state(self, evening: Evening) -> EveningState:
        """Read it, and open the next round where its time has come."""
        state = await self._read(evening)
        if state.starts_at and state.starts_at <= now():
            await self._open_round(state)
            state = await self._read(evening)
        return state

    async def _read(self, evening: Evening) -> EveningState:
        guests = await self._documents.get_all(GUEST_KIND, evening.id)
        found = await self._documents.get_all(ROUND_KIND, evening.id)
        rounds = [msgspec.json.decode(one, type=EveningRound) for one in found.values()]
        rounds.sort(key=lambda one: one.number)
        state = EveningState(
            evening, {owner: msgspec.json.decode(one, type=Guest) for owner, one in guests.items()}, rounds, []
        )
        ended = 0
        for one in rounds:
            results = await results_of(self.live_tables, one.tables)
            missing = [id for id in one.tables if id not in results]
            if [id for id in missing if await self.live_tables.exists(id)]:  # deleted tables are waited for no more
                return state
            state.results.append(points_of(one, results))
            ended = max((result.at for result in results.values()), default=one.at)
        if not state.is_over:
            await self._add_break(state, ended)
        return state

    async def _add_break(self, state: EveningState, ended: int) -> None:
        """Who is ready for the next round, when it starts, and who will sit where."""
        part = f"{state.evening.id}-{len(state.rounds) + 1}"
        said = await self._documents.get_all(READY_KIND, part)
        state.ready = {owner for owner, word in said.items() if word == READY and owner in state.guests}
        state.out = {owner for owner, word in said.items() if word == OUT and owner in state.guests}
        if not state.rounds:
            start = await self._documents.get(START_KIND, "", state.evening.id)
            ended = int(start) if start is not None else 0
        if ended and len(state.guests) >= LEAST_PEOPLE:
            is_early = len(state.ready) + len(state.out) == len(state.guests) and state.ready
            state.starts_at = ended + BREAK
            if is_early:
                state.starts_at = min(state.starts_at, await self._first_start(part, now() + ALL_READY))
        state.next_groups = next_groups(state)

    async def _first_start(self, part: str, at: int) -> int:
        """When everybody is ready the round starts soon; the first to notice says when."""
        kept = await self._documents.put_if_absent(START_KIND, part, "soon", str(at).encode())
        return int(kept)

    async def _open_round(self, state: EveningState) -> None:
        """Write who sits where; whoever was first opens the tables."""
        number, groups = len(state.rounds) + 1, state.next_groups
        if not groups:
            return
        wanted = EveningRound(number, groups, [new_table_id() for _ in groups], sorted(state.out), now(), new_seed())
        document = msgspec.json.encode(wanted)
        kept = await self._documents.put_if_absent(ROUND_KIND, state.evening.id, str(number), document)
        if kept == document:
            for id, group in zip(wanted.tables, groups, strict=True):
                await self._open_table(state, wanted, id, group)

    async def _open_table(self, state: EveningState, opened: EveningRound, id: str, group: list[str]) -> None:
        game = state.evening.games[opened.number - 1]
        people = [state.guests[owner] for owner in group]
        missing = table_size(game) - len(group)
        plans = [SeatPlan(HUMAN, one.name) for one in people]
        bots = free_bot_names([one.name for one in people], "en")
        plans += [SeatPlan(BOT, name, BOT_LEVEL) for name in bots[:missing]]
        setup = Setup(game, {}, tuple(plans), Terms(minutes=MINUTES, hints=False, listed=False))
        live_table = await self.live_tables.open(
            setup, "", "", shared_deal=deal_of(state.evening, opened), id=id, host=state.evening.host
        )

        def seat_all(table: Table, at: int) -> list[Entry]:
            """Deal at once: whoever is late finds a bot in their chair and takes it back at once."""
            entries = [
                entry
                for seat, (owner, one) in enumerate(zip(group, people, strict=True))
                for entry in sit(table, seat, owner, one.name, at, one.animal)
            ]
            entries += table.begin(at)
            for seat, owner in enumerate(group):
                if owner not in state.ready:
                    entries += stand_in(table, seat, at)
            return entries

        await live_table.execute(seat_all)
        for owner in group:
            tell = self._notices.tell(owner, ROUND, live_table.table, state.evening.name)
            self.live_tables.services.start_task(tell)


def deal_of(evening: Evening, opened: EveningRound) -> SharedDeal:
    """The deal of a round, sealed until the clocks of all its tables have run out."""
    longest = table_size(evening.games[opened.number - 1]) * MINUTES + AFTER_CLOCKS
    name = f"evening-{evening.id}-{opened.number}"
    return SharedDeal(name, opened.seed, reveals_at=opened.at + longest * MINUTE)


def points_of(one: EveningRound, results: Mapping[str, TableResult]) -> dict[str, int]:
    """The points of a round; whoever sat it out gets half of the average."""
    found: dict[str, int] = {}
    for id, group in zip(one.tables, one.groups, strict=True):
        if id in results:
            found |= round_points(results[id], group)
    average = sum(found.values()) / len(found) if found else 0
    return found | {owner: round(average / 2) for owner in one.out}


def next_groups(state: EveningState) -> list[list[str]]:
    """Who sits with whom in the next round."""
    met = meetings([one.groups for one in state.rounds])
    order = [owner for owner in rank_guests(state.guests, state.results) if owner not in state.out]
    game = state.evening.games[len(state.rounds)]
    return group_people(order, table_size(game), met, state.evening.mode)
