"""A room: a live table with its viewers. What happens here is on the disk before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable

from domik.kernel.game import ONLOOKER
from domik.server.http.errors import Refused
from domik.server.http.wire import COME_AGAIN
from domik.server.live.house import House
from domik.server.live.news import push
from domik.server.sight.viewer import Viewer
from domik.server.store import OVER, PLAYING, WAITING, Header
from domik.server.thinking.thinking import is_deep, patience
from domik.table import Entry, Table
from domik.table.clock import now
from domik.table.journal import DEAL, MOVE, OPEN, REVOKE, SIT
from domik.table.seating import flags, give_back

Act = Callable[[Table, int], list[Entry]]
PAUSE_AFTER_FAILURE = 2.0
COMING = 12.0  # seconds that a guest is expected whose page was last heard of
log = logging.getLogger("domik.server")


class Room:
    """One table in memory."""

    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.viewers: dict[str, Viewer] = {}
        self.used_at = time.monotonic()
        self.address = ""  # of whoever plays here: their share of the bots' time
        self.visited_at = time.monotonic()  # by a person
        self.is_broken = False  # memory and disk may differ: the room must be loaded again
        self.is_reopening = False  # the table for the rematch is being laid
        self.waiting: list[asyncio.Future[None]] = []
        self.spent = 0.0  # seconds that bots have thought since a person moved
        self.coming: dict[
            str, float
        ] = {}  # guests who look at the invitation and have not sat down: when they last did
        # When a page or program of each seat was last heard; nobody was, as far as a fresh room knows.
        self.here_until = [time.monotonic() - house.absent] * len(table.seats)
        self._thinking: set[int] = set()
        self._flag: asyncio.TimerHandle | None = None

    # ---- doing -------------------------------------------------------------------------------------

    async def do(self, act: Act, viewer: Viewer | None = None, reply: int | None = None) -> list[Entry]:
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
                self.house.metrics.took("move", time.perf_counter() - began)
                if any(entry["kind"] == MOVE and not entry.get("auto") for entry in entries):
                    self.spent = 0.0
                self.house.metrics.games_finished += self.table.is_finished and not had_ended
                if self.table.is_over and not was_over and self.house.on_over is not None:
                    self.house.on_over(self.table)
            push(self, viewer, reply)
        self.go_on()
        return entries

    async def save(self, first: int, entries: list[Entry]) -> None:
        """To the disk; if that fails, memory is ahead of it and the room must go."""
        kinds = {entry["kind"] for entry in entries}
        over = self.table.is_over
        header = self.header() if over or kinds & {OPEN, SIT, DEAL} else None
        seats = [(entry["owner"], entry["seat"]) for entry in entries if entry["kind"] == SIT]
        gone = [(entry["what"], entry["seat"]) for entry in entries if entry["kind"] == REVOKE]
        try:
            await self.house.store.append(self.table.id, first, entries, header, seats, gone)
        except BaseException:
            self.leave()
            raise
        self.house.metrics.entries += len(entries)
        self.house.metrics.moves += sum(entry["kind"] == MOVE for entry in entries)

    def leave(self) -> None:
        """A room of the past from now on: its pages come again, to one that is loaded from the disk."""
        self.is_broken = True
        if self._flag is not None:
            self._flag.cancel()
        for viewer in self.viewers.values():
            if viewer.wire is not None:
                viewer.wire.hang_up(COME_AGAIN)

    def header(self) -> Header:
        """How the table looks in a list."""
        table = self.table
        state = OVER if table.is_over else PLAYING if table.is_dealt else WAITING
        names = [seat.name for seat in table.seats]
        game = table.match.title.name
        clocked = bool(table.terms.minutes or table.terms.days)
        scores, listed = table.scores(), table.terms.listed
        return Header(table.id, game, table.opened_at, now(), state, listed, names, scores, clocked)

    def go_on(self) -> None:
        """Wake the bots, wind the clock, tell those who wait."""
        table = self.table
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()
        attended = self.is_attended()
        for number, seat in enumerate(table.seats):
            if attended and seat.played_by_bot and table.awaits(number) and number not in self._thinking:
                self._thinking.add(number)
                self.house.start(self.think(number))
        if table.clock.is_running:
            self.wind()

    async def changed(self, timeout: float) -> None:
        """Wait until something happens here, or long enough."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append(future)
        try:
            await asyncio.wait([future], timeout=timeout)
        finally:
            if future in self.waiting:  # nothing happened: it must not wait here for ever
                self.waiting.remove(future)

    # ---- bots and clocks ---------------------------------------------------------------------------

    async def think(self, seat: int) -> None:
        """One decision of a bot, worthless if the table has moved on meanwhile."""
        table = self.table
        try:
            turn = table.turn(seat)
            bot = table.seats[seat].plan.bot
            if self.house.pace and self.viewers and not is_deep(bot):
                await asyncio.sleep(self.house.pace)
            if table.awaits(seat) and table.turn(seat) == turn:
                watched = bool(self.viewers or self.waiting)
                began, most = time.monotonic(), patience(self.spent, self.searching())
                action = await self.house.thinking.decide(table, seat, bot, watched, self.address, most)
                self.spent += time.monotonic() - began
                await self.do(lambda table, at: self.bot_move(table, seat, action, turn, at))
        except (ConnectionError, Refused):  # nothing can be written: the log has heard of it from the writer
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        except Exception:
            self.house.metrics.errors += 1
            log.exception("table %s: the bot of seat %d failed", table.id, seat)
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        finally:
            self._thinking.discard(seat)
        if not self.is_broken:
            self.go_on()

    def searching(self) -> int:
        """How many bots at this table search."""
        return sum(seat.played_by_bot and is_deep(seat.plan.bot) for seat in self.table.seats)

    def is_attended(self) -> bool:
        """Whether people are here, or were lately: bots do not play on for nobody."""
        watched = any(viewer.is_connected for viewer in self.viewers.values()) or bool(self.waiting)
        return watched or time.monotonic() - self.visited_at < self.house.pause

    def visit(self) -> None:
        """A person looks in: whoever waited for that goes on."""
        was_attended = self.is_attended()
        self.used_at = self.visited_at = time.monotonic()
        if not was_attended:
            self.go_on()

    def is_thinking(self) -> bool:
        """Whether a bot is about to move."""
        return bool(self._thinking)

    def bot_move(self, table: Table, seat: int, action: int, turn: str, at: int) -> list[Entry]:
        """The bot's move, if it is still the bot's turn and the same decision."""
        if table.turn(seat) != turn or not table.seats[seat].played_by_bot or not table.legal(seat) & action:
            return []
        return table.submit(seat, action, at, by_bot=True)

    def wind(self) -> None:
        """Come back when the next clock is out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        left = None if self.table.is_over else self.table.clock.next_flag(now())
        if left is not None:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later(min(left / 1000 + 0.01, 3600), lambda: self.house.start(self.do(flags)))

    # ---- viewers -----------------------------------------------------------------------------------

    def present(self) -> frozenset[int]:
        """The seats whose people have a page open, or had one a moment ago."""
        deadline = time.monotonic() - self.house.absent
        for viewer in self.viewers.values():
            if viewer.seats and viewer.is_connected:
                self.heard(viewer.seats)
        return frozenset(seat for seat, until in enumerate(self.here_until) if until > deadline)

    def heard(self, seats: Iterable[int], on: float = 0.0) -> None:
        """Somebody of these seats was heard now, and is here for so many seconds on."""
        until = time.monotonic() + on
        for seat in seats:
            self.here_until[seat] = max(self.here_until[seat], until)

    def away(self, seat: int) -> int | None:
        """For how many milliseconds a person has been away from their seat; None while they are here, and for bots."""
        if self.table.seats[seat].is_bot or seat in self.present():
            return None
        return self._silent(seat)

    def _silent(self, seat: int) -> int:
        """For how many milliseconds nobody of a seat was heard."""
        return int((time.monotonic() - self.here_until[seat]) * 1000)

    def absent(self, present: frozenset[int]) -> dict[int, int]:
        """The people who are away while nobody plays for them, and for how many milliseconds."""
        table = self.table
        if not table.is_dealt or table.is_over:
            return {}
        seats = enumerate(table.seats)
        return {
            number: self._silent(number)
            for number, seat in seats
            if number not in present and not seat.played_by_bot and not seat.is_bot
        }

    def seat_all(self) -> None:
        """Look again whose eyes every page has: somebody sat down, or was sent away."""
        for viewer in self.viewers.values():
            self.seat_again(viewer)
        push(self)

    def welcome(self, viewer: Viewer) -> None:
        """Seat a page by whoever opened it."""
        self.viewers[viewer.id] = viewer
        self.seat_again(viewer)
        self.heard(viewer.seats)

    def seat_again(self, viewer: Viewer) -> None:
        """Whose eyes a page has: its own seat's, or with several behind the curtain nobody's until it is lifted."""
        mine = [number for number, seat in enumerate(self.table.seats) if viewer.owner in seat.owners]
        viewer.seats = tuple(mine)
        if len(viewer.seats) == 1:
            viewer.eyes = viewer.seats[0]
        elif viewer.eyes not in viewer.seats:
            viewer.eyes = ONLOOKER
        viewer.is_host = self.table.is_host(viewer.owner)

    async def returned(self, viewer: Viewer) -> None:
        """Whoever comes back gets the seat back from the bot."""
        await self.do(lambda table, at: [entry for seat in viewer.seats for entry in give_back(table, seat, at)])
