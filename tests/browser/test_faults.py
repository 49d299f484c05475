"""Faults that new users met must not come back; every check finds its fault when it is planted."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from domik.games import game_package
from tests.browser.conftest import Come
from tests.browser.eyes import table_faults
from tests.browser.games import NAMES, PHONE_CONTEXT, finished, played
from tests.browser.person import DEALT, Person
from tests.browser.test_pictures import CODES, COLOURS
from tests.waiting import patient_client

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8").partition("\n")[2]
SHORT: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
ENOUGH = 20  # colours of a picture that shows something


def faults(page: Page, name: str, given: object = None) -> list[Any]:
    """What one of the checks in faults.js finds."""
    found: list[Any] = page.evaluate(f"given => ({FAULTS.strip()}).{name}(given)", given)
    return found


def covered(page: Page) -> list[str]:
    """Texts that something lies on, be it only over their edge."""
    return [fault for fault in table_faults(page, 0) if fault.startswith("covered")]


def plant(page: Page, css: str) -> None:
    """A fault, as a style that wins over all others."""
    page.evaluate(
        "css => { const s = new CSSStyleSheet(); s.replaceSync(css); document.adoptedStyleSheets = [s]; }", css
    )


def at_table(person: Person, path: str) -> Page:
    person.go(path)
    person.until(DEALT)
    person.page.evaluate("document.fonts.ready.then(() => true)")
    return person.page


@pytest.mark.parametrize("game", NAMES)
def test_no_row_is_cut_on_a_phone(come: Come, served: str, game: str) -> None:
    seats = game_package(game).most_seats
    for settings in (PHONE_CONTEXT, SHORT):
        page = at_table(come(**settings), played(served, game, 12, seats)[1][0])
        assert faults(page, "clippedRows") == []
    plant(page, ".others, .own > .area { max-height: 12px !important; overflow: hidden !important; }")
    assert faults(page, "clippedRows")


def test_no_row_is_cut_in_lessons_and_puzzles(come: Come, served: str) -> None:
    person = come(**SHORT, locale="ru")
    person.go("/learn/cabin")
    lesson = person.page.locator('a[href*="/learn/cabin/"]').first.get_attribute("href")
    assert lesson
    page = at_table(person, lesson)
    assert faults(page, "clippedRows") == []
    page = at_table(person, lesson.replace("first_game", "paying"))
    assert covered(page) == [], "names of low places are beside their signs"
    plant(page, ".loc .tag { display: grid !important; } .loc.natural > .mark { right: 20px !important; top: 4px; }")
    assert covered(page)
    puzzles = come(**PHONE_CONTEXT)
    puzzles.go("/puzzles?game=treehouse")
    first = puzzles.page.locator('main a[href*="/puzzles/treehouse/"]').first.get_attribute("href")
    assert first
    page = at_table(puzzles, first)
    assert faults(page, "clippedRows") == []
    assert page.locator(".colours").is_visible()
    puzzles.page.set_viewport_size(SHORT["viewport"])
    assert page.locator(".colours").is_visible(), "the row of colours is whole on a short screen, too"
    assert covered(page) == []
    plant(page, ".others { max-height: 30px !important; overflow: hidden !important; }")
    assert faults(page, "clippedRows")


def test_everybody_stands_on_their_points(come: Come, served: str) -> None:
    table, links = played(served, "treehouse", 10_000, 4)
    with patient_client(base_url=served) as client:
        scores = client.get(f"/api/tables/{table}").json()["scores"]
    for settings in (PHONE_CONTEXT, {}):
        page = at_table(come(**settings), links[0])
        assert faults(page, "wrongMarks", scores) == []
        assert covered(page) == [], "points stand below the faces on the steps"
    assert faults(page, "wrongMarks", [score + 3 for score in scores]), "three points further is another stone"
    plant(page, ".step .face { margin-bottom: -32px !important; }")
    assert covered(page)


@pytest.mark.parametrize("game", NAMES)
def test_a_still_picture_shows_something(come: Come, served: str, game: str) -> None:
    table, links = finished(served, game)
    person = come()
    at_table(person, links[0])
    person.go(f"/t/{table}/picture?alone=1")
    person.until("document.querySelector('#pictures *') !== null")
    page, scratch = person.page, person.context.new_page()

    def colours() -> int:
        seen = base64.b64encode(page.screenshot()).decode()
        found: int = scratch.evaluate(COLOURS, f"data:image/png;base64,{seen}")
        return found

    assert colours() > ENOUGH
    plant(page, "body, body * { visibility: hidden !important; background: none !important; }")
    assert colours() <= ENOUGH


def test_rule_numbers_are_found_where_they_show(come: Come, served: str) -> None:
    page = at_table(come(), finished(served, "dream_home")[1][0])
    assert page.evaluate(CODES, "DH") == []
    page.evaluate("document.body.classList.add('rule-numbers')")
    assert page.evaluate(CODES, "DH")


def test_buttons_have_edges_in_forced_colours(come: Come) -> None:
    person = come(forced_colors="active")
    for path in ("/", "/puzzles", "/me", "/friends"):
        person.go(path)
        assert faults(person.page, "edgeless") == [], path
    plant(person.page, ".button, .round { border: 0 !important; outline: none !important; }")
    assert faults(person.page, "edgeless")


def test_a_covered_choice_is_found(come: Come, served: str) -> None:
    page = at_table(come(), played(served, "treehouse", 0)[1][0])
    assert not [fault for fault in table_faults(page, 0) if fault.startswith("out of reach")]
    page.evaluate(
        "() => { const lid = document.createElement('div'); document.querySelector('.table').append(lid);"
        " lid.style.cssText = 'position:fixed;inset:auto 0 0;height:200px;background:red;z-index:9'; }"
    )
    assert [fault for fault in table_faults(page, 0) if fault.startswith("out of reach")]
