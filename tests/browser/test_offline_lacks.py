"""A browser that cannot run Domik by itself gets a sentence that says what it lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.offline import serve_folder
from tests.waiting import eventually


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        ("delete window.WebAssembly", "WebAssembly"),
        ("delete window.Worker", "Web Workers"),
        ("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })", "Service Workers"),
    ],
)
def test_a_browser_that_cannot_gets_a_sentence(browser: Browser, folder: Path, lacking: str, named: str) -> None:
    with serve_folder(folder) as origin:
        page = browser.new_page(locale="en-GB")
        page.add_init_script(lacking)
        page.goto(origin)
        eventually(lambda: f"it lacks {named}" in (page.locator("#title").text_content() or ""))
        page.close()
