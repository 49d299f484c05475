"""All pages of a server with reproducible content: games against bots, daily deals, a club, puzzles and reviews."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from functools import cache

from frozen_book import Book
from frozen_site import BOTS, ORIGIN, Person, Site, fresh_site, written
from frozen_ways import BY_THE_CLOCK
from starlette.routing import Route

from domik.games import game_package, game_packages
from domik.language import LANGUAGES
from domik.server.app import routes

LINK = re.compile(r'(?:href|src|data-src|data-frame|action)="(/[^"#]*)')
NOT_FOLLOWED = re.compile(r"^/static/|[?&]lang=|^/t/[^/]+/live|^/api/tables/[^/]+/events|^/api/events|^/daily/\d")
MOST, QUICK_MOST = 700, 120  # addresses
ELSEWHERE = {  # not pages: endless streams, assets, and routes that other tests cover
    *("/api/events", "/api/tables/{id}/events", "/static/{name:path}"),
    *("/api/bots/me", "/api/challenges", "/metrics"),
}
MEASURED = re.compile(r"(?<=<dd>)[\d.,]+( s| с)?( / \d+)?(?=</dd>)")  # figures on the administration page


class Store:
    """Fills the server's store through its public routes, and collects the addresses to visit."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.ania, self.marek = site.person("Ania"), site.person("Marek")
        self.addresses: list[str] = ["/", "/games", "/learn", "/puzzles", "/daily", "/club", "/me", "/key", "/mistakes"]
        self.addresses += ["/api", "/api/openapi.json", "/api/games", "/api/bots", "/host", "/nowhere", "/healthz"]

    def fill(self, games: Iterable[str]) -> None:
        for person, animal in ((self.ania, "owl"), (self.marek, "fox")):
            self.site.world.begin(person.name)
            person.get("/")
            person.post("/me", name=person.name, animal=animal)
        for game in games:
            self.site.world.begin(f"games of {game}")
            self.add_texts(game)
            self.play_usual(game)
            if game not in BY_THE_CLOCK:  # the daily page requests a review
                self.play_daily(game)
            self.try_puzzle(game)
        self.site.world.begin("others")
        self.meet_in_club()
        self.ania.post("/me/key")
        self.ania.post("/me/page", statistics="on", ratings="on", exercise="on")
        self.ania.post("/host", key=self.site.host_key)
        self.addresses.append("/player/Ania")

    def add_texts(self, game: str) -> None:
        """Rules, explanations and lessons, most of which only scripts request."""
        at = f"/g/{game}"
        self.addresses += [at, f"{at}/rules", f"{at}/rules/sheet", f"{at}/rules/editions", f"{at}/card"]
        self.addresses += [f"{at}/card/sheet", f"/learn/{game}"]
        kinds = re.findall(r'(?m)^kind = "(\w+)"', game_package(game).read_resource("lessons/help.toml"))
        self.addresses += [f"{at}/help/{kind}{end}" for kind in [*kinds, "nothing"] for end in ("", "/picture")]
        clauses = re.findall(r'id="([A-Z]+-\d+)"', self.ania.get(f"{at}/rules").text)[::3]
        self.addresses += [f"{at}/rules/clause/{clause}" for clause in [*clauses, "nothing"]]
        lessons = re.findall(rf'href="(/learn/{game}/\w+)"', self.ania.get(f"/learn/{game}").text)
        for lesson in dict.fromkeys(lessons):
            self.addresses += [lesson, f"{lesson}/step", f"{lesson}/step?do=next&form=hand", f"{lesson}/step?do=hint"]

    def play_usual(self, game: str) -> None:
        """A finished game with review and duplicate, one half played, and one waiting for players."""
        done = self.begun(game, f"{game} done")
        self.play(self.ania, done)
        for step in (0, 7, 30):
            self.addresses += [f"/t/{done}/step/{step}?eyes={eyes}&form=low" for eyes in ("-1", "0", "all")]
        self.addresses += [f"/t/{done}", f"/t/{done}/replay", f"/t/{done}/picture", f"/t/{done}/recap/1"]
        self.addresses += [f"/api/tables/{done}", f"/api/tables/{done}/record"]
        if game not in BY_THE_CLOCK:
            self.review(done)
        key = self.ania.led_to(f"/t/{done}/deal").rsplit("/", 1)[-1]
        self.site.name(key, f"deal of {game}")
        theirs = self.table(self.marek.led_to(f"/deal/{key}/play"), f"{game} of Marek")
        self.play(self.marek, theirs)
        self.addresses += [f"/deal/{key}", f"/t/{done}/beside/{theirs}", f"/t/{theirs}/replay"]
        half = self.begun(game, f"{game} half played")
        self.play(self.ania, half, 5)
        self.addresses += [f"/t/{half}", f"/t/{half}/devices", f"/t/{half}/picture", f"/api/tables/{half}/record"]
        form = {"seat0": "human", "seat1": "human", "name0": "Ania", "name1": ""}
        waits = self.table(self.ania.led_to(f"/g/{game}/tables", **form, listed="on"), f"{game} waiting")
        self.addresses += [f"/t/{waits}", f"/j/{waits}/wrong", f"/j/{waits}/wrong/news"]
        with self.site.client.websocket_connect(f"/t/{waits}/live?lang=en", headers=self.headers()) as socket:
            found = re.search(rf"/j/{waits}/([\w.~-]+)", socket.receive_bytes().decode())
        if found is not None:
            self.site.name(found[1], f"invitation to {game}")
            self.addresses += [f"/j/{waits}/{found[1]}", f"/j/{waits}/{found[1]}/news"]

    def begun(self, game: str, name: str) -> str:
        """A dealt table against an easy bot."""
        form = {"seat0": "human", "name0": "Ania", "seat1": "bot:easy"}
        table = self.table(self.ania.led_to(f"/g/{game}/tables", **form, hints="on"), name)
        with self.site.client.websocket_connect(f"/t/{table}/live?lang=en", headers=self.headers()) as socket:
            socket.receive_bytes()
            socket.send_text('{"do":"luck","id":1,"text":"luck"}')
            while b'"ok":1' not in socket.receive_bytes():
                pass
        return table

    def headers(self) -> dict[str, str]:
        self.site.client.cookies = self.ania.cookies
        return {"origin": ORIGIN}

    def table(self, where: str, name: str) -> str:
        """Table id from a path; it is replaced by `name` in all texts."""
        return self.site.name(where.rsplit("/", 1)[-1], name)

    def play(self, person: Person, table: str, most: int = 2000) -> None:
        """Play random moves until the game is over, or `most` moves."""
        luck = random.Random(self.site.names[table])
        for _ in range(most):
            seen = person.when_bots_are_done(table, with_secret=True)
            if seen["over"]:
                return
            move = {"action": luck.choice(seen["legal"])["action"], "turn": seen["turn"]}
            answer = person.ask("POST", f"/api/tables/{table}/moves", document=move, with_secret=True)
            if answer.status_code != 200:
                raise RuntimeError(f"{table}: {answer.text}")

    def review(self, table: str) -> None:
        """Request a review and wait until it is done."""
        self.ania.post(f"/t/{table}/review")
        while not self.ania.ask("GET", f"/t/{table}/review/news", seconds=0).json()["done"]:
            pass
        page = self.ania.get(f"/t/{table}/review").text
        steps = sorted(set(re.findall(r"(?:step=|/learn/|/review/)(\d+)", page)), key=int)[:6]
        self.addresses += [f"/t/{table}/review", f"/t/{table}/review/news", f"/t/{table}/learn"]
        for step in [*steps, "3"]:
            at = f"/t/{table}/learn/{step}"
            self.addresses += [f"/t/{table}/review/{step}", at, f"{at}/say?hint=0", f"{at}/say?solution=1"]

    def play_daily(self, game: str) -> None:
        """Play today's deal, and wait for its bots and its review."""
        day = re.search(r"/daily/(\d{4}-\d\d-\d\d)/", self.ania.get(f"/daily/{game}").text)
        if day is None:
            raise RuntimeError("the page of today's deal does not say which day it is")
        at = f"/daily/{day[1]}/{game}"
        table = self.table(self.ania.led_to(f"{at}/play"), f"{game} of today")
        self.play(self.ania, table)
        self.ania.get(at)  # requests the review
        while True:
            news = self.ania.ask("GET", f"{at}/news", seconds=0).json()
            if news["judged"] and news["bots"] == sum(BOTS.values()):
                break
        self.addresses += [at, f"{at}/news", f"/daily/{game}", f"/t/{table}/bot/easy-0/picture", f"/t/{table}/replay"]

    def try_puzzle(self, game: str) -> None:
        """Ask for a hint and the answer of a puzzle."""
        found = sorted(set(re.findall(rf"/puzzles/{game}/([\w-]+)", self.ania.get(f"/puzzles?game={game}").text)))
        at = f"/puzzles/{game}/{found[0]}"
        self.addresses += [f"/puzzles?game={game}", at, f"{at}/picture", f"{at}/step", f"{at}/step?letters=1&form=hand"]
        for do in ("hint", "answer"):
            self.ania.post(f"{at}/step", do=do)

    def meet_in_club(self) -> None:
        """A club of two with one deal played by both."""
        form = {"name": "Monday", "me": "Ania", "game.bower": "on", "game.treehouse": "on", "rounds": "1", "lasts": "1"}
        club = self.ania.led_to("/club", **form)
        self.site.name(club.rsplit("/", 1)[-1], "club")
        self.marek.post(f"{club}/join", name="Marek")
        for person in (self.ania, self.marek):
            table = self.table(person.led_to(f"{club}/play/1"), f"club table of {person.name}")
            self.play(person, table)
        self.addresses.append(club)


