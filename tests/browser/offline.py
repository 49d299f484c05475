"""A person at Domik without a server: the same clicks as at one, in the frame of the shell, with the network cut."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import BrowserContext, Frame, Locator, Page

from tests.browser.person import WATCH, Person
from tests.waiting import eventually

# In the frame the socket is the shell's; what watches it stands before it as it does before a real one.
WATCH_FRAMED = WATCH.replace("extends WebSocket", "extends (window === top ? WebSocket : top.DomikSocket || WebSocket)")
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"}


class StaticFiles(http.server.SimpleHTTPRequestHandler):
    """What any web host does."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | TYPES

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


@contextlib.contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Where the folder is served."""
    handler = functools.partial(StaticFiles, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class FramedPage:
    """The page in the shell's frame, as tests use a page: what a frame has not, the page around it has."""

    def __init__(self, person: OfflinePerson, page: Page) -> None:
        self.person = person
        self.around = page

    @property
    def frame(self) -> Frame:
        return next(one for one in self.around.frames if one.parent_frame == self.around.main_frame)

    def goto(self, path: str) -> None:
        self.person.go(path)

    def locator(self, selector: str, **more: Any) -> Locator:
        """By way of the page around: that is where handlers of things that come over the board are registered."""
        return self.around.frame_locator("#page").locator(selector, **more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.frame if hasattr(Frame, name) else self.around, name)


class OfflinePerson(Person):
    """Comes with the network, which is cut as soon as the first page is there."""

    watch = WATCH_FRAMED

    def __init__(self, context: BrowserContext, origin: str, tips: bool = False) -> None:
        super().__init__(context, origin, tips)
        self.around = self.page
        self.page = cast(Page, FramedPage(self, self.around))
        self.is_there = False

    def arrive(self, path: str = "/") -> None:
        """Open the shell at an address and wait until it shows that page."""
        self.around.goto(self.origin + path)
        eventually(lambda: self.around.evaluate("window.marks?.shown"), "the shell showed no page")
        if not self.is_there and self.around.locator("#ready").is_visible():  # the first visit of this browser
            self.around.locator("#play").click()
        self.is_there = True

    def go(self, path: str) -> None:
        if not self.is_there:
            self.arrive()
            self.context.set_offline(True)
        cast(FramedPage, self.page).frame.goto(self.origin + path.removeprefix(self.origin))


def kill_browser(profile: Path) -> None:
    """Pull the plug of the one browser that has this profile."""
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit() and f"--user-data-dir={profile}" in (process / "cmdline").read_text("utf-8"):
                os.kill(int(process.name), signal.SIGKILL)
