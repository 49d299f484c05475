"""WebSocket messages of live tables: games of people and of bots, on several screens and in three languages."""

from __future__ import annotations

import contextlib
import json
import random
import re
import zlib
from typing import Any

from frozen_book import Book
from frozen_site import ORIGIN, Person, Site, fresh_site
from starlette.testclient import WebSocketTestSession

from domik.games import game_packages
from domik.kernel.drawing import ALTERNATIVE_PATH

PING, PONG = '{"do":"ping"}', b"{}"
SCREENS = (
    {"lang": "en", "form": "desk"},
    {"lang": "ru", "form": "hand"},
    {"lang": "pl", "form": "low"},
    {"lang": "en", "form": "lap", "z": "1"},
)
SPECTATOR = {"lang": "pl", "form": "desk", "letters": "1"}
MOVES, QUICK_MOVES = 70, 20


class Page:
    """An open page: the state its script would have, and the messages received since the last note."""

    def __init__(self, name: str, socket: WebSocketTestSession) -> None:
        self.name = name
        self.socket = socket
        self.facts: dict[str, Any] = {}
        self.number = 0
        self.asked = 0
        self.heard: list[str] = []

    def take(self) -> bool:
        """Receive the next message; False for the reply to a ping."""
        data = self.socket.receive_bytes()
        if data == PONG:
            return False
        packed = data[:1] != b"{"
        text = zlib.decompress(data).decode() if packed else data.decode()
        message = json.loads(text)
        self.facts |= message
        self.number = message["n"]
        # The order of names in a message comes from sets and differs from run to run.
        self.heard.append(json.dumps([packed, message], ensure_ascii=False, indent=1, sort_keys=True))
        return True

    def listen(self) -> None:
        """Receive everything sent so far: the reply to a ping comes after it."""
        self.socket.send_text(PING)
        while self.take():
            pass

    def command(self, do: str, **more: object) -> None:
        """Send a command and wait until it is acknowledged or refused."""
        self.asked += 1
        self.socket.send_text(json.dumps({"do": do, "id": self.asked, "got": self.number, **more}))
        while self.take():
            if self.facts.get("ok") == self.asked or self.facts.get("refused", [0])[0] == self.asked:
                return

    @property
    def actions(self) -> list[int]:
        """Numbers of the actions that can be clicked, without alternative paths."""
        return sorted({path[0] for path in self.facts.get("paths") or [] if path[0] < ALTERNATIVE_PATH})


class Table:
    """A table and its open pages; all their messages are recorded after every command."""

    def __init__(self, book: Book, site: Site, key: str, id: str) -> None:
        self.book = book
        self.site = site
        self.key = key
        self.id = site.name(id, key)
        self.pages: list[Page] = []
        self.noted = 0
        self.onlooker = site.person("nobody")

    def open(self, stack: contextlib.ExitStack, name: str, person: Person, asked: dict[str, str]) -> Page:
        self.site.client.cookies = person.cookies
        query = "&".join(f"{key}={value}" for key, value in asked.items())
        opening = self.site.client.websocket_connect(f"/t/{self.id}/live?{query}", headers={"origin": ORIGIN})
        page = Page(f"{name} {' '.join(asked.values())}", stack.enter_context(opening))
        page.take()
        self.pages.append(page)
        return page

    def do(self, page: Page, do: str, **more: object) -> None:
        """Run a command of one page, and record what all pages receive, including the bots' moves."""
        self.site.world.pass_time()
        page.command(do, **more)
        self.onlooker.when_bots_are_done(self.id)
        for one in self.pages:
            one.listen()
        self.note(do)

    def note(self, what: str) -> None:
        """Hash what every page received; pages without messages are skipped."""
        for page in self.pages:
            text = re.sub(r'"viewer": "[^"]+"', '"viewer": "VIEWER"', self.site.plain("\n".join(page.heard)))
            page.heard.clear()
            if text:
                self.book.put(f"socket/{self.key}/{page.name}/{self.noted} {what}", text)
        self.noted += 1


