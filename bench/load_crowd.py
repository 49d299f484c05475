"""What onlookers cost: tables with one and tables with many, in turn."""

from __future__ import annotations

import contextlib
from statistics import median

from bench.load_report import Found
from bench.load_servers import Server
from bench.load_tables import Figures, domik_tables, flat_out, onlookers

TABLES = 10
MANY = 20  # onlookers


async def crowds(server: Server, rounds: int) -> Found:
    """CPU time a move with many onlookers against one, and memory for each of them."""
    async with contextlib.AsyncExitStack() as stack:
        few, many = [await stack.enter_async_context(domik_tables(server, TABLES)) for _ in range(2)]
        await onlookers(stack, server, few, 1)
        before = server.memory()
        await onlookers(stack, server, many, MANY)
        await flat_out(server, many, 3)
        memory = (server.memory() - before) / (TABLES * MANY)
        ratios, costs = [], []
        for _ in range(rounds):
            one, crowd = await flat_out(server, few, 10), await flat_out(server, many, 10)
            ratios.append(crowd.cpu_a_move() / one.cpu_a_move())
            costs.append(Figures.cpu_a_move(crowd))
    return {
        f"{MANY} onlookers against one": median(ratios),
        f"{MANY} onlookers CPU µs a move": median(costs),
        "onlooker memory KB": memory,
    }
