"""The end of a line where a friend's page is, in this very Python: it asks, and takes what the host's page answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from domik.offline.friend import Friends
from domik.offline.friend_messages import PIECE
from domik.offline.transport import Transport
from domik.server.http.requests import service
from domik.server.live.live_tables import LiveTables
from tests.waiting import eventually_async

KEY = "5eed" * 8
EDITION = "domik-1"


@dataclass
class Message:
    """A head, and what came behind it."""

    head: dict[str, Any]
    body: bytes


class Lines:
    """All data channels of a host."""

    def __init__(self) -> None:
        self.frames: dict[int, list[bytes]] = {}
        self.ended: list[int] = []

    def send(self, number: int, frame: bytes) -> None:
        assert len(frame) <= PIECE
        self.frames.setdefault(number, []).append(frame)

    def end(self, number: int) -> None:
        self.ended.append(number)

    def messages(self, number: int) -> list[Message]:
        """Everything that one friend was sent."""
        found: list[Message] = []
        for frame in self.frames.get(number, []):
            if found and len(found[-1].body) < found[-1].head.get("size", 0):
                found[-1].body += frame
            else:
                found.append(Message(json.loads(frame), b""))
        return found


class FriendPage:
    """A friend's page."""

    def __init__(self, host: Transport, lines: Lines, friends: Friends, number: int) -> None:
        self.host = host
        self.lines = lines
        self.friends = friends
        self.number = number
        self.count = 0

    def open(self, table: str, edition: str = EDITION) -> None:
        self.friends.open(self.number, table, edition)

    def say(self, **message: object) -> None:
        self.friends.hear(self.number, json.dumps(message))

    def told(self, kind: str) -> list[Message]:
        return [one for one in self.lines.messages(self.number) if one.head["type"] == kind]

    @property
    def refusals(self) -> list[str]:
        return [one.head["why"] for one in self.told("refused")]

    async def greet(self, table: str, key: str = KEY, edition: str = EDITION) -> str:
        """Come in; the path that the friend is led to, or why they are not let in."""
        self.open(table)
        self.say(type="hello", key=key, edition=edition)
        await eventually_async(lambda: self.told("welcome") or self.told("refused"))
        return str(self.told("welcome")[0].head["path"]) if self.told("welcome") else self.refusals[0]

    async def ask(self, path: str, form: dict[str, str] | None = None, language: str = "en") -> Message:
        """Ask for a page, or send a form."""
        self.count += 1
        number, method = self.count, "GET" if form is None else "POST"
        self.say(type="ask", id=number, method=method, path=path, language=language, body=urlencode(form or {}))

        def answers() -> list[Message]:
            return [one for one in self.told("answer") if one.head["id"] == number]

        await eventually_async(answers)
        return answers()[0]

    async def sit(self, path: str, name: str) -> str:
        """Take the seat; the address of the table."""
        assert (await self.ask(path)).head["status"] == 200
        return str((await self.ask(path, {"name": name, "animal": "owl"})).head["location"])


class FriendSocket:
    """An open table of a friend's, or of the host's own page."""

    def __init__(self, page: FriendPage, table: str, number: int) -> None:
        self.page, self.number = page, number
        self.sent = 0
        page.say(type="dial", id=number, path=f"{table}/live?form=desk", language="en")

    def command(self, **command: object) -> None:
        self.page.say(type="say", id=self.number, text=json.dumps(command))

    @property
    def raw(self) -> list[bytes]:
        told = [one for one in self.page.told("told") if one.head["id"] == self.number]
        return [one.body for one in told if one.head["kind"] == "send"]

    @property
    def facts(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for data in self.raw:
            found |= json.loads(data)
        return found

    @property
    def is_closed(self) -> bool:
        return any(one.head["kind"] == "close" and one.head["id"] == self.number for one in self.page.told("told"))

    async def move(self, action: int) -> None:
        """Play an action, which is not refused."""
        self.sent += 1
        number = self.sent
        self.command(do="move", id=number, action=action, turn=self.facts["turn"])
        await eventually_async(lambda: any(json.loads(one).get("ok") == number for one in self.raw))


def live_tables_of(host: Transport) -> LiveTables:
    return service({"app": host.app}, LiveTables)
