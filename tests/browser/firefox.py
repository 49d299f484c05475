"""Debian's Firefox, driven by WebDriver BiDi, which it speaks itself: Playwright has a Firefox of its own only."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.waiting import PATIENCE, eventually

FIREFOX = os.environ.get("DOMIK_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
QUIET = """
user_pref("app.normandy.enabled", false);
user_pref("app.update.auto", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.search.update", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.usage.uploadEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.server", "data:,");
"""  # it asks nobody but the page's own host
PORT_FILE = "WebDriverBiDiServer.json"  # in the profile: where it listens


class Firefox:
    """One tab."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._asked = 0
        self.ask("session.new", capabilities={})
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command; what it answers."""
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(PATIENCE))
            if said.get("id") == self._asked:
                assert said["type"] == "success", said
                found: dict[str, Any] = said["result"]
                return found

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def run(self, code: str) -> Any:
        """What an expression is on the page: texts, numbers and truth values."""
        found = self.ask("script.evaluate", expression=code, target={"context": self.tab}, awaitPromise=True)
        assert found["type"] == "success", found
        return found["result"].get("value")

    def click(self, element: str) -> None:
        """Click in the middle of whatever an expression is, as a mouse does."""
        self.run(f"(window.aim = {element}).scrollIntoView({{ block: 'center', behavior: 'instant' }})")
        left, top = (
            self.run(f"(({{ {side}, {size} }}) => Math.round({side} + {size} / 2))(window.aim.getBoundingClientRect())")
            for side, size in (("left", "width"), ("top", "height"))
        )
        move = {"type": "pointerMove", "x": left, "y": top}
        press = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "actions": press}
        self.ask("input.performActions", context=self.tab, actions=[mouse])

    def until(self, condition: str) -> None:
        eventually(lambda: self.run(f"Boolean({condition})"), f"it never happened: {condition}")


@contextmanager
def opened(profile: Path) -> Iterator[Firefox]:
    """Firefox with a profile, which keeps what it keeps."""
    assert FIREFOX is not None
    (profile / PORT_FILE).unlink(missing_ok=True)
    (profile / "user.js").write_text(QUIET, "utf-8")
    command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen([*command, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually(lambda: (profile / PORT_FILE).is_file(), "Firefox does not listen")
        port = json.loads((profile / PORT_FILE).read_text("utf-8"))["ws_port"]
        with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as line:
            firefox = Firefox(line)
            yield firefox
            firefox.ask("browser.close")
            process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
