"""Talk at the table: chat, and whether to play again."""

from __future__ import annotations

from domik.table import journal
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.setup import tidy_name
from domik.table.table import Table

LONGEST_CHAT = 300


def say(table: Table, seat: int, name: str, text: str, now: int) -> list[Entry]:
    """A line of chat, from a seat or (-1) an onlooker."""
    text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not 0 < len(text) <= LONGEST_CHAT:
        raise refuse("chat", most=LONGEST_CHAT)
    return [table.write(journal.CHAT, now, seat=seat, name=tidy_name(name), text=text)]


def want_rematch(table: Table, number: int, now: int) -> list[Entry]:
    """A seat would like to play again."""
    if not table.is_over:
        raise refuse("not_over")
    if table.seat(number).wants_rematch or table.next_table:
        return []
    return [table.write(journal.REMATCH, now, seat=number)]


def all_want_rematch(table: Table) -> bool:
    """Whether everybody said so and there is no next table yet."""
    return not table.next_table and all(seat.is_bot or seat.wants_rematch for seat in table.seats)


def lead_on(table: Table, next_table: str, now: int) -> list[Entry]:
    """The rematch is played at that table."""
    return [table.write(journal.NEXT, now, table=next_table)]
