"""News: the messages that tell every page what it does not have yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domik.kernel.game import ONLOOKER
from domik.server import frame
from domik.server.away import waiting
from domik.server.easel import Easel
from domik.server.gathering import gathering, invitation
from domik.server.ledger import ledger
from domik.server.pens import words_pen
from domik.server.result import result
from domik.server.viewer import Message, Viewer
from domik.table import Table
from domik.table.clock import now
from domik.web.pen import face

if TYPE_CHECKING:
    from domik.server.room import Room

ROUGHLY = 10_000  # milliseconds: how long somebody has been away need not be told more exactly


def push(room: Room, actor: Viewer | None = None, reply: int | None = None) -> None:
    """Send everybody what they do not have yet; the actor's message says that its wish was granted."""
    easel = Easel(room)
    for viewer in room.viewers.values():
        if viewer.is_connected:
            message = news(room, viewer, easel)
            if viewer is actor and reply is not None:
                message["ok"] = reply
            if message:
                viewer.send(message)
                room.house.metrics.messages += 1


def greet(room: Room, viewer: Viewer) -> None:
    """The first message of a connection: who the page is, all that it does not have, answers that were lost."""
    viewer.send({"viewer": viewer.id} | news(room, viewer, Easel(room)) | viewer.owed)
    viewer.owed = {}


def news(room: Room, viewer: Viewer, easel: Easel) -> Message:
    """What changed for one viewer."""
    table = room.table
    if len(viewer.seats) > 1:
        drop_curtain(table, viewer)
    pen = words_pen(viewer.language, table.match.title.name, viewer.form)
    sight = easel.sight(viewer, pen)
    around = frame.cells_around(table, viewer, pen, sight.prompt, easel.watching)
    around["question"] = around["question"] or waiting(table, viewer, pen, easel.away)
    if not table.is_dealt:
        around["gathering"] = gathering(table, viewer, pen, len(room.coming))
        around["invite"] = invitation(table, viewer, pen, room.house)
    elif table.is_over:
        around["after"] = result(table, viewer, pen, easel.present)
        around["ledger"] = ledger(table, pen) if table.is_finished else ""
    message = viewer.changes(sight, around, facts(table, viewer, easel.away))
    kept, told = viewer.new_log(table)
    if kept >= 0:
        message["log"] = [kept, *easel.lines(kept, told, pen)]
    if viewer.said != table.said:
        message["chat"] = [frame.chat_line(table, line, pen) for line in viewer.new_chat(table.chat, table.said)]
    return message


def drop_curtain(table: Table, viewer: Viewer) -> None:
    """With several people at one screen, nobody sees on when their part is done."""
    if viewer.eyes != ONLOOKER and not table.awaits(viewer.eyes):
        viewer.eyes = ONLOOKER


def facts(table: Table, viewer: Viewer, away: dict[int, int]) -> dict[str, Any]:
    """What the script has to know besides markup."""
    mine = [seat for seat in viewer.seats if table.awaits(seat)]
    curtain: list[Any] = []
    if len(viewer.seats) > 1 and viewer.eyes == ONLOOKER and not table.is_over and table.is_dealt:
        waits = [(seat, table.seats[seat]) for seat in (mine or viewer.seats)]
        curtain = [[number, seat.name, face(number, seat.animal, 72)] for number, seat in waits]
    facts: dict[str, Any] = {
        "turn": table.turn(viewer.eyes) if viewer.eyes >= 0 else "",
        "mine": bool(mine),
        "seats": viewer.seats,
        "eyes": viewer.eyes,
        "dealt": table.is_dealt,
        "over": table.is_over,
        "curtain": curtain,
        "next": table.next_table,
        "again": bool(viewer.seats) and all(table.seats[seat].wants_rematch for seat in viewer.seats),
        "hash": table.hash,
        "away": {str(seat): ms // ROUGHLY * ROUGHLY for seat, ms in away.items()},
    }
    if table.clock.is_running:
        at = now()
        left = [table.clock.left(seat, at) for seat in range(len(table.seats))]
        facts["clocks"] = [table.awaited(), *left]
    return facts
