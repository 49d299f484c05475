"""A person at a browser: clicks what is lit, and writes down everything that comes over the wire."""

from __future__ import annotations

import random
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Error, Locator, Page, Response, WebSocket

from tests.waiting import PATIENCE

MILLISECONDS = 1000 * PATIENCE  # as Playwright counts
WORKER_BLOCKED = "Service Worker registration blocked by Playwright"  # as conftest.py asks it to
DESKTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
# Counts wishes and their answers, and keeps the sockets at hand so that a test can cut them.
WATCH = """
window.DecompressionStream = undefined; // so that the server sends plain messages, which everybody here can read
window.watch = { sockets: [], sent: 0, commands: [], turn: null, answered: 0, refused: [], viewers: [], shifted: 0 };
new PerformanceObserver(seen => {
  for (const one of seen.getEntries()) if (!one.hadRecentInput) watch.shifted += one.value;
}).observe({ type: "layout-shift", buffered: true });
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    watch.sockets.push(this);
    this.addEventListener("message", event => {
      const message = JSON.parse(new TextDecoder().decode(event.data));
      if (message.refused) watch.refused.push(message.refused);
      watch.answered = Math.max(watch.answered, message.ok || 0, message.refused ? message.refused[0] : 0);
      if (message.viewer) watch.viewers.push(message.viewer);
    });
  }
  send(data) {
    const command = JSON.parse(data);
    if (command.id) watch.sent = command.id;
    watch.commands.push([watch.sockets.indexOf(this), Math.round(performance.now()), data]);
    if (command.do === "move") watch.turn = command.turn;
    if (command.do === "look") watch.turn = null; // another person at this screen, whose turn may bear the same number
    super.send(data);
  }
};
"""
# As for somebody who has seen every explanation: a sandboxed frame keeps nothing.
NO_TIPS = "try { localStorage.setItem('domik.explain', '0'); } catch {}"
# The answers have come, and the page shows what came of a move: until then it still offers what it offered before.
ANSWERED = "watch.answered >= watch.sent && (facts.turn !== watch.turn || watch.refused.length)"
OVER = "document.querySelector('#after > *') !== null"
LIT = "document.querySelector('.can[id]') !== null"
DEALT = "document.querySelector('[data-area=own] > *') !== null"
LIT_IDS = (
    "() => [...document.querySelectorAll('.can')].filter(e => e.id && e.getBoundingClientRect().width).map(e => e.id)"
)


