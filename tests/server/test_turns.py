"""Turns: whoever asks for much at once waits, and nobody else does."""

from __future__ import annotations

import asyncio
import time

import pytest

from domik.server.door.turns import AHEAD, SHARE, Turns
from tests.server.host import finished

WORK = 0.003  # seconds that one request takes


def busy(seconds: float) -> None:
    """Work that nobody can interrupt."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


async def nothing_but(work: float) -> None:
    """No waiting."""
    busy(work)


async def asked(turns: Turns, address: str, done: list[str]) -> None:
    """One request from its beginning to its end."""

    async def work() -> None:
        busy(WORK)
        await asyncio.sleep(0)

    await turns.turn(address)
    await turns.spend(address, work())
    done.append(address)


def test_others_come_in_between() -> None:
    async def main() -> tuple[list[str], float]:
        turns, done = Turns(), list[str]()
        await asked(turns, "honest", done)
        began = time.perf_counter()
        flood = [asyncio.create_task(asked(turns, "flood", done)) for _ in range(60)]
        await asyncio.sleep(0.02)
        await asked(turns, "honest", done)
        took = time.perf_counter() - began
        before = list(done)
        await asyncio.gather(*flood)
        assert done.count("flood") == 60, "nobody is refused"
        return before, took

    before, took = finished(main())
    assert before.count("flood") <= (AHEAD + SHARE * took) / WORK + 2, "a share of the time, however many wait"


def test_whoever_is_alone_never_waits() -> None:
    turns = Turns()
    for _ in range(40):
        with pytest.raises(StopIteration):  # at once, without waiting for anything
            turns.turn("school").send(None)
        with pytest.raises(StopIteration):
            turns.spend("school", nothing_but(WORK)).send(None)


def test_whoever_stops_waiting_holds_nobody_up() -> None:
    async def main() -> list[str]:
        turns, done = Turns(), list[str]()
        await asked(turns, "honest", done)
        flood = [asyncio.create_task(asked(turns, "flood", done)) for _ in range(8)]
        await asyncio.sleep(AHEAD)
        for task in flood[3:6]:
            task.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await asked(turns, "flood", done)
        return done

    assert finished(main()).count("flood") == 6


def test_what_goes_wrong_goes_on_going_wrong() -> None:
    """Errors and the word to stop pass through."""

    async def fails() -> None:
        await asyncio.sleep(0)
        raise LookupError

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            seen.append("stopped")

    async def main() -> None:
        turns = Turns()
        with pytest.raises(LookupError):
            await turns.spend("a", fails())
        task = asyncio.ensure_future(spent(turns))
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()

    async def spent(turns: Turns) -> None:
        await turns.spend("a", waits())

    seen: list[str] = []
    finished(main())
    assert seen == ["stopped"]
