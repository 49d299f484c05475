"""Several nodes over one PostgreSQL, beside one node over a SQLite file, measured in one run.

    python -m bench.load_nodes --tables 60 --write docs/figures/nodes.md

Moves are made flat out by pages over live sockets, as bench/load.py makes them. CPU is that of all server processes,
and apart from it that of PostgreSQL. "Crossed" lets every page speak to the node that does not keep its table, so that
each message is relayed: what a load balancer without stickiness costs at worst. The last table is the store alone:
group commit with one NOTIFY a batch against one transaction and one NOTIFY a move. Failover is the time from `kill -9`
of a node to the answer to a move at one of its tables by the other. PostgreSQL runs with fsync on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from tests.postgres import Postgres

from bench.figures import provenance
from bench.load_tables import LoadFigures, domik_tables, run_flat_out
from bench.servers import NO_LIMIT
from bench.servers import ServerProcess as ServerProcess

DURABLE = ("max_connections=60", "shared_buffers=64MB", "log_min_messages=fatal")
ROUNDS = 3
NAMES = ("moves_per_second", "cpu_us_per_move", "database_cpu_us_per_move")
DUEL = {"game": "treehouse", "seats": [{"kind": "human"}, {"kind": "human"}], "terms": {"forced": False}}


def serve(data: str, port: int) -> None:
    """Run a node without rate limits."""
    from domik.server import tune_gc
    from domik.server.app import RequestLimits, create_app
    from domik.server.edge.transport import Server, uvicorn_config
    from domik.server.store import open_store

    store = open_store(data, f"http://127.0.0.1:{port}")
    app = create_app(data, pace=0, limits=RequestLimits((1e9, 1e9), (1e9, 1e9), connections=NO_LIMIT), store=store)
    tune_gc()
    Server(uvicorn_config(app, port=port, log_level="error"), app).run()


class Node(ServerProcess):
    def __init__(self, data: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "bench.load_nodes", "--serve", data, str(self.port)]
        self.process = subprocess.Popen(command)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://{self.host}/healthz")
                return
            time.sleep(0.05)
        raise SystemExit("a node did not start")


def cpu_below(pid: int) -> float:
    """CPU seconds of a process and its children."""
    found = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            if int(stat.parent.name) == pid or int(fields[1]) == pid:
                found += sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    return found


async def moves(nodes: list[ServerProcess], tables: int, postgres: Postgres | None) -> dict[str, float]:
    """Run all nodes flat out at once; returns the medians over ROUNDS rounds."""
    rounds = []
    async with contextlib.AsyncExitStack() as stack:
        groups = [await stack.enter_async_context(domik_tables(node, tables // len(nodes))) for node in nodes]
        await asyncio.gather(*(run_flat_out(node, group, 4) for node, group in zip(nodes, groups, strict=True)))
        for _ in range(ROUNDS):
            database = cpu_below(postgres.process.pid) if postgres else 0.0
            cpu, began = sum(node.cpu() for node in nodes), time.perf_counter()
            found: list[LoadFigures] = await asyncio.gather(
                *(run_flat_out(node, group, 10) for node, group in zip(nodes, groups, strict=True))
            )
            made, took = sum(one.moves for one in found), time.perf_counter() - began
            spent = sum(node.cpu() for node in nodes) - cpu
            database = (cpu_below(postgres.process.pid) if postgres else 0.0) - database
            rounds.append((made / took, 1e6 * spent / made, 1e6 * database / made))
    return {name: round(median(one[k] for one in rounds)) for k, name in enumerate(NAMES)}


# ---- the store alone -----------------------------------------------------------------------------------------------


async def store_rate(data: str, tables: int, seconds: float, is_batched: bool) -> float:
    """Durable moves per second of the store alone: every table writes its next move once the last is committed."""
    from domik.server.store.postgres import PostgresStore

    store = PostgresStore(data)
    ledger = store.postgres.committer
    if not is_batched:
        together = ledger.commit
        ledger.commit = lambda batch: [together([write])[0] for write in batch]  # type: ignore[method-assign]
    entry: list[dict[str, Any]] = [{"kind": "move", "at": 1, "seat": 0, "action": 3, "spent": 1234}]
    made, end = 0, time.monotonic() + seconds

    async def play(id: str) -> None:
        nonlocal made
        await store.leases.create(id)
        number = 0
        while time.monotonic() < end:
            await store.append(id, number, entry, None, [])
            number += 1
            made += 1

    began = time.monotonic()
    await asyncio.gather(*(play(f"t{k}x{is_batched:d}") for k in range(tables)))
    took = time.monotonic() - began
    await store.close()
    return made / took


# ---- failover --------------------------------------------------------------------------------------------------------


async def failover(data: str) -> float:
    """Seconds from `kill -9` of a node to an answered move at its table on the other node."""
    dying, living = Node(data), Node(data)
    try:
        opened = httpx.post(f"http://{dying.host}/api/tables", json=DUEL).json()
        keys = [{"authorization": f"Bearer {seat['secret']}"} for seat in opened["seats"]]
        path = f"/api/tables/{opened['id']}"
        for key in keys:
            httpx.post(f"http://{dying.host}{path}/sit", json={"luck": "x"}, headers=key).raise_for_status()
        dying.process.kill()
        began = time.perf_counter()
        while True:
            answers = [httpx.get(f"http://{living.host}{path}", headers=key, timeout=30) for key in keys]
            if all(answer.status_code == 200 for answer in answers):
                seat = next(k for k, answer in enumerate(answers) if answer.json()["legal"])
                move = {"action": answers[seat].json()["legal"][0]["action"]}
                found = httpx.post(f"http://{living.host}{path}/moves", json=move, headers=keys[seat], timeout=30)
                if found.status_code == 200:
                    return time.perf_counter() - began
            await asyncio.sleep(0.05)
    finally:
        dying.process.kill()
        living.stop()


async def measure(tables: int, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    alone = Node(str(folder / "load.db"))
    found["one node, SQLite"] = await moves([alone], tables, None)
    alone.stop()
    postgres = Postgres(DURABLE)
    try:
        for name, count in (("one node, PostgreSQL", 1), ("two nodes, PostgreSQL", 2)):
            data = postgres.database()
            nodes: list[ServerProcess] = [Node(data) for _ in range(count)]
            found[name] = await moves(nodes, tables, postgres)
            if count == 2:
                async with cross_nodes(nodes):
                    found["two nodes, crossed"] = await moves(nodes, tables, postgres)
            for node in nodes:
                node.stop()
        data = postgres.database()
        batched = [await store_rate(data, 200, 4, True), await store_rate(data, 200, 4, False)]
        found["store"] = {"batched": round(batched[0]), "alone": round(batched[1])}
        found["failover"] = [round(await failover(postgres.database()), 1) for _ in range(3)]
    finally:
        postgres.stop()
    return found


@contextlib.asynccontextmanager
async def cross_nodes(nodes: list[ServerProcess]) -> AsyncIterator[None]:
    """Within the block, pages connect to the node that does not hold their table."""
    from bench import load_tables

    plain, hosts = load_tables.open_socket, [node.host for node in nodes]
    other = dict(zip(hosts, reversed(hosts), strict=True))

    async def opened(stack: contextlib.AsyncExitStack, address: str, host: str, cookie: str = "") -> Any:
        return await plain(stack, address.replace(host, other[host]), other[host], cookie)

    load_tables.open_socket = opened
    try:
        yield
    finally:
        load_tables.open_socket = plain


def render_page(found: dict[str, Any], tables: int, busy: float) -> str:
    rows = [
        "| " + " | ".join([name, *(str(one[key] or "") for key in NAMES)]) + " |"
        for name, one in found.items()
        if isinstance(one, dict) and "moves_per_second" in one
    ]
    store = found["store"]
    return "\n".join(
        [
            "# Several nodes over PostgreSQL",
            "",
            "Written by `python -m bench.load_nodes --write docs/figures/nodes.md`; its head says what is measured.",
            "",
            *provenance(),
            "",
            f"{tables} two-player tables over live sockets; {os.cpu_count()} cores shared by the servers, PostgreSQL"
            f" and whoever plays. Load of the machine before the run: {busy}.",
            "",
            "| | moves a second | server CPU a move, µs | database CPU a move, µs |",
            "|---|---:|---:|---:|",
            *rows,
            "",
            f"The store alone, 200 tables at once: {store['batched']} durable moves a second with group commit and one"
            f" NOTIFY a batch, {store['alone']} with a transaction and a NOTIFY each:"
            f" {store['batched'] / max(1, store['alone']):.1f} times as many.",
            "",
            f"Failover, from `kill -9` to an answered move: {', '.join(f'{one:g} s' for one in found['failover'])}.",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--write", type=Path, help="the page to write the figures to")
    parser.add_argument("--serve", nargs=2, metavar=("DATA", "PORT"), help="be a node (for the bench itself)")
    args = parser.parse_args()
    if args.serve:
        serve(args.serve[0], int(args.serve[1]))
        return
    import tempfile

    busy = round(os.getloadavg()[0], 1)
    with tempfile.TemporaryDirectory() as folder:
        page = render_page(asyncio.run(measure(args.tables, Path(folder))), args.tables, busy)
    print(page)
    if args.write:
        args.write.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
