"""`domik serve`: every option on the command line and as a variable, and what is said of a bad one."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from domik.cli.serve import OPTIONS, environment_variable
from domik.server.hosting import Hosting
from tests.cli.conftest import Domik
from tests.waiting import eventually, patient_client

GOOD = {
    "port": ("0", "0"),
    "host": ("::1", "::1"),
    "unix-socket": ("", ""),
    "unix-socket-mode": ("660", "unix_mode=432"),
    "data": ("other.db", "other.db"),
    "node-address": ("http://10.0.0.5:8000/", "http://10.0.0.5:8000"),
    "keep-days": ("30", "30"),
    "public-url": ("https://Club.example/a/domik/", "https://club.example"),
    "root-path": ("/b", "/b"),
    "trusted-proxies": ("127.0.0.1, 10.0.0.0/8", "10.0.0.0/8"),
    "allowed-hosts": ("a.example, B.example", "('a.example', 'b.example')"),
    "metrics-bind": ("9100", "('127.0.0.1', 9100)"),
    "metrics-key": ("m" * 16, "m" * 16),
    "host-key": ("h" * 16, "h" * 16),
    "backups": ("/tmp/b", "/tmp/b"),
    "smtp": ("", ""),
    "mail-from": ("club@a.example", "club@a.example"),
    "known-names": ("1", "known_names=True"),
    "own-deals": ("1", "own_deals=True"),
    "log-format": ("json", "json"),
    "access-log": ("yes", "access_log=True"),
}


class Somewhere(socket.socket):
    """Stands for a socket that listens, which others do."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port

    def getsockname(self) -> tuple[str, int]:
        return "127.0.0.1", self.port


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Hosting]:
    found: list[Hosting] = []

    def serve(hosting: Hosting, listening: object, when_open: Callable[[], None], key_is: object) -> None:
        found.append(hosting)
        when_open()

    monkeypatch.setattr("domik.server.serve", serve)
    monkeypatch.setattr("domik.cli.serve.listen_on", lambda hosting: [Somewhere(hosting.port)])
    return found


@pytest.mark.parametrize("option", [name for name, _, _ in OPTIONS])
def test_every_option_is_also_a_variable(
    domik: Domik, served: list[Hosting], option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, read = GOOD[option]
    assert domik("serve", f"--{option}", text).code == 0
    monkeypatch.setenv(environment_variable(option), text)
    ran = domik("serve")
    assert ran.code == 0
    assert served[0] == served[1]
    assert read in repr(served[1])
    assert environment_variable(option) in domik("serve", "--help").out


BAD = {
    "port": "²",
    "keep-days": "-1",
    "public-url": "club.example",
    "root-path": "/a?b",
    "trusted-proxies": "nginx",
    "metrics-bind": "here",
    "metrics-key": "short",
    "host-key": "short",
    "known-names": "some",
    "own-deals": "some",
    "log-format": "xml",
    "access-log": "maybe",
    "node-address": "ftp://x",
    "unix-socket": "/no/such/folder/s",
    "unix-socket-mode": "rw",
}


@pytest.mark.parametrize("option", BAD)
def test_a_bad_variable_gets_a_sentence(
    domik: Domik, served: list[Hosting], option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment_variable(option), BAD[option])
    ran = domik("serve")
    assert (ran.code, served) == (2, [])
    assert ran.err.startswith("domik: ")
    assert f"--{option}" in ran.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_where_the_data_lie_is_said(
    domik: Domik, served: list[Hosting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the user's data folder, unless a file of an older version is here or --data names another."""
    monkeypatch.chdir(tmp_path)
    usual = tmp_path / "data" / "domik" / "domik.db"
    assert str(usual) in domik("serve", "--port", "0").out
    assert (usual.parent.stat().st_mode & 0o777, served[-1].data) == (0o700, str(usual))
    (tmp_path / "domik.db").touch()
    assert str(tmp_path / "domik.db") in domik("serve", "--port", "0").out
    assert served[-1].data == "domik.db"
    assert str(tmp_path / "other.db") in domik("serve", "--port", "0", "--data", "other.db").out
    database = domik("serve", "--port", "0", "--data", "postgresql://anna:secret@db/domik").out
    assert "postgresql://db/domik" in database
    assert "secret" not in database


def test_a_data_folder_that_cannot_be_made_gets_a_sentence(
    domik: Domik, served: list[Hosting], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").touch()
    ran = domik("serve", "--port", "0")
    assert ran.code == 2
    assert "--data" in ran.err
    assert not served


def test_open_to_all_is_said(domik: Domik, served: list[Hosting]) -> None:
    ran = domik("serve", "--host", "0.0.0.0", "--port", "0")
    assert "0.0.0.0" in ran.err
    assert len(ran.err.strip()) < 90
    assert "http://127.0.0.1:" in ran.out
    assert "http://0.0.0.0" not in ran.out
    assert domik("serve", "--port", "0").err == ""
    assert domik("serve", "--host", "::", "--allowed-hosts", "a.example", "--port", "0").err == ""
    refused = domik("serve", "--unix-socket", "s", "--data", "postgresql://x/y")
    assert (refused.code, "--node-address" in refused.err) == (2, True)


def is_open(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as tried:
        return tried.connect_ex(str(path)) == 0


def test_it_listens_on_a_socket_file(tmp_path: Path) -> None:
    path, command = tmp_path / "s", [sys.executable, "-m", "domik", "serve"]
    environment = os.environ | {"DOMIK_UNIX_SOCKET": str(path), "DOMIK_DATA": str(tmp_path / "d.db"), "LANG": "C"}
    for _ in range(2):  # what a killed server leaves behind is no obstacle
        server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            with patient_client(transport=httpx.HTTPTransport(uds=str(path)), base_url="http://club.example") as person:
                eventually(lambda: is_open(path))
                assert stat.S_IMODE(path.stat().st_mode) == 0o600
                assert person.get("/healthz").text == "ok\n"
                answer = person.get("/", headers={"x-forwarded-for": "5.5.5.5", "x-forwarded-proto": "https"})
                assert answer.status_code == 200
                assert person.post("/g/treehouse/play").status_code == 303
        finally:
            server.send_signal(signal.SIGKILL)
            said = server.communicate()[0]
    assert f"unix:{path}" in said
    assert " /host (" in said


@pytest.mark.parametrize("host", ["a" * 70, "a..b", "nosuch.invalid", "203.0.113.5"])
def test_a_host_that_is_not_here_is_said(domik: Domik, host: str) -> None:
    ran = domik("serve", "--host", host, "--port", "0")
    assert ran.code == 2
    assert f"{host}:0" in ran.err
    assert "--host" in ran.err
    assert "fault" not in ran.err
