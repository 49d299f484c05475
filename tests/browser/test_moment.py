"""The winner's moment: steps, crown and confetti that a tap ends; the finished house as PNG and SVG; the sounds."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, almost_finished, finished
from tests.browser.person import DEALT, Person
from tests.browser.test_pictures import COLOURS
from tests.waiting import patient_client

COVERS = """() => {
  const board = document.querySelector('[data-area=own]').getBoundingClientRect();
  const panel = document.querySelector('.panel.after').getBoundingClientRect();
  return Math.max(0, Math.min(board.bottom, panel.bottom) - Math.max(board.top, panel.top)) > 2 &&
    Math.max(0, Math.min(board.right, panel.right) - Math.max(board.left, panel.left)) > 2;
}"""


def make_last_move(origin: str, table: str, links: tuple[str, ...]) -> None:
    """Over the JSON door, for whoever is awaited."""
    with patient_client(base_url=origin) as client:
        for link in links:
            key = {"authorization": f"Bearer {link.partition('.')[2]}"}
            view = client.get(f"/api/tables/{table}", headers=key).json()
            if view["legal"]:
                move = {"action": view["legal"][0]["action"], "turn": view["turn"]}
                client.post(f"/api/tables/{table}/moves", json=move, headers=key).raise_for_status()
                return


def before_the_end(come: Come, served: str, **settings: object) -> tuple[Person, str, tuple[str, ...]]:
    """At Treehouse, whose last round brings a sheet as well, one move before its end."""
    table, links = almost_finished(served, "treehouse")
    person = come(**settings)
    person.go(links[0])
    person.until(DEALT)
    return person, table, links


def test_the_moment_rises_and_a_tap_ends_it(come: Come, served: str) -> None:
    person, table, links = before_the_end(come, served, reduced_motion="no-preference")
    page = person.page
    make_last_move(served, table, links)
    page.locator("#table.celebrates").wait_for()
    assert page.locator("#after .step").count() == 2
    assert page.locator("#after .won .crown").count() >= 1
    page.mouse.click(5, 5)
    page.locator("#table:not(.celebrates)").wait_for()
    assert page.locator(".confetti").count() == 0
    assert not page.locator("#recap").is_visible(), "nothing lies over the result"
    assert not page.evaluate(COVERS)
    words = page.locator("#after .go:not(.rest) .button").all_inner_texts()
    assert all(word.strip() for word in words)
    assert [word.strip() for word in words][-3:] == ["Share a picture", "How it went", "Home"]


@pytest.mark.parametrize("game", NAMES)
def test_the_picture_is_saved(come: Come, served: str, game: str, tmp_path: Path) -> None:
    table, links = finished(served, game)
    person = come()
    page = person.page
    person.go(links[0])
    page.locator("#after a[href$='/house']").click()
    saved = {}
    for ending in ("png", "svg"):
        with page.expect_download() as download:
            page.locator(f"#save-{ending}").click()
        saved[ending] = tmp_path / f"house.{ending}"
        download.value.save_as(saved[ending])
        assert download.value.suggested_filename == f"domik-{game}-{table}.{ending}"
    picture = saved["png"].read_bytes()
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (2400, 1260)
    assert page.evaluate(COLOURS, f"data:image/png;base64,{base64.b64encode(picture).decode()}") > 500
    svg = saved["svg"].read_text(encoding="utf-8")
    outside = [
        one for one in re.findall(r"(?:url\(|href=)[\"']?([^\"')\s>]+)", svg) if not one.startswith(("#", "data:"))
    ]
    assert outside == [], "the file needs nothing else"


def test_sounds_have_volumes_and_are_silent_at_night(come: Come, served: str) -> None:
    person = come()
    page = person.page
    page.clock.install(time="2026-11-18T12:00:00")
    page.add_init_script(
        "window.heard = 0; window.AudioContext = class { constructor() { window.heard += 1; throw new Error(); } };"
    )
    page.goto(f"/t/{finished(served, 'bower')[0]}")
    person.until(DEALT)
    page.locator(".ribbon > .menu > summary").click()
    page.locator(".volumes > summary").click()
    assert page.locator("[data-volume]").count() == 4
    person.until("document.querySelector('[data-volume=end]').value === '60'")  # its script comes when it is opened
    slider = page.locator("[data-volume=end]")
    slider.fill("80")
    assert page.evaluate("heard") == 1, "what was set is heard at once"
    slider.fill("0")
    assert page.evaluate("heard") == 1
    page.clock.set_fixed_time("2026-11-18T23:00:00")
    slider.fill("70")
    assert page.evaluate("heard") == 1, "the night is quiet"
    page.locator("[data-setting=night]").check()
    slider.fill("60")
    assert page.evaluate("heard") == 2
