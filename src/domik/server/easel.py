"""The easel of one push: whatever several viewers see alike is made once, and nothing is kept when the push is over."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from domik.kernel.drawing import NO_PATHS, NO_REFUSALS, Drawing, Form, said
from domik.kernel.phrase import Phrase
from domik.server import frame
from domik.server.pens import painted, players_of
from domik.server.viewer import Sight, Viewer
from domik.table.log import Told
from domik.web.pen import Pen

if TYPE_CHECKING:
    from domik.server.room import Room


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
        self.table = room.table
        self.present = room.present()
        self.away = room.absent()
        self.watching = sum(not viewer.seats and viewer.is_connected for viewer in room.viewers.values())
        self._sights: dict[tuple[int, str, Form, bool], Sight] = {}
        self._lines: dict[tuple[str, int], str] = {}

    def sight(self, viewer: Viewer, pen: Pen) -> Sight:
        """The game for these eyes, drawn once for all who share them."""
        table = self.table
        if not table.is_dealt:
            return NOTHING_YET
        key = (viewer.eyes, viewer.language, viewer.form, viewer.in_letters)
        found = self._sights.get(key)
        if found is None:
            view = table.view(viewer.eyes)
            players = players_of(table, self.present, viewer.language)
            drawing = painted(table.match, view, players, viewer.language, viewer.form, viewer.in_letters)
            prompt = asked(pen, table.match.prompt(view))
            found = self._sights[key] = seen(drawing, prompt, pen, table.is_closed)
        return found

    def lines(self, first: int, told: list[Told], pen: Pen) -> list[str]:
        """Lines of the log from the first on, made once for all who read the same language."""
        found = []
        for number, line in enumerate(told, first):
            key = (pen.language, number)
            text = self._lines.get(key)
            if text is None:
                text = self._lines[key] = frame.log_line(self.table, line, pen)
            found.append(text)
        return found
