"""A table in memory with its viewers. Changes are durable before they are broadcast."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from domik.kernel.game import SPECTATOR
from domik.server.bots.pool import time_budget
from domik.server.http.errors import HttpError
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.live.render_pass import Presence, RenderPass
from domik.server.live.services import Services
from domik.server.rendering.page_state import Message, Viewer
from domik.server.store import OVER, PLAYING, WAITING, TableHeader
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.journal import DEAL, MOVE, OPEN, RESIGN, REVOKE, SIT
from domik.table.seating import flag_timeouts, return_seat

TableChange = Callable[[Table, int], list[Entry]]
PAUSE_AFTER_FAILURE = 2.0
ARRIVAL_TIMEOUT = 12.0  # seconds that a guest counts as arriving after their page's last request
log = logging.getLogger("domik.server")


class LiveTable:
    """One table in memory: its state, viewers, bots and clock."""

    def __init__(self, services: Services, table: Table) -> None:
        self.services = services
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: dict[str, Viewer] = {}
        self.used_at = time.monotonic()
        self.address = ""  # of the last player: bots' time is charged to it
        self.visited_at = time.monotonic()  # last visit of a person
        self.is_broken = False  # memory and disk may differ: the table has to be loaded again
        self.is_opening_rematch = False  # the rematch is being created
        self.waiters: list[asyncio.Future[None]] = []
        self.bot_seconds = 0.0  # seconds that bots have thought since a person's last move
        self.arriving: dict[str, float] = {}  # guests on the invitation page without a seat: time of their last request
        # When a page or program of each seat was last active; long ago for a table just loaded.
        self.present_until = [time.monotonic() - services.absent_after] * len(table.seats)
        self._thinking_seats: set[int] = set()
        self._clock_timer: asyncio.TimerHandle | None = None

    # ---- changes -----------------------------------------------------------------------------------

    async def execute(self, act: TableChange, viewer: Viewer | None = None, reply: int | None = None) -> list[Entry]:
        """Apply one change at a time: save its entries, then broadcast it. `act` raises to refuse it."""
        async with self.lock:
            if self.is_broken:
                raise ConnectionError("this room is closed")
            self.used_at = time.monotonic()
            first, had_ended, was_over = self.table.entries, self.table.is_finished, self.table.is_over
            entries = act(self.table, now())
            if entries:
                began = time.perf_counter()
                await self.save(first, entries)
                self.services.metrics.observe("move", time.perf_counter() - began)
                if any(entry["kind"] == MOVE and not entry.get("auto") for entry in entries):
                    self.bot_seconds = 0.0
                self.services.metrics.games_finished += self.table.is_finished and not had_ended
                if self.table.is_over and not was_over and self.services.on_game_over is not None:
                    self.services.on_game_over(self.table)
            if any(entry["kind"] == RESIGN for entry in entries) or (self.table.is_over and not was_over):
                for one in self.viewers.values():
                    self.reseat(one)
            self.broadcast(viewer, reply)
        if self.services.on_change is not None:
            self.services.on_change(self)
        self.resume()
        return entries

    async def save(self, first: int, entries: list[Entry]) -> None:
        """Write entries; if that fails, memory is ahead of the disk and the table is closed."""
        kinds = {entry["kind"] for entry in entries}
        over = self.table.is_over
        header = self.header() if over or kinds & {OPEN, SIT, DEAL} else None
        seats = [(entry["owner"], entry["seat"]) for entry in entries if entry["kind"] == SIT]
        gone = [(entry["what"], entry["seat"]) for entry in entries if entry["kind"] == REVOKE]
        try:
            await self.services.store.append(self.table.id, first, entries, header, seats, gone)
        except BaseException:
            self.close()
            raise
        self.services.metrics.entries += len(entries)
        self.services.metrics.moves += sum(entry["kind"] == MOVE for entry in entries)

    def close(self) -> None:
        """Mark the table as unusable; its pages reconnect to one that is loaded from the disk."""
        self.is_broken = True
        if self._clock_timer is not None:
            self._clock_timer.cancel()
        for viewer in self.viewers.values():
            if viewer.outbox is not None:
                viewer.outbox.close(CLOSE_RECONNECT)

    def header(self) -> TableHeader:
        """What lists show of the table."""
        table = self.table
        state = OVER if table.is_over else PLAYING if table.is_dealt else WAITING
        names = [seat.name for seat in table.seats]
        game = table.match.package.name
        clocked = bool(table.terms.minutes or table.terms.days)
        scores, listed = table.scores(), table.terms.listed
        return TableHeader(table.id, game, table.opened_at, now(), state, listed, names, scores, clocked)

    def resume(self) -> None:
        """Start bots that have to move, schedule the clock, and wake those who wait for a change."""
        table = self.table
        for future in self.waiters:
            if not future.done():
                future.set_result(None)
        self.waiters.clear()
        attended = self.is_attended()
        for number, seat in enumerate(table.seats):
            if not attended or not seat.is_played_by_bot or not table.awaits(number):
                continue
            if number not in self._thinking_seats and table.bot_keeps_pace(number):
                self._thinking_seats.add(number)
                self.services.start_task(self.run_bot(number))
        if table.clock.is_running:
            self.schedule_clock()

    async def wait_for_change(self, timeout: float) -> None:
        """Wait until something changes, at most `timeout` seconds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiters.append(future)
        try:
            await asyncio.wait([future], timeout=timeout)
        finally:
            if future in self.waiters:  # it timed out
                self.waiters.remove(future)

    # ---- bots and clocks ---------------------------------------------------------------------------

    async def run_bot(self, seat: int) -> None:
        """Make one decision of a bot; it is dropped if the table has changed meanwhile."""
        table = self.table
        try:
            turn = table.turn_token(seat)
            bot = table.seats[seat].bot
            if self.services.bot_delay and self.viewers and not bot.is_searching:
                await asyncio.sleep(self.services.bot_delay)
            if table.awaits(seat) and table.turn_token(seat) == turn:
                watched = bool(self.viewers or self.waiters)
                began, most = time.monotonic(), time_budget(self.bot_seconds, self.searching_bots())
                action = await self.services.bot_pool.decide(table, seat, bot, watched, self.address, most)
                self.bot_seconds += time.monotonic() - began
                await self.execute(lambda table, at: self.bot_move(table, seat, action, turn, at))
        except (ConnectionError, HttpError):  # a failed write, which the writer has logged
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        except Exception:
            self.services.metrics.errors += 1
            log.exception("table %s: the bot of seat %d failed", table.id, seat)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        finally:
            self._thinking_seats.discard(seat)
        if not self.is_broken:
            self.resume()

    def searching_bots(self) -> int:
        return sum(seat.is_played_by_bot and seat.bot.is_searching for seat in self.table.seats)

    def is_attended(self) -> bool:
        """Whether people are present or were so recently: bots pause otherwise."""
        watched = any(viewer.is_connected for viewer in self.viewers.values()) or bool(self.waiters)
        return watched or time.monotonic() - self.visited_at < self.services.bots_pause_after

    def record_visit(self) -> None:
        """Note that a person is present, and let paused bots go on."""
        was_attended = self.is_attended()
        self.used_at = self.visited_at = time.monotonic()
        if not was_attended:
            self.resume()

    def is_thinking(self) -> bool:
        return bool(self._thinking_seats)

    def bot_move(self, table: Table, seat: int, action: int, turn: str, at: int) -> list[Entry]:
        """Submit the bot's move unless the decision is outdated."""
        if table.turn_token(seat) != turn or not table.seats[seat].is_played_by_bot or not table.legal(seat) & action:
            return []
        return table.submit(seat, action, at, by_bot=True)

    def schedule_clock(self) -> None:
        """Set a timer for the next clock to run out."""
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None
        left = None if self.table.is_over else self.table.clock.next_timeout(now())
        if left is not None:
            loop = asyncio.get_running_loop()
            self._clock_timer = loop.call_later(
                min(left / 1000 + 0.01, 3600), lambda: self.services.start_task(self.execute(flag_timeouts))
            )

    # ---- viewers -----------------------------------------------------------------------------------

    def render_pass(self) -> RenderPass:
        present = self.present_seats()
        return RenderPass(
            self.services,
            self.table,
            list(self.viewers.values()),
            Presence(present, self.absences(present)),
            len(self.arriving),
        )

    def broadcast(self, actor: Viewer | None = None, reply: int | None = None) -> None:
        """Send every connected viewer what changed; the actor's message confirms its command by `reply`."""
        viewers = [viewer for viewer in self.viewers.values() if viewer.is_connected]
        if not viewers:
            return
        render_pass = self.render_pass()
        update, like, had = None, None, None  # of the previous viewer: most spectators see the same
        for viewer in viewers:
            self.drop_curtain(viewer)
            if update is None or like is None or viewer.page_state is not had or not viewer.sees_same_as(like):
                update, like, had = (
                    render_pass.update_for(viewer.page_state, viewer.render_context()),
                    viewer,
                    viewer.page_state,
                )
            answer: Message = {} if viewer is not actor or reply is None else {"ok": reply}
            if answer or not update.is_empty:
                viewer.send_update(update, answer)
                self.services.metrics.messages += 1

    def send_first_update(self, viewer: Viewer) -> None:
        """The first message of a connection: the viewer's id, all that the page lacks, and lost answers."""
        self.drop_curtain(viewer)
        render_pass, reader = self.render_pass(), viewer.render_context()
        render_pass.reuse_page_state(reader)
        answers = {"viewer": viewer.id} | (viewer.lost_answers or {})
        viewer.send_update(render_pass.update_for(viewer.page_state, reader), answers)
        viewer.lost_answers = None

    def drop_curtain(self, viewer: Viewer) -> None:
        """On a screen shared by several players, hide a seat's view once its turn is over."""
        if len(viewer.seats) > 1 and viewer.view_seat != SPECTATOR and not self.table.awaits(viewer.view_seat):
            viewer.view_seat = SPECTATOR

    def present_seats(self) -> frozenset[int]:
        """Seats whose players have a page open, or had one a moment ago."""
        deadline = time.monotonic() - self.services.absent_after
        for viewer in self.viewers.values():
            if viewer.seats and viewer.is_connected:
                self.mark_present(viewer.seats)
        return frozenset(seat for seat, until in enumerate(self.present_until) if until > deadline)

    def mark_present(self, seats: Iterable[int], on: float = 0.0) -> None:
        """Note activity of these seats, which lasts for `on` more seconds."""
        until = time.monotonic() + on
        for seat in seats:
            self.present_until[seat] = max(self.present_until[seat], until)

    def absent_ms(self, seat: int) -> int | None:
        """Milliseconds for which a player has been absent; None while they are present, and for bots."""
        if self.table.seats[seat].is_bot or seat in self.present_seats():
            return None
        return self._silent_ms(seat)

    def _silent_ms(self, seat: int) -> int:
        return int((time.monotonic() - self.present_until[seat]) * 1000)

    def absences(self, present: frozenset[int]) -> dict[int, int]:
        """Players who are absent without a bot playing for them, with milliseconds."""
        table = self.table
        if not table.is_dealt or table.is_over:
            return {}
        seats = enumerate(table.seats)
        return {
            number: self._silent_ms(number)
            for number, seat in seats
            if number not in present and not seat.is_played_by_bot and not seat.is_bot
        }

    def reseat_all(self) -> None:
        """Update every page's seats after a change of seats, and broadcast."""
        for viewer in self.viewers.values():
            self.reseat(viewer)
        self.broadcast()

    def add_viewer(self, viewer: Viewer) -> None:
        """Register a page and assign the seats of its owner."""
        self.viewers[viewer.id] = viewer
        self.reseat(viewer)
        self.mark_present(viewer.seats)

    def reseat(self, viewer: Viewer) -> None:
        """Set a page's seats and view: its only seat's, or with several seats none until the curtain is lifted."""
        mine = self.owned_seats(viewer)
        if not self.table.is_over:  # who has given up watches until the end, like any spectator
            viewer.has_given_up = any(number in self.table.resigned for number in mine)
            mine = [number for number in mine if number not in self.table.resigned]
        viewer.seats = tuple(mine)
        if len(viewer.seats) == 1:
            viewer.view_seat = viewer.seats[0]
        elif viewer.view_seat not in viewer.seats:  # several, or none
            viewer.view_seat = SPECTATOR
        viewer.is_host = self.table.is_host(viewer.owner)

    def owned_seats(self, viewer: Viewer) -> list[int]:
        return [number for number, seat in enumerate(self.table.seats) if viewer.owner in seat.owners]

    async def return_seats(self, viewer: Viewer) -> None:
        """Give a returning player the seats back that a bot has played."""
        await self.execute(lambda table, at: [entry for seat in viewer.seats for entry in return_seat(table, seat, at)])
