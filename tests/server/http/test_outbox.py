"""The outbox of a live socket: in order, without waiting, and a page that reads nothing holds nobody up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from domik.server.http.outbox import CLOSE_RECONNECT, MOST_WAITING, Outbox
from tests.server.host import Host, finished
from tests.server.live.test_resume import dealt
from tests.waiting import PATIENCE, eventually


class Line:
    """The other end: it takes what is sent while it is open."""

    def __init__(self) -> None:
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.taken: list[Message] = []
        self.is_offered = asyncio.Event()  # the writer has come with a message, whether it is taken or not
        self.gone: Exception | None = None
        self.tasks = len(asyncio.all_tasks())
        self.outbox = Outbox(self.send)

    async def send(self, message: Message) -> None:
        self.is_offered.set()
        await self.is_open.wait()
        if self.gone is not None:
            raise self.gone
        self.taken.append(message)

    async def has_taken(self, number: int) -> None:
        """Until so many messages have come."""
        while len(self.taken) < number:
            await asyncio.sleep(0)

    async def is_idle(self) -> None:
        """Until nothing but this test runs."""
        while len(asyncio.all_tasks()) > self.tasks:
            await asyncio.sleep(0)

    def data(self) -> list[bytes]:
        return [message["bytes"] for message in self.taken if message["type"] == "websocket.send"]

    def codes(self) -> list[int]:
        return [message["code"] for message in self.taken if message["type"] == "websocket.close"]


def run(work: Callable[[Line], Awaitable[None]]) -> None:
    async def main() -> None:
        await work(Line())

    finished(asyncio.wait_for(main(), 10))


def test_everything_leaves_in_order() -> None:
    async def work(line: Line) -> None:
        for number in range(MOST_WAITING):
            line.outbox.post(b"%d" % number)
        assert line.taken == [], "posting does not wait"
        await line.has_taken(MOST_WAITING)
        line.outbox.post(b"last")
        await line.has_taken(MOST_WAITING + 1)
        assert line.data() == [*(b"%d" % number for number in range(MOST_WAITING)), b"last"]

    run(work)


def test_a_page_that_is_too_slow_has_to_come_again() -> None:
    async def work(line: Line) -> None:
        line.is_open.clear()
        line.outbox.post(b"on its way")
        await line.is_offered.wait()
        for number in range(MOST_WAITING):
            line.outbox.post(b"%d" % number)
        assert not line.outbox.is_closed
        line.outbox.post(b"one too many")
        assert line.outbox.is_closed
        line.is_open.set()
        await line.has_taken(2)
        assert line.data() == [b"on its way"], "the rest is dropped: the page gets it when it comes again"
        assert line.codes() == [CLOSE_RECONNECT]

    run(work)


def test_a_closed_outbox_takes_nothing_more() -> None:
    async def work(line: Line) -> None:
        line.outbox.post(b"dropped")
        line.outbox.close(4429)
        line.outbox.close(CLOSE_RECONNECT)
        line.outbox.post(b"late")
        await line.is_idle()
        assert line.taken == [{"type": "websocket.close", "code": 4429}]

    run(work)


@pytest.mark.parametrize("gone", [OSError("gone"), RuntimeError("closed"), WebSocketDisconnect()])
def test_nobody_hears_of_a_line_that_broke(gone: Exception) -> None:
    async def work(line: Line) -> None:
        line.gone = gone
        line.outbox.post(b"1")
        line.outbox.post(b"2")
        await line.is_idle()
        line.gone = None
        line.outbox.post(b"3")
        await line.is_idle()
        assert line.taken == [], "it stays broken"

    run(work)


def test_a_stopped_outbox_leaves_no_task_behind() -> None:
    async def work(line: Line) -> None:
        line.is_open.clear()
        line.outbox.post(b"1")
        line.outbox.post(b"2")
        await line.is_offered.wait()
        line.outbox.stop()
        line.is_open.set()
        await line.is_idle()
        assert line.taken == []

    run(work)


HANDSHAKE = """GET /t/{table}/live HTTP/1.1\r
Host: 127.0.0.1:{port}\r
Origin: http://127.0.0.1:{port}\r
Cookie: {cookies}\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
Sec-WebSocket-Version: 13\r
\r
"""


def test_a_page_that_reads_nothing_holds_nobody_up(host: Host) -> None:
    """A real socket with full buffers: the other page goes on, and the slow one is closed to come again."""
    table, people, (one, two) = dealt(host)
    two.close()
    cookies = "; ".join(f"{name}={value}" for name, value in people[1].cookies.items())
    live_table = host.rooms.by_id[table]
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(PATIENCE)
        slow.connect(("127.0.0.1", host.port))
        slow.sendall(HANDSHAKE.format(table=table, port=host.port, cookies=cookies).encode())
        eventually(lambda: sum(viewer.is_connected for viewer in live_table.viewers.values()) == 2)
        quiet = next(
            viewer for viewer in live_table.viewers.values() if viewer.is_connected and viewer.id != one.facts["viewer"]
        )

        async def flood() -> None:
            """Fill the buffers of the network, then the outbox; the writer runs in between."""
            while quiet.outbox is not None and not quiet.outbox.is_closed:
                quiet.send_answer({"filling": "x" * 200_000})
                await asyncio.sleep(0)

        host.call(flood())
        one.ask("chat", text="still here")
        assert len(one.chat) == 1
        close = bytes((0x88, 2)) + CLOSE_RECONNECT.to_bytes(2, "big")  # the last frame of the socket (RFC 6455, 5.5.1)
        received = b""
        while not received.endswith(close) and (data := slow.recv(65536)):
            received = (received + data)[-65536:]
        assert received.endswith(close)