def pages(book: Book, quick: bool) -> None:
    """Every reachable page, as seen by the player and by a stranger."""
    games = [title.name for title in game_packages()]
    with fresh_site() as site:
        store = Store(site)
        store.fill(games[:1] if quick else games)
        found = crawled(store.ania, store.addresses, QUICK_MOST if quick else MOST)
        assets: set[str] = set()
        for language in LANGUAGES:
            for path in found:
                answer = store.ania.get(path, language)
                text = written(site, answer)
                text = MEASURED.sub("MEASURED", text) if path == "/host" else text
                book.put(f"page/{language}{named(site, path)}", text)
                assets |= set(re.findall(r"/static/(?!font/)[\w./-]+", answer.text))
        for path in store.addresses[:: 9 if quick else 3]:
            stranger = site.person("stranger")
            book.put(f"page/stranger{named(site, path)}", written(site, stranger.get(path)))
        for path in sorted(assets):
            body = store.ania.get(path).content
            book.put(f"asset{path}", site.plain(body.decode("latin-1")))
        book.put_json("page/routes that are not visited", unvisited(found))


def named(site: Site, path: str) -> str:
    return site.plain(path).replace("?", " ") if path != "/" else "/home"


def crawled(person: Person, first: list[str], most: int) -> list[str]:
    """Addresses found by following links, in order of discovery."""
    found = dict.fromkeys(first)
    waiting = list(found)
    while waiting and len(found) < most:
        answer = person.get(waiting.pop(0))
        for link in LINK.findall(answer.text):
            path = link.replace("&amp;", "&")
            if path not in found and not NOT_FOLLOWED.search(path) and len(found) < most and is_page(path):
                found[path] = None
                waiting.append(path)
    return list(found)


@cache
def reads() -> list[Route]:
    return [one for one in routes() if isinstance(one, Route) and "GET" in (one.methods or ())]


def is_page(path: str) -> bool:
    """Whether the address has a GET route; some accept only forms."""
    return any(one.path_regex.match(path.partition("?")[0]) for one in reads())


def unvisited(paths: Iterable[str]) -> list[str]:
    """GET routes that no visited address matches, so that a new route is noticed."""
    bare = [path.partition("?")[0] for path in paths]
    left = {one.path for one in reads() if not any(one.path_regex.match(path) for path in bare)}
    return sorted(left - ELSEWHERE)
