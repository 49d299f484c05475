"""A room: a live table with its viewers. What happens here is on the disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from domik.kernel.game import SPECTATOR
from domik.server.bots.pool import is_searching, time_budget
from domik.server.http.errors import HttpError
from domik.server.http.outbox import CLOSE_RECONNECT
from domik.server.live.broadcast import broadcast
from domik.server.live.services import Services
from domik.server.rendering.viewer import Viewer
from domik.server.store import OVER, PLAYING, WAITING, TableHeader
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.journal import DEAL, MOVE, OPEN, REVOKE, SIT
from domik.table.seating import flag_timeouts, return_seat

TableChange = Callable[[Table, int], list[Entry]]
PAUSE_AFTER_FAILURE = 2.0
ARRIVAL_TIMEOUT = 12.0  # seconds that a guest is expected whose page was last heard of
log = logging.getLogger("domik.server")


class LiveTable:
    """One table in memory."""

    def __init__(self, house: Services, table: Table) -> None:
        self.services = house
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: dict[str, Viewer] = {}
        self.used_at = time.monotonic()
        self.address = ""  # of whoever plays here: their share of the bots' time
        self.visited_at = time.monotonic()  # by a person
        self.is_broken = False  # memory and disk may differ: the room must be loaded again
        self.is_opening_rematch = False  # the table for the rematch is being laid
        self.waiters: list[asyncio.Future[None]] = []
        self.bot_seconds = 0.0  # seconds that bots have thought since a person moved
        self.arriving: dict[
            str, float
        ] = {}  # guests who look at the invitation and have not sat down: when they last did
        # When a page or program of each seat was last heard; nobody was, as far as a fresh room knows.
        self.present_until = [time.monotonic() - house.absent_after] * len(table.seats)
        self._thinking_seats: set[int] = set()
        self._clock_timer: asyncio.TimerHandle | None = None

    # ---- doing -------------------------------------------------------------------------------------

    async def execute(self, act: TableChange, viewer: Viewer | None = None, reply: int | None = None) -> list[Entry]:
        """Let something happen: refused, or written and then shown. One thing at a time."""
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
            broadcast(self, viewer, reply)
        self.resume()
        return entries

    async def save(self, first: int, entries: list[Entry]) -> None:
        """To the disk; if that fails, memory is ahead of it and the room must go."""
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
        """A room of the past from now on: its pages come again, to one that is loaded from the disk."""
        self.is_broken = True
        if self._clock_timer is not None:
            self._clock_timer.cancel()
        for viewer in self.viewers.values():
            if viewer.outbox is not None:
                viewer.outbox.close(CLOSE_RECONNECT)

    def header(self) -> TableHeader:
        """How the table looks in a list."""
        table = self.table
        state = OVER if table.is_over else PLAYING if table.is_dealt else WAITING
        names = [seat.name for seat in table.seats]
        game = table.match.package.name
        clocked = bool(table.terms.minutes or table.terms.days)
        scores, listed = table.scores(), table.terms.listed
        return TableHeader(table.id, game, table.opened_at, now(), state, listed, names, scores, clocked)

    def resume(self) -> None:
        """Wake the bots, wind the clock, tell those who wait."""
        table = self.table
        for future in self.waiters:
            if not future.done():
                future.set_result(None)
        self.waiters.clear()
        attended = self.is_attended()
        for number, seat in enumerate(table.seats):
            if attended and seat.is_played_by_bot and table.awaits(number) and number not in self._thinking_seats:
                self._thinking_seats.add(number)
                self.services.start_task(self.run_bot(number))
        if table.clock.is_running:
            self.schedule_clock()

    async def wait_for_change(self, timeout: float) -> None:
        """Wait until something happens here, or long enough."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiters.append(future)
        try:
            await asyncio.wait([future], timeout=timeout)
        finally:
            if future in self.waiters:  # nothing happened: it must not wait here for ever
                self.waiters.remove(future)

    # ---- bots and clocks ---------------------------------------------------------------------------

    async def run_bot(self, seat: int) -> None:
        """One decision of a bot, worthless if the table has moved on meanwhile."""
        table = self.table
        try:
            turn = table.turn_token(seat)
            bot = table.seats[seat].plan.bot
            if self.services.bot_delay and self.viewers and not is_searching(bot):
                await asyncio.sleep(self.services.bot_delay)
            if table.awaits(seat) and table.turn_token(seat) == turn:
                watched = bool(self.viewers or self.waiters)
                began, most = time.monotonic(), time_budget(self.bot_seconds, self.searching_bots())
                action = await self.services.bot_pool.decide(table, seat, bot, watched, self.address, most)
                self.bot_seconds += time.monotonic() - began
                await self.execute(lambda table, at: self.bot_move(table, seat, action, turn, at))
        except (ConnectionError, HttpError):  # nothing can be written: the log has heard of it from the writer
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
        """How many bots at this table search."""
        return sum(seat.is_played_by_bot and is_searching(seat.plan.bot) for seat in self.table.seats)

    def is_attended(self) -> bool:
        """Whether people are here, or were lately: bots do not play on for nobody."""
        watched = any(viewer.is_connected for viewer in self.viewers.values()) or bool(self.waiters)
        return watched or time.monotonic() - self.visited_at < self.services.bots_pause_after

    def record_visit(self) -> None:
        """A person looks in: whoever waited for that goes on."""
        was_attended = self.is_attended()
        self.used_at = self.visited_at = time.monotonic()
        if not was_attended:
            self.resume()

    def is_thinking(self) -> bool:
        """Whether a bot is about to move."""
        return bool(self._thinking_seats)

    def bot_move(self, table: Table, seat: int, action: int, turn: str, at: int) -> list[Entry]:
        """The bot's move, if it is still the bot's turn and the same decision."""
        if table.turn_token(seat) != turn or not table.seats[seat].is_played_by_bot or not table.legal(seat) & action:
            return []
        return table.submit(seat, action, at, by_bot=True)

    def schedule_clock(self) -> None:
        """Come back when the next clock is out."""
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

    def present_seats(self) -> frozenset[int]:
        """The seats whose people have a page open, or had one a moment ago."""
        deadline = time.monotonic() - self.services.absent_after
        for viewer in self.viewers.values():
            if viewer.seats and viewer.is_connected:
                self.mark_present(viewer.seats)
        return frozenset(seat for seat, until in enumerate(self.present_until) if until > deadline)

    def mark_present(self, seats: Iterable[int], on: float = 0.0) -> None:
        """Somebody of these seats was heard now, and is here for so many seconds on."""
        until = time.monotonic() + on
        for seat in seats:
            self.present_until[seat] = max(self.present_until[seat], until)

    def absent_ms(self, seat: int) -> int | None:
        """For how many milliseconds a person has been away from their seat; None while they are here, and for bots."""
        if self.table.seats[seat].is_bot or seat in self.present_seats():
            return None
        return self._silent_ms(seat)

    def _silent_ms(self, seat: int) -> int:
        """For how many milliseconds nobody of a seat was heard."""
        return int((time.monotonic() - self.present_until[seat]) * 1000)

    def absences(self, present: frozenset[int]) -> dict[int, int]:
        """The people who are away while nobody plays for them, and for how many milliseconds."""
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
        """Look again whose eyes every page has: somebody sat down, or was sent away."""
        for viewer in self.viewers.values():
            self.reseat(viewer)
        broadcast(self)

    def add_viewer(self, viewer: Viewer) -> None:
        """Seat a page by whoever opened it."""
        self.viewers[viewer.id] = viewer
        self.reseat(viewer)
        self.mark_present(viewer.seats)

    def reseat(self, viewer: Viewer) -> None:
        """Whose eyes a page has: its own seat's, or with several behind the curtain nobody's until it is lifted."""
        mine = [number for number, seat in enumerate(self.table.seats) if viewer.owner in seat.owners]
        viewer.seats = tuple(mine)
        if len(viewer.seats) == 1:
            viewer.view_seat = viewer.seats[0]
        elif viewer.view_seat not in viewer.seats:
            viewer.view_seat = SPECTATOR
        viewer.is_host = self.table.is_host(viewer.owner)

    async def return_seats(self, viewer: Viewer) -> None:
        """Whoever comes back gets the seat back from the bot."""
        await self.execute(lambda table, at: [entry for seat in viewer.seats for entry in return_seat(table, seat, at)])
