"""What a page shows when it has everything: made once for all who read alike, shared by their pages, never changed.

The difference between two of them is a message. Of messages on their way the server keeps no bytes, only the names of
what they carried: a page that comes back without some of them is taken not to have those things.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domik.kernel.drawing import BLANK, NO_PATHS, Paths, Sheet
from domik.server.sight.patches import EMPTIED, UNKNOWN, Patch, encoder, find_changed, whole

LOST = ("", "")  # a refusal that the page may or may not show
LOST_CELLS = "lost"  # a sheet with the cells of which nobody knows what the page shows
Message = dict[str, Any]
Refusals = dict[str, tuple[str, str]]  # element id -> clause and reason


class Carried(msgspec.Struct, gc=False):
    """What one message took to a page: names only, and the log's and the chat's length before it."""

    areas: tuple[str, ...]
    cells: tuple[str, ...]
    refusals: tuple[str, ...]
    facts: tuple[str, ...]
    lines: int  # of the log that held
    said: int  # of the chat


def without(sheet: Sheet, lost: set[str]) -> Sheet:
    """A sheet as a page has it to which these cells did not come."""
    return Sheet({id: markup for id, markup in sheet.cells.items() if id not in lost})


class Shown:
    """A page's areas, cells, clickable paths, refusals and facts, and how long its log and chat are."""

    def __init__(
        self,
        areas: dict[str, str],
        sheets: dict[str, Sheet],
        around: dict[str, str],
        refusals: Refusals,
        paths: Paths | None,
        facts: dict[str, Any],
    ) -> None:
        self.areas = areas
        self.sheets = sheets
        self.around = around
        self.refusals = refusals
        self.paths = paths  # None: nobody knows
        self.facts = facts
        self.lines = 0  # of the log
        self.cuts = 0  # how often the log was cut before those lines were sent
        self.said = 0

    def reaches(self, lines: int, cuts: int, said: int) -> Shown:
        """The same with a log and a chat so long."""
        self.lines, self.cuts, self.said = lines, cuts, said
        return self

    def is_like(self, other: Shown) -> bool:
        """Whether two pages show the same."""
        if (self.lines, self.cuts, self.said) != (other.lines, other.cuts, other.said) or self.facts != other.facts:
            return False
        if self.areas != other.areas or self.around != other.around or self.refusals != other.refusals:
            return False
        return self.paths == other.paths and self.sheets == other.sheets

    def since(self, had: Shown, patched: bool = True) -> Message:
        """What a page lacks that shows something else: of the drawing, of what is around it, of the script's facts."""
        message: Message = {}
        sheets = had.sheets
        if self.areas is not had.areas:
            areas = {name: whole(new) for name, new in self.areas.items() if had.areas.get(name, "") != new}
            if areas:
                message["areas"] = areas
                # A new area comes with empty cells, one that stayed with those that it had: all are sent anew.
                known = {id for sheet in sheets.values() for id in sheet.cells}
                sheets = {LOST_CELLS: Sheet(dict.fromkeys(known, UNKNOWN))}
        cells = self.new_cells(sheets)
        if self.around != had.around:
            find_changed(had.around, self.around, cells)
        if cells:
            message["cells"] = cells if patched else {id: whole(self.cell(id)) for id in cells}
        if self.refusals is not had.refusals and self.refusals != had.refusals:
            message["no"] = dict.fromkeys(had.refusals.keys() - self.refusals.keys()) | {
                id: why for id, why in self.refusals.items() if had.refusals.get(id) != why
            }
        if had.paths is not self.paths and had.paths != self.paths:
            message["paths"] = [[number, *path] for number, path in (self.paths or NO_PATHS).items()]
        for name, value in self.facts.items():
            if name not in had.facts or had.facts[name] != value:
                message[name] = value
        return message

    def new_cells(self, had_sheets: dict[str, Sheet]) -> dict[str, Patch]:
        """The cells of all sheets that are not the same as before; what no sheet holds any more is emptied."""
        found: dict[str, Patch] = {}
        gone: list[str] = []
        for name, sheet in self.sheets.items():
            had = had_sheets.get(name, BLANK)
            if had is not sheet:
                before, now = had.cells, sheet.cells
                find_changed(before, now, found)
                gone += [id for id in before if id not in now]
        for name, sheet in had_sheets.items():
            if name not in self.sheets:
                gone += sheet.cells
        for id in gone:
            found.setdefault(id, EMPTIED)
        return found

    def cell(self, id: str) -> str:
        """What is in a cell."""
        for sheet in self.sheets.values():
            if id in sheet.cells:
                return sheet.cells[id]
        return self.around.get(id, "")

    def carried_by(self, message: Message) -> Carried:
        """What a message takes to a page that shows this, without its contents."""
        log, chat = message.get("log"), message.get("chat", ())
        return Carried(
            tuple(message.get("areas", ())),
            tuple(message.get("cells", ())),
            tuple(message.get("no", ())),
            tuple([name for name in message if name not in NO_FACTS]),
            self.lines if log is None else log[0],
            self.said - len(chat),
        )

    def lacking(self, lost: list[Carried]) -> Shown:
        """What a page shows to which those messages did not come: the next one brings it as it is then."""
        cells = {name for carried in lost for name in carried.cells}
        areas = {name for carried in lost for name in carried.areas}
        sheets = {name: without(sheet, cells) for name, sheet in self.sheets.items()}
        sheets[LOST_CELLS] = Sheet(dict.fromkeys(cells, UNKNOWN))
        facts = {name for carried in lost for name in carried.facts}
        return Shown(
            {name: markup for name, markup in self.areas.items() if name not in areas},
            sheets,
            {name: UNKNOWN if name in cells else markup for name, markup in self.around.items()},
            self.refusals | {name: LOST for carried in lost for name in carried.refusals},
            None if "paths" in facts else self.paths,
            {name: value for name, value in self.facts.items() if name not in facts},
        ).reaches(min(self.lines, *(carried.lines for carried in lost)), self.cuts, lost[0].said)


NO_FACTS = frozenset(("areas", "cells", "no", "log", "chat", "n"))
NOTHING: Final = Shown({}, {}, {}, {}, None, {})


class Parcel:
    """A message for all pages that have the same and read alike: its bytes without the brace that opens it."""

    def __init__(self, shown: Shown, message: Message) -> None:
        self.shown = shown
        self.is_empty = not message
        self.rest: bytes = encoder.encode(message)[1:]
        self.carried = shown.carried_by(message)
