"""Every page in both themes under axe; the switches of language and theme."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts
from tests.browser.games import NAMES, PHONE_CONTEXT, against_bots, few, finished, played
from tests.browser.person import DEALT, PHONE, Person

THEMES = ("light", "dark")
BOXES = """() => [...document.querySelectorAll(".ribbon > *, .own, .side, .shelf, .acts")]
  .map(part => JSON.stringify(part.getBoundingClientRect()))"""
COVERED = """() => {
  const panel = document.querySelector(".menu[open] > .panel"), frame = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("*")].filter(part => {
    const box = part.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const across = box.left >= frame.left && box.right <= frame.right;
    const inside = across && box.top >= frame.top && box.bottom <= frame.bottom;
    return box.width && !(inside && panel.contains(document.elementFromPoint(x, y)));
  }).map(part => part.outerHTML.slice(0, 80));
}"""
LOW = """() => [...document.querySelectorAll("a.quiet-id")].map(one => one.getBoundingClientRect())
  .filter(box => box.width).map(box => Math.round(Math.min(box.width, box.height)))"""  # a target of WCAG 2.2
WORDS = {"en": "Rules", "ru": "Правила", "pl": "Zasady"}


def violations(person: Person, where: str) -> list[str]:
    """What axe finds, short."""
    found = Axe().run(person.page).response["violations"]
    return [
        f"{where}: {fault['id']} ({fault['impact']}): {node['target']} {node.get('failureSummary', '')}"
        for fault in found
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_pages_without_a_game(come: Come, served: str, theme: str) -> None:
    finished(served, NAMES[0])
    person = come(color_scheme=theme)
    found = []
    for path in ("/", "/games"):
        person.go(path)
        found += violations(person, path)
    person.tolerant = True  # the browser itself reports a page that is not there
    person.go("/nowhere")
    found += violations(person, "/nowhere")
    assert found == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", NAMES)
def test_pages_of_a_game(come: Come, served: str, game: str, theme: str) -> None:
    person = come(color_scheme=theme)
    found = []
    for path in (f"/g/{game}", f"/g/{game}/rules"):
        person.go(path)
        found += violations(person, path)
    found += [f"a rule's number is {size} px" for size in person.page.evaluate(LOW) if size < 24]
    _, links = played(served, game, 15)
    over, ends = finished(served, game)
    for where, path in (("table", links[0]), ("the end", ends[0]), ("replay", f"/t/{over}/replay?step=15&eyes=all")):
        person.go(path)
        person.until(DEALT)
        found += violations(person, where)
    person.page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    person.go(links[0])
    person.until(DEALT)
    found += violations(person, "table in the hand")
    assert found == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_opens_over_a_table(come: Come, theme: str) -> None:
    """Waiting for friends, the curtain, the menu, the sheets, a closer look, and the table in letters."""
    game = NAMES[0]
    person = come(color_scheme=theme)
    page = person.page
    person.open_table(game, ["human"] * few(game))
    person.until("document.querySelector('#invite .link')")
    found = violations(person, "gathering")
    person.open_table(game, ["human", *["screen"] * (few(game) - 1)])
    page.locator("#curtain").wait_for(state="visible")
    found += violations(person, "curtain")
    person.open_table(game, against_bots(game))
    assert person.until_my_turn()
    page.locator(".menu > summary").click()
    found += violations(person, "menu")
    page.locator(".ribbon h1").click()
    assert page.locator(".menu[open]").count() == 0, "a click elsewhere closes the menu"
    for tab in ("rules", "chat"):
        page.locator(f"#tab-{tab}").click()
        found += violations(person, tab)
    page.locator("#tab-log").click()
    page.locator("button[data-enlarge]").first.click()
    page.locator("#enlarged[open]").wait_for()
    found += violations(person, "closer")
    person.go(f"/t/{person.table}?letters=1")
    person.until(DEALT)
    found += violations(person, "letters")
    assert found == []


def test_the_language_is_switched_and_kept(come: Come, served: str) -> None:
    game = NAMES[0]
    _, links = played(served, game, 15)
    person = come()
    person.go(links[0])
    person.until(DEALT)
    for language in ("ru", "pl", "en", "ru"):
        with person.page.expect_navigation():
            person.page.locator(f".langs a[hreflang={language}]:visible").click()
        person.until(f"document.documentElement.lang === '{language}'")
        person.until(DEALT)
        assert WORDS[language] in person.page.locator("#tab-rules").inner_text()
    person.go("/")
    assert person.page.locator("html").get_attribute("lang") == "ru"


@pytest.mark.parametrize("size", ["desk", "hand"])
def test_the_ways_to_play_unfold_without_moving_anything(come: Come, size: str) -> None:
    """By tap or click and by key; a screen reader reads them as a list."""
    person = come(**(PHONE_CONTEXT if size == "hand" else {}))
    page = person.page
    ways = {"edition": "nk", "birdhouse": True, "secret_tasks": True, "extra_changes": True}
    person.open_table("treehouse", against_bots("treehouse"), ways)
    assert person.until_my_turn()
    before = page.evaluate(BOXES)
    summary, listed = page.locator(".ways summary"), page.locator(".ways li")
    assert "3" in summary.inner_text()
    summary.tap() if size == "hand" else summary.click()
    assert listed.all_inner_texts()[1:] == ["Birdhouse", "Secret tasks", "Extra scoring changes"]
    frame = page.locator(".ways ul").bounding_box()
    assert frame is not None
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= page.evaluate("innerWidth")
    assert page.evaluate(BOXES) == before
    assert cut_texts(page) == []
    assert violations(person, size) == []
    page.keyboard.press("Escape")
    assert not listed.first.is_visible()
    page.keyboard.press("Enter")
    assert listed.first.is_visible()
    page.locator(".ribbon h1").click()
    assert not listed.first.is_visible()


@pytest.mark.parametrize("size", ["desk", "hand"])
@pytest.mark.parametrize("game", NAMES)
def test_the_menu_lies_over_the_table_and_holds_what_is_in_it(come: Come, served: str, game: str, size: str) -> None:
    """Whatever the game's own look does to its table."""
    _, links = played(served, game, 15)
    person = come(**(PHONE_CONTEXT if size == "hand" else {}))
    person.go(links[0])
    person.until(DEALT)
    person.page.locator(".menu:not(.ways) > summary").click()
    assert person.page.evaluate(COVERED) == []
    assert cut_texts(person.page) == []


def test_the_theme_is_switched_and_kept(come: Come) -> None:
    person = come(color_scheme="light")
    person.go("/")
    paper = "getComputedStyle(document.body).color"
    light = person.page.evaluate(paper)
    person.page.locator("[data-theme-switch]").click()
    dark = person.page.evaluate(paper)
    assert dark != light
    person.go(f"/g/{NAMES[0]}/rules")
    assert person.page.evaluate(paper) == dark
    person.page.locator("[data-theme-switch]").click()
    assert person.page.evaluate(paper) == light


def test_the_rules_open_at_their_clause(come: Come, served: str) -> None:
    _, links = played(served, NAMES[0], 15)
    person = come()
    person.page.add_init_script("localStorage.setItem('domik.numbers', '1')")  # one who wants rule numbers in the log
    person.go(links[0])
    person.until("document.querySelector('#log [data-clause]')")
    clause = person.page.locator("#log [data-clause]").last
    id = clause.get_attribute("data-clause")
    clause.click()
    person.page.locator(f"#sheet-rules .rule.shown[id='{id}']").wait_for()
