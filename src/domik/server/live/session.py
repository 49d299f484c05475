"""The session of one live socket: it reads commands, runs those that the sender may give, and sends updates."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

import msgspec
from starlette.websockets import WebSocket

from domik.bots.spec import HINT
from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.phrase import Phrase
from domik.kernel.record import action_of, is_action, number_of
from domik.server.http.errors import HttpError
from domik.server.http.limits import LARGEST_MESSAGE, RateLimit
from domik.server.http.outbox import CLOSE_RECONNECT, Outbox
from domik.server.live.after_game import start_rematch
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import LiveTables
from domik.server.live.reports import file_report
from domik.server.rendering.page_state import Viewer
from domik.server.rendering.player_names import display_names, fill_in_names, is_name_taken, spectator_name
from domik.server.rendering.renderers import draw_view, table_players, words_pen
from domik.table import Entry, Table, journal
from domik.table.clock import MINUTE
from domik.table.errors import refuse
from domik.table.fair_deal import LONGEST_ENTROPY
from domik.table.requests import (
    answer_undo_request,
    may_start_rematch,
    post_chat,
    post_phrase,
    react,
    request_undo,
    take_back,
    vote_rematch,
)
from domik.table.seating import add_entropy, hand_over, resign, vote_to_end

CLOSE_TOO_FAST = 4429
HINT_PATIENCE, HINT_PAUSE = 5.0, 0.25  # seconds that a hint waits for the rate limit, and between looks at it
PING, PONG = '{"do":"ping"}', b"{}"  # a page that has received nothing for a while checks the connection


class Command(msgspec.Struct):
    do: str
    id: int = 0
    got: int = 0  # number of the last message that the page has received
    action: int = -1
    seat: int = -1
    turn: str = ""
    text: str = ""
    line: int = -1  # of the chat


command_decoder = msgspec.json.Decoder(Command)


class Session:
    def __init__(self, live_tables: LiveTables, live_table: LiveTable, viewer: Viewer, socket: WebSocket) -> None:
        self.live_tables = live_tables
        self.live_table = live_table
        self.viewer = viewer
        self.socket = socket
        self.outbox = Outbox(socket.send)

    async def run(self) -> None:
        viewer, live_table = self.viewer, self.live_table
        metrics = live_table.services.metrics
        old, viewer.outbox = viewer.outbox, self.outbox
        if old is not None:  # the page reconnected before its last socket was found dead
            old.close(CLOSE_RECONNECT)
        metrics.sockets += 1
        try:
            await self.serve()
        except (ConnectionError, HttpError):  # a write failed, and the table was closed
            self.outbox.close(CLOSE_RECONNECT)
            await self.read_commands()
        finally:
            metrics.sockets -= 1
            self.outbox.stop()
            if self.is_current():
                viewer.outbox = None
                viewer.left_at = live_table.visited_at = time.monotonic()
                live_table.mark_present(viewer.seats)
            live_table.services.start_task(
                announce_departure(self.live_tables, live_table.table.id, viewer.id, departure_pauses(self))
            )

    def is_current(self) -> bool:
        """Whether the page still speaks through this socket: a later one may have come, and may even be gone.

        In a method of its own, as mypyc trusts `viewer.outbox` to be what `run` assigned to it before it waited.
        """
        return self.viewer.outbox is self.outbox

    async def serve(self) -> None:
        async with self.live_table.lock:
            self.live_table.send_first_update(self.viewer)
        await self.live_table.return_seats(self.viewer)
        await self.read_commands()

    async def read_commands(self) -> None:
        while (message := await self.socket.receive())["type"] == "websocket.receive":
            if self.outbox.is_closed:  # the socket is being closed: ignore what still arrives
                continue
            text: str = message.get("text") or ""
            if len(text) > LARGEST_MESSAGE or not self.is_allowed(self.live_table.services.rate_limits.commands):
                self.live_table.services.metrics.limited += 1
                self.outbox.close(CLOSE_TOO_FAST)
                continue
            if text == PING:
                self.outbox.post(PONG)
                continue
            try:
                command = command_decoder.decode(text)
            except (msgspec.DecodeError, ValueError, RecursionError):
                self.refuse(Phrase("web.error.message"), 0)
                continue
            self.viewer.acknowledge(command.got)
            await self.run_command(command)

    def is_allowed(self, patience: RateLimit) -> bool:
        """Take a token from the rate limit of this visitor, over all their sockets."""
        return patience.allows(self.viewer.owner, self.viewer.address)

    async def check_known(self) -> None:
        """Raise HttpError 403 for strangers where only known people play; whoever was dropped is one at once."""
        services = self.live_table.services
        if services.known_names and not (await services.store.people.read(self.viewer.owner)).is_known:
            raise HttpError(403, Phrase("web.known.refused"))

    async def run_command(self, command: Command) -> None:
        """Run a command, or send the reason why not."""
        try:
            await dispatch(self, command)
        except IllegalMove:
            self.explain_illegal_move(command)
        except DomikError as error:
            self.refuse(error.phrase, command.id)
            if command.do == "undo":  # the button was outdated: send the current state
                async with self.live_table.lock:
                    self.live_table.broadcast()

    def refuse(self, phrase: Phrase, reply: int, clause: str = "") -> None:
        """Send a refusal with its reason in the page's language."""
        pen = words_pen(self.viewer.language, self.live_table.table.match.package.name)
        self.live_table.services.metrics.refused += 1
        self.viewer.send_answer({"refused": [reply, clause, pen.say(phrase)]})

    def explain_illegal_move(self, command: Command) -> None:
        """Refuse an illegal move with the clause that the game names."""
        table, seat = self.live_table.table, self.viewer.view_seat
        if not is_action(command.action):
            self.refuse(Phrase("table.error.action"), command.id)
            return
        found = table.match.objections(table.view(seat), action_of(command.action))
        if found:
            self.refuse(found[0].reason, command.id, found[0].clause)
        else:
            self.refuse(Phrase("table.error.action"), command.id)


