"""Handling a table: dragging, why something is refused, hints, looking closer, and paths in any order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.browser.conftest import Come
from tests.browser.games import NAMES, against_bots
from tests.browser.person import Person

DECISIONS = 12  # until something to drag or refuse must have come up
# The middle of something to drag, and where to drop it: upwards if it is chosen by itself, else the first target.
DRAG = """() => {
  const middle = e => {
    const box = e.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  for (const thing of document.querySelectorAll(".table > :not(.open-hands) [data-drag]")) {
    if (!thing.getBoundingClientRect().width) continue;
    const from = middle(thing);
    if (thing.closest(".can")) return [from, [from[0], from[1] - 140]];
    for (const target of document.querySelectorAll(".own .can")) {
      const to = middle(target), under = document.elementFromPoint(...to);
      if (under && target.contains(under)) return [from, to];
    }
  }
  return null;
}"""
REFUSED = "() => [...document.querySelectorAll('.refused')].filter(e => e.getBoundingClientRect().width).map(e => e.id)"
# A table whose server is the test: buttons a to d, and what the page sends is kept.
ALONE = """
window.sent = [];
window.WebSocket = class {
  constructor() {
    this.readyState = 1;
    setTimeout(() => { this.onopen(); this.onmessage({ data: new TextEncoder().encode(JSON.stringify(told)) }); });
  }
  send(data) { sent.push(JSON.parse(data)); }
};
const told = {
  n: 1, viewer: "v", turn: 7, mine: true, seats: [0], eyes: 0, dealt: true, over: false,
  areas: { own: ["a", "b", "c", "d"].map(id => `<button id="${id}" type="button">${id}</button>`).join("") },
  paths: PATHS,
};
"""


# What can be clicked and lies under the text of a hint, by more than the half pixel that layouts round away.
COVERED = """() => {
  const why = document.querySelector('#why').getBoundingClientRect();
  return [...document.querySelectorAll('.can')].filter(e => {
    const box = e.getBoundingClientRect();
    const wide = Math.min(why.right, box.right) - Math.max(why.left, box.left);
    const high = Math.min(why.bottom, box.bottom) - Math.max(why.top, box.top);
    return box.width && wide > 0.5 && high > 0.5;
  }).map(e => e.id);
}"""
SHOW_HINT = """async () => {
  const any = [...document.querySelectorAll('script[type=module][src*="/static/"]')][0].src;
  const { patch } = await import(any.replace(/[^/]+[.]js$/, "patch.js"));
  const way = [...document.querySelectorAll('.can[id]')].filter(e => e.getBoundingClientRect().width)[0].id;
  patch({ hint: ["Take this card and build it here: it is worth 6 points more to you than to the others.", way] });
}"""
HINTED_DECISIONS = 3


def sent(person: Person) -> int:
    found: int = person.page.evaluate("watch.sent")
    return found


@pytest.mark.parametrize("game", NAMES)
def test_what_can_be_lifted_is_placed_by_dropping_it(come: Come, game: str) -> None:
    person = come()
    person.open_table(game, against_bots(game))
    luck = random.Random(8)
    mouse = person.page.mouse
    for _ in range(DECISIONS):
        assert person.until_my_turn()
        found = person.page.evaluate(DRAG)
        if found is None:
            person.choose(luck)
            continue
        (x, y), (to_x, to_y) = found
        before = sent(person)
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=3)
        mouse.move(to_x, to_y, steps=3)
        mouse.up()
        if sent(person) > before:
            person.settled()
            assert person.page.evaluate("watch.refused") == []
            return
    raise AssertionError("nothing was ever moved by dragging")


@pytest.mark.parametrize("game", NAMES)
def test_what_is_refused_says_why(come: Come, game: str) -> None:
    person = come()
    person.open_table(game, against_bots(game))
    luck = random.Random(9)
    page = person.page
    for _ in range(DECISIONS):
        assert person.until_my_turn()
        if refused := page.evaluate(REFUSED):
            before = sent(person)
            page.evaluate("id => document.getElementById(id).focus()", refused[0])
            page.evaluate(
                "id => document.getElementById(id).dispatchEvent(new MouseEvent('click', { bubbles: true }))",
                refused[0],
            )
            page.locator("#why").wait_for(state="visible")
            assert len(page.locator("#why span").inner_text()) > 10
            clause = page.locator("#why [data-clause]")
            id = clause.get_attribute("data-clause")
            clause.click()
            page.locator(f"#sheet-rules .rule.shown[id='{id}']").wait_for()
            assert sent(person) == before
            return
        person.choose(luck)
    raise AssertionError("nothing was ever refused")


@pytest.mark.parametrize("game", NAMES)
def test_notice_of_a_turn_a_hint_and_a_closer_look(come: Come, game: str) -> None:
    person = come()
    person.open_table(game, against_bots(game))
    assert person.until_my_turn()
    person.until("document.title.startsWith('●')")
    page = person.page
    page.locator("[data-do=hint]").click()
    person.until("document.querySelector('.hint') && !document.querySelector('#why').hidden")
    hinted = page.evaluate("() => [...document.querySelectorAll('.hint')].map(e => e.id)")
    assert set(hinted) & set(person.lit()), "the first step of a hint can be clicked"
    assert page.evaluate(COVERED) == []
    page.locator("button[data-enlarge]").last.focus()
    page.keyboard.press("Enter")
    page.locator("#enlarged[open]").wait_for()
    box = page.locator("#enlarged-what > *").first.bounding_box()
    assert box is not None
    assert box["width"] > 200
    assert box["height"] > 100
    page.keyboard.press("Escape")
    page.locator("#enlarged[open]").wait_for(state="detached")


def alone(come: Come, paths: list[list[Any]]) -> Person:
    """A page whose server is the test."""
    person = come()
    person.open_table(NAMES[0], against_bots(NAMES[0]))
    address = person.page.url
    person.context.add_init_script(ALONE.replace("PATHS", str(paths).replace("'", '"')))
    person.page.goto(address)
    person.until("document.querySelector('#a.can')")
    return person


@pytest.mark.parametrize("order", ["bc", "cb"])
def test_two_things_may_be_clicked_in_either_order(come: Come, order: str) -> None:
    """Numbers from 64 on are another path to the same action."""
    paths = [[5, "a", "b", "c"], [69, "a", "c", "b"], [6, "a", "b", "d"], [70, "a", "d", "b"], [1, "d"]]
    person = alone(come, paths)
    for id in "a" + order:
        assert person.page.evaluate("sent") == []
        person.page.locator(f"#{id}").click()
        if person.page.evaluate("sent.length"):
            break
    (wish,) = person.page.evaluate("sent")
    assert (wish["do"], wish["action"], wish["turn"]) == ("move", 5, 7)


def test_one_action_left_is_sent_however_many_paths_lead_to_it(come: Come) -> None:
    person = alone(come, [[5, "a", "b", "c"], [69, "a", "c", "b"], [1, "d"]])
    person.page.locator("#a").click()
    (wish,) = person.page.evaluate("sent")
    assert wish["action"] == 5


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1366, 768)])
@pytest.mark.parametrize("game", NAMES)
def test_the_text_of_a_hint_covers_no_choice(come: Come, game: str, size: tuple[int, int]) -> None:
    """The page shows a hint as the server would send it, for what can be clicked now."""
    person = come(viewport={"width": size[0], "height": size[1]})
    person.open_table(game, against_bots(game))
    page, luck = person.page, random.Random(5)
    for _ in range(HINTED_DECISIONS):
        assert person.until_my_turn()
        page.evaluate(SHOW_HINT)
        person.until("!document.querySelector('#why').hidden")
        assert page.evaluate(COVERED) == []
        person.choose(luck)
