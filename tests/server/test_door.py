"""The door: silent connections make room, nobody holds all places, and it is shut within three seconds."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.typing import Origin

from domik.server.app import create_app
from domik.server.door.door import Door, Server, through
from domik.server.door.sockets import READ_AT_ONCE, LiveConnection, Unread
from domik.server.door.threshold import thresholds
from tests.server.host import GENEROUS, OPENED, Page, free_port

MASTERS = {
    "game": "dream_home",
    "seats": [{"kind": "human"}, {"kind": "bot", "bot": "master"}, {"kind": "bot", "bot": "master"}],
}
SLOW = (
    b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na"
)


@contextlib.contextmanager
def served(data: Path, door: Door) -> Iterator[int]:
    listening = thresholds("127.0.0.1", 0)
    port = listening[0].getsockname()[1]
    app = create_app(data, limits=GENEROUS)
    server = Server(uvicorn.Config(app, log_level="error", lifespan="on", **through(door)), app, listening)
    thread = threading.Thread(target=server.run, args=(listening,), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(10)


def half(port: int, text: bytes = b"GET / HTTP/1.1\r\nHost: x") -> socket.socket:
    found = socket.create_connection(("127.0.0.1", port), 5)
    found.sendall(text)
    return found


def test_those_who_say_nothing_make_room(tmp_path: Path) -> None:
    """With every place taken by half requests, a whole one is still answered."""
    door = Door(most=12, most_each=1000)
    with served(tmp_path / "d.db", door) as port, contextlib.ExitStack() as held:
        for _ in range(40):
            held.enter_context(half(port))
        for _ in range(5):
            assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200
        assert len(door.inside) <= 12


def test_nobody_holds_more_than_a_share(tmp_path: Path) -> None:
    door = Door(most=100, most_each=5)
    with served(tmp_path / "d.db", door) as port, contextlib.ExitStack() as held:
        for _ in range(5):
            held.enter_context(half(port))
        time.sleep(0.1)
        late = held.enter_context(half(port))
        assert late.recv(100).startswith(b"HTTP/1.1 503")
        assert door.turned_away == 1
        assert sum(door.each.values()) == 5


def test_nobody_comes_and_goes_without_end(tmp_path: Path) -> None:
    """Connections that are dropped at once hold no place, and are counted all the same."""
    door = Door(coming=(10, 0.0))
    with served(tmp_path / "d.db", door) as port:
        for _ in range(10):
            half(port).close()
        with half(port) as late:
            assert late.recv(100).startswith(b"HTTP/1.1 503")
        assert door.turned_away == 1


def test_whoever_comes_too_often_is_sent_away_at_the_threshold(tmp_path: Path) -> None:
    """No connection is built for them; others are let in meanwhile."""
    made: list[str] = []

    class Counting(Door):
        def comes(self, transport: asyncio.Transport, peer: str, port: int = 0) -> bool:
            made.append(peer)
            return super().comes(transport, peer, port)

    door = Counting(coming=(3, 0.0))
    with served(tmp_path / "d.db", door) as port:
        for _ in range(80):
            socket.create_connection(("127.0.0.1", port), 5).close()
        with socket.create_connection(("127.0.0.1", port), 5, ("127.0.0.2", 0)) as other:
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert other.recv(100).startswith(b"HTTP/1.1 200")
        assert made == ["127.0.0.1"] * 3 + ["127.0.0.2"]
        assert (door.turned_away, door.expected) == (77, set())


def test_a_host_of_several_addresses_has_one_port() -> None:
    with contextlib.ExitStack() as held:
        found = [held.enter_context(one) for one in thresholds("localhost", 0)]
        assert len({one.getsockname()[1] for one in found}) == 1
        assert {one.getsockname()[0] for one in found} <= {"127.0.0.1", "::1"}
        with pytest.raises(OSError, match="in use"):
            thresholds("localhost", found[0].getsockname()[1])


@pytest.mark.parametrize("before", [b"", b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"])
def test_half_a_request_is_not_waited_for(tmp_path: Path, before: bytes) -> None:
    """The first one of a connection as little as the next."""
    with served(tmp_path / "d.db", Door(head=0.4)) as port, half(port, before) as slow:
        slow.settimeout(3)
        if before:
            assert b"200" in slow.recv(4000)
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() < began + 3:
                slow.sendall(b"x")
                time.sleep(0.1)
                slow.settimeout(0.01)
                with contextlib.suppress(TimeoutError):
                    if not slow.recv(1000):
                        break
        assert 0.2 < time.monotonic() - began < 2


def test_many_small_messages_are_read_little_by_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or whoever sends thousands at once would have the server to themselves."""
    from websockets.sync.client import connect

    read: list[int] = []
    received = LiveConnection.data_received

    def counted(self: LiveConnection, data: bytes) -> None:
        read.append(len(data))
        received(self, data)

    monkeypatch.setattr(LiveConnection, "data_received", counted)
    with served(tmp_path / "d.db", Door()) as port:
        person = OPENED.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30))
        table = person.post("/g/treehouse/play").headers["location"]
        origin = f"http://127.0.0.1:{port}"
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        with connect(
            f"ws://127.0.0.1:{port}{table}/live", origin=Origin(origin), additional_headers={"Cookie": cookie}
        ) as page:
            page.socket.sendall(b"\x89\x80\x00\x00\x00\x00" * 20_000)  # pings, masked with zeros
            end = time.monotonic() + 10
            while sum(read) < 100_000 and time.monotonic() < end:
                time.sleep(0.02)
    assert sum(read) >= 100_000
    assert max(read[1:]) <= READ_AT_ONCE  # the first is the request itself


