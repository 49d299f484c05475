"""A viewer: one page that is open somewhere. The server remembers what it has and sends only what changed."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

import msgspec

from domik.kernel.drawing import Drawing
from domik.kernel.game import ONLOOKER
from domik.table.table import Said, Told

KEPT_MESSAGES = 12  # for a page that lost its connection and comes back
MOST_WAITING = 64  # messages that a slow page may owe us
Message = dict[str, Any]
encoder = msgspec.json.Encoder()


class Viewer:
    """One open page: whose eyes, in which language, on what screen, and what it shows by now."""

    def __init__(self, owner: str, language: str, phone: bool, in_letters: bool, name: str) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner = owner
        self.language = language
        self.phone = phone
        self.in_letters = in_letters
        self.name = name
        self.seats: list[int] = []  # those it may act for
        self.eyes = ONLOOKER  # the one it sees with now
        self.is_connected = False
        self.is_dismissed = False  # the page should come again
        self.left_at = 0.0
        self.number = 0  # of the last message
        self.kept: deque[tuple[int, bytes]] = deque(maxlen=KEPT_MESSAGES)
        self.outbox: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.forget()

    def forget(self) -> None:
        """The page has nothing: everything is sent anew."""
        self.areas: dict[str, str] = {}
        self.cells: dict[str, str] = {}
        self.paths: dict[int, tuple[str, ...]] | None = None
        self.facts: dict[str, Any] = {}
        self.log: list[Told] = []
        self.said = 0

    def changes(self, drawing: Drawing, chrome: dict[str, str], facts: dict[str, Any]) -> Message:
        """What this page does not have yet of a drawing, the cells around it, and the facts for the script."""
        message: Message = {}
        areas = {name: markup for name, markup in drawing.areas.items() if self.areas.get(name) != markup}
        if areas:
            message["areas"] = areas
            self.areas.update(areas)
            for id in drawing.cells:  # a new skeleton comes with empty cells
                self.cells.pop(id, None)
        cells: dict[str, str] = {}
        for source in (drawing.cells, chrome):
            for id, markup in source.items():
                had = self.cells.get(id)
                if had is not markup and had != markup:
                    cells[id] = markup
        if cells:
            message["cells"] = cells
            self.cells.update(cells)
        if self.paths != drawing.paths:
            self.paths = drawing.paths
            message["paths"] = [[number, *path] for number, path in drawing.paths.items()]
        for name, value in facts.items():
            if name not in self.facts or self.facts[name] != value:
                self.facts[name] = value
                message[name] = value
        return message

    def new_log(self, log: list[Told]) -> tuple[int, list[Told]]:
        """How many lines of the log still hold, and the lines that follow them."""
        same = min(len(self.log), len(log))
        while same and self.log[same - 1] is not log[same - 1]:
            same -= 1
        cut = len(self.log) > same
        fresh = log[same:]
        if cut or fresh:
            self.log[same:] = fresh
            return same, fresh
        return -1, []

    def new_chat(self, chat: list[Said], said: int) -> list[Said]:
        """The lines of chat that this page has not seen."""
        missing = min(said - self.said, len(chat))
        self.said = said
        return chat[len(chat) - missing :] if missing else []

    def send(self, message: Message) -> None:
        """Put a message on its way, numbered."""
        self.number += 1
        message["n"] = self.number
        data = encoder.encode(message)
        self.kept.append((self.number, data))
        if self.is_connected:
            self.outbox.append(data)
            self.wake.set()

    def can_resume(self, number: int) -> bool:
        """Whether everything after that message is still kept."""
        return number == self.number or (0 < number < self.number and bool(self.kept) and self.kept[0][0] <= number + 1)

    def resume(self, number: int) -> None:
        """Send again what was lost on the way."""
        self.outbox.clear()
        self.outbox.extend(data for kept, data in self.kept if kept > number)
        self.wake.set()

    def acknowledge(self, number: int) -> None:
        """The page has everything up to that message."""
        while self.kept and self.kept[0][0] < number:
            self.kept.popleft()
