"""Wishes: what a page may ask for, and who may ask for it. Everything is checked by the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec

from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action
from domik.server.http.errors import Refused
from domik.server.live.playing_again import play_again
from domik.server.sight.names import names_at, onlooker_name, with_names
from domik.server.sight.pens import painted, players_of, words_pen
from domik.server.thinking.thinking import best_bot
from domik.table import Entry, Table
from domik.table.absence import hand_over
from domik.table.fair import LONGEST_ENTROPY
from domik.table.refusal import refuse
from domik.table.seating import add_entropy, resign, wish_end
from domik.table.taking_back import answer, ask_back, take_back
from domik.table.talk import may_go_on, say, want_rematch

if TYPE_CHECKING:
    from domik.server.live.session import Session


class Wish(msgspec.Struct):
    """What a page may ask for."""

    do: str
    id: int = 0
    got: int = 0  # the last message the page has
    action: int = -1
    seat: int = -1
    turn: str = ""
    text: str = ""


async def grant(session: Session, wish: Wish) -> None:
    """Do what is wished, or raise why not."""
    for_anybody = ANYBODY.get(wish.do)
    if for_anybody is not None:
        await for_anybody(session, wish)
        return
    viewer = session.viewer
    if not viewer.seats:
        raise refuse("onlooker")
    seat = viewer.eyes
    await session.room.do(lambda table, at: act(session, wish, table, seat, at), viewer, wish.id)
    if wish.do in ("rematch", "go_ahead"):
        await play_again(session.rooms, session.room, at_once=wish.do == "go_ahead")


def act(session: Session, wish: Wish, table: Table, seat: int, at: int) -> list[Entry]:
    """What somebody with a seat may do; most of it only with one seat's eyes."""
    for_seated = SEATED.get(wish.do)
    if for_seated is not None:
        return for_seated(session, wish, table, at)
    if seat < 0:
        raise refuse("curtain")
    for_seat = WITH_EYES.get(wish.do)
    if for_seat is None:
        raise refuse("action")
    return for_seat(table, wish, seat, at)


# ---- for anybody ---------------------------------------------------------------------------------------


async def look(session: Session, wish: Wish) -> None:
    """Lift the curtain."""
    if not session.may(session.room.house.kinds.looks):
        raise refuse("look_fast")

    def lift(_table: Table, _at: int) -> list[Entry]:
        if wish.seat not in session.viewer.seats:
            raise refuse("seat", seat=wish.seat + 1)
        session.viewer.eyes = wish.seat
        return []

    await session.room.do(lift, session.viewer, wish.id)


async def hint(session: Session, wish: Wish) -> None:
    """What the best bot would do with what this seat knows."""
    room, viewer, table = session.room, session.viewer, session.room.table
    seat = viewer.eyes
    if not table.terms.hints:
        raise refuse("hints")
    if not table.awaits(seat):
        raise refuse("turn")
    if not session.may(room.house.kinds.hints):
        raise refuse("hint_fast")
    turn = table.turn(seat)
    try:
        action = await room.house.thinking.decide(table, seat, best_bot(), True, viewer.address)
    except TimeoutError:
        raise refuse("hint_late") from None
    if table.turn(seat) != turn or not table.awaits(seat):
        raise refuse("stale")
    view = table.view(seat)
    players = players_of(table, room.present(), viewer.language)
    drawing = painted(table.match, view, players, viewer.language, viewer.form, viewer.in_letters)
    pen = words_pen(viewer.language, table.match.title.name)
    path = drawing.whole().paths.get(action.bit_length() - 1, ())
    viewer.say(
        {
            "hint": [pen.say(with_names(table.match.hint(view, action), names_at(table, viewer.language))), *path],
            "ok": wish.id,
        }
    )


