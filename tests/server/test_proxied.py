"""Behind a real nginx, with the example that we ship: pages, files, sockets and event streams arrive."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domik.server.hosting import Hosting
from domik.server.http.proxies import proxies_from
from tests.server.host import Host, Page, free_port

ROOT = Path(__file__).parents[2]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
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
    hosting = Hosting(public_url=f"http://127.0.0.1:{port}", root_path="/domik", proxies=proxies_from("127.0.0.1"))
    host = Host(folder / "d.db", hosting=hosting)
    example = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    example = example.replace("127.0.0.1:8000", f"127.0.0.1:{host.port}").replace("listen 80;", f"listen {port};")
    # Host as nginx sends it when nobody says otherwise: the name of the upstream
    example = example.replace("proxy_set_header Host $host;", "")
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, example=example), encoding="utf-8")
    folder.chmod(0o777)
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    origin, end = f"http://127.0.0.1:{port}", time.monotonic() + 20
    while True:
        try:
            httpx.get(origin)
            break
        except httpx.TransportError:
            assert process.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < end
            time.sleep(0.05)
    yield origin, host
    process.terminate()
    process.wait(10)
    host.stop()


def test_a_game_is_played_through_nginx(proxied: tuple[str, Host]) -> None:
    origin, host = proxied
    person = httpx.Client(base_url=origin, headers={"accept-language": "en", "origin": origin})
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
