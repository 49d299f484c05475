"""`make screenshots`: the home page, every game on desktop and phone, light and dark, and what the guide tells of.

Starts a server with a fresh data file, lets greedy bots play half of each game through the JSON API, and takes the
pictures for docs/pictures with the system's chromium. `screenshots.py cabin review` takes only those named.
"""

from __future__ import annotations

import base64
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from domik.bots import bot_of
from domik.games import GAMES, game_package
from domik.kernel.luck import luck_of
from domik.kernel.state import view_from

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PEOPLE = ("Ania", "Marek", "Sonia", "Finn")
HALF = 0.6  # share of a game played before the picture is taken
QUALITY = 78
NO_TIPS = "localStorage.setItem('domik.explain', '0')"  # a table as those see it who have played before


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def start_server(data: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server; returns the process and its origin."""
    port = free_port()
    command = [sys.executable, "-m", "domik", "serve", "--port", str(port), "--data", str(data)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    origin = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            httpx.get(f"{origin}/healthz", timeout=1)
            return server, origin
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("The server did not start")


def request_with_retry(client: httpx.Client, method: str, path: str, **more: Any) -> Any:
    """JSON response of the API; waits and retries while rate limited."""
    while (answer := client.request(method, path, **more)).status_code == httpx.codes.TOO_MANY_REQUESTS:
        time.sleep(0.5)
    return answer.raise_for_status().json()


class Game:
    """A game on the server in which this tool holds all seats."""

    def __init__(self, client: httpx.Client, name: str, seed: str) -> None:
        self.client = client
        self.title = game_package(name)
        seats = min(3, self.title.most_seats)
        plans = [{"kind": "human", "name": PEOPLE[seat]} for seat in range(seats)]
        opened = request_with_retry(client, "POST", "/api/tables", json={"game": name, "seats": plans})
        self.id: str = opened["id"]
        self.secrets = [seat["secret"] for seat in opened["seats"]]
        self.keys = [{"authorization": f"Bearer {secret}"} for secret in self.secrets]
        self.bots = [bot_of("greedy", luck_of(seed))] * seats
        self.moves = 0
        self.made = [0] * seats  # by seat, to keep simultaneous players level
        for key in self.keys:
            request_with_retry(client, "POST", f"/api/tables/{self.id}/sit", json={}, headers=key)

    def play(self, most: int, until_my_turn: bool = False) -> None:
        """Play `most` moves with greedy bots; with `until_my_turn`, go on until the first seat has a real choice."""
        while True:
            views = [request_with_retry(self.client, "GET", f"/api/tables/{self.id}", headers=key) for key in self.keys]
            if views[0]["over"] or (self.moves >= most and (not until_my_turn or len(views[0]["legal"]) > 2)):
                return
            able = [seat for seat, view in enumerate(views) if view["legal"]]
            seat = min(able, key=lambda seat: (self.made[seat], -seat))
            self.move(seat, views[seat])

    def move(self, seat: int, told: dict[str, Any]) -> None:
        match = self.title.match(len(self.keys), told["options"])
        view = view_from(match.game, seat, told["view"])
        action = self.bots[seat].decide(view, int(view.legal())).bit_length() - 1
        document = {"action": action, "turn": told["turn"]}
        request_with_retry(self.client, "POST", f"/api/tables/{self.id}/moves", json=document, headers=self.keys[seat])
        self.moves += 1
        self.made[seat] += 1


def take_screenshots(browser: Browser, address: str, name: str, secret: str = "") -> None:
    """Every size and theme; with the secret of a seat, which a browser may keep as its own, its board."""
    for size, screen in SIZES.items():
        for theme in THEMES:
            settings = screen | {"locale": "en-GB", "color_scheme": theme, "reduced_motion": "reduce"}
            context = browser.new_context(**settings)
            if secret:
                context.add_init_script(NO_TIPS)
                context.add_cookies([{"name": "domik", "value": secret, "url": address}])
            page = context.new_page()
            page.goto(address)
            if secret:
                page.locator("[data-area=own] > *").first.wait_for(timeout=60_000)
                page.locator(".can").first.wait_for(timeout=60_000)
            save_picture(page, f"{name}-{size}-{theme}")
            context.close()


def save_picture(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready.then(() => true)")
    path = PICTURES / f"{name}.webp"
    shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(shot["data"]))
    print(f"{path.relative_to(PICTURES.parent.parent)}  {path.stat().st_size // 1024} KB", flush=True)


# ---- what the guide tells of: each opens a page of a fresh browser and leaves it as the picture shall show it --------


def show_set_up(page: Page, client: httpx.Client) -> None:
    page.goto("/g/treehouse?with=friends")
    page.locator("form button[type=submit], form button:not([type])").last.wait_for()


def show_invitation(page: Page, client: httpx.Client) -> None:
    page.goto("/g/treehouse?with=friends")
    page.locator("main form .start, main form button[type=submit], main form button:not([type])").last.click()
    page.fill("input[name=name0]", PEOPLE[0])
    page.keyboard.press("Enter")
    page.locator("#invite .qr").wait_for()


def show_hint(page: Page, client: httpx.Client) -> None:
    page.goto("/")
    page.locator('form[action$="/g/dream_home/play"] button').first.click()
    page.locator("[data-area=own] > *").first.wait_for()
    page.locator(".can").first.wait_for()
    page.locator("[data-do=hint]").click()
    page.locator(".hint").first.wait_for(timeout=60_000)


def show_lesson(page: Page, client: httpx.Client) -> None:
    page.goto("/learn/treehouse")
    page.goto(str(page.locator('main a[href*="/learn/treehouse/"]').first.get_attribute("href")))
    page.locator("[data-area=own] > *").first.wait_for()


def show_puzzle(page: Page, client: httpx.Client) -> None:
    page.goto("/puzzles")
    page.goto(str(page.locator('main a[href*="/puzzles/bower/"]').first.get_attribute("href")))
    page.locator("[data-area=own] > *").first.wait_for()


def show_daily(page: Page, client: httpx.Client) -> None:
    page.goto("/daily")


def show_club(page: Page, client: httpx.Client) -> None:
    form: dict[str, str | float | bool] = {"name": "Thursday evening", "me": PEOPLE[0], "rounds": "1", "lasts": "1"}
    made = page.request.post("/club", form=form | {"game.bower": "on", "game.treehouse": "on"})
    page.goto(made.url)


def show_companion(page: Page, client: httpx.Client) -> None:
    page.set_viewport_size(SIZES["phone"]["viewport"])
    page.goto("/companion/treehouse")
    page.fill("input[name='name.0']", PEOPLE[0])
    page.click("button[value=start]")
    offered = "#counting button[value^='set:']:not(.unseen), #counting button[value^='put']:not(.unseen)"
    page.locator("#counting").wait_for()
    for number in (0, 2, 1, 3):  # rooms as they might lie there
        if page.locator(offered).count() > number:
            page.evaluate("document.getElementById('counting').dataset.old = 1")
            page.locator(offered).nth(number).click()
            page.locator("#counting:not([data-old])").wait_for()


def show_review(page: Page, client: httpx.Client) -> None:
    game = Game(client, "treehouse", "review")
    game.bots[0] = bot_of("random", luck_of("review"))  # who leaves something to be said
    game.play(10_000)
    page.request.post(f"/t/{game.id}/review")
    while not request_with_retry(client, "GET", f"/t/{game.id}/review/news")["done"]:
        time.sleep(2)
    page.goto(f"/t/{game.id}/review")


SCENES: dict[str, Callable[[Page, httpx.Client], None]] = {
    "set-up": show_set_up,
    "invite": show_invitation,
    "hint": show_hint,
    "lesson": show_lesson,
    "puzzle": show_puzzle,
    "daily": show_daily,
    "club": show_club,
    "review": show_review,
    "companion": show_companion,
}


def take_scene(browser: Browser, origin: str, client: httpx.Client, name: str) -> None:
    settings = SIZES["desktop"] | {"locale": "en-US", "color_scheme": "light", "reduced_motion": "reduce"}
    context = browser.new_context(base_url=origin, **settings)
    page = context.new_page()
    SCENES[name](page, client)
    save_picture(page, name)
    context.close()


def main() -> int:
    """Take all screenshots, or only those of the games and scenes named: `python tools/screenshots.py cabin review`."""
    wanted = sys.argv[1:] or [*GAMES, "home", *SCENES]
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("No chromium here: apt-get install chromium", file=sys.stderr)
        return 1
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server, origin = start_server(Path(folder) / "domik.db")
        try:
            with httpx.Client(base_url=origin, timeout=60) as client, sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
                for name in (name for name in wanted if name in SCENES):
                    take_scene(browser, origin, client, name)
                for name in (name for name in wanted if name in GAMES):
                    whole = Game(client, name, f"whole {name}")
                    whole.play(10_000)
                    game = Game(client, name, f"half {name}")
                    game.play(int(whole.moves * HALF), until_my_turn=True)
                    take_screenshots(browser, f"{origin}/t/{game.id}", name, game.secrets[0])
                if "home" in wanted:
                    take_screenshots(browser, origin, "home")
                browser.close()
        finally:
            server.terminate()
            server.wait(30)
    return 0


if __name__ == "__main__":
    sys.exit(main())
