"""Somebody is away and the game waits for them: said in words, with what can be done about it."""

from __future__ import annotations

from domik.server.sight.frame import button, text
from domik.server.sight.names import name_of
from domik.server.sight.reader import Reader
from domik.table import Table
from domik.table.absence import objection
from domik.web.pen import Pen

UNSAID = ("table.error.present", "table.error.bot_seat")  # reasons that a push a moment later would not give


def waiting(table: Table, reader: Reader, pen: Pen, away: dict[int, int]) -> str:
    """Whom the game waits for, and for whoever may do so a button that lets a bot play."""
    missing = [seat for seat in away if table.awaits(seat) and seat not in reader.seats]
    if not reader.seats or not missing or any(table.awaits(seat) for seat in reader.seats):  # whoever can play, plays
        return ""
    lines = "".join(line(table, reader, pen, seat, away[seat]) for seat in missing)
    return f'<div class="panel question away" role="status">{lines}</div>'


def line(table: Table, reader: Reader, pen: Pen, seat: int, ms: int) -> str:
    """One of them."""
    name = name_of(table.seats[seat], pen.language)
    why = objection(table, seat, reader.owner, ms)
    if why is None:
        told = text(pen, "away.choose", name=name)
        return f"<p>{told}</p>" + button(pen, "stand_in", "stand_in", "bot", "quiet small", f' data-seat="{seat}"')
    reason = "" if why.key in UNSAID else f" {pen.say(why)}"
    return f"<p>{text(pen, 'away.waits', name=name)}{reason}</p>"
