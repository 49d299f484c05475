"""Server processes for the benchmarks that measure a server from outside."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx


@contextlib.contextmanager
def running_server(*program: str) -> Iterator[tuple[int, int]]:
    """Run `python PROGRAM --port PORT --data FILE` for the length of the block; yields port and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, *program, "--port", str(port), "--data", str(Path(folder, "d.db"))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            for _ in range(600):
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/healthz")
                    break
                time.sleep(0.05)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(15)


PAGE = os.sysconf("SC_PAGE_SIZE")
NO_LIMIT = 1_000_000


def serve_domik(port: int) -> None:
    """The real server, without rate limits."""
    from domik.server import tune_gc
    from domik.server.app import RequestLimits, create_app
    from domik.server.edge.transport import Server, uvicorn_config

    data = Path(tempfile.mkdtemp()) / "load.db"
    app = create_app(data, pace=0, limits=RequestLimits((1e9, 1e9), (1e9, 1e9), 1e6, connections=NO_LIMIT))
    tune_gc()  # as `domik serve` does
    Server(uvicorn_config(app, port=port, log_level="error"), app).run()


def serve_yardstick(port: int) -> None:
    """Plain WebSocket server: each message makes it send a fixed payload to both clients of a room."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    rooms: dict[str, list[WebSocket]] = {}
    payload = "x" * int(os.environ["DOMIK_PAYLOAD"])

    async def echo(viewer: WebSocket) -> None:
        await viewer.accept()
        room = rooms.setdefault(viewer.path_params["room"], [])
        room.append(viewer)
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                json.loads(await viewer.receive_text())
                for one in room:
                    await one.send_text(payload)
        room.remove(viewer)

    app = Starlette(routes=[WebSocketRoute("/{room}", echo)])
    uvicorn.run(app, port=port, log_level="error", access_log=False, ws_per_message_deflate=False)


class ServerProcess:
    def __init__(self, kind: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.host = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "bench.servers", kind, str(self.port)]
        self.process = subprocess.Popen(command, env=os.environ | environment)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                httpx.get(f"http://{self.host}/healthz")
                return
            time.sleep(0.05)
        raise SystemExit(f"the {kind} server did not start")

    def cpu(self) -> float:
        """CPU seconds so far of all threads, to the nanosecond; the usual 10 ms ticks are longer than short rounds."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def memory(self) -> float:
        """Resident kilobytes."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * PAGE / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(15)


if __name__ == "__main__":
    {"domik": serve_domik, "yardstick": serve_yardstick}[sys.argv[1]](int(sys.argv[2]))
