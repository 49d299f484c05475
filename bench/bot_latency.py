"""How long a person waits for searching bots: `python -m bench.bot_latency [--bots 3] [--level master] [--turns 8]`.

One person, who moves at once like the quick bot, and searching bots at one table, with the server's own lanes,
patience and processes. Printed are the longest decision and the longest time between two moves of the person, beside
their bounds. Meant for an idle machine and the compiled build; on a busy one `--cpu` counts processor time instead,
as if the bots had thought one after another.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time

from domik.bots import parse_bot
from domik.games import GAMES, game_package
from domik.server.bots.pool import BotPool, time_budget
from domik.table import SeatPlan, Setup, Table
from domik.table.table import open_table

DECISION, WAIT = 1.5, 8.0  # seconds


async def measure_waits(game: str, bots: int, level: str, turns: int, cpu: bool) -> tuple[list[float], list[float]]:
    """Seconds of every bot decision, and of every wait between two moves of the person."""
    thinking = BotPool()
    table = deal_table(game, bots, level)
    decisions: list[float] = []
    waits: list[float] = []
    spent = 0.0
    try:
        await thinking.decide(table, awaited_seats(table)[0], parse_bot(level), most=100)  # starts the worker processes
        while len(waits) < turns and not table.is_over:
            if table.awaits(0):
                if spent:
                    waits.append(spent)
                spent = 0.0
                table.submit(0, await thinking.decide(table, 0, parse_bot("normal")), 0)
                continue
            seats = awaited_seats(table)
            most = time_budget(spent, bots)
            began, before = clock(thinking, cpu), len(decisions)
            if cpu:
                chosen = [await timed_decision(thinking, table, seat, level, most, decisions, cpu) for seat in seats]
            else:
                asked = (timed_decision(thinking, table, seat, level, most, decisions, cpu) for seat in seats)
                chosen = await asyncio.gather(*asked)
            spent += sum(decisions[before:]) if cpu else clock(thinking, cpu) - began
            for seat, action in zip(seats, chosen, strict=True):
                if table.awaits(seat) and table.legal(seat) & action:
                    table.submit(seat, action, 0, by_bot=True)
    finally:
        thinking.close()
    return decisions, waits


def deal_table(game: str, bots: int, level: str) -> Table:
    title = game_package(game)
    plans = (SeatPlan("human", "a"), *(SeatPlan("bot", f"b{k}", level) for k in range(bots)))
    setup = Setup(game, title.schema.read({}), plans)
    table, _ = open_table("bench", title.match(len(plans)), setup, "waiting", 0)
    table.begin(0)
    return table


def awaited_seats(table: Table) -> list[int]:
    return [seat for seat in range(len(table.seats)) if table.awaits(seat)]


def clock(bot_pool: BotPool, cpu: bool) -> float:
    """Wall-clock seconds, or CPU seconds spent by all bots."""
    return sum(bot_pool.cpu_seconds.values()) if cpu else time.perf_counter()


async def timed_decision(
    bot_pool: BotPool, table: Table, seat: int, level: str, most: int, decisions: list[float], cpu: bool
) -> int:
    began = clock(bot_pool, cpu)
    action = await bot_pool.decide(table, seat, parse_bot(level), most=most)
    decisions.append(clock(bot_pool, cpu) - began)
    return action


def verdict(value: float, bound: float) -> str:
    return f"{value:5.2f} s (at most {bound:g}: {'holds' if value <= bound else 'missed'})"


def main() -> None:
    """Measure every game with as many bots as it seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=3)
    parser.add_argument("--level", default="master")
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--game", choices=list(GAMES))
    asked = parser.parse_args()
    for game in [asked.game] if asked.game else list(GAMES):
        bots = min(asked.bots, game_package(game).most_seats - 1)
        decisions, waits = asyncio.run(measure_waits(game, bots, asked.level, asked.turns, asked.cpu))
        median = statistics.median(decisions)
        print(
            f"{game:11} {bots} x {asked.level}: {len(decisions)} decisions, median {median:.2f} s, "
            f"longest {verdict(max(decisions), DECISION)}; longest wait {verdict(max(waits), WAIT)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
