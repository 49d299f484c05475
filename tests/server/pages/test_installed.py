"""What a phone needs to install Domik: a manifest whose pictures and addresses are there, and one worker."""

from __future__ import annotations

import re
import struct

import pytest

from domik.web.manifest import manifest
from tests.server.host import Host


def png_size(data: bytes) -> str:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return "{}x{}".format(*struct.unpack(">II", data[16:24]))


@pytest.mark.parametrize(("language", "learn"), [("en", "Lessons"), ("ru", "Уроки"), ("pl", "Lekcje")])
def test_everything_in_the_manifest_is_there(host: Host, language: str, learn: str) -> None:
    person = host.person()
    answer = person.get("/manifest.webmanifest", headers={"accept-language": language})
    assert answer.headers["content-type"] == "application/manifest+json"
    found = answer.json()
    assert [one["name"] for one in found["shortcuts"]][3] == learn
    assert {one["purpose"] for one in found["icons"]} == {"any", "maskable"}
    assert {one["form_factor"] for one in found["screenshots"]} == {"narrow", "wide"}
    for picture in (*found["icons"], *found["screenshots"]):
        shown = person.get(picture["src"])
        assert shown.status_code == 200
        assert shown.headers["content-type"] == picture["type"]
        assert "immutable" in shown.headers["cache-control"]
        if picture["type"] == "image/png":
            assert png_size(shown.content) == picture["sizes"]
    for one in (found["start_url"], *(shortcut["url"] for shortcut in found["shortcuts"])):
        assert person.get(one, follow_redirects=True).status_code == 200


def test_pages_name_the_manifest_and_may_use_it(host: Host) -> None:
    page = host.person().get("/")
    assert 'rel="manifest" href="/manifest.webmanifest"' in page.text
    assert "manifest-src 'self'" in page.headers["content-security-policy"]


def test_there_is_one_worker_for_all_pages(host: Host) -> None:
    person = host.person()
    script = person.get("/worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "@VERSION@" not in script.text
    assert re.search(r'"push"', script.text)
    assert person.get("/notices/worker.js").status_code == 404
    assert person.post("/share").headers["location"] == "/me/things"
    assert "no connection" in person.get("/away").text


def test_below_a_path_everything_is_below_it() -> None:
    found = manifest("/domik", "en", lambda name: f"/domik/{name}")
    addresses = [found["start_url"], found["scope"], found["share_target"]["action"]]
    addresses += [one["url"] for one in found["shortcuts"]]
    assert all(one.startswith("/domik/") for one in addresses)
