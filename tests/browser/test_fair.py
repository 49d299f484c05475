"""The page reckons for itself whether the deal was the promised one, and says so when it was not."""

from __future__ import annotations

from tests.browser.conftest import Come
from tests.browser.person import DEALT

VERDICT = "document.querySelector('[data-fair]')?.dataset.checked === '{}'"
OTHER_HASH = "at => localStorage.setItem(at, localStorage.getItem(at).replace(/[0-9a-f]{64}/, 'f'.repeat(64)))"
NO_HASHES = "Object.defineProperty(crypto, 'subtle', { value: undefined })"


def test_the_browser_checks_the_deal_itself(come: Come) -> None:
    person = come()
    page = person.page
    page.goto("/g/treehouse")
    person.open_table("treehouse", ["human", "bot:easy"])
    person.until(DEALT)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-do=resign]").first.evaluate("button => button.click()")
    person.until(VERDICT.format("holds"))
    line = page.locator("[data-fair]")
    line.locator("summary").click()
    assert "your own share" in line.inner_text()
    assert "domik verify" in line.inner_text()
    place = f"domik.fair.{person.table}"
    page.evaluate(OTHER_HASH, place)
    page.reload()
    person.until(VERDICT.format("broken"))
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
