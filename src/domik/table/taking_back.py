"""Taking steps back: freely while nobody learned anything from them, beyond that when the others agree."""

from __future__ import annotations

from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.table import journal, undo
from domik.table.journal import Entry
from domik.table.refusal import refuse
from domik.table.table import Table
from domik.table.undo import WORLDS, last_chosen

GLANCE = 4  # worlds looked at to label a button; taking back looks at all of them
GLANCING = luck_of("undo")  # one for all tables: seeding costs more than the worlds


def objection(table: Table, seat: int, worlds: int = WORLDS, luck: Luck | None = None) -> Phrase | None:
    """Why the seat may not take its last step back without asking; None when it may."""
    if table.seat(seat).stood_in:
        return Phrase("table.error.undo_nothing")
    return undo.objection(table, seat, worlds, luck)


def glanced(table: Table, seat: int) -> Phrase | None:
    """The same at a glance, for a button's label; looked at once, so that all pages that ask are told the same."""
    found = table.glances.get(seat)
    if found is None or found[0] != table.entries:
        found = table.glances[seat] = table.entries, objection(table, seat, GLANCE, GLANCING)
    return found[1]


def take_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Take the last step back, or refuse with the reason."""
    why = objection(table, seat)
    table.glances[seat] = table.entries, why  # more was looked at than for the button: it says the same from now on
    if why is not None:
        raise refuse(why.key.removeprefix("table.error."))
    return [table.write(journal.BACK, now, to=last_chosen(table, seat))]


def voters(table: Table, seat: int) -> list[int]:
    """Who has to agree: people at other screens, also those for whom a bot stands in; nobody asks themselves.

    Whoever is away has not agreed: the question waits for them, or is taken back.
    """
    owners = table.seat(seat).owners
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and not other.is_lost and not other.owners & owners and (other.owners or not other.stood_in)
    ]


def ask_back(table: Table, seat: int, now: int) -> list[Entry]:
    """Ask the others; with nobody to ask, the step is taken back at once."""
    number = last_chosen(table, seat)
    if number is None or table.is_over or table.seat(seat).played_by_bot:
        raise refuse("undo_nothing")
    if table.question is not None:
        raise refuse("undo_asked")
    asked = voters(table, seat)
    if table.counts:
        raise refuse("undo_counts")
    if not asked:
        return [table.write(journal.BACK, now, to=number, agreed=True)]
    return [table.write(journal.ASK, now, seat=seat, to=number, voters=asked)]


def answer(table: Table, seat: int, yes: bool, now: int) -> list[Entry]:
    """One answer; with the last yes the steps are taken back. Whoever asked may say no as well: never mind."""
    question = table.question
    if question is None or (seat not in question.voters and (yes or seat != question.seat)):
        raise refuse("undo_not_asked")
    entries = [table.write(journal.ANSWER, now, seat=seat, yes=yes)]
    if yes and not question.voters:
        entries.append(table.write(journal.BACK, now, to=question.to, agreed=True))
    return entries
