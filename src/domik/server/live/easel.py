"""The easel of one push: whatever several viewers see alike is made once, and nothing is kept when the push is over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from domik.kernel.drawing import NO_PATHS, NO_REFUSALS, Drawing, Form, Paths, Sheet, said
from domik.kernel.phrase import Phrase
from domik.server.live.away import waiting
from domik.server.live.gathering import gathering, invitation
from domik.server.live.result import result
from domik.server.sight import frame
from domik.server.sight.facts import facts
from domik.server.sight.ledger import ledger
from domik.server.sight.patches import thin
from domik.server.sight.pens import painted, players_of, table_pen
from domik.server.sight.reader import Reader
from domik.server.sight.shown import Message, Parcel, Refusals, Shown
from domik.table.log import Told, lines_of
from domik.web.pen import Pen

if TYPE_CHECKING:
    from domik.server.live.room import Room


class Sight(NamedTuple):
    """What one pair of eyes sees in one language: what can be clicked, why things are refused, what to do."""

    areas: dict[str, str]
    sheets: dict[str, Sheet]
    paths: Paths
    refusals: Refusals
    prompt: str


NOTHING_YET = Sight({"ribbon": "", "own": "", "side": "", "hand": ""}, {}, NO_PATHS, {}, "")


def seen(drawing: Drawing, prompt: str, pen: Pen, closed: bool) -> Sight:
    """A drawing ready to be compared with what a page shows; at a closed table nothing can be clicked."""
    sheets = drawing.all_sheets()
    paths, refusals = NO_PATHS, NO_REFUSALS
    for sheet in sheets.values():
        if sheet.paths and not closed:
            paths = paths | sheet.paths if paths else sheet.paths
        if sheet.refusals:
            refusals = refusals | sheet.refusals if refusals else sheet.refusals
    told = {id: (no.clause, said(pen, no.reason)) for id, no in refusals.items()}
    return Sight(drawing.areas, sheets, paths, told, prompt)


@lru_cache(maxsize=4096)
def asked(pen: Pen, prompt: Phrase) -> str:
    """What to do, with the kind of decision for whoever is new to it."""
    return f'<span data-kind="{prompt.key.removeprefix("prompt.")}">{pen.say(prompt)}</span>'


class Easel:
    """Good for one push: most rooms wait most of the time, and keep no pictures meanwhile."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.table = room.table
        self.present = room.present()
        self.away = room.absent(self.present)
        self.watching = sum(not viewer.seats and viewer.is_connected for viewer in room.viewers.values())
        self._sights: dict[tuple[int, str, Form, bool], Sight] = {}
        self._shown: dict[Reader, Shown] = {}
        self._parcels: dict[tuple[Shown, Reader], Parcel] = {}
        self._lines: dict[tuple[str, int], str] = {}

    def parcel(self, had: Shown, reader: Reader) -> Parcel:
        """What a page lacks that shows `had`, packed once for all who show that and read alike."""
        found = self._parcels.get((had, reader))
        if found is None:
            now, pen = self.shown(reader), self.pen(reader)
            message = now.since(had, patched=not self.room.house.rewritten)
            self.add_log(message, had, pen)
            if had.said != now.said:
                missing = min(now.said - had.said, len(self.table.chat))
                chat = self.table.chat[len(self.table.chat) - missing :]
                message["chat"] = [frame.chat_line(self.table, line, pen) for line in chat]
            found = self._parcels[had, reader] = Parcel(now, message)
        return found

    def pen(self, reader: Reader) -> Pen:
        """What is drawn with for this reader."""
        return table_pen(reader.language, self.table.match.title.name, reader.form)

    def shown(self, reader: Reader) -> Shown:
        """What a page of this reader shows when it has everything."""
        found = self._shown.get(reader)
        if found is None:
            table, pen = self.table, self.pen(reader)
            sight = self.sight(reader, pen)
            around = frame.cells_around(table, reader, pen, sight.prompt, self.watching)
            around["question"] = around["question"] or waiting(table, reader, pen, self.away)
            if not table.is_dealt:
                around["gathering"] = gathering(table, reader, pen, len(self.room.coming))
                around["invite"] = invitation(table, reader, pen, self.room.house)
            elif table.is_over:
                around["after"] = result(table, reader, pen, self.present)
                around["ledger"] = ledger(table, pen) if table.is_finished else ""
            found = Shown(
                sight.areas, sight.sheets, around, sight.refusals, sight.paths, facts(table, reader, self.away)
            )
            self._shown[reader] = found.reaches(len(table.log), table.log.cuts(), table.said)
        return found

    def share(self, reader: Reader) -> None:
        """Let a page that comes show the very same as those that are here, where it is the same."""
        mine = self.shown(reader)
        for viewer in self.room.viewers.values():
            if viewer.is_connected and viewer.reader() == reader and viewer.shown.is_like(mine):
                self._shown[reader] = viewer.shown
                return

    def sight(self, reader: Reader, pen: Pen) -> Sight:
        """The game for these eyes, drawn once for all who share them."""
        table = self.table
        if not table.is_dealt:
            return NOTHING_YET
        key = (reader.eyes, reader.language, reader.form, reader.in_letters)
        found = self._sights.get(key)
        if found is None:
            view = table.view(reader.eyes)
            players = players_of(table, self.present, reader.language)
            drawing = painted(table.match, view, players, reader.language, reader.form, reader.in_letters)
            prompt = asked(pen, table.match.prompt(view))
            found = self._sights[key] = seen(drawing, prompt, pen, table.is_closed)
        return found

    def add_log(self, message: Message, had: Shown, pen: Pen) -> None:
        """How many lines of the page's log still hold, and the lines that follow them, where anything changed."""
        log = self.table.log
        kept = log.still_held(had.lines, had.cuts)
        if kept != had.lines or kept != len(log):
            message["log"] = [kept, *self.lines(kept, lines_of(self.table, kept), pen)]

    def lines(self, first: int, told: list[Told], pen: Pen) -> list[str]:
        """Lines of the log from the first on, made once for all who read the same language."""
        found = []
        for number, line in enumerate(told, first):
            key = (pen.language, number)
            text = self._lines.get(key)
            if text is None:
                text = self._lines[key] = thin(frame.log_line(self.table, line, pen))
            found.append(text)
        return found
