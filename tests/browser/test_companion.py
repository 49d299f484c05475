"""Beside a real table on a phone: whole houses tapped in, in every language; keys; undo; nothing for axe to say."""

from __future__ import annotations

import os
from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.person import PHONE, Person
from tests.browser.test_pages import violations
from tests.positions.tapping import HOUSES, enter_house, played_house

LOCALES = {"en": "en-GB", "ru": "ru-RU", "pl": "pl-PL"}
# With DOMIK_LOOKS (make looks) every game in every language; the suite's sample has each of them once. Over HTTP
# tests/server/pages/test_companion.py taps all of them in.
SAMPLE = [("treehouse", "ru"), ("dream_home", "pl"), ("cabin", "en"), ("bower", "en")]
ON_A_PHONE = [(game, language) for game in HOUSES for language in LOCALES] if os.environ.get("DOMIK_LOOKS") else SAMPLE
FIELDS = "() => Object.fromEntries([...document.querySelectorAll('#counting input')].map(one => [one.name, one.value]))"
OFFERS = "() => [...document.querySelectorAll('#counting button[name=do]:not(.unseen)')].map(one => one.value)"
RING_AND_PLACE = """() => {
  const ring = document.querySelector(".cp-ring");
  const id = document.querySelector("[data-on]").dataset.on + ring.dataset.place.replace(".", "-");
  const there = document.querySelector(`.cp-own [data-id="${id}"]`);
  return [ring, there.querySelector(".cp-spot") || there].map(one => {
    const box = one.getBoundingClientRect();
    return [box.left, box.top, box.width, box.height];
  });
}"""
UNREACHED = """() => [...document.querySelectorAll(".cp-card, .cp-ring, .cp-acts button:not([hidden])")].filter(one => {
  const box = one.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !one.contains(hit);
}).map(one => one.value)"""
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


class BrowserPhone:
    """Somebody with a browser who taps what the counting page offers."""

    def __init__(self, person: Person) -> None:
        self.page = person.page

    def start(self, game: str, seats: int) -> None:
        self.page.goto(f"/companion/{game}")
        self.page.fill("input[name='name.0']", "Ania")
        if self.page.locator("input[name=seats]").count():
            self.page.check(f"input[name=seats][value='{seats}']")
        self.page.click("button[value=start]")
        self.page.wait_for_selector("#counting")

    def offers(self) -> list[str]:
        found: list[str] = self.page.evaluate(OFFERS)
        return found

    def fields(self) -> Mapping[str, str]:
        found: dict[str, str] = self.page.evaluate(FIELDS)
        return found

    def tap(self, wish: str) -> None:
        self.answered(lambda: self.page.click(f"#counting button[value='{wish}']:not(.unseen)"))

    def answered(self, act: object) -> None:
        """Do something and wait until its answer is shown."""
        assert callable(act)
        self.page.evaluate("document.getElementById('counting').dataset.old = 1")
        act()
        self.page.wait_for_selector("#counting:not([data-old])")


@pytest.mark.parametrize(("game", "language"), ON_A_PHONE)
def test_a_whole_house_on_a_phone(come: Come, game: str, language: str) -> None:
    theme = "dark" if language == "pl" else "light"
    person = come(viewport=PHONE, locale=LOCALES[language], has_touch=True, color_scheme=theme)
    phone = BrowserPhone(person)
    match, table, _, seat = played_house(game)
    phone.start(game, match.seats)
    if game != "bower":
        phone.tap(f"seat {seat}")
    if game == "cabin":
        phone.tap("picture")
    taps = enter_house(game, match, table, seat, phone)
    assert taps <= HOUSES[game][3], taps
    assert not phone.page.evaluate(TOO_WIDE)
    assert violations(person, f"{game} {language}") == []


