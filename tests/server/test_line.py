"""The line for the bots' processes: people first, then whoever had least of them."""

from __future__ import annotations

import asyncio
import time

import pytest

from domik.server.thinking.line import HALF_LIFE, UNWATCHED, WATCHED, Line, Spending
from domik.server.thinking.thinking import Lane, Thinking, is_deep
from domik.server.thinking.worker import Ended, Task, Worker
from tests.server.host import finished


async def served(line: Line, asked: list[tuple[int, str, str]], cost: float = 1.0) -> list[tuple[int, str, str]]:
    """The order in which those who all wait at once get their places, each charged the same."""
    order: list[tuple[int, str, str]] = []

    async def one(rank: int, address: str, table: str) -> None:
        await line.enter(rank, address, table)
        order.append((rank, address, table))
        await asyncio.sleep(0)
        line.leave(address, table, cost)

    await line.enter(WATCHED, "before", "before")
    waiting = [asyncio.create_task(one(*who)) for who in asked]
    await asyncio.sleep(0)
    line.leave("before", "before", 0.0)
    await asyncio.gather(*waiting)
    return order


def test_people_come_before_tables_that_nobody_watches() -> None:
    asked = [(UNWATCHED, "a", "1"), (UNWATCHED, "b", "2"), (WATCHED, "c", "3"), (WATCHED, "d", "4")]
    order = finished(served(Line(1), asked))
    assert [rank for rank, _, _ in order] == [WATCHED, WATCHED, UNWATCHED, UNWATCHED]


def test_thirty_tables_of_one_address_delay_another_by_one_decision() -> None:
    asked = [(WATCHED, "greedy", str(table)) for table in range(30)]
    asked[20:20] = [(WATCHED, "honest", "mine")]
    order = finished(served(Line(1), asked))
    assert order.index((WATCHED, "honest", "mine")) <= 1


def test_addresses_and_tables_take_turns() -> None:
    asked = [(WATCHED, "a", "1")] * 4 + [(WATCHED, "a", "2")] * 4 + [(WATCHED, "b", "3")] * 4
    order = [table for _, _, table in finished(served(Line(1), asked))]
    assert sorted(order[:4]) == ["1", "2", "3", "3"]
    assert sorted(order[:8]) == ["1", "1", "2", "2", "3", "3", "3", "3"]


def test_what_was_spent_is_forgotten_by_half() -> None:
    spending = Spending()
    spending.add("a", 8.0, 0.0)
    assert spending.of("a", HALF_LIFE) == pytest.approx(4.0)
    spending.forget(HALF_LIFE * 20)
    assert len(spending) == 0


def test_whoever_gives_up_waiting_leaves_nothing_behind() -> None:
    async def main() -> tuple[int, int]:
        line = Line(1)
        await line.enter(WATCHED, "a", "1")
        gone = asyncio.create_task(line.enter(WATCHED, "b", "2"))
        called = asyncio.create_task(line.enter(WATCHED, "c", "3"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        line.leave("a", "1", 1.0)
        called.cancel()  # in the moment in which it was called
        await asyncio.gather(gone, called, return_exceptions=True)
        return line.free, len(line.waiting)

    assert finished(main()) == (1, 0)


def test_only_those_who_search_share_the_slow_lane() -> None:
    assert [bot for bot in ("easy", "normal", "greedy", "hard", "master", "ismcts:iterations=5") if is_deep(bot)] == [
        "hard", "master", "ismcts:iterations=5",
    ]  # fmt: skip
    thinking = Thinking(3)
    assert thinking.quick.line is not thinking.deep.line
    thinking.close()


def task(bot: str) -> Task:
    from domik.games import title_of
    from domik.kernel.luck import luck_of
    from domik.kernel.state import new_state

    match = title_of("treehouse").match(2)
    view = new_state(match.game, luck_of(1)).view(0)
    return ("treehouse", 2, match.options_json(), [int(number) for number in view.numbers], 0, bot, "1", False)


def test_a_worker_survives_what_happens_to_it() -> None:
    """A bad question, a killed process, the end of the house while it thinks."""

    async def main() -> None:
        lane = Lane(1, 0)
        action, seconds, wrong = await lane.ask(task("easy"), WATCHED, "a", "1")
        assert (action > 0, seconds >= 0, wrong) == (True, True, "")
        assert "BadOption" in (await lane.ask(task("nobody"), WATCHED, "a", "1"))[2]
        worker = lane.idle[0]
        assert worker._process is not None
        worker._process.kill()
        assert (await lane.ask(task("easy"), WATCHED, "a", "1"))[0] > 0
        thinking = asyncio.create_task(lane.ask(task("ismcts:iterations=0,milliseconds=60000"), WATCHED, "a", "1"))
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await asyncio.to_thread(lane.close)
        with pytest.raises(Ended):
            await thinking
        assert time.monotonic() - began < 2

    finished(main())


def test_a_worker_that_was_never_asked_ends_too() -> None:
    worker = Worker(0)
    worker.end()
    with pytest.raises(Ended):
        worker.ask(task("easy"))