def departure_pauses(session: Session) -> list[float]:
    """Seconds until a player who left counts as absent (a reload does not), and then until a bot may take over."""
    live_table = session.live_table
    patience = live_table.table.terms.patience * MINUTE / 1000
    return [live_table.services.absent_after + 0.1, patience] if session.viewer.seats and patience else [0.1]


async def announce_departure(live_tables: LiveTables, table: str, viewer: str, pauses: list[float]) -> None:
    """Update the other pages after each of the pauses, unless the page is back.

    It knows table and page by their ids only: a pause may be of hours, and whatever it held would stay in memory.
    """
    for seconds in pauses:
        await asyncio.sleep(seconds)
        live_table = live_tables.by_id.get(table)
        page = live_table.viewers.get(viewer) if live_table is not None else None
        if live_table is None or live_table.is_broken or (page is not None and page.is_connected):
            return
        with contextlib.suppress(ConnectionError, HttpError):
            await live_table.execute(lambda _table, _at: [])
        del live_table, page


async def dispatch(session: Session, command: Command) -> None:
    """Run a command, or raise a DomikError that says why not."""
    for_anybody = PUBLIC_COMMANDS.get(command.do)
    if for_anybody is not None:
        await for_anybody(session, command)
        return
    viewer = session.viewer
    if not viewer.seats:
        raise refuse("onlooker")
    if command.do in ("rematch", "go_ahead"):
        await session.check_known()
    seat = viewer.view_seat
    await session.live_table.execute(
        lambda table, at: run_seat_command(session, command, table, seat, at), viewer, command.id
    )
    if command.do in ("rematch", "go_ahead"):
        await start_rematch(session.live_tables, session.live_table, at_once=command.do == "go_ahead")


def run_seat_command(session: Session, command: Command, table: Table, seat: int, at: int) -> list[Entry]:
    """Run a command of a player; most of them need the view of a single seat."""
    for_seated = SEATED_COMMANDS.get(command.do)
    if for_seated is not None:
        return for_seated(session, command, table, at)
    if seat < 0:
        raise refuse("curtain")
    for_seat = SINGLE_SEAT_COMMANDS.get(command.do)
    if for_seat is None:
        raise refuse("action")
    return for_seat(table, command, seat, at)


