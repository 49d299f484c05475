"""Fair share: an address that asks for much at once waits, and nobody else does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from domik.server.edge.limits import BURST, DEBT, FairShare, FairShareMiddleware
from tests.server.host import finished

WORK = 0.75 * BURST  # seconds of processor time that one request takes


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at

    async def until_done(self, tasks: list[asyncio.Task[None]]) -> None:
        """Let time pass until all of them are done."""
        while not all(task.done() for task in tasks):
            self.at += DEBT
            await asyncio.sleep(0)


async def asked(shares: FairShare, address: str, done: list[str]) -> None:
    """One request from its beginning to its end."""
    await shares.turn(address)
    shares.charge(address, WORK)
    done.append(address)


def goes_on_at_once(shares: FairShare, address: str) -> bool:
    """Whether a request of this address would not wait."""
    turn = shares.turn(address)
    try:
        turn.send(None)
    except StopIteration:
        return True
    turn.close()
    return False


def test_others_come_in_between() -> None:
    async def main() -> None:
        clock, done = Clock(), list[str]()
        shares = FairShare(clock)
        await asked(shares, "honest", done)
        flood = [asyncio.create_task(asked(shares, "flood", done)) for _ in range(20)]
        await asyncio.sleep(0)
        assert done.count("flood") == 2, "what an address may take at once"
        assert goes_on_at_once(shares, "honest")
        await clock.until_done(flood)
        assert done.count("flood") == 20, "nobody is refused"

    finished(main())


def test_an_address_that_is_alone_never_waits() -> None:
    shares = FairShare(Clock())
    for _ in range(5):
        assert goes_on_at_once(shares, "school")
        shares.charge("school", DEBT)


def test_what_an_address_asks_for_at_the_same_time_is_charged_once() -> None:
    processor = Clock()
    shares = FairShare(Clock(), processor)
    assert goes_on_at_once(shares, "honest")
    for _ in range(10):
        shares.begin("school")
    processor.at += WORK
    for _ in range(10):
        shares.end("school")
    processor.at += DEBT  # used by others
    assert goes_on_at_once(shares, "school")
    shares.charge("school", WORK)
    assert not finished(later(shares, "school"))


async def later(shares: FairShare, address: str) -> bool:
    return goes_on_at_once(shares, address)


def test_an_address_in_company_earns_its_share() -> None:
    async def main() -> None:
        clock = Clock()
        shares = FairShare(clock)
        assert goes_on_at_once(shares, "honest")
        assert goes_on_at_once(shares, "school")
        shares.charge("school", DEBT)
        clock.at += DEBT
        assert not goes_on_at_once(shares, "school")

    finished(main())


def test_an_unknown_address_never_waits() -> None:
    """Behind a socket file without forwarded addresses, all visitors would share one."""
    shares = FairShare(Clock())
    assert goes_on_at_once(shares, "honest")
    for _ in range(3):
        assert goes_on_at_once(shares, "")
        shares.charge("", DEBT)


def test_a_request_that_is_cancelled_holds_nobody_up() -> None:
    async def main() -> list[str]:
        clock, done = Clock(), list[str]()
        shares = FairShare(clock)
        await asked(shares, "honest", done)
        flood = [asyncio.create_task(asked(shares, "flood", done)) for _ in range(8)]
        await asyncio.sleep(0)
        for task in flood[3:6]:
            task.cancel()
        await clock.until_done(flood)
        await clock.until_done([asyncio.create_task(asked(shares, "flood", done))])
        return done

    assert finished(main()).count("flood") == 6


# ---- as middleware -----------------------------------------------------------------------------------------------


def scope_of(kind: str, address: str, path: str = "/", query: bytes = b"") -> Scope:
    return {"type": kind, "client": (address, 1), "path": path, "query_string": query, "headers": []}


async def nothing_sent(message: Message) -> None:
    pass


async def nothing_received() -> Message:
    return {"type": "http.request"}


async def answer(layer: FairShareMiddleware, address: str, path: str = "/", query: bytes = b"") -> None:
    await layer(scope_of("http", address, path, query), nothing_received, nothing_sent)


def test_requests_are_charged_with_the_time_they_take() -> None:
    answered: list[str] = []

    processor = Clock()

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        processor.at += DEBT
        answered.append(scope["client"][0])

    async def main() -> None:
        clock = Clock()
        layer = FairShareMiddleware(page, FairShare(clock, processor))
        await answer(layer, "192.0.2.1")
        await answer(layer, "192.0.2.2")
        greedy = asyncio.create_task(answer(layer, "192.0.2.2"))
        await asyncio.sleep(0)
        await answer(layer, "192.0.2.3")
        await clock.until_done([greedy])

    finished(main())
    assert answered == ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.2"]


WAITING = [("/api/tables/a", b"after=3"), ("/api/tables/a/events", b"")]


async def begin_to_wait(path: str, receive: Receive, send: Send) -> None:
    """As a long poll does, which listens for its client's leaving, and an event stream, which sends an event first."""
    if path.endswith("/events"):
        await send({"type": "http.response.start"})
        await receive()
        await send({"type": "http.response.body", "more_body": True})
    else:
        await receive()


def allowed_after(path: str, query: bytes, before: float, after: float) -> bool:
    """Whether an address goes on at once after a request that took so long before and after it had begun to wait."""
    processor = Clock()

    async def waits(scope: Scope, receive: Receive, send: Send) -> None:
        processor.at += before
        await begin_to_wait(path, receive, send)
        processor.at += after

    async def main() -> bool:
        layer = FairShareMiddleware(waits, FairShare(Clock(), processor))
        await layer.shares.turn("192.0.2.1")  # nobody is alone
        await answer(layer, "192.0.2.2", path, query)
        return goes_on_at_once(layer.shares, "192.0.2.2")

    return finished(main())


@pytest.mark.parametrize(("path", "query"), WAITING)
def test_what_waits_on_purpose_is_charged_until_it_waits(path: str, query: bytes) -> None:
    """A long poll is not charged with the moves that others make meanwhile."""
    assert allowed_after(path, query, 0.0, DEBT)
    assert not allowed_after(path, query, DEBT, 0.0)


def test_messages_of_a_socket_are_charged_with_the_time_they_take() -> None:
    heard: list[str] = []
    processor = Clock()

    async def session(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message["text"])
            processor.at += DEBT

    async def main() -> None:
        clock = Clock()
        layer = FairShareMiddleware(session, FairShare(clock, processor))
        await layer.shares.turn("192.0.2.1")  # nobody is alone
        messages: list[dict[str, Any]] = [{"type": "websocket.receive", "text": text} for text in ("first", "second")]
        queue: asyncio.Queue[Message] = asyncio.Queue()
        for message in [*messages, {"type": "websocket.disconnect"}]:
            queue.put_nowait(message)
        socket = asyncio.create_task(layer(scope_of("websocket", "192.0.2.2"), queue.get, nothing_sent))
        await asyncio.sleep(0)
        assert heard == ["first"]
        assert goes_on_at_once(layer.shares, "192.0.2.3")
        await clock.until_done([socket])
        assert heard == ["first", "second"]

    finished(main())
