"""Results of finished games: reckoned once from the journal and kept, for histories, statistics and comparisons."""

from __future__ import annotations

from collections import Counter

import msgspec

from domik.server.live.live_tables import LiveTables
from domik.table import Table

RESULT_KIND = "result"
RESULT_FORMAT = 1


class ResultSeat(msgspec.Struct, frozen=True):
    """Who sat there in the end."""

    name: str
    animal: str
    is_bot: bool
    owners: list[str] = []


class TableResult(msgspec.Struct, frozen=True):
    """A finished game in a few numbers; points are kept as the game keeps them."""

    id: str
    game: str
    at: int
    chairs: list[ResultSeat]
    scores: list[int]
    winners: list[int]  # nobody when the game was ended before its end
    clauses: list[tuple[int, str, int]]  # seat, clause, points
    helped: list[int] = []  # seats for which a bot had to play in the end
    format: int = RESULT_FORMAT

    @property
    def is_complete(self) -> bool:
        """Whether it came to its own end."""
        return bool(self.winners)

    def place(self, seat: int) -> int:
        """First, second, third ... by the rules' winners and then by points."""
        if seat in self.winners:
            return 1
        better = [k for k in range(len(self.scores)) if k in self.winners or self.scores[k] > self.scores[seat]]
        return 1 + len(better)

    def is_last(self, seat: int) -> bool:
        """Whether nobody came after this seat."""
        return self.place(seat) > 1 and all(self.place(k) <= self.place(seat) for k in range(len(self.scores)))


def result_of(table: Table) -> TableResult:
    """The result of a table that is over."""
    view = table.view()
    winners: list[int] = []
    clauses: Counter[tuple[int, str]] = Counter()
    if table.is_finished:
        winners = [int(seat) for seat in table.match.outcome(view).winners]
        for line in table.match.tally(view):
            clauses[(line.seat, line.clause)] += line.points
    last = table.moves[-1].at if table.moves else 0
    return TableResult(
        table.id,
        table.match.package.name,
        table.started_at + last,
        [ResultSeat(seat.name, seat.animal, seat.is_bot, sorted(seat.owners)) for seat in table.seats],
        table.scores(),
        winners,
        [(seat, clause, points) for (seat, clause), points in clauses.items() if seat >= 0],
        [number for number, seat in enumerate(table.seats) if seat.stand_in_reason],
    )


async def results_of(rooms: LiveTables, ids: list[str]) -> dict[str, TableResult]:
    """The results of all these tables that are over."""
    kept = await rooms.services.store.key_value.get_many(RESULT_KIND, "", ids)
    found: dict[str, TableResult] = {}
    for id in ids:
        result = decode_result(kept[id]) if id in kept else None
        result = result or await compute_result(rooms, id)
        if result is not None:
            found[id] = result
    return found


async def load_result(rooms: LiveTables, id: str) -> TableResult | None:
    """The result of one table, if it is over."""
    return (await results_of(rooms, [id])).get(id)


def decode_result(document: bytes) -> TableResult | None:
    """A result as it was kept; None when another Domik wrote it in another form."""
    try:
        return msgspec.json.decode(document, type=TableResult)
    except msgspec.DecodeError:
        return None


async def compute_result(rooms: LiveTables, id: str) -> TableResult | None:
    """The result of a table that is over, reckoned now and kept."""
    table = await rooms.peek(id)
    if table is None or not table.is_over or not table.is_dealt:
        return None
    found = result_of(table)
    await rooms.services.store.key_value.put(RESULT_KIND, "", id, msgspec.json.encode(found))
    return found