# ---- for everyone ---------------------------------------------------------------------------------------


async def lift_curtain(session: Session, command: Command) -> None:
    """Show the view of one of the viewer's seats on a shared screen."""
    if not session.is_allowed(session.live_table.services.rate_limits.redraws):
        raise refuse("look_fast")

    def lift(_table: Table, _at: int) -> list[Entry]:
        if command.seat not in session.viewer.seats:
            raise refuse("seat", seat=command.seat + 1)
        session.viewer.view_seat = command.seat
        return []

    await session.live_table.execute(lift, session.viewer, command.id)


async def hint(session: Session, command: Command) -> None:
    """Send what the judge would do with what this seat knows; asked again for the same decision, the same."""
    live_table, viewer, table = session.live_table, session.viewer, session.live_table.table
    seat = viewer.view_seat
    if not table.terms.hints:
        raise refuse("hints")
    if not table.awaits(seat):
        raise refuse("turn")
    known = table.last_hint(seat)
    action = await find_hint(session, seat) if known is None else action_of(known)
    view = table.view(seat)
    players = table_players(table, live_table.present_seats(), viewer.language)
    drawing = draw_view(table.match, view, players, viewer.language, viewer.form, viewer.text_only)
    pen = words_pen(viewer.language, table.match.package.name)
    path = drawing.flatten().paths.get(action.bit_length() - 1, ())
    viewer.send_answer(
        {
            "hint": [
                pen.say(fill_in_names(table.match.hint(view, action), display_names(table, viewer.language))),
                *path,
            ],
            "ok": command.id,
        }
    )


async def wait_for_hints(session: Session) -> None:
    """Wait until the rate limit allows one more hint: who asks twice in a row gets both; refuse where it lasts long."""
    until = time.monotonic() + HINT_PATIENCE
    while not session.is_allowed(session.live_table.services.rate_limits.hints):
        if time.monotonic() >= until:
            raise refuse("hint_fast")
        await asyncio.sleep(HINT_PAUSE)


async def find_hint(session: Session, seat: int) -> int:
    """Let a worker judge the decision, and note its advice in the journal: a review must know it."""
    live_table, table = session.live_table, session.live_table.table
    await wait_for_hints(session)
    if not table.awaits(seat):
        raise refuse("turn")
    turn = table.turn_token(seat)
    try:
        action = await live_table.services.bot_pool.decide(table, seat, HINT, True, session.viewer.address)
    except TimeoutError:
        raise refuse("hint_late") from None

    def note(table: Table, at: int) -> list[Entry]:
        if table.turn_token(seat) != turn or not table.awaits(seat):
            raise refuse("stale")
        return [table.write(journal.HINT, at, seat=seat, action=number_of(action))]

    await live_table.execute(note)
    return action


async def chat(session: Session, command: Command) -> None:
    live_table, viewer = session.live_table, session.viewer
    await session.check_known()
    if not session.is_allowed(live_table.services.rate_limits.chat):
        raise refuse("chat_fast")
    teller, name = await speaker(live_table, viewer)
    post = post_phrase if command.do == "say" else post_chat
    await live_table.execute(
        lambda table, at: post(table, teller, name, command.text, at, viewer.owner), viewer, command.id
    )


async def speaker(live_table: LiveTable, viewer: Viewer) -> tuple[int, str]:
    """The seat and name by which somebody speaks; -1 for spectators. Who has given up keeps their name."""
    own = viewer.view_seat if viewer.view_seat >= 0 else (live_table.owned_seats(viewer) or [-1])[0]
    name = live_table.table.seats[own].name if own >= 0 else spectator_name(live_table.table, viewer)
    if own < 0 and await is_name_taken(live_table.services.store, name, viewer.owner):
        name = ""  # a name from a cookie, which nobody has checked
    return own, name


async def react_to_line(session: Session, command: Command) -> None:
    live_table, viewer = session.live_table, session.viewer
    await session.check_known()
    if not session.is_allowed(live_table.services.rate_limits.chat):
        raise refuse("chat_fast")
    teller, _ = await speaker(live_table, viewer)
    if teller < 0:
        raise refuse("onlooker")
    await live_table.execute(lambda table, at: react(table, teller, command.line, command.text, at), viewer, command.id)


