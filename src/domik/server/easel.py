"""The easel of one push: whatever several viewers see alike is made once, and nothing is kept when the push is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from domik.kernel.drawing import Drawing
from domik.server import chrome
from domik.server.painting import painted, players_of, said
from domik.server.viewer import Refusals, Viewer
from domik.table.log import Told
from domik.web.pen import Pen

if TYPE_CHECKING:
    from domik.server.room import Room


class Sight(NamedTuple):
    """What one pair of eyes sees in one language: the drawing, why things are refused, what to do."""

    drawing: Drawing
    refusals: Refusals
    prompt: str


NOTHING_YET = Sight(Drawing(areas={"ribbon": "", "own": "", "side": "", "hand": ""}), {}, "")


class Easel:
    """Good for one push: most rooms wait most of the time, and keep no pictures meanwhile."""

    def __init__(self, room: Room) -> None:
        self.table = room.table
        self.present = room.present()
        self.watching = sum(not viewer.seats and viewer.is_connected for viewer in room.viewers.values())
        self._players = players_of(room.table, self.present)
        self._sights: dict[tuple[int, str, bool, bool], Sight] = {}
        self._lines: dict[tuple[str, int], str] = {}

    def sight(self, viewer: Viewer, pen: Pen) -> Sight:
        """The game for these eyes, drawn once for all who share them."""
        table = self.table
        if not table.is_dealt:
            return NOTHING_YET
        key = (viewer.eyes, viewer.language, viewer.phone, viewer.in_letters)
        found = self._sights.get(key)
        if found is None:
            view = table.view(viewer.eyes)
            drawing = painted(table.match, view, self._players, *key[1:])
            refusals = {id: (no.clause, said(pen, no.reason)) for id, no in drawing.refusals.items()}
            if table.is_closed:
                drawing.paths.clear()
            found = self._sights[key] = Sight(drawing, refusals, said(pen, table.match.prompt(view)))
        return found

    def lines(self, first: int, told: list[Told], pen: Pen) -> list[str]:
        """Lines of the log from the first on, made once for all who read the same language."""
        found = []
        for number, line in enumerate(told, first):
            key = (pen.language, number)
            text = self._lines.get(key)
            if text is None:
                text = self._lines[key] = chrome.log_line(self.table, line, pen)
            found.append(text)
        return found
