"""Cards of unfinished games, and the actions on them: leave, end, delete, restore."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import (
    hide_table,
    mark_deleted,
    purgeable_table_ids,
    unhide_table,
    unmark_deleted,
    visitor_of,
)
from domik.server.http.dates import time_ago
from domik.server.http.errors import HeldByOtherNode, HttpError, NoSuchTable, TableQuarantined
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.http.requests import redirect
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables, live_table_of
from domik.server.rendering.player_names import display_name
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.templates import web_words
from domik.server.store import TableHeader
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.seating import return_seat, stand_in, vote_to_end
from domik.table.setup import HUMAN

MINE, THEIRS, GATHERING = "mine", "theirs", "gathering"


@dataclass(frozen=True)
class PlayerFace:
    seat: int
    name: str
    animal: str
    is_bot: bool


@dataclass(frozen=True)
class OngoingGame:
    id: str
    game: str
    name: str
    faces: list[PlayerFace]  # of the other players
    who: str  # names of the other players
    stage: str
    at: int
    of: int
    when: str
    state: str
    waits_for: str
    alone: bool  # no other person ever sat here
    wants_end: bool
    counts: bool
    link: str

    @property
    def is_mine(self) -> bool:
        return self.state == MINE


def other_faces(table: Table, owner: str, language: str) -> list[PlayerFace]:
    """Everybody but the reader; free seats are left out before the deal."""
    return [
        PlayerFace(number, display_name(seat, language), seat.animal, seat.is_played_by_bot)
        for number, seat in enumerate(table.seats)
        if owner not in seat.owners and (table.is_dealt or seat.is_taken)
    ]


def is_solo(table: Table, owner: str) -> bool:
    """Whether no other person has ever sat at the table."""
    return not any(seat.owners - {owner} for seat in table.seats)


def turn_state(table: Table, owner: str, language: str) -> tuple[str, str]:
    """State of the turn, and the names of the players being waited for."""
    if not table.is_dealt:
        missing = [seat.name for seat in table.seats if not seat.is_taken and seat.plan.kind == HUMAN]
        return GATHERING, ", ".join(missing)
    awaited = [seat for number, seat in enumerate(table.seats) if table.awaits(number)]
    if any(owner in seat.owners and not seat.stand_in_reason for seat in awaited):
        return MINE, ""
    return THEIRS, ", ".join(display_name(seat, language) for seat in awaited)


def ongoing_game(header: TableHeader, table: Table, owner: str, language: str, link: str) -> OngoingGame:
    say = words_pen(language, header.game).words.say
    state, waits_for = turn_state(table, owner, language)
    mine = [number for number, seat in enumerate(table.seats) if owner in seat.owners]
    stage = table.match.progress(table.view(mine[0] if len(mine) == 1 else -1)) if table.is_dealt else None
    faces = other_faces(table, owner, language)
    missing = 0 if table.is_dealt else sum(not seat.is_taken for seat in table.seats)
    free = [web_words(language)("chairs_free", n=missing)] if missing else []
    return OngoingGame(
        header.id,
        header.game,
        say(Phrase("game.name")),
        faces,
        ", ".join([*(face.name for face in faces), *free]),
        say(stage.what) if stage else "",
        stage.at if stage else 0,
        stage.of if stage else 0,
        time_ago(table.touched_at, language),
        state,
        waits_for,
        is_solo(table, owner),
        any(owner in seat.owners and seat.wants_end for seat in table.seats),
        table.is_counted,
        link,
    )


async def seated_table(request: Request) -> tuple[LiveTable, str, list[int]]:
    """Table from the URL with owner and seats of the visitor; raises HttpError 403 if they have none."""
    live_table = await live_table_of(request)
    owner = visitor_of(request).owner
    seats = [number for number, seat in enumerate(live_table.table.seats) if owner in seat.owners]
    if not seats:
        raise HttpError(403, Phrase("web.error.not_yours"))
    return live_table, owner, seats


def list_redirect(request: Request, done: str, id: str) -> Response:
    """Redirect to the list, which offers to undo the action."""
    return redirect(request, f"/games?{done}={id}")


async def leave_table(request: Request) -> Response:
    """Leave an unfinished game; a bot takes over. Raises HttpError 409 for a counted attempt."""
    live_table, owner, seats = await seated_table(request)
    if live_table.table.is_counted:
        raise HttpError(409, Phrase("web.error.counts"))
    if live_table.table.is_dealt and not live_table.table.is_over:

        def go(table: Table, at: int) -> list[Entry]:
            return [entry for seat in seats for entry in stand_in(table, seat, at)]

        await live_table.execute(go)
    await hide_table(live_table.services.store, owner, live_table.table.id)
    return list_redirect(request, "left", live_table.table.id)


async def end_table(request: Request) -> Response:
    """Toggle the visitor's vote to end the game early."""
    live_table, _, seats = await seated_table(request)

    def toggle(table: Table, at: int) -> list[Entry]:
        yes = not any(table.seats[seat].wants_end for seat in seats)
        playing = [seat for seat in seats if not table.seats[seat].is_played_by_bot]
        return [entry for seat in playing for entry in vote_to_end(table, seat, yes, at)]

    await live_table.execute(toggle)
    return redirect(request, "/games")


async def delete_table(request: Request) -> Response:
    """Mark a table for deletion; raises HttpError 409 if others sat there or the attempt counts."""
    live_table, owner, _ = await seated_table(request)
    if live_table.table.is_counted:
        raise HttpError(409, Phrase("web.error.counts"))
    if not is_solo(live_table.table, owner):
        raise HttpError(409, Phrase("web.error.not_alone"))
    await hide_table(live_table.services.store, owner, live_table.table.id)
    await mark_deleted(live_table.services.store, live_table.table.id)
    return list_redirect(request, "deleted", live_table.table.id)


async def restore_table(request: Request) -> Response:
    """Undo leaving or deleting: list the table again and take the seat back from the bot."""
    live_table, owner, seats = await seated_table(request)
    await unmark_deleted(live_table.services.store, live_table.table.id)
    await unhide_table(live_table.services.store, owner, live_table.table.id)
    await live_table.execute(lambda table, at: [entry for seat in seats for entry in return_seat(table, seat, at)])
    return redirect(request, "/games")


async def purge_deleted(live_tables: LiveTables) -> None:
    """Delete the tables whose time to be restored is over."""
    store = live_tables.services.store
    for id in await purgeable_table_ids(store, now()):
        try:
            live_table = await live_tables.get(id)
        except NoSuchTable:
            await unmark_deleted(store, id)
            continue
        except (
            HeldByOtherNode,
            TableQuarantined,
        ):  # the other node purges its own; a damaged table is kept for inspection
            continue
        async with live_table.lock:
            live_table.is_broken = True  # a pending bot decision must not be applied
            live_tables.by_id.pop(id, None)
            for viewer in live_table.viewers.values():
                if viewer.outbox is not None:
                    viewer.outbox.close(CLOSE_RECONNECT)
            await store.retention.delete_table(id)
        await unmark_deleted(store, id)
