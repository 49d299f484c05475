"""News: the messages that tell every page what it does not have yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domik.kernel.game import ONLOOKER
from domik.server.live.easel import Easel
from domik.server.sight.shown import Message
from domik.server.sight.viewer import Viewer
from domik.table import Table

if TYPE_CHECKING:
    from domik.server.live.room import Room


def push(room: Room, actor: Viewer | None = None, reply: int | None = None) -> None:
    """Send everybody what they do not have yet; the actor's message says that its wish was granted."""
    easel = Easel(room)
    parcel, like, had = None, None, None  # the last one's: a crowd reads the same
    for viewer in room.viewers.values():
        if viewer.is_connected:
            if len(viewer.seats) > 1:
                drop_curtain(room.table, viewer)
            if parcel is None or like is None or viewer.shown is not had or not viewer.reads_like(like):
                parcel, like, had = easel.parcel(viewer.shown, viewer.reader()), viewer, viewer.shown
            answer: Message = {} if viewer is not actor or reply is None else {"ok": reply}
            if answer or not parcel.is_empty:
                viewer.bring(parcel, answer)
                room.house.metrics.messages += 1


def greet(room: Room, viewer: Viewer) -> None:
    """The first message of a connection: who the page is, all that it does not have, answers that were lost."""
    if len(viewer.seats) > 1:
        drop_curtain(room.table, viewer)
    easel, reader = Easel(room), viewer.reader()
    easel.share(reader)
    viewer.bring(easel.parcel(viewer.shown, reader), {"viewer": viewer.id} | (viewer.owed or {}))
    viewer.owed = None


def drop_curtain(table: Table, viewer: Viewer) -> None:
    """With several people at one screen, nobody sees on when their part is done."""
    if viewer.eyes != ONLOOKER and not table.awaits(viewer.eyes):
        viewer.eyes = ONLOOKER
