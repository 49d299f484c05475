"""The transport: where it listens, how large a request may be, and how it stops."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from domik.server.edge.limits import most_connections
from domik.server.edge.transport import LARGEST_HEAD, RECEIVE_BUFFER, listening_sockets
from domik.server.http.limits import LARGEST_MESSAGE
from tests.server.host import OPENED, Host, Page
from tests.server.live.test_live import opened
from tests.waiting import PATIENCE, eventually, patient_client, patient_get

MASTERS = {
    "game": "dream_home",
    "seats": [{"kind": "human"}, {"kind": "bot", "bot": "master"}, {"kind": "bot", "bot": "master"}],
}
SLOW = (
    b"POST /join HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n\r\na"
)


def test_a_host_of_several_addresses_has_one_port() -> None:
    with contextlib.ExitStack() as held:
        found = [held.enter_context(one) for one in listening_sockets("localhost", 0)]
        assert len({one.getsockname()[1] for one in found}) == 1
        assert {one.getsockname()[0] for one in found} <= {"127.0.0.1", "::1"}
        with pytest.raises(OSError, match="in use"):
            listening_sockets("localhost", found[0].getsockname()[1])


def test_a_connection_hands_over_little_at_a_time() -> None:
    """Or thousands of tiny messages would be read in one go, while everybody else waits."""
    (listening,) = listening_sockets("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname()) as flood:
        accepted, _ = listening.accept()
        with accepted:
            flood.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    flood.send(bytes(65536))
            assert 0 < len(accepted.recv(1_000_000)) <= 4 * RECEIVE_BUFFER


def test_some_file_descriptors_are_left() -> None:
    assert 16 <= most_connections() < os.sysconf("SC_OPEN_MAX")


def test_a_head_has_a_largest_size(host: Host) -> None:
    with socket.create_connection(("127.0.0.1", host.port), PATIENCE) as asking:
        asking.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 2 * LARGEST_HEAD)
        assert asking.recv(2000).startswith(b"HTTP/1.1 400")


def test_a_message_has_a_largest_size(host: Host) -> None:
    table, people = opened(host, "hh", forced=False)
    page = Page(host.origin, table, people[0])
    page.take()
    page.socket.send("x" * (2 * LARGEST_MESSAGE + 1))
    with pytest.raises(ConnectionClosed) as closed:
        page.take()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_closed_page_is_forgotten(host: Host) -> None:
    """Its session ends with its socket, and its writer with its session."""
    table, people = opened(host, "hh", forced=False)
    page = Page(host.origin, table, people[0])
    page.take()
    assert host.rooms.services.metrics.sockets == 1
    page.close()
    eventually(lambda: host.rooms.services.metrics.sockets == 0)
    assert not any(viewer.is_connected for viewer in host.rooms.by_id[table].viewers.values())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for the bots' processes in /proc")
def test_told_to_stop_it_stops_while_masters_think_and_people_wait(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "domik", "serve", "--port", "0", "--data", str(tmp_path / "d.db"), "--lang", "en"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        origin = process.stdout.readline().split()[-1].rstrip("/")
        client = OPENED.enter_context(patient_client(base_url=origin))
        assert client.get("/healthz").status_code == 200  # what is called open is open
        for _ in range(6):
            found = client.post("/api/tables", json=MASTERS).json()
            client.headers["authorization"] = f"Bearer {found['seats'][0]['secret']}"
            client.post(f"/api/tables/{found['id']}/sit", json={"name": "x", "luck": "y"})
        heard: list[int] = []
        asking = f"{origin}/api/tables/{found['id']}?after=9999"
        waiting = threading.Thread(target=lambda: heard.append(patient_get(asking).status_code), daemon=True)
        waiting.start()
        for _ in range(3):  # hints that wait in the line behind the masters
            person = OPENED.enter_context(patient_client(base_url=origin))
            table = person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
            page = Page(origin, table, person)
            page.ask("luck", text="x")
            page.until(lambda page: page.facts.get("dealt"))
            for number in range(3):
                page.socket.send(json.dumps({"do": "hint", "id": 100 + number, "got": 1}))
        eventually(lambda: 'domik_bots_thinking{lane="deep"} 1' in client.get("/metrics").text)
        eventually(lambda: bool(bots_of(process.pid)))
        workers = bots_of(process.pid)
        slow = OPENED.enter_context(socket.create_connection(("127.0.0.1", httpx.URL(origin).port or 0)))
        slow.sendall(SLOW)  # a body that never comes
        for _ in range(3):  # answered after the slow request was read
            client.get("/healthz")
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, said
        eventually(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
        waiting.join(PATIENCE)
        assert heard == [200]
        slow.settimeout(PATIENCE)
        assert slow.recv(2000).startswith(b"HTTP/1.1 503"), "a request that was not whole is answered, too"
    finally:
        if process.poll() is None:
            process.kill()


def bots_of(server: int) -> list[int]:
    """The processes in which bots think, by /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[1]) == server and b"spawn_main" in (stat.parent / "cmdline").read_bytes():
                found.append(int(stat.parent.name))
    return found
