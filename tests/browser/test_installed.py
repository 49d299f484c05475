"""A server's pages in a browser that has lost its connection: what still opens, what says that it waits."""

from __future__ import annotations

import pytest

from tests.browser.conftest import FOLDER, Come
from tests.waiting import eventually

pytestmark = pytest.mark.skipif(bool(FOLDER), reason="tests/browser/test_offline.py has the worker without a server")
READY = "navigator.serviceWorker.controller && caches.match(new URL('/away', location).href, {ignoreVary: true})"


def test_pages_open_without_a_connection_and_a_shared_file_arrives(come: Come) -> None:
    person = come(service_workers="allow")
    person.go("/")
    eventually(lambda: person.page.evaluate(f"(async () => Boolean(await ({READY})))()"), "no worker took over")
    with person.page.expect_navigation(url="**/me/things*"):
        person.page.evaluate(
            """() => {
              const form = document.createElement("form");
              Object.assign(form, { method: "post", action: "/share", enctype: "multipart/form-data" });
              const field = Object.assign(document.createElement("input"), { type: "file", name: "file" });
              const files = new DataTransfer();
              files.items.add(new File(["no record"], "game.json", { type: "application/json" }));
              field.files = files.files;
              form.append(field);
              document.body.append(form);
              form.submit();
            }"""
        )
    person.until("document.querySelector('#found[open]') !== null")
    assert "not a file saved by Domik" in person.page.locator("#found").inner_text()
    person.go("/g/bower/rules")
    person.context.set_offline(True)
    for path, text in (
        ("/learn", "learn a game"),
        ("/puzzles", "uzzle"),
        ("/g/bower/rules", "bowerbirds"),
        ("/me", "no connection"),
    ):
        person.go(path)
        assert text in person.page.locator("main").inner_text(), path
    person.complaints.clear()  # the browser itself reports what it could not fetch, and the answer 400
