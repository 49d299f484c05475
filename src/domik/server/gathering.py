"""Before the game: who is here, and links for those who are not."""

from __future__ import annotations

from domik.server.frame import button, text
from domik.server.keys import Keys
from domik.server.names import name_of
from domik.server.reader import Reader
from domik.table import Table
from domik.web.pen import Pen


def gathering(table: Table, reader: Reader, pen: Pen, keys: Keys) -> str:
    """Who is here, links for those who are not, the hash of the deal. Links go only to those who sit here."""
    if table.is_dealt:
        return ""
    rows = []
    for number, seat in enumerate(table.seats):
        name = pen.escape(name_of(seat, pen.language))
        if seat.is_taken:
            state = f'<span class="state ready">{pen.icon("check", 14, 3)}{text(pen, "here")}</span>'
        elif reader.seats:
            secret = keys.seat_secret(table.id, number)
            address = f"/t/{table.id}#{number}.{secret}"
            state = f'<input class="link" readonly aria-label="{text(pen, "invite")}" data-link="{address}">' + button(
                pen, "copy", "copy", "copy", "quiet small"
            )
        else:
            state = f'<span class="state thinking">{text(pen, "expected")}</span>'
        rows.append(f"<li>{pen.face(number, seat.animal, 30)}<b>{name}</b>{state}</li>")
    fair = f"{pen.icon('shield-check', 15)} {text(pen, 'hash')} <code>{table.hash}</code>"
    begin = button(pen, "begin", "begin", "play", "ready") if reader.seats else ""
    return (
        f'<section class="panel gathering"><h2>{text(pen, "gathering")}</h2><ul>{"".join(rows)}</ul>'
        f'<p class="fair">{fair}</p>{begin}</section>'
    )
