"""Taking steps back: freely while nobody learned anything from them, beyond that when the others agree."""

from __future__ import annotations

from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of
from domik.kernel.state import State
from domik.table import journal
from domik.table.history import state_at
from domik.table.journal import Entry
from domik.table.table import Table, refuse
from domik.table.undo import WORLDS, reveals

GLANCE = 2  # worlds looked at to label a button; taking back looks at all of them
GLANCING = luck_of("undo")  # one for all tables: seeding costs more than the worlds


def last_chosen(table: Table, seat: int) -> int | None:
    """The number of the seat's last move that it chose itself."""
    for number in range(len(table.moves) - 1, -1, -1):
        if table.moves[number].seat == seat and not table.auto[number]:
            return number
    return None


def objection(table: Table, seat: int, worlds: int = WORLDS, luck: Luck | None = None) -> Phrase | None:
    """Why the seat may not take its last step back without asking; None when it may."""
    number = last_chosen(table, seat)
    if number is None or table.is_over or table.seat(seat).stood_in:
        return Phrase("table.error.undo_nothing")
    if any(move.seat != seat for move in table.moves[number:]):
        return Phrase("table.error.undo_others")
    marked = table.mark()
    state: State = marked[1].copy() if marked is not None and marked[0] == number else state_at(table, number)
    for move in table.moves[number:]:
        if reveals(state, seat, action_of(move.action), worlds, luck):
            return Phrase("table.error.undo_revealed")
        state.play(seat, action_of(move.action))
    return None


def glanced(table: Table, seat: int) -> Phrase | None:
    """The same at a glance, for a button's label; looked at once, so that all pages that ask are told the same."""
    found = table.glances.get(seat)
    if found is None or found[0] != table.entries:
        found = table.glances[seat] = table.entries, objection(table, seat, GLANCE, GLANCING)
    return found[1]


def take_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Take the last step back, or refuse with the reason."""
    why = objection(table, seat)
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."))
    return [table.write(journal.BACK, now, to=last_chosen(table, seat))]


def voters(table: Table, seat: int) -> list[int]:
    """Who has to agree: people at other screens; bots never mind, and nobody asks themselves across the curtain."""
    owners = table.seat(seat).owners
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and not other.played_by_bot and not other.owners & owners
    ]


def ask_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Ask the others; with nobody to ask, the step is taken back at once."""
    number = last_chosen(table, seat)
    if number is None or table.is_over:
        raise refuse("undo_nothing")
    if table.question is not None:
        raise refuse("undo_asked")
    asked = voters(table, seat)
    if not asked:
        return [table.write(journal.BACK, now, to=number, agreed=True)]
    return [table.write(journal.ASK, now, seat=seat, to=number, voters=asked)]


def answer(table: Table, seat: int, yes: bool, now: int) -> list[Entry]:
    """One answer; with the last yes the steps are taken back."""
    question = table.question
    if question is None or seat not in question.voters:
        raise refuse("undo_not_asked")
    entries = [table.write(journal.ANSWER, now, seat=seat, yes=yes)]
    if yes and not question.voters:
        entries.append(table.write(journal.BACK, now, to=question.to, agreed=True))
    return entries
