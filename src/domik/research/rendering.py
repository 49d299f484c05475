"""What environments show of a game: text, or pixels of the browser's own drawing."""

from __future__ import annotations

import io
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

from domik.kernel.package import Match
from domik.kernel.sketch import plain_text
from domik.kernel.state import View
from domik.language import words_for
from domik.research.encoding import Numbers, np
from domik.research.errors import MissingExtra, require

if TYPE_CHECKING:
    from playwright.sync_api import Page

RENDER_MODES = ["ansi", "human", "rgb_array"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTH, HEIGHT = 730, 546  # of a picture


def render_view(match: Match, view: View, mode: str | None) -> str | Numbers | None:
    """A view in one of RENDER_MODES; None where nothing was asked for, or where it was printed."""
    if mode is None:
        return None
    if mode == "rgb_array":
        from domik.server.rendering.view_picture import view_picture

        return pixels_of(view_picture(match, view))
    text = plain_text(match.sketch(view, words_for("en", (match.package.words_package,))))
    if mode == "human":
        print(text)
        return None
    return text


def pixels_of(svg: str) -> Numbers:
    """A drawing as uint8 [height, width, 3], by a browser without a window: nothing smaller draws its styles."""
    image = require("PIL.Image", "render")
    # In a thread of its own: playwright refuses to work where an event loop runs, as in notebooks.
    picture = painter().submit(screenshot, svg).result()
    found: Numbers = np.asarray(image.open(io.BytesIO(picture)).convert("RGB"))
    return found


@cache
def painter() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "domik-pixels")


def screenshot(svg: str) -> bytes:
    page = browser_page()
    page.set_content(f"<body style='margin:0'>{svg}", wait_until="load")
    return page.screenshot(type="png")


@cache
def browser_page() -> Page:
    """One page of one browser for all pictures of this process; the browser ends with it."""
    playwright = require("playwright.sync_api", "render")
    manager: Any = playwright.sync_playwright().start()
    for program in (None, *filter(None, map(shutil.which, BROWSERS))):  # its own, or one of this machine
        try:
            browser = manager.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except playwright.Error:
            continue
        page: Page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        return page
    raise MissingExtra("rgb_array needs a browser that playwright can start. Run: playwright install chromium")
