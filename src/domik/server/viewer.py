"""A viewer: one page that is open somewhere. The server remembers what it has and sends only what changed.

Of messages on their way the server keeps no bytes, only the names of what they carried. A page that comes back without
some of them is taken not to have those things, and gets them as they are now: exactly what it missed, however large.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from domik.kernel.drawing import BLANK, Form, Paths, Sheet
from domik.kernel.game import ONLOOKER
from domik.server.wire import Wire
from domik.table import Table
from domik.table.log import Told, lines_of
from domik.table.said import Said

MOST_LOST = 32  # messages whose names are kept for a page that acknowledges none; lacking more, it gets all anew
ANSWERS = ("ok", "refused", "hint")  # said once: what no later message would say again
LOST = ("", "")  # a refusal that the page may or may not show
LOST_CELLS = "lost"  # a sheet with the cells of which nobody knows what the page shows
UNKNOWN = "?"  # what it shows there: no markup
Message = dict[str, Any]
Refusals = dict[str, tuple[str, str]]  # element id -> clause and reason
encoder = msgspec.json.Encoder()


@lru_cache(maxsize=8192)
def as_json(markup: str) -> msgspec.Raw:
    """Markup ready for a message: most cells are shown many times, and quoting them is most of a message's cost."""
    return msgspec.Raw(encoder.encode(markup))


def find_changed(had: dict[str, str], now: dict[str, str], found: dict[str, msgspec.Raw]) -> None:
    """Find the markup that a page does not have yet; most of it is the very same object as before."""
    for id, markup in now.items():
        old = had.get(id, "")
        if old is not markup and old != markup:
            found[id] = as_json(markup)


class Sight(NamedTuple):
    """What one pair of eyes sees in one language: what can be clicked, why things are refused, what to do."""

    areas: dict[str, str]
    sheets: dict[str, Sheet]
    paths: Paths
    refusals: Refusals
    prompt: str


def without(sheet: Sheet, lost: set[str]) -> Sheet:
    """A sheet as a page has it to which these cells did not come."""
    return Sheet({id: markup for id, markup in sheet.cells.items() if id not in lost})


EMPTIED = as_json("")


class Carried(msgspec.Struct, gc=False):
    """What one message took to a page: names only, the log's and the chat's length before it, answers."""

    number: int
    areas: tuple[str, ...]
    cells: tuple[str, ...]
    refusals: tuple[str, ...]
    facts: tuple[str, ...]
    lines: int  # of the log that held
    said: int  # of the chat
    answers: Message | None