async def report_person(session: Session, command: Command) -> None:
    """Keep what somebody at the table has said lately for the person who runs the server."""
    live_table, viewer = session.live_table, session.viewer
    await session.check_known()
    if not session.is_allowed(live_table.services.rate_limits.chat):
        raise refuse("chat_fast")
    _, name = await speaker(live_table, viewer)
    await file_report(live_table, name, command.line, command.text)
    viewer.send_answer({"ok": command.id})


# ---- for players ---------------------------------------------------------------------------------------


def add_luck(session: Session, command: Command, table: Table, at: int) -> list[Entry]:
    """Add the page's entropy for all its seats."""
    share = command.text
    entries: list[Entry] = []
    for seat in session.viewer.seats:
        if not table.is_dealt and not table.seats[seat].entropy:
            entries += add_entropy(table, seat, share[: LONGEST_ENTROPY - 3] + (f"-{seat}" if share else ""), at)
    return entries


def begin(session: Session, command: Command, table: Table, at: int) -> list[Entry]:
    """Deal although seats are free; only the host may."""
    if not session.viewer.is_host:
        raise refuse("host")
    return table.begin(at)


def hand_over_to_bot(session: Session, command: Command, table: Table, at: int) -> list[Entry]:
    """Let a bot play for an absent player, by the table's terms."""
    table.seat(command.seat)
    return hand_over(table, command.seat, session.viewer.owner, session.live_table.absent_ms(command.seat), at)


def toggle_rematch(session: Session, command: Command, table: Table, at: int) -> list[Entry]:
    """Vote for a rematch with all seats of this page, or take the vote back."""
    seats = session.viewer.seats
    yes = not all(table.seats[own].wants_rematch for own in seats)
    return [entry for own in seats for entry in vote_rematch(table, own, at, yes)]


def check_go_ahead(session: Session, command: Command, table: Table, at: int) -> list[Entry]:
    """Check that the host may start the rematch with those who agreed, after a minute's wait."""
    if not table.is_over:
        raise refuse("not_over")
    if not may_start_rematch(table, session.viewer.owner, at):
        raise refuse("rematch_wait" if session.viewer.is_host else "host")
    return []


# ---- for one seat --------------------------------------------------------------------------------------


def move(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    if not is_action(command.action):
        raise refuse("action")
    if table.seat(seat).is_played_by_bot:
        raise refuse("bot_seat")
    return table.submit(seat, action_of(command.action), at, command.turn)


def undo(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    return take_back(table, seat, at)


def ask_for_undo(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    return request_undo(table, seat, at)


def answer_undo(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    return answer_undo_request(table, seat, command.do == "yes", at)


def answer_end_vote(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    """Vote to end the game early, or ("play_on") cancel all such votes."""
    if command.do == "end":
        return vote_to_end(table, seat, True, at)
    wishing = [number for number, one in enumerate(table.seats) if one.wants_end and not one.is_played_by_bot]
    return [entry for number in wishing for entry in vote_to_end(table, number, False, at)]


def resign_game(table: Table, command: Command, seat: int, at: int) -> list[Entry]:
    return resign(table, seat, at)


PUBLIC_COMMANDS: dict[str, Callable[[Session, Command], Awaitable[None]]] = {
    "look": lift_curtain,
    "hint": hint,
    "chat": chat,
    "say": chat,
    "react": react_to_line,
    "report": report_person,
}
SEATED_COMMANDS: dict[str, Callable[[Session, Command, Table, int], list[Entry]]] = {
    "luck": add_luck,
    "begin": begin,
    "stand_in": hand_over_to_bot,
    "rematch": toggle_rematch,
    "go_ahead": check_go_ahead,
}
SINGLE_SEAT_COMMANDS: dict[str, Callable[[Table, Command, int, int], list[Entry]]] = {
    "move": move,
    "undo": undo,
    "ask": ask_for_undo,
    "yes": answer_undo,
    "no": answer_undo,
    "resign": resign_game,
    "end": answer_end_vote,
    "play_on": answer_end_vote,
}
