"""Results of finished games, computed once from the journal and stored for histories and statistics."""

from __future__ import annotations

from collections import Counter

import msgspec

from domik.server.live.live_tables import LiveTables
from domik.table import Table

RESULT_KIND = "result"
RESULT_FORMAT = 1


class ResultSeat(msgspec.Struct, frozen=True):
    """The player of a seat at the end of the game."""

    name: str
    animal: str
    is_bot: bool
    owners: list[str] = []


class TableResult(msgspec.Struct, frozen=True):
    """A finished game in a few numbers; points are in the game's own unit."""

    id: str
    game: str
    at: int
    chairs: list[ResultSeat]
    scores: list[int]
    winners: list[int]  # empty when the game was ended early
    clauses: list[tuple[int, str, int]]  # seat, clause, points
    helped: list[int] = []  # seats for which a bot played at the end
    format: int = RESULT_FORMAT
    own_box: bool = False  # played with somebody's own components
    full: list[int] = []  # seats whose house has no empty place; results of older versions do not know

    @property
    def is_complete(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.winners)

    def place(self, seat: int) -> int:
        """The rank of a seat, from 1: winners by the rules first, then by points."""
        if seat in self.winners:
            return 1
        better = [k for k in range(len(self.scores)) if k in self.winners or self.scores[k] > self.scores[seat]]
        return 1 + len(better)

    def is_last(self, seat: int) -> bool:
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
        own_box=bool(table.setup.components),
        full=table.match.full_houses(view) if table.is_finished else [],
    )


async def results_of(live_tables: LiveTables, ids: list[str]) -> dict[str, TableResult]:
    """Results by table id; tables that are not over are left out."""
    kept = await live_tables.services.store.key_value.get_many(RESULT_KIND, "", ids)
    found: dict[str, TableResult] = {}
    for id in ids:
        result = decode_result(kept[id]) if id in kept else None
        result = result or await compute_result(live_tables, id)
        if result is not None:
            found[id] = result
    return found


async def load_result(live_tables: LiveTables, id: str) -> TableResult | None:
    """The result of one table, None if it is not over."""
    return (await results_of(live_tables, [id])).get(id)


def decode_result(document: bytes) -> TableResult | None:
    """A stored result; None when another version wrote it in another format."""
    try:
        return msgspec.json.decode(document, type=TableResult)
    except msgspec.DecodeError:
        return None


async def compute_result(live_tables: LiveTables, id: str) -> TableResult | None:
    """Compute and store the result of a table; None if it is not over."""
    table = await live_tables.peek(id)
    if table is None or not table.is_over or not table.is_dealt:
        return None
    found = result_of(table)
    await live_tables.services.store.key_value.put(RESULT_KIND, "", id, msgspec.json.encode(found))
    return found
