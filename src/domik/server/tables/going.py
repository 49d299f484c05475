"""Games that are not over, told apart: picture, opponents, how far they are, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.phrase import Phrase
from domik.server.paper.dates import ago
from domik.server.paper.templates import web_words
from domik.server.sight.names import name_of
from domik.server.sight.pens import words_pen
from domik.server.store import Header
from domik.table import Table
from domik.table.setup import HUMAN

MINE, THEIRS, GATHERING = "mine", "theirs", "gathering"


@dataclass(frozen=True)
class Face:
    """Somebody at a table."""

    seat: int
    name: str
    animal: str
    is_bot: bool


@dataclass(frozen=True)
class Going:
    """One game that goes on."""

    id: str
    game: str
    name: str
    faces: list[Face]  # the others
    who: str  # their names
    stage: str
    at: int
    of: int
    when: str
    state: str
    waits_for: str
    alone: bool  # whether nobody else would miss the table
    wants_end: bool
    counts: bool
    link: str

    @property
    def is_mine(self) -> bool:
        """Whether it waits for the reader."""
        return self.state == MINE


def others_of(table: Table, owner: str, language: str) -> list[Face]:
    """Everybody but the reader; nobody is there yet whose chair is free."""
    return [
        Face(number, name_of(seat, language), seat.animal, seat.played_by_bot)
        for number, seat in enumerate(table.seats)
        if owner not in seat.owners and (table.is_dealt or seat.is_taken)
    ]


def is_alone(table: Table, owner: str) -> bool:
    """Whether no other person has ever sat down here."""
    return not any(seat.owners - {owner} for seat in table.seats)


def state_of(table: Table, owner: str, language: str) -> tuple[str, str]:
    """Whose turn it is: the reader's, or who is waited for."""
    if not table.is_dealt:
        missing = [seat.name for seat in table.seats if not seat.is_taken and seat.plan.kind == HUMAN]
        return GATHERING, ", ".join(missing)
    awaited = [seat for number, seat in enumerate(table.seats) if table.awaits(number)]
    if any(owner in seat.owners and not seat.stood_in for seat in awaited):
        return MINE, ""
    return THEIRS, ", ".join(name_of(seat, language) for seat in awaited)


def going(header: Header, table: Table, owner: str, language: str, link: str) -> Going:
    """A header with the live table behind it."""
    say = words_pen(language, header.game).words.say
    state, waits_for = state_of(table, owner, language)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    stage = table.match.stage(table.view(mine[0] if len(mine) == 1 else -1)) if table.is_dealt else None
    faces = others_of(table, owner, language)
    missing = 0 if table.is_dealt else sum(not seat.is_taken for seat in table.seats)
    free = [web_words(language)("chairs_free", n=missing)] if missing else []
    return Going(
        header.id,
        header.game,
        say(Phrase("game.name")),
        faces,
        ", ".join([*(face.name for face in faces), *free]),
        say(stage.what) if stage else "",
        stage.at if stage else 0,
        stage.of if stage else 0,
        ago(table.touched_at, language),
        state,
        waits_for,
        is_alone(table, owner),
        any(owner in seat.owners and seat.wants_end for seat in table.seats),
        table.counts,
        link,
    )
