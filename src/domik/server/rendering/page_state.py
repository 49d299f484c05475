"""The complete state of a page: rendered once for all equal viewers, shared by their pages, immutable.

The difference between two states is a message. For messages in flight the server keeps no bytes, only the names of
what they contained: a page that reconnects without some of them is assumed not to have those things.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domik.kernel.drawing import EMPTY_FRAGMENT, NO_PATHS, Fragment, Paths
from domik.server.rendering.markup_diff import (
    EMPTY_MARKUP,
    UNKNOWN_MARKUP,
    Patch,
    encode_markup,
    find_changed,
    json_encoder,
)

UNKNOWN_REFUSAL = ("", "")  # a refusal that the page may or may not show
UNKNOWN_CELLS = "lost"  # a sheet of cells whose content on the page is unknown
Message = dict[str, Any]
Refusals = dict[str, tuple[str, str]]  # element id -> clause and reason


class UpdateManifest(msgspec.Struct, gc=False):
    """What one message contained: names only, and the lengths of log and chat before it."""

    areas: tuple[str, ...]
    cells: tuple[str, ...]
    refusals: tuple[str, ...]
    facts: tuple[str, ...]
    lines: int  # of the log
    said: int  # of the chat


def without_cells(sheet: Fragment, lost: set[str]) -> Fragment:
    return Fragment({id: markup for id, markup in sheet.cells.items() if id not in lost})


class PageState:
    """A page's areas, cells, clickable paths, refusals and facts, and the lengths of its log and chat."""

    def __init__(
        self,
        areas: dict[str, str],
        sheets: dict[str, Fragment],
        around: dict[str, str],
        refusals: Refusals,
        paths: Paths | None,
        facts: dict[str, Any],
    ) -> None:
        self.areas = areas
        self.sheets = sheets
        self.chrome = around
        self.refusals = refusals
        self.paths = paths  # None: unknown
        self.facts = facts
        self.log_length = 0  # lines
        self.log_cuts = 0  # how often the log was truncated before those lines were sent
        self.chat_length = 0

    def with_lengths(self, lines: int, cuts: int, said: int) -> PageState:
        """Set the lengths of log and chat, and return self."""
        self.log_length, self.log_cuts, self.chat_length = lines, cuts, said
        return self

    def is_same_as(self, other: PageState) -> bool:
        if (self.log_length, self.log_cuts, self.chat_length) != (
            other.log_length,
            other.log_cuts,
            other.chat_length,
        ) or self.facts != other.facts:
            return False
        if self.areas != other.areas or self.chrome != other.chrome or self.refusals != other.refusals:
            return False
        return self.paths == other.paths and self.sheets == other.sheets

    def changes_since(self, had: PageState) -> Message:
        """The message that turns a page in state `had` into this one, without log and chat."""
        message: Message = {}
        sheets = had.sheets
        if self.areas is not had.areas:
            areas = {name: encode_markup(new) for name, new in self.areas.items() if had.areas.get(name, "") != new}
            if areas:
                message["areas"] = areas
                # A new area comes with empty cells, an unchanged one keeps its own: all cells are sent again.
                known = {id for sheet in sheets.values() for id in sheet.cells}
                sheets = {UNKNOWN_CELLS: Fragment(dict.fromkeys(known, UNKNOWN_MARKUP))}
        cells = self.cell_patches(sheets)
        if self.chrome != had.chrome:
            find_changed(had.chrome, self.chrome, cells)
        if cells:
            message["cells"] = cells
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

    def cell_patches(self, had_sheets: dict[str, Fragment]) -> dict[str, Patch]:
        """Patches for the cells of all sheets that changed; cells in no sheet any more are emptied."""
        found: dict[str, Patch] = {}
        gone: list[str] = []
        for name, sheet in self.sheets.items():
            had = had_sheets.get(name, EMPTY_FRAGMENT)
            if had is not sheet:
                before, now = had.cells, sheet.cells
                find_changed(before, now, found)
                gone += [id for id in before if id not in now]
        for name, sheet in had_sheets.items():
            if name not in self.sheets:
                gone += sheet.cells
        for id in gone:
            found.setdefault(id, EMPTY_MARKUP)
        return found

    def manifest_of(self, message: Message) -> UpdateManifest:
        """The manifest of a message that leads to this state."""
        log, chat = message.get("log"), message.get("chat", ())
        return UpdateManifest(
            tuple(message.get("areas", ())),
            tuple(message.get("cells", ())),
            tuple(message.get("no", ())),
            tuple([name for name in message if name not in NON_FACT_KEYS]),
            self.log_length if log is None else log[0],
            self.chat_length - len(chat),
        )

    def without_updates(self, lost: list[UpdateManifest]) -> PageState:
        """The state of a page that did not receive those messages; the next message sends it again."""
        cells = {name for carried in lost for name in carried.cells}
        areas = {name for carried in lost for name in carried.areas}
        sheets = {name: without_cells(sheet, cells) for name, sheet in self.sheets.items()}
        sheets[UNKNOWN_CELLS] = Fragment(dict.fromkeys(cells, UNKNOWN_MARKUP))
        facts = {name for carried in lost for name in carried.facts}
        return PageState(
            {name: markup for name, markup in self.areas.items() if name not in areas},
            sheets,
            {name: UNKNOWN_MARKUP if name in cells else markup for name, markup in self.chrome.items()},
            self.refusals | {name: UNKNOWN_REFUSAL for carried in lost for name in carried.refusals},
            None if "paths" in facts else self.paths,
            {name: value for name, value in self.facts.items() if name not in facts},
        ).with_lengths(min(self.log_length, *(carried.lines for carried in lost)), self.log_cuts, lost[0].said)


NON_FACT_KEYS = frozenset(("areas", "cells", "no", "log", "chat", "n"))
EMPTY_PAGE: Final = PageState({}, {}, {}, {}, None, {})


class Update:
    """A message for all equal pages in the same state; `body` is its JSON without the opening brace."""

    def __init__(self, shown: PageState, message: Message) -> None:
        self.page_state = shown
        self.is_empty = not message
        self.body: bytes = json_encoder.encode(message)[1:]
        self.manifest = shown.manifest_of(message)
