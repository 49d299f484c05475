"""A viewer: one page that is open somewhere. The server remembers what it has and sends only what changed."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any

import msgspec

from domik.kernel.drawing import Drawing
from domik.kernel.game import ONLOOKER
from domik.table.table import Said, Told

KEPT_BYTES = 8192  # of messages, for a page that lost its connection and comes back; it misses more: all anew
MOST_WAITING = 64  # messages that a slow page may owe us
Message = dict[str, Any]
Refusals = dict[str, tuple[str, str]]  # element id -> clause and reason
encoder = msgspec.json.Encoder()


@lru_cache(maxsize=2048)
def as_json(markup: str) -> msgspec.Raw:
    """Markup ready for a message: most cells are shown many times, and quoting them is most of a message's cost."""
    return msgspec.Raw(encoder.encode(markup))


def changed(had: dict[str, str], now: dict[str, str]) -> dict[str, msgspec.Raw]:
    """The markup that a page does not have yet; most of it is the very same object as before."""
    if list(had) == list(now):
        suspects: Iterable[str] = compress(now, map(is_not, now.values(), had.values()))
    else:
        suspects = now
    return {id: as_json(now[id]) for id in suspects if had.get(id) != now[id]}


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
        self.kept: deque[tuple[int, bytes]] = deque()
        self.kept_bytes = 0
        self.outbox: deque[bytes] = deque()
        self.wake = asyncio.Event()
        # What the page shows: the drawing's own strings, which it shares with the drawing's caches and other pages.
        self.areas: dict[str, str] = {}
        self.cells: dict[str, str] = {}
        self.around: dict[str, str] = {}
        self.refusals: Refusals = {}
        self.paths: dict[int, tuple[str, ...]] | None = None
        self.facts: dict[str, Any] = {}
        self.log: list[Told] = []
        self.said = 0

    def changes(self, drawing: Drawing, chrome: dict[str, str], refusals: Refusals, facts: dict[str, Any]) -> Message:
        """What this page does not have yet: of the drawing, of the cells around it, of the facts for the script."""
        message: Message = {}
        areas = changed(self.areas, drawing.areas)
        if areas:
            message["areas"] = areas
            self.areas = drawing.areas
            self.cells = {}  # a new skeleton comes with empty cells
        cells = changed(self.cells, drawing.cells)
        self.cells = drawing.cells
        if chrome != self.around:
            cells |= changed(self.around, chrome)
            self.around = chrome
        if cells:
            message["cells"] = cells
        if refusals != self.refusals:
            had, self.refusals = self.refusals, refusals
            message["no"] = dict.fromkeys(had.keys() - refusals.keys()) | {
                id: why for id, why in refusals.items() if had.get(id) != why
            }
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
        self.kept_bytes += len(data)
        while len(self.kept) > 1 and self.kept_bytes > KEPT_BYTES:
            self.kept_bytes -= len(self.kept.popleft()[1])
        if self.is_connected:
            self.outbox.append(data)
            self.wake.set()

    def can_resume(self, number: int) -> bool:
        """Whether everything after that message is still kept."""
        return number == self.number or (bool(self.kept) and 0 < self.kept[0][0] - 1 <= number < self.number)

    def resume(self, number: int) -> None:
        """Send again what was lost on the way."""
        self.outbox.clear()
        self.outbox.extend(data for kept, data in self.kept if kept > number)
        self.wake.set()

    def acknowledge(self, number: int) -> None:
        """The page has everything up to that message."""
        while self.kept and self.kept[0][0] <= number:
            self.kept_bytes -= len(self.kept.popleft()[1])
