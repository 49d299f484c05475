"""The line for the bots' processes: people first, then whoever had least of them."""

from __future__ import annotations

import asyncio

import pytest

from domik.bots import parse_bot
from domik.server.bots.fair_queue import HALF_LIFE, UNWATCHED, WATCHED, DecayingUsage, FairQueue
from domik.server.bots.pool import BotPool, WorkerPool
from domik.server.bots.worker import BotWorker, DecisionTask, WorkerStopped
from tests.server.host import finished
from tests.waiting import eventually_async


async def served(line: FairQueue, asked: list[tuple[int, str, str]], cost: float = 1.0) -> list[tuple[int, str, str]]:
    """The order in which those who all wait at once get their places, each charged the same."""
    order: list[tuple[int, str, str]] = []

    async def one(rank: int, address: str, table: str) -> None:
        await line.acquire(rank, address, table)
        order.append((rank, address, table))
        await asyncio.sleep(0)
        line.release(address, table, cost)

    await line.acquire(WATCHED, "before", "before")
    waiting = [asyncio.create_task(one(*who)) for who in asked]
    await asyncio.sleep(0)
    line.release("before", "before", 0.0)
    await asyncio.gather(*waiting)
    return order


def test_people_come_before_tables_that_nobody_watches() -> None:
    asked = [(UNWATCHED, "a", "1"), (UNWATCHED, "b", "2"), (WATCHED, "c", "3"), (WATCHED, "d", "4")]
    order = finished(served(FairQueue(1), asked))
    assert [rank for rank, _, _ in order] == [WATCHED, WATCHED, UNWATCHED, UNWATCHED]


def test_thirty_tables_of_one_address_delay_another_by_one_decision() -> None:
    asked = [(WATCHED, "greedy", str(table)) for table in range(30)]
    asked[20:20] = [(WATCHED, "honest", "mine")]
    order = finished(served(FairQueue(1), asked))
    assert order.index((WATCHED, "honest", "mine")) <= 1


def test_addresses_and_tables_take_turns() -> None:
    asked = [(WATCHED, "a", "1")] * 4 + [(WATCHED, "a", "2")] * 4 + [(WATCHED, "b", "3")] * 4
    order = [table for _, _, table in finished(served(FairQueue(1), asked))]
    assert sorted(order[:4]) == ["1", "2", "3", "3"]
    assert sorted(order[:8]) == ["1", "1", "2", "2", "3", "3", "3", "3"]


def test_what_was_spent_is_forgotten_by_half() -> None:
    spending = DecayingUsage()
    spending.add("a", 8.0, 0.0)
    assert spending.recent("a", HALF_LIFE) == pytest.approx(4.0)
    spending.prune(HALF_LIFE * 20)
    assert len(spending) == 0


def test_whoever_gives_up_waiting_leaves_nothing_behind() -> None:
    async def main() -> tuple[int, int]:
        line = FairQueue(1)
        await line.acquire(WATCHED, "a", "1")
        gone = asyncio.create_task(line.acquire(WATCHED, "b", "2"))
        called = asyncio.create_task(line.acquire(WATCHED, "c", "3"))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        line.release("a", "1", 1.0)
        called.cancel()  # in the moment in which it was called
        await asyncio.gather(gone, called, return_exceptions=True)
        return line.free_slots, len(line.waiting)

    assert finished(main()) == (1, 0)


def test_only_those_who_search_share_the_slow_lane() -> None:
    bots = ("easy", "normal", "greedy", "hard", "master", "ismcts:iterations=5")
    assert [bot for bot in bots if parse_bot(bot).is_searching] == ["hard", "master", "ismcts:iterations=5"]
    thinking = BotPool(3)
    assert thinking.quick.queue is not thinking.deep.queue
    thinking.close()


def task(bot: str) -> DecisionTask:
    from domik.games import game_package
    from domik.kernel.luck import luck_of
    from domik.kernel.state import new_state

    match = game_package("treehouse").match(2)
    view = new_state(match.game, luck_of(1)).view(0)
    return (
        "treehouse",
        2,
        match.options_json(),
        "",
        [int(number) for number in view.numbers],
        0,
        parse_bot(bot),
        "1",
        False,
    )


def test_a_worker_survives_what_happens_to_it() -> None:
    """A bad question, a killed process, the end of the house while it thinks."""

    async def main() -> None:
        lane = WorkerPool(1, 0)
        action, seconds, wrong = await lane.ask(task("easy"), WATCHED, "a", "1")
        assert (action > 0, seconds >= 0, wrong) == (True, True, "")
        assert "BadOption" in (await lane.ask(task("cmd:nobody"), WATCHED, "a", "1"))[2]
        worker = lane.idle[0]
        assert worker._process is not None
        worker._process.kill()
        assert (await lane.ask(task("easy"), WATCHED, "a", "1"))[0] > 0
        thinking = asyncio.create_task(lane.ask(task("ismcts:iterations=0,milliseconds=60000"), WATCHED, "a", "1"))
        await eventually_async(lambda: lane.busy)
        await asyncio.to_thread(lane.close)
        with pytest.raises(WorkerStopped):  # instead of an answer, had it been waited for
            await thinking

    finished(main())


def test_a_worker_that_was_never_asked_ends_too() -> None:
    worker = BotWorker(0)
    worker.stop()
    with pytest.raises(WorkerStopped):
        worker.ask(task("easy"))
