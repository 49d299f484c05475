"""Pictures that are truly drawn, texts that are whole, and what is switched off stays away."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import Locator, Page

from domik.games import game_package
from tests.browser.conftest import Come
from tests.browser.games import NAMES, PHONE_CONTEXT, finished, played
from tests.browser.person import DEALT, Person

MIDDLE = 12  # moves
# Ids that the document refers to and does not have
MISSING = r"""() => {
  const referred = document.documentElement.outerHTML.matchAll(/(?:href=['"]|url\()#([\w-]+)/g);
  return [...new Set([...referred].map(one => one[1]))].filter(id => !document.getElementById(id));
}"""
COLOURS = """async source => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  const points = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
  return new Set(points).size;
}"""
# Texts with a rule's number that can be seen
CODES = r"""prefix => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, range = document.createRange();
    if (!text.textContent.includes(`${prefix}-`)) continue;
    range.selectNode(text);
    const parent = text.parentElement, isShown = getComputedStyle(parent).fontSize !== "0px";
    if (range.getBoundingClientRect().width && isShown && !parent.closest("#sheet-rules")) found.push(text.textContent);
  }
  return found;
}"""


def at_table(come: Come, link: str, **settings: object) -> Person:
    person = come(**settings)
    person.go(link)
    person.until(DEALT)
    return person


def colours(person: Person, part: Locator, scratch: Page) -> int:
    """How many colours a part of the page has."""
    picture = base64.b64encode(part.screenshot()).decode()
    found: int = scratch.evaluate(COLOURS, f"data:image/png;base64,{picture}")
    return found


@pytest.mark.parametrize("game", NAMES)
def test_figures_of_the_rules_are_drawn_beside_the_table(come: Come, served: str, game: str) -> None:
    person = at_table(come, played(served, game, MIDDLE)[1][0])
    page, scratch = person.page, person.context.new_page()
    page.bring_to_front()
    page.locator("[data-tab=rules]").first.click()
    figures = page.locator("#sheet-rules .fig-board")
    figures.first.wait_for()
    counted = [colours(person, figures.nth(k), scratch) for k in range(min(4, figures.count()))]
    assert min(counted) > 20, f"an empty figure: {counted} colours"
    assert page.locator(".others").first.is_visible() or game != "bower", "its column is not the rules' own"


@pytest.mark.parametrize("alone", ["", "?alone=1"])
@pytest.mark.parametrize("game", NAMES)
def test_a_still_picture_has_everything_that_it_refers_to(come: Come, served: str, game: str, alone: str) -> None:
    table, links = finished(served, game)
    person = at_table(come, links[0])
    with person.page.expect_response(lambda answer: True if alone else answer.url.endswith(".svg")):
        person.page.goto(f"{served}/t/{table}/picture{alone}")
    person.until("document.querySelector('#pictures *') !== null")
    assert person.page.evaluate(MISSING) == []


@pytest.mark.parametrize("game", NAMES)
def test_a_table_in_letters_has_its_lines(come: Come, served: str, game: str) -> None:
    person = at_table(come, played(served, game, MIDDLE)[1][0])
    person.page.goto(f"{person.page.url.partition('#')[0]}?letters=1")
    person.until("document.querySelector('#letters pre') !== null")
    text = person.page.locator("#letters pre").inner_text()
    assert text.count("\n") > 8
    assert "␊" not in text


@pytest.mark.parametrize("game", NAMES)
def test_a_closer_look_says_whose_it_is_and_has_a_way_back(come: Come, served: str, game: str) -> None:
    person = at_table(come, played(served, game, MIDDLE)[1][0], **PHONE_CONTEXT)
    page = person.page
    page.locator("button[data-enlarge]:visible").last.click()
    large = page.locator("#enlarged[open]")
    large.wait_for()
    box = page.locator("#enlarged-what > *").first.bounding_box()
    assert box is not None
    assert box["height"] > 100
    large.locator("header button").click()
    large.wait_for(state="detached")


@pytest.mark.parametrize("game", NAMES)
def test_rule_numbers_stay_away_while_they_are_switched_off(come: Come, served: str, game: str) -> None:
    prefix = game_package(game).prefix
    for links in (played(served, game, MIDDLE)[1], finished(served, game)[1]):
        person = at_table(come, links[0])
        assert person.page.evaluate(CODES, prefix) == []


@pytest.mark.parametrize("game", NAMES)
def test_forced_colours_have_borders_and_marks(come: Come, served: str, game: str) -> None:
    person = at_table(come, played(served, game, 0)[1][0], forced_colors="active")
    width = "e => parseFloat(getComputedStyle(e).borderTopWidth) + parseFloat(getComputedStyle(e).outlineWidth)"
    for part in (".button:visible", ".round:visible", "[role=tab][aria-selected=true]:visible"):
        assert person.page.locator(part).first.evaluate(width) >= 1, part
    now = person.page.locator(".rounds i.now:visible")
    if now.count():
        assert now.first.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