class Viewer:
    """One open page: whose eyes, in which language, on what screen, and what it shows by now."""

    def __init__(self, owner: str, language: str, form: Form, in_letters: bool, name: str) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner = owner
        self.address = ""  # where it comes from, as limits count
        self.device = ""  # the browser that it is open in
        self.is_silent = False  # a stranger where names have to be known
        self.language = language
        self.form: Form = form
        self.in_letters = in_letters
        self.name = name
        self.seats: list[int] = []  # those it may act for
        self.is_host = False  # whether whoever looks opened the table
        self.origin = ""  # the address of the house as this page knows it
        self.eyes = ONLOOKER  # the one it sees with now
        self.wire: Wire | None = None  # while it is connected
        self.left_at = 0.0
        self.number = 0  # of the last message
        self.acknowledged = 0  # the last message that the page said it has
        self.carried: list[Carried] = []  # by the messages since
        self.owed: Message = {}  # answers that were lost on the way
        # What the page shows: the drawing's own sheets, which it shares with the drawing's caches and other pages.
        self.areas: dict[str, str] = {}
        self.sheets: dict[str, Sheet] = {}
        self.around: dict[str, str] = {}
        self.refusals: Refusals = {}
        self.paths: Paths | None = None
        self.facts: dict[str, Any] = {}
        self.lines = 0  # of the log
        self.cuts = 0  # how often the log was cut before those lines were sent
        self.said = 0

    @property
    def is_connected(self) -> bool:
        """Whether the page can be reached."""
        return self.wire is not None

    def changes(self, sight: Sight, around: dict[str, str], facts: dict[str, Any]) -> Message:
        """What this page does not have yet: of the drawing, of the cells around it, of the facts for the script."""
        message: Message = {}
        if sight.areas is not self.areas:
            areas: dict[str, msgspec.Raw] = {}
            find_changed(self.areas, sight.areas, areas)
            self.areas = sight.areas
            if areas:
                message["areas"] = areas
                # A new area comes with empty cells, one that stayed with those that it had: all are sent anew.
                had = {id for sheet in self.sheets.values() for id in sheet.cells}
                self.sheets = {LOST_CELLS: Sheet(dict.fromkeys(had, UNKNOWN))}
        cells = self.new_cells(sight.sheets)
        if around != self.around:
            find_changed(self.around, around, cells)
            self.around = around
        if cells:
            message["cells"] = cells
        if sight.refusals != self.refusals:
            refused, self.refusals = self.refusals, sight.refusals
            message["no"] = dict.fromkeys(refused.keys() - sight.refusals.keys()) | {
                id: why for id, why in sight.refusals.items() if refused.get(id) != why
            }
        if self.paths is not sight.paths and self.paths != sight.paths:
            message["paths"] = [[number, *path] for number, path in sight.paths.items()]
        self.paths = sight.paths
        had_facts = self.facts
        for name, value in facts.items():
            if name not in had_facts or had_facts[name] != value:
                had_facts[name] = value
                message[name] = value
        return message

    def new_cells(self, sheets: dict[str, Sheet]) -> dict[str, msgspec.Raw]:
        """The cells of all sheets that are not the same as before; what no sheet holds any more is emptied."""
        found: dict[str, msgspec.Raw] = {}
        gone: list[str] = []
        had_sheets, self.sheets = self.sheets, sheets
        for name, sheet in sheets.items():
            had = had_sheets.get(name, BLANK)
            if had is not sheet:
                before, now = had.cells, sheet.cells
                find_changed(before, now, found)
                gone += [id for id in before if id not in now]
        for name, sheet in had_sheets.items():
            if name not in sheets:
                gone += sheet.cells
        for id in gone:
            found.setdefault(id, EMPTIED)
        return found

    def new_log(self, table: Table) -> tuple[int, list[Told]]:
        """How many lines of the page's log still hold, and the lines that follow them; -1 when nothing changed."""
        log = table.log
        kept = log.still_held(self.lines, self.cuts)
        if kept == self.lines == len(log):
            return -1, []
        self.lines, self.cuts = len(log), log.cuts()
        return kept, lines_of(table, kept)

    def new_chat(self, chat: list[Said], said: int) -> list[Said]:
        """The lines of chat that this page has not seen."""
        missing = min(said - self.said, len(chat))
        self.said = said
        return chat[len(chat) - missing :] if missing else []

    # ---- on its way --------------------------------------------------------------------------------

    def send(self, message: Message) -> None:
        """Put a message on its way, numbered."""
        self.number += 1
        message["n"] = self.number
        self.carried.append(self.names_in(message))
        if len(self.carried) > MOST_LOST:
            self.acknowledged = self.carried.pop(0).number
        if self.wire is not None:
            self.wire.post(encoder.encode(message))

    def names_in(self, message: Message) -> Carried:
        """What a message carries, without its contents."""
        return Carried(
            self.number,
            tuple(message.get("areas", ())),
            tuple(message.get("cells", ())),
            tuple(message.get("no", ())),
            tuple(name for name in message if name in self.facts or name == "paths"),
            message["log"][0] if "log" in message else self.lines,
            self.said - len(message.get("chat", ())),
            {name: message[name] for name in ANSWERS if name in message} or None,
        )

    def can_resume(self, number: int) -> bool:
        """Whether it is known what every message after that one carried."""
        return self.acknowledged <= number <= self.number

    def resume(self, number: int) -> None:
        """Take everything back that was lost on the way: the next message brings it as it is now."""
        lost = [carried for carried in self.carried if carried.number > number]
        self.carried = [carried for carried in self.carried if carried.number <= number]
        if not lost:
            return
        cells = {name for carried in lost for name in carried.cells}
        areas = {name for carried in lost for name in carried.areas}
        self.areas = {name: markup for name, markup in self.areas.items() if name not in areas}
        self.sheets = {name: without(sheet, cells) for name, sheet in self.sheets.items()}
        self.sheets[LOST_CELLS] = Sheet(dict.fromkeys(cells, UNKNOWN))
        self.around = {name: UNKNOWN if name in cells else markup for name, markup in self.around.items()}
        self.refusals = self.refusals | {name: LOST for carried in lost for name in carried.refusals}
        for name in {name for carried in lost for name in carried.facts}:
            if name == "paths":
                self.paths = None
            self.facts.pop(name, None)
        self.lines = min(self.lines, *(carried.lines for carried in lost))
        self.said = lost[0].said
        self.owed = {name: answer for carried in lost for name, answer in (carried.answers or {}).items()}

    def acknowledge(self, number: int) -> None:
        """The page has everything up to that message."""
        self.acknowledged = max(self.acknowledged, min(number, self.number))
        while self.carried and self.carried[0].number <= number:
            del self.carried[0]
