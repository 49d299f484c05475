"""Behind a real nginx and a real Caddy, with the examples that we ship: pages, files and sockets arrive."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domik.server.hosting import Hosting, parse_proxies
from tests.server.host import Host, Page, free_port
from tests.waiting import PATIENCE, answers, eventually, patient_client

ROOT = Path(__file__).parents[3]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CADDY = shutil.which("caddy")
WHOLE = """daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {example}
}}
"""


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Host]]:
    if NGINX is None:
        text = "NO NGINX HERE: the example in deploy/nginx.conf is not tried (apt-get install nginx-light)"
        print(text, file=sys.__stderr__)
        pytest.skip(text)
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    hosting = Hosting(public_url=f"http://127.0.0.1:{port}", root_path="/domik", proxies=parse_proxies("127.0.0.1"))
    host = Host(folder / "d.db", hosting=hosting)
    example = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    example = example.replace("127.0.0.1:8000", f"127.0.0.1:{host.port}").replace("listen 80;", f"listen {port};")
    # Host as nginx sends it when nobody says otherwise: the name of the upstream
    example = example.replace("proxy_set_header Host $host;", "")
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, example=example), encoding="utf-8")
    folder.chmod(0o777)
    with started([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")], port) as origin:
        yield origin, host
    host.stop()


@contextlib.contextmanager
def started(command: list[str], port: int) -> Iterator[str]:
    """A proxy that answers, and its origin."""
    home = os.environ | {"HOME": command[-1].rpartition("/")[0]}  # nothing of it is written anywhere else
    process = subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    origin = f"http://127.0.0.1:{port}"
    try:
        eventually(lambda: process.poll() is not None or answers(origin))
        assert process.poll() is None, "the proxy does not start"
        yield origin
    finally:
        process.terminate()
        process.wait(PATIENCE)


def test_a_game_is_played_through_nginx(proxied: tuple[str, Host]) -> None:
    origin, host = proxied
    person = patient_client(base_url=origin, headers={"accept-language": "en", "origin": origin})
    home = person.get("/domik/")
    assert home.status_code == 200
    sheet = home.text.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
    assert person.get(sheet).headers["content-encoding"] == "gzip"
    led = person.post("/domik/g/treehouse/play")
    assert led.status_code == 303, led.text
    table = led.headers["location"].removeprefix("/domik/t/")
    assert person.get(led.headers["location"]).status_code == 200
    page = Page(origin, table, person, base="/domik")
    page.take()
    page.ask("luck", text="x")
    page.until(lambda page: page.facts.get("mine"))
    assert "ok" in page.move(page.paths[0][0] % 64)
    assert host.call(host.rooms.get(table)).address == "127.0.0.1"
    assert person.get("/domik/metrics").status_code == 404
    assert person.get("/domik", follow_redirects=False).headers["location"].endswith("/domik/")
    person.close()


@pytest.mark.skipif(CADDY is None, reason="no Caddy here: the example in deploy/Caddyfile is not tried")
def test_a_game_is_played_through_caddy(tmp_path: Path) -> None:
    assert CADDY is not None
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    host = Host(tmp_path / "d.db", hosting=Hosting(public_url=origin, proxies=parse_proxies("127.0.0.1")))
    example = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    example = example.replace("club.example {", f"{origin} {{").replace("127.0.0.1:8000", f"127.0.0.1:{host.port}")
    example = example.replace("\tservers {", "\tadmin off\n\tgrace_period 1s\n\tservers {", 1)
    (tmp_path / "Caddyfile").write_text(example, encoding="utf-8")
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    try:
        with started(command, port), patient_client(base_url=origin, headers={"origin": origin}) as person:
            assert person.get("/").headers["content-encoding"] in ("br", "gzip")
            assert person.get("/metrics").status_code == 404
            table = person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
            page = Page(origin, table, person)
            page.ask("luck", text="x")
            page.until(lambda page: page.facts.get("mine"))
            assert "ok" in page.move(page.paths[0][0] % 64)
            with person.stream("GET", f"/api/tables/{table}/events") as stream:
                assert next(stream.iter_lines()).startswith("id:"), "an event arrives at once"
    finally:
        host.stop()
