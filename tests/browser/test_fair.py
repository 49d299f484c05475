"""The page reckons for itself whether the deal was the promised one, and says so when it was not."""

from __future__ import annotations

from tests.browser.conftest import Come
from tests.browser.person import DEALT

VERDICT = "document.querySelector('[data-fair]')?.dataset.checked === '{}'"
MOVES = "document.querySelector('[data-moves]')?.dataset.moves === '{}'"
OTHER_HASH = "at => localStorage.setItem(at, localStorage.getItem(at).replace(/[0-9a-f]{64}/, 'f'.repeat(64)))"
OTHER_HEAD = "at => localStorage.setItem(at, 'f'.repeat(16) + localStorage.getItem(at))"
NO_HASHES = "Object.defineProperty(crypto, 'subtle', { value: undefined })"


def test_the_browser_checks_the_deal_itself(come: Come) -> None:
    person = come()
    page = person.page
    page.goto("/g/treehouse")
    person.open_table("treehouse", ["human", "bot:easy"])
    person.until(DEALT)
    page.locator("[data-do=give-up]").first.evaluate("button => button.click()")
    page.locator("#asking [data-do=resign]").click()
    person.until(VERDICT.format("holds"))
    person.until(MOVES.format("hold"))
    line = page.locator("[data-fair]")
    line.locator("summary").click()
    assert "your own share" in line.inner_text()
    assert "domik verify" in line.inner_text()
    place = f"domik.fair.{person.table}"
    page.evaluate(OTHER_HASH, place)
    page.evaluate(OTHER_HEAD, f"domik.heads.{person.table}")
    page.reload()
    person.until(VERDICT.format("broken"))
    person.until(MOVES.format("changed"))
    assert "NOT" in line.inner_text()
    page.evaluate("place => localStorage.removeItem(place)", place)
    page.goto(f"/t/{person.table}/replay")
    person.until(VERDICT.format("unseen"))
    elsewhere = come(locale="pl-PL")
    elsewhere.context.add_init_script(NO_HASHES)
    elsewhere.go(f"/t/{person.table}/replay")
    elsewhere.until(VERDICT.format("insecure"))
    elsewhere.page.locator("[data-fair] summary").click()
    assert "https" in elsewhere.page.locator("[data-fair]").inner_text()
