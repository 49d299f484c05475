"""The bare channel of a socket: at once where it can, in order where it must wait, and never a way to hurt others."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Coroutine
from typing import Any

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from domik.server.http.outbox import CLOSE_RECONNECT, MAX_QUEUED, Outbox
from tests.server.host import Host, finished
from tests.server.test_resume import dealt


class Line:
    """The other end: it takes what is sent while it is open."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.taken: list[Message] = []
        self.gone: Exception | None = None
        self.said: asyncio.Queue[Message] = asyncio.Queue()
        self.wire = Outbox(self.said.get, self.send)

    async def send(self, message: Message) -> None:
        await self.open.wait()
        if self.gone is not None:
            raise self.gone
        self.taken.append(message)

    def data(self) -> list[bytes]:
        return [message["bytes"] for message in self.taken if message["type"] == "websocket.send"]

    def codes(self) -> list[int]:
        return [message["code"] for message in self.taken if message["type"] == "websocket.close"]


def run(work: Coroutine[Any, Any, None]) -> None:
    finished(asyncio.wait_for(work, 10))


def test_what_an_open_line_takes_leaves_without_a_task() -> None:
    async def main() -> None:
        line = Line()
        before = asyncio.all_tasks()
        line.wire.send(b"1")
        line.wire.send(b"2")
        assert line.data() == [b"1", b"2"], "at once, before anything else runs"
        assert asyncio.all_tasks() == before

    run(main())


def test_a_slow_line_gets_everything_in_order() -> None:
    async def main() -> None:
        line = Line()
        line.open.clear()
        for k in range(MAX_QUEUED):
            line.wire.send(b"%d" % k)
        await asyncio.sleep(0.01)
        assert line.taken == []
        line.open.set()
        await asyncio.sleep(0.01)
        assert line.data() == [b"%d" % k for k in range(MAX_QUEUED)]
        line.wire.send(b"last")
        assert line.data()[-1] == b"last", "at once again"

    run(main())


def test_a_line_that_is_too_slow_has_to_come_again() -> None:
    async def main() -> None:
        line = Line()
        line.open.clear()
        for k in range(MAX_QUEUED + 3):
            line.wire.send(b"%d" % k)
        line.open.set()
        await asyncio.sleep(0.01)
        assert line.data() == [b"0"], "only what was on its way: the page will miss the rest, and get it when it comes"
        assert line.codes() == [CLOSE_RECONNECT]

    run(main())


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("gone", [OSError("gone"), RuntimeError("closed")])
def test_nobody_else_hears_of_a_line_that_broke(slow: bool, gone: Exception) -> None:
    async def main() -> None:
        line = Line()
        line.gone = gone
        if slow:
            line.open.clear()
        line.wire.send(b"1")
        line.open.set()
        await asyncio.sleep(0.01)
        line.gone = None
        line.wire.send(b"2")
        line.wire.close(CLOSE_RECONNECT)
        assert line.taken == [], "it stays broken"

    run(main())


def test_a_cut_wire_leaves_nothing_behind() -> None:
    async def main() -> None:
        line = Line()
        before = asyncio.all_tasks()
        line.open.clear()
        line.wire.send(b"1")
        line.wire.send(b"2")
        await asyncio.sleep(0.01)
        line.wire.abort()
        await asyncio.sleep(0.01)
        assert asyncio.all_tasks() == before
        line.open.set()
        await asyncio.sleep(0.01)
        assert line.taken == []

    run(main())


def test_the_end_is_heard() -> None:
    async def main() -> None:
        line = Line()
        line.said.put_nowait({"type": "websocket.receive", "text": "hello"})
        line.said.put_nowait({"type": "websocket.receive", "bytes": b"hello"})
        line.said.put_nowait({"type": "websocket.disconnect", "code": 1001})
        assert await line.wire.receive_text() == "hello"
        assert await line.wire.receive_text() == "", "bytes are no text"
        with pytest.raises(WebSocketDisconnect) as ended:
            await line.wire.receive_text()
        assert ended.value.code == 1001

    run(main())


def test_a_page_that_reads_nothing_holds_nobody_up(host: Host) -> None:
    """A real socket with full buffers: the other page goes on, and what waits for the slow one is limited."""
    table, _people, (one, two) = dealt(host)
    two.socket.close_timeout = 0.2  # it will not even read that it is to close
    room = host.rooms.by_id[table]
    quiet = next(viewer for viewer in room.viewers.values() if viewer.view_seat == 1)
    assert quiet.outbox is not None
    transport = quiet.outbox._send.__self__.transport  # type: ignore[attr-defined]
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    transport.set_write_buffer_limits(high=4096)

    async def flood() -> None:
        for _ in range(400):
            quiet.send_answer({"filling": "x" * 20_000})

    host.call(flood())
    one.ask("chat", text="still here")
    assert len(one.chat) == 1
    end = time.monotonic() + 120
    while quiet.outbox is not None and len(quiet.outbox._queued) > 1 and time.monotonic() < end:
        time.sleep(0.05)
    assert quiet.outbox is None or len(quiet.outbox._queued) <= 1, "what waited was dropped: the page comes again"