@pytest.mark.parametrize("viewport", [{"width": 360, "height": 640}, PHONE, {"width": 1366, "height": 768}])
def test_the_ring_lies_on_the_games_own_board(come: Come, viewport: dict[str, int]) -> None:
    """And all that one taps for a card is on the screen, without scrolling."""
    phone = BrowserPhone(come(viewport=viewport))
    for game in HOUSES:
        phone.start(game, 2)
        if game in ("cabin", "bower"):  # offered by numbers first
            phone.tap("picture")
            phone.tap("seat 0")  # past Bower's goals
        phone.page.wait_for_selector(".cp-on-board .cp-ring")
        ring, there = phone.page.evaluate(RING_AND_PLACE)
        assert all(abs(one - other) <= 2 for one, other in zip(ring, there, strict=True)), (game, ring, there)
        assert phone.page.evaluate(UNREACHED) == [], game


def test_keys_choose_move_the_ring_and_take_back(come: Come) -> None:
    phone = BrowserPhone(come(viewport=PHONE))
    phone.start("treehouse", 2)
    press = phone.page.keyboard.press
    phone.answered(lambda: press("s"))  # Sport
    phone.answered(lambda: press("2"))  # the second of the shelf
    assert "2.1=r 2.2=y" in phone.fields()["position"]
    assert phone.page.evaluate("document.activeElement.dataset.place") == "3.1"
    press("ArrowRight")
    phone.answered(lambda: press("Enter"))
    assert phone.fields()["ring"] == "3.2"
    phone.answered(lambda: press("Backspace"))
    phone.answered(lambda: press("Backspace"))
    assert "2.2=y" not in phone.fields()["position"]


def test_number_keys_write_and_arrows_move(come: Come) -> None:
    """One tap a number: the ring goes on by itself, points follow, and undo takes back."""
    person = come(viewport={"width": 360, "height": 640}, has_touch=True, locale=LOCALES["ru"])
    phone = BrowserPhone(person)
    phone.start("treehouse", 3)
    phone.tap("numbers")
    page = phone.page
    ring = "document.activeElement.name"
    assert page.evaluate(ring) == "n.0.before"
    for digit in "1840":
        page.click(f".cp-pad [data-digit='{digit}']")
    assert page.evaluate(ring) == "n.0.g"
    page.keyboard.press("ArrowRight")
    page.click(".cp-pad [data-more='1']")
    page.click(".cp-pad [data-more='1']")
    expect(page.locator(".cp-seat b").nth(1)).to_have_text("4")  # 2 rooms, and again for most of that colour (TH-50)
    found = phone.fields()
    assert [found[f"n.0.{key}"] for key in ("before", "r", "y")] == ["18", "4", "0"]
    assert page.evaluate("document.querySelector('.cp-seat b').textContent.trim()") == "26"
    assert not page.evaluate(TOO_WIDE)
    assert violations(person, "numbers") == []
    phone.answered(lambda: page.click("[data-undo]"))
    assert phone.fields()["n.1.g"] == "1"
    assert page.evaluate(ring) == "n.0.g"


def test_the_second_evening_begins_with_one_tap(come: Come) -> None:
    person = come(viewport=PHONE)
    phone = BrowserPhone(person)
    phone.start("treehouse", 3)
    phone.tap("put 2.1 r")
    phone.page.goto("/companion")
    assert violations(person, "/companion") == []
    phone.page.click("#same-again button")
    phone.page.wait_for_selector("#counting")
    assert phone.fields()["position"] == "game treehouse\nseat Ania:\nseat :\nseat :\n"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_plays_and_who_won(come: Come, theme: str) -> None:
    person = come(color_scheme=theme)
    phone = BrowserPhone(person)
    phone.page.goto("/companion/treehouse")
    found = violations(person, "who plays")
    phone.start("dream_home", 2)
    phone.tap("put 3.1 bathroom")
    phone.tap("put 3.2 bathroom")
    found += violations(person, "an objection")
    phone.page.click(".cp-sum button")
    phone.page.wait_for_selector(".cp-lit")
    found += violations(person, "the cards that gave points")
    for _ in range(3):
        phone.tap("done")
    phone.tap("next")
    for _ in range(3):
        phone.tap("done")
    phone.tap("next")
    found += violations(person, "who won")
    assert found == []
