"""Who I am, in a real browser: a first visit, a name and an animal, a key for the phone, a page of my own."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Come
from tests.browser.eyes import cut_texts, scrolls_sideways
from tests.browser.person import DEALT, Person
from tests.browser.test_pages import violations

SCREENS = {
    "desk": ({"width": 1366, "height": 768}, "en", "light"),
    "tablet": ({"width": 820, "height": 1180}, "pl", "dark"),
    "hand": ({"width": 390, "height": 844}, "ru", "light"),
}
SMALL = """finger => [...document.querySelectorAll("main :is(button, .button, .tile, .turn-card, .learn-it, .beast)")]
  .filter(one => one.getBoundingClientRect().width && one.getBoundingClientRect().height < finger)
  .map(one => one.outerHTML.slice(0, 90))"""


def faults(person: Person, where: str, finger: int) -> list[str]:
    """Everything that axe and a careful eye find."""
    found = violations(person, where) + [f"{where}: {one}" for one in cut_texts(person.page)]
    found += [f"{where}: too small: {one}" for one in person.page.evaluate(SMALL, finger)]
    return [*found, f"{where}: it scrolls sideways"] if scrolls_sideways(person.page) else found


@pytest.mark.parametrize("screen", SCREENS)
def test_from_a_first_visit_to_a_second_device(come: Come, screen: str) -> None:
    viewport, language, theme = SCREENS[screen]
    finger = 0 if screen == "desk" else 36
    settings = {"viewport": viewport, "locale": language, "color_scheme": theme}
    ania, phone = come(**settings), come(**settings)
    page, name = ania.page, f"Ania {screen}"
    ania.go("/")
    expect(page.locator(".hello")).to_be_visible()
    found = faults(ania, "first visit", finger)

    page.locator(".head .me").click()
    page.fill("[name=name]", name)
    page.locator("label.beast:has([value=owl])").click()
    page.locator(".sit .button").click()
    expect(page.locator(".notice")).to_contain_text(name)
    found += faults(ania, "me", finger)
    page.locator("form[action='/me/key'] button").click()
    link = page.locator(".shown-once .link").input_value()
    found += faults(ania, "the key", finger)

    phone.go(link)
    assert "#" not in phone.page.url, "the key stays in the address"
    found += faults(phone, "using it", finger)
    phone.page.locator(".sit .button").click()
    expect(phone.page.locator("[name=name]")).to_have_value(name)

    ania.go("/")
    page.locator(".game.bower .go .button").click()
    ania.until(DEALT)
    phone.go("/")
    expect(phone.page.locator("h1")).to_contain_text(name)
    expect(phone.page.locator(".turn-card")).to_have_count(1)
    found += faults(phone, "coming back", finger)

    for part in ("statistics", "exercise"):
        phone.go("/me")
        phone.page.locator(f".parts [name={part}]").check()
        phone.page.locator(".parts .button").click()
    expect(phone.page.locator("h1")).to_have_text(name)
    found += faults(phone, "my page", finger)
    assert found == [], "\n".join(found)


def test_called_otherwise_from_the_table(come: Come) -> None:
    ania, onlooker = come(), come()
    ania.go("/")
    ania.page.locator(".game.bower .go .button").click()
    ania.until(DEALT)
    onlooker.go(f"/t/{ania.table}")
    onlooker.until(DEALT)
    ania.page.locator(".menu:not(.ways) > summary").click()
    ania.page.locator(".menu a[href^='/me']").click()
    ania.page.fill("[name=name]", "Wierzba")
    with ania.page.expect_navigation(url="**/t/*"):
        ania.page.keyboard.press("Enter")
    ania.until(DEALT)
    expect(onlooker.page.get_by_text("Wierzba").first).to_be_attached()


def locked(person: Person, passkeys: list[dict[str, object]]) -> tuple[CDPSession, str]:
    """A screen lock that always says yes, with these passkeys; they can be read, as a cloud that copies them does."""
    wire = person.context.new_cdp_session(person.page)
    wire.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    lock = str(wire.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"])
    for one in passkeys:
        wire.send("WebAuthn.addCredential", {"authenticatorId": lock, "credential": one})
    return wire, lock


@pytest.mark.parametrize("screen", ["desk", "hand"])
def test_with_a_passkey_instead_of_a_link(come: Come, served: str, screen: str) -> None:
    viewport, language, theme = SCREENS[screen]
    finger, here = 0 if screen == "desk" else 36, served.replace("127.0.0.1", "localhost")
    settings = {"viewport": viewport, "locale": language, "color_scheme": theme, "base_url": here}
    ania, phone, late = come(**settings), come(**settings), come(**settings)
    for one in (ania, phone, late):
        one.origin = here  # no browser makes a passkey for a bare number
    page = ania.page
    ania.go("/me")
    expect(page.locator("form.passkey")).to_have_count(0)  # a stranger has nothing to keep
    page.fill("[name=name]", f"Lis {screen}")
    page.locator(".sit .button").click()
    wire, lock = locked(ania, [])
    page.locator("form.passkey .button").click()
    drop = page.locator("form[action='/me/passkey/drop'] .button")
    expect(drop).to_have_count(1)
    found = faults(ania, "with a passkey", finger)
    page.locator("form.passkey .button").click()  # the same lock once more
    expect(page.locator(".passkey .error")).not_to_be_empty()
    found += faults(ania, "twice", finger)

    passkeys = wire.send("WebAuthn.getCredentials", {"authenticatorId": lock})["credentials"]
    assert len(passkeys) == 1
    locked(phone, passkeys)
    phone.go("/key")
    found += faults(phone, "at the door", finger)
    phone.page.locator("form.passkey .button").click()
    expect(phone.page.locator("[name=name]")).to_have_value(f"Lis {screen}")

    drop.click()
    expect(drop).to_have_count(0)
    locked(late, passkeys)
    late.tolerant = True  # the browser itself writes a refused page down
    late.go("/key")
    late.page.locator("form.passkey .button").click()
    late.page.wait_for_url("**/key/passkey")
    found += faults(late, "taken back", finger)
    assert found == [], "\n".join(found)