async def chat(session: Session, wish: Wish) -> None:
    """A line of chat, from a seat or an onlooker."""
    room, viewer = session.room, session.viewer
    if viewer.is_silent:
        raise Refused(403, Phrase("web.known.refused"))
    if not session.may(room.house.kinds.chat):
        raise refuse("chat_fast")
    teller = viewer.eyes if viewer.eyes >= 0 else (viewer.seats or (-1,))[0]
    name = room.table.seats[teller].name if teller >= 0 else onlooker_name(room.table, viewer)
    await room.do(lambda table, at: say(table, teller, name, wish.text, at), viewer, wish.id)


# ---- for those who have a seat -------------------------------------------------------------------------


def luck(session: Session, wish: Wish, table: Table, at: int) -> list[Entry]:
    """A page's share of the luck, for all its seats."""
    share = wish.text
    entries: list[Entry] = []
    for seat in session.viewer.seats:
        if not table.is_dealt and not table.seats[seat].entropy:
            entries += add_entropy(table, seat, share[: LONGEST_ENTROPY - 3] + (f"-{seat}" if share else ""), at)
    return entries


def begin(session: Session, wish: Wish, table: Table, at: int) -> list[Entry]:
    """Deal, whoever is not here yet: the host says when."""
    if not session.viewer.is_host:
        raise refuse("host")
    return table.begin(at)


def let_a_bot(session: Session, wish: Wish, table: Table, at: int) -> list[Entry]:
    """A bot for somebody who has vanished, by the table's terms."""
    table.seat(wish.seat)
    return hand_over(table, wish.seat, session.viewer.owner, session.room.away(wish.seat), at)


def again(session: Session, wish: Wish, table: Table, at: int) -> list[Entry]:
    """All seats of this page would like another game, or after all not."""
    seats = session.viewer.seats
    yes = not all(table.seats[own].wants_rematch for own in seats)
    return [entry for own in seats for entry in want_rematch(table, own, at, yes)]


def go_ahead(session: Session, wish: Wish, table: Table, at: int) -> list[Entry]:
    """The host begins the rematch with those who said yes, when the others had their minute."""
    if not table.is_over:
        raise refuse("not_over")
    if not may_go_on(table, session.viewer.owner, at):
        raise refuse("rematch_wait" if session.viewer.is_host else "host")
    return []


# ---- for one seat --------------------------------------------------------------------------------------


def move(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Do one action of the game."""
    if not is_action(wish.action):
        raise refuse("action")
    if table.seat(seat).played_by_bot:
        raise refuse("bot_seat")
    return table.submit(seat, action_of(wish.action), at, wish.turn)


def undo(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Take the last step back."""
    return take_back(table, seat, at)


def ask(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Ask the others whether it may be taken back."""
    return ask_back(table, seat, at)


def yes_or_no(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Answer somebody who asked."""
    return answer(table, seat, wish.do == "yes", at)


def end_or_not(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Would like to end the game here, or to play on: then nobody ends it."""
    if wish.do == "end":
        return wish_end(table, seat, True, at)
    wishing = [number for number, one in enumerate(table.seats) if one.wants_end and not one.played_by_bot]
    return [entry for number in wishing for entry in wish_end(table, number, False, at)]


def give_up(table: Table, wish: Wish, seat: int, at: int) -> list[Entry]:
    """Resign."""
    return resign(table, seat, at)


ANYBODY: dict[str, Callable[[Session, Wish], Awaitable[None]]] = {"look": look, "hint": hint, "chat": chat}
SEATED: dict[str, Callable[[Session, Wish, Table, int], list[Entry]]] = {
    "luck": luck,
    "begin": begin,
    "stand_in": let_a_bot,
    "rematch": again,
    "go_ahead": go_ahead,
}
WITH_EYES: dict[str, Callable[[Table, Wish, int, int], list[Entry]]] = {
    "move": move,
    "undo": undo,
    "ask": ask,
    "yes": yes_or_no,
    "no": yes_or_no,
    "resign": give_up,
    "end": end_or_not,
    "play_on": end_or_not,
}