class Person:
    """One browser of one person."""

    watch = WATCH

    def __init__(self, context: BrowserContext, origin: str, tips: bool = False) -> None:
        self.context = context
        self.origin = origin
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self.responses: list[Response] = []
        self.tolerant = False  # while the line is cut on purpose
        context.set_default_timeout(MILLISECONDS)
        context.add_init_script(self.watch)
        if not tips:
            context.add_init_script(NO_TIPS)
        self.page = context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("console", lambda said: self._complain(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    def _complain(self, text: str) -> None:
        if not self.tolerant and text != WORKER_BLOCKED:
            self.complaints.append(text)

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that was left while something was loading
            self._complain(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        self.responses.append(response)
        if response.status >= 400:
            self._complain(f"{response.url}: {response.status}")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._heard)

    def _heard(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)

    # ---- going somewhere --------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page; behind a # of a table stands the secret of whoever has the seat, as their browser keeps it."""
        if path.startswith("/t/") and "#" in path:
            path, _, key = path.partition("#")
            secret = key.partition(".")[2]
            self.context.add_cookies([{"name": "domik", "value": secret, "url": self.origin}])
        self.page.goto(path if path.startswith("http") else self.origin + path)

    def secret(self) -> str:
        """What this browser shows for its seat."""
        return next(one["value"] for one in self.context.cookies() if one["name"] == "domik")

    def join(self, link: str, name: str = "") -> None:
        """Follow an invitation and sit down, with the name that is suggested or another."""
        self.go(link)
        if name:
            self.page.locator("[name=name]").fill(name)
        with self.page.expect_navigation():
            self.page.locator(".sit button.big").click()

    @property
    def table(self) -> str:
        """The table's id."""
        return urlsplit(self.page.url).path.split("/")[2]

    def open_table(self, game: str, seats: list[str], options: dict[str, Any] | None = None, **terms: bool) -> None:
        """Fill in the form: a kind for every seat, chosen options, terms."""
        page = self.page
        self.go(f"/g/{game}")
        for number in range(page.locator(".seatbox").count()):
            kind = seats[number] if number < len(seats) else ""
            page.locator(f"[name=seat{number}][value='{kind}']").check(force=True)
        chosen = options or {}
        fine = {name for name in chosen if page.locator(f".fine [name='option.{name}']").count()}
        for name, value in chosen.items():  # in the schema's order: an edition comes before its variants
            if name not in fine:
                self._set(name, value)
        if terms or fine:
            page.locator(".fine summary").click()
        for name in fine:
            self._set(name, chosen[name])
        for name, on in terms.items():
            page.locator(f"[name={name}]").set_checked(on)
        with page.expect_navigation():
            page.locator(".setbar button").click()
        if page.locator(".sit [name=name0]").count():  # friends are to see who invites them
            page.locator("[name=name0]").fill("Ania")
            with page.expect_navigation():
                page.locator(".sit button.big").click()
        assert "/t/" in page.url, page.locator(".error").inner_text()

    def _set(self, name: str, value: object) -> None:
        """One option of the form."""
        field = self.page.locator(f"[name='option.{name}']")
        if isinstance(value, bool):
            if value:
                self.page.locator(f"[name='option.{name}']:enabled").wait_for(state="attached")
            if field.is_enabled():
                field.set_checked(value, force=True)
        elif isinstance(value, str):
            self.page.locator(f"[name='option.{name}'][value='{value}']").check(force=True)

    # ---- playing ----------------------------------------------------------------------------------

    def until(self, condition: str) -> None:
        """Wait until something holds on the page; `facts` are what it knows of its table (web/static/state.js)."""
        # Not wait_for_function: that evaluates text on the page, which our content security policy forbids.
        wait = f"""async () => {{
          const pause = () => new Promise(yes => setTimeout(yes, 15));
          while (document.readyState === "loading") await pause();
          const shared = document.querySelector("[rel=modulepreload][href$='/state.js']");
          const {{ facts }} = shared ? await import(shared.href) : {{ facts: {{}} }};
          const end = performance.now() + {MILLISECONDS};
          while (!(document.documentElement && ({condition}))) {{ // a page that is being left has none
            if (performance.now() > end) throw new Error(`it never happened: {condition}`);
            await pause();
          }}
        }}"""
        end = monotonic() + PATIENCE
        while True:
            try:
                self.page.evaluate(wait)
                return
            except Error as error:  # what was waited for may come with the next page
                if "context was destroyed" not in error.message or monotonic() > end:
                    raise

    def until_my_turn(self) -> bool:
        """Wait for something to click; False when the game is over."""
        self.until(f"{ANSWERED} && ({LIT} || {OVER})")
        return not self.is_over()

    def settled(self) -> None:
        """Wait until every wish is answered."""
        self.until(ANSWERED)

    def is_over(self) -> bool:
        """Whether the result is shown."""
        found: bool = self.page.evaluate(OVER)
        return found

    def lit(self) -> list[str]:
        """Ids of all that glows."""
        found: list[str] = self.page.evaluate(LIT_IDS)
        return found

    def thing(self, id: str) -> Locator:
        """An element of the board."""
        return self.page.locator(f'[id="{id}"]')

    def choose(self, luck: random.Random, by_touch: bool = False) -> None:
        """One whole decision: click until the table was asked."""
        sent = self.page.evaluate("watch.sent")
        recap = self.page.locator("#recap:not([hidden])")  # the sheet of a round may come over the board at any time
        self.page.add_locator_handler(recap, lambda sheet: sheet.locator("[data-do=recap-close]").last.click())
        while self.page.evaluate("watch.sent") == sent:
            thing = self.thing(luck.choice(self.lit()))
            if by_touch:
                thing.tap()
            else:
                thing.click()
        self.page.remove_locator_handler(recap)
        self.settled()
        self.check_refusals()

    def check_refusals(self) -> None:
        """Nothing was refused; else what was sent, with socket and time."""
        refused = self.page.evaluate("watch.refused")
        assert refused == [], self.page.evaluate("watch.commands")

    def shown(self) -> dict[str, str]:
        """What the table shows, area by area, in words."""
        script = """() => Object.fromEntries([...document.querySelectorAll("[data-area], #prompt, #log")]
            .map(e => [e.dataset.area || e.id, e.textContent]))"""
        found: dict[str, str] = self.page.evaluate(script)
        return found