def sockets(book: Book, quick: bool) -> None:
    moves = QUICK_MOVES if quick else MOVES
    with fresh_site() as site:
        for title in game_packages():
            among_people(book, site, title.name, min(3, title.most_seats), moves)
            with_bots(book, site, title.name, moves)


def among_people(book: Book, site: Site, game: str, seats: int, moves: int) -> None:
    """People who join by the host's invitation; they also chat, make illegal moves and undo."""
    key = f"{game}, {seats} people"
    site.world.begin(key)
    people = [site.person(f"P{seat}") for seat in range(seats)]
    form = {f"seat{seat}": "human" for seat in range(seats)} | {f"name{seat}": f"P{seat}" for seat in range(seats)}
    where = people[0].led_to(f"/g/{game}/tables", **form, forced="on", listed="on", clock="15-10-0")
    table = Table(book, site, key, where.removeprefix("/t/"))
    with contextlib.ExitStack() as stack:
        host = table.open(stack, "host", people[0], SCREENS[0])
        found = re.search(rf"/j/{table.id}/([\w.~-]+)", host.heard[0])
        if found is None:
            raise RuntimeError("the host is shown no invitation")
        link = f"/j/{table.id}/{site.name(found[1], f'{key} invitation')}"
        for seat, person in enumerate(people[1:], 1):
            person.get(link)
            person.post(link, name=f"P{seat}")
            table.open(stack, f"guest {seat}", person, SCREENS[seat])
        table.open(stack, "spectator", table.onlooker, SPECTATOR)
        for page in table.pages:
            page.listen()
        table.note("open")
        for page in table.pages[:seats]:
            table.do(page, "luck", text=f"luck of {page.name}")
        play(table, table.pages[:seats], moves, random.Random(key))
        after_the_game(table, table.pages[:seats])


def with_bots(book: Book, site: Site, game: str, moves: int) -> None:
    """One person and one bot, since several bots would answer in any order; a spectator watches."""
    key = f"{game}, bot"
    site.world.begin(key)
    person = site.person("Ania", "pl")
    form = {"seat0": "human", "name0": "Ania", "seat1": "bot:easy"}
    where = person.led_to(f"/g/{game}/tables", **form, hints="on", confirm="on")
    table = Table(book, site, key, where.removeprefix("/t/"))
    with contextlib.ExitStack() as stack:
        page = table.open(stack, "Ania", person, {"lang": "ru", "form": "hand"})
        table.open(stack, "spectator", table.onlooker, {"lang": "en", "form": "low"})
        table.do(page, "luck", text="luck")
        play(table, [page], moves, random.Random(key))


def play(table: Table, pages: list[Page], moves: int, luck: random.Random) -> None:
    """Random moves of any player who may move, now and then with an illegal move, chat or undo."""
    for number in range(moves):
        able = [page for page in pages if page.facts.get("mine") and page.actions]
        if not able or pages[0].facts.get("over"):
            return
        page = able[number % len(able)]
        if number % 11 == 3:
            illegal = [action for action in range(63) if action not in page.actions]
            table.do(page, "move", action=luck.choice(illegal), turn=page.facts["turn"])
        if number % 13 == 5:
            table.do(page, "chat", text=f"line {number} <b>")
        table.do(page, "move", action=luck.choice(page.actions), turn=page.facts["turn"])
        if number % 7 == 6:
            take_back(table, pages, page)


def take_back(table: Table, pages: list[Page], page: Page) -> None:
    """Undo the last move, or ask the other players, who agree."""
    table.do(page, "undo")
    if "refused" in page.facts:
        page.facts.pop("refused")
        table.do(page, "ask")
        for other in pages:
            if other is not page:
                table.do(other, "yes")


def after_the_game(table: Table, pages: list[Page]) -> None:
    """End the game if it is not over, and ask for a rematch."""
    if not pages[0].facts.get("over"):
        for page in pages[:-1]:
            table.do(page, "end")
        table.do(pages[-1], "play_on")
        table.do(pages[-1], "resign")
    for page in pages[:-1]:
        table.do(page, "rematch")