def test_the_count_comes_back_to_nothing(tmp_path: Path) -> None:
    door = Door()
    with served(tmp_path / "d.db", door) as port:
        from websockets.sync.client import connect

        for _ in range(3):
            httpx.get(f"http://127.0.0.1:{port}/")
            with connect(f"ws://127.0.0.1:{port}/t/none/live"):
                pass
            half(port).close()
        end = time.monotonic() + 5
        while door.inside and time.monotonic() < end:
            time.sleep(0.02)
        assert (len(door.inside), len(door.silent), len(door.each)) == (0, 0, 0)


def children(of: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == of:
                found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for the bots' processes in /proc")
def test_told_to_stop_it_stops_while_masters_think_and_people_wait(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "domik", "serve", "--port", str(port), "--data", str(tmp_path / "d.db")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert str(port) in process.stdout.readline()
        client = OPENED.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30))
        assert client.get("/healthz").status_code == 200  # what is called open is open
        for _ in range(6):
            opened = client.post("/api/tables", json=MASTERS).json()
            secret = opened["seats"][0]["secret"]
            client.headers["authorization"] = f"Bearer {secret}"
            client.post(f"/api/tables/{opened['id']}/sit", json={"name": "x", "luck": "y"})
        heard: list[int] = []
        asking = f"http://127.0.0.1:{port}/api/tables/{opened['id']}?after=9999"
        waiting = threading.Thread(target=lambda: heard.append(httpx.get(asking, timeout=30).status_code), daemon=True)
        waiting.start()
        for _ in range(3):  # hints that wait in the line behind the masters, and a body that never comes
            person = OPENED.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30))
            table = person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
            page = Page(f"http://127.0.0.1:{port}", table, person)
            page.ask("luck", text="x")
            page.until(lambda page: page.facts.get("dealt"))
            for number in range(3):
                page.socket.send(json.dumps({"do": "hint", "id": 100 + number, "got": 1}))
        slow = OPENED.enter_context(socket.create_connection(("127.0.0.1", port)))
        slow.sendall(SLOW)
        workers: list[int] = []
        end = time.monotonic() + 30
        while len(workers) < 1:
            workers = [child for child in children(process.pid) if b"spawn_main" in cmdline(child)]
            assert time.monotonic() < end
            time.sleep(0.05)
        time.sleep(1.0)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=10)
        assert time.monotonic() - began < 3
        assert "Traceback" not in said, said
        end = time.monotonic() + 5
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert time.monotonic() < end, "a bot goes on thinking"
            time.sleep(0.05)
        waiting.join(5)
        assert heard == [200]
        slow.settimeout(5)
        assert slow.recv(2000).startswith(b"HTTP/1.1 503"), "even who was too slow is told"
    finally:
        if process.poll() is None:
            process.kill()


def cmdline(process: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def test_a_descriptor_is_always_left() -> None:
    assert 16 <= Door().most < os.sysconf("SC_OPEN_MAX")


def test_what_is_unread_waits_in_its_order() -> None:
    """One reader, whether it waits for the next message or the message for it; one that gives up spoils nothing."""

    async def read() -> list[str]:
        unread = Unread()
        unread.put_nowait("first")
        found = [await unread.get()]
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(unread.get(), 0.01)
        for seconds, word in ((0.01, "second"), (0.02, "third")):
            asyncio.get_running_loop().call_later(seconds, unread.put_nowait, word)
        found.append(await unread.get())
        await asyncio.sleep(0.05)
        assert (unread.qsize(), unread.empty()) == (1, False)
        found.append(await unread.get())
        assert unread.empty()
        return found

    assert asyncio.run(read()) == ["first", "second", "third"]
