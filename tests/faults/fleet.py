"""Two nodes over one database, tables where programs play through either, and what must hold whatever happens."""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass, field

import httpx
import msgspec
import psycopg

from domik.server.live.live_tables import table_from_journal
from domik.server.store.postgres_leases import CLOCK
from domik.table.journal import MOVE, Entry
from tests.postgres import Postgres
from tests.server.host import Process
from tests.waiting import GLANCE, PATIENCE, eventually, patient_client

DUEL = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


@dataclass
class Played:
    """One table and every move that was acknowledged there: seat, turn, action."""

    id: str
    keys: list[dict[str, str]]
    acknowledged: list[tuple[int, str, int]] = field(default_factory=list)


class Fleet:
    """Nodes that can be killed, and threads that play until they are told to stop."""

    def __init__(self, postgres: Postgres, tables: int = 3) -> None:
        self.data = postgres.database()
        self.nodes = [Process(self.data), Process(self.data)]
        self.tables: list[Played] = []
        self.stopping = threading.Event()
        self.http = patient_client()
        self.threads = [threading.Thread(target=self.play, args=(random.Random(k),)) for k in range(tables)]
        for thread in self.threads:
            thread.start()

    # ---- playing -----------------------------------------------------------------------------------------------

    def open(self, luck: random.Random) -> Played | None:
        """A table by any node, with both seats taken; None when that did not work."""
        origin = luck.choice(self.nodes).origin
        try:
            found = self.http.post(f"{origin}/api/tables", json=DUEL)
            keys = [{"authorization": f"Bearer {seat['secret']}"} for seat in found.json()["seats"]]
            for key in keys:
                path = f"{origin}/api/tables/{found.json()['id']}/sit"
                self.http.post(path, json={"luck": "x"}, headers=key).raise_for_status()
        except (httpx.HTTPError, KeyError, ValueError):
            return None
        table = Played(found.json()["id"], keys)
        self.tables.append(table)
        return table

    def play(self, luck: random.Random) -> None:
        """Move after move, each through any node; what fails is tried again as a page would."""
        table: Played | None = None
        while not self.stopping.is_set():
            try:
                table = table or self.open(luck)
                if table is not None and self.move(table, luck):
                    table = None
            except (httpx.HTTPError, KeyError, ValueError):
                self.stopping.wait(GLANCE)

    def move(self, table: Played, luck: random.Random) -> bool:
        """One move of whoever may; whether the game is over."""
        path = f"{luck.choice(self.nodes).origin}/api/tables/{table.id}"
        for number, key in enumerate(table.keys):
            seen = self.http.get(path, headers=key).json()
            if seen["over"]:
                return True
            if seen["legal"]:
                move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
                answer = self.http.post(f"{path}/moves", json=move, headers=key)
                if answer.status_code == 200:
                    table.acknowledged.append((number, move["turn"], move["action"]))
                return False
        return False

    def count(self) -> int:
        """Acknowledged moves so far."""
        return sum(len(table.acknowledged) for table in self.tables)

    def wait_for(self, more: int) -> None:
        """Until so many more moves are acknowledged."""
        wanted = self.count() + more
        eventually(lambda: self.count() >= wanted, "the game does not go on")

    def wait_until_overdue(self, node: Process) -> None:
        """Until a node's lease is over, by the database's clock."""
        with psycopg.connect(self.data, autocommit=True) as connection:
            alive = f"SELECT 1 FROM nodes WHERE address = %s AND until > {CLOCK}"
            eventually(lambda: connection.execute(alive, (node.origin,)).fetchone() is None)  # type: ignore[call-overload,unused-ignore]

    # ---- the end -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Everybody goes home."""
        self.stopping.set()
        for thread in self.threads:
            thread.join(PATIENCE)
        for node in self.nodes:
            node.kill()
        self.http.close()

    def check(self) -> int:
        """No acknowledged move lost, no fork, no move made twice; how many moves were acknowledged."""
        with psycopg.connect(self.data) as connection:
            for table in self.tables:
                rows = connection.execute(
                    "SELECT number, entry FROM journal WHERE id = %s ORDER BY number", (table.id,)
                )
                found = [(number, msgspec.json.decode(bytes(entry), type=Entry)) for number, entry in rows.fetchall()]
                assert [number for number, _ in found] == list(range(len(found))), "the journal has a gap"
                kept = moves_of(table.id, [entry for _, entry in found])
                turns = [(seat, turn) for seat, turn, _ in kept]
                assert len(set(turns)) == len(turns), "a move was made twice"
                lost = set(table.acknowledged) - set(kept)
                assert not lost, f"acknowledged moves are gone: {lost}"
                assert len(set(table.acknowledged)) == len(table.acknowledged), "one turn was acknowledged twice"
        return self.count()


def moves_of(id: str, journal: list[Entry]) -> list[tuple[int, str, int]]:
    """Every move of a journal with the turn that it was made in, by replaying it: the rules themselves look at each."""
    found = []
    for at, entry in enumerate(journal):
        if entry["kind"] == MOVE:
            before = table_from_journal(id, journal[:at])
            found.append((entry["seat"], before.turn_token(entry["seat"]), entry["action"]))
    if journal:
        table_from_journal(id, journal)
    return found
