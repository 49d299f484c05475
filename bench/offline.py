"""Domik without a server, measured in headless Chromium: `python -m bench.offline FOLDER [--other FOLDER] [--write]`.

FOLDER is what `domik pack` has written, with the compiled core; of other folders only the start is measured. The
network is cut after the first page. Decisions are asked of the folder's own thinking worker, in turn with this Python,
and their actions compared: the same number of worlds gives the same action. CPU seconds are those of all threads of the
page's process: on a busy machine they are what an idle core would take, or more.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM
from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.offline_workers import CHECKSUMS, BrowserWorkers, native_checksums

from bench.figures import FOLDER, recorded
from bench.review import deal_state, play_until
from domik.bots import BotSpec, bot_of, parse_bot
from domik.bots.spec import HINT
from domik.games import GAMES, game_package
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import State
from domik.offline.pack import folder_files, packed_file
from domik.server.bots.worker import DecisionTask, decide
from domik.server.pages.review.review_queue import ReviewBudget, review_in_background

MILLISECONDS = 120_000
SEATS = {"cabin": 1}  # else two
SAMPLED = 10  # decisions of a game, for bots that take long
MOVES = 8
IDLE = 75  # seconds after which workers must have ended
REVIEW = ReviewBudget()
PAGE = FOLDER / "offline-core.md"
STARTS = """\
## Starts

Until the home page is shown, from localhost; the median of {times}. At most 6 s the first time, 3 s later.

| folder | first: CPU s | first: s | later: CPU s | later: s |
|---|---:|---:|---:|---:|"""
DECISIONS = """\
## Decisions

`hard` has two seconds for all its worlds, `master` may take 2.5 s, a hint one. `hard` is measured with all its
worlds and no limit of time, at every decision of a game; `master` and hints with their limits, at some. In a browser a
limit is the clock's: on a busy machine a search ends earlier than the native one, and may choose otherwise.

| game | bot | decisions | as native | CPU s, mean | most | native, mean | times | waited, most |
|---|---|---:|---:|---:|---:|---:|---:|---:|"""
ANSWERS = """\
## Answers

Milliseconds in the page from a move to its answer, at a table with a bot `normal`; by then the browser has kept the
move. At most 50 for half of the moves and 200 for 95 of 100.

| game | moves | median | 95 % | most |
|---|---:|---:|---:|---:|"""
# Beside what watches the sockets (tests/browser/person.py): when a move was sent, and how long its answer took
TIMED = """
window.times = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      const { ok } = JSON.parse(new TextDecoder().decode(event.data));
      if (!this.asked || (ok || 0) < this.asked.id) return;
      times.push(performance.now() - this.asked.at);
      this.asked = null;
    });
  }
  send(data) {
    const command = JSON.parse(data);
    if (command.do === "move") this.asked = { id: command.id, at: performance.now() };
    super.send(data);
  }
};
"""
MEMORY = """\
## Memory

Megabytes of the page's process with all its workers; at most 350 with one searching bot. Resident memory also counts
what all processes of the browser share, its program above all: an empty page has 20 of its own and 110 resident.

| | its own | resident | workers |
|---|---:|---:|---:|"""


Memory = tuple[int, int]  # megabytes: the process's own, and all that is resident


@dataclass
class Measured:
    """Decisions of one kind of bot in one game."""

    browser: list[float] = field(default_factory=list)  # CPU seconds
    native: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    same: int = 0


class MeasuredBrowser:
    """The shell page of a folder, and what it costs."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self.system = browser.new_browser_cdp_session()
        self.page = page
        self.workers = BrowserWorkers(page)

    def cpu_seconds(self) -> float:
        found = self.system.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(float(one["cpuTime"]) for one in found if one["type"] == "renderer")

    def memory(self) -> Memory:
        """Of the largest renderer: the page with all its workers."""
        found = self.system.send("SystemInfo.getProcessInfo")["processInfo"]
        return max(memory_of(int(one["id"])) for one in found if one["type"] == "renderer")

    def worker_count(self) -> int:
        found = self.system.send("Target.getTargets")["targetInfos"]
        return sum(one["type"] == "worker" for one in found)

    def timed(self, work: Callable[[], object]) -> tuple[float, float]:
        """CPU seconds and seconds of something."""
        cpu, began = self.cpu_seconds(), time.perf_counter()
        work()
        return self.cpu_seconds() - cpu, time.perf_counter() - began


class TimedPerson(OfflinePerson):
    watch = OfflinePerson.watch + TIMED


def memory_of(process: int) -> Memory:
    lines = (line.split() for line in Path(f"/proc/{process}/smaps_rollup").read_text("utf-8").splitlines()[1:])
    kilobytes = {line[0].rstrip(":"): int(line[1]) for line in lines}
    return kilobytes["Anonymous"] // 1024, kilobytes["Rss"] // 1024


@contextmanager
def opened(folder: Path) -> Iterator[tuple[MeasuredBrowser, str]]:
    with serve_folder(folder) as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(locale="en-GB").new_page()
        page.set_default_timeout(MILLISECONDS)
        yield MeasuredBrowser(browser, page), origin
        browser.close()


def start(measured: MeasuredBrowser, address: str) -> tuple[float, float]:
    """CPU seconds and seconds until the home page is shown."""

    def come() -> None:
        measured.page.goto(address)
        measured.page.wait_for_function("window.marks?.shown")

    return measured.timed(come)


# ---- what is printed -------------------------------------------------------------------------------------------


def print_size(folder: Path) -> None:
    sent = sum(packed_file(folder, path).compressed for path in folder_files(folder) if path.name != "404.html")
    print(f"Download: {sent / 1e6:.2f} MB compressed (at most 9.5).\n")


def print_starts(folders: dict[str, Path], times: int) -> None:
    print(STARTS.format(times=times))
    for name, folder in folders.items():
        cold, warm = [], []
        for _ in range(times):
            with opened(folder) as (measured, origin):
                cold.append(start(measured, origin))
                measured.page.context.set_offline(True)
                measured.page.goto("about:blank")
                warm.append(start(measured, origin))
        found = [statistics.median(one[k] for one in starts) for starts in (cold, warm) for k in (0, 1)]
        print(f"| {name} |", " | ".join(f"{one:.1f}" for one in found), "|")
    print()


def print_checksums(measured: MeasuredBrowser) -> None:
    ours, theirs = list(native_checksums()), measured.workers.run(CHECKSUMS)
    same = sum(one == other for one, other in zip(ours, theirs, strict=True))
    print(f"Checksums of 200 random games, of every game and number of seats: {same} of {len(ours)} as native.\n")


def decisions_of(match: Match, seed: str) -> Iterator[tuple[State, int]]:
    """Positions of a game between quick bots in which a seat has several actions."""
    record = deal_state(match, seed)
    state = record.start()
    bots = [bot_of("normal", luck_of(f"{seed} {seat}")) for seat in range(match.seats)]
    while not state.is_over():
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        legal = int(state.legal(seat))
        if legal & (legal - 1):
            yield state, seat
        play_until(record, state, bots, len(record.moves) + 1)


def tasks_of(game: str, bot: BotSpec, most: int) -> list[DecisionTask]:
    match = game_package(game).match(SEATS.get(game, 2))
    found: list[DecisionTask] = []
    for number, (state, seat) in enumerate(decisions_of(match, "offline")):
        numbers = [int(one) for one in state.view(seat).numbers]
        found.append((game, match.seats, {}, "", numbers, seat, bot, f"offline {number}", False))
    return found[:: max(1, len(found) // most)]


def measure_decisions(measured: MeasuredBrowser, tasks: list[DecisionTask]) -> Measured:
    found = Measured()
    measured.workers.think(tasks[0])  # starts the worker, and lets the browser compile what is hot
    for task in tasks:
        cpu, began = measured.cpu_seconds(), time.perf_counter()
        action, _, wrong = measured.workers.think(task)
        assert not wrong, wrong
        found.waited.append(time.perf_counter() - began)
        found.browser.append(measured.cpu_seconds() - cpu)
        begun = time.thread_time()
        found.same += decide(task) == action
        found.native.append(time.thread_time() - begun)
    return found


def without_limit(bot: BotSpec) -> BotSpec:
    """The same number of worlds, however long that takes."""
    assert bot.settings is not None
    return replace(bot, settings=replace(bot.settings, milliseconds=0))


def print_decisions(measured: MeasuredBrowser, games: list[str]) -> None:
    print(DECISIONS)
    hard, master = without_limit(parse_bot("hard")), parse_bot("master")
    for game in games:
        for name, bot, most in (("hard", hard, 1000), ("master", master, SAMPLED), ("hint", HINT, SAMPLED)):
            found = measure_decisions(measured, tasks_of(game, bot, most))
            ours, theirs = statistics.mean(found.browser), statistics.mean(found.native)
            print(
                f"| {game} | {name} | {len(found.browser)} | {found.same} | {ours:.2f} | {max(found.browser):.2f} "
                f"| {theirs:.3f} | {ours / max(theirs, 1e-6):.1f} | {max(found.waited):.2f} |"
            )
    print()


def print_reviews(measured: MeasuredBrowser, games: list[str]) -> None:
    print("## Reviews\n\nOf a game of two quick bots, in Cozy Cabin of one; at most 60 s.\n")
    print("| game | CPU s | s |\n|---|---:|---:|")
    for game in games:
        match = game_package(game).match(SEATS.get(game, 2))
        record = deal_state(match, "review")
        play_until(record, record.start(), [bot_of("normal", luck_of(f"review {seat}")) for seat in range(match.seats)])
        cpu, waited = measured.timed(partial(measured.workers.work, review_in_background, record.to_json(), REVIEW))
        print(f"| {game} | {cpu:.1f} | {waited:.1f} |")
    print()


def print_answers(measured: MeasuredBrowser, origin: str, games: list[str]) -> None:
    """Of whole games, as the pages play them."""
    print(ANSWERS)
    measured.page.close()
    person = TimedPerson(measured.page.context, origin)
    for game in games:
        person.open_table(game, ["human", "bot:normal"][: SEATS.get(game, 2)])
        luck = random.Random(1)
        while person.until_my_turn():
            person.choose(luck)
        times = sorted(person.page.evaluate("times"))
        median, late = statistics.median(times), times[int(len(times) * 0.95)]
        print(f"| {game} | {len(times)} | {median:.0f} | {late:.0f} | {times[-1]:.0f} |", flush=True)
    print()


def print_memory(measured: MeasuredBrowser, origin: str) -> None:
    """One searching bot at a table, as the application itself has it think."""
    measured.page.close()
    person = OfflinePerson(measured.page.context, origin)
    person.go("/")
    states = [("the home page", measured.memory(), measured.worker_count())]
    person.open_table("treehouse", ["human", "bot:master"])
    luck, most, workers = random.Random(1), (0, 0), 0
    for _ in range(MOVES):
        person.until_my_turn()
        person.choose(luck)
        most, workers = max(most, measured.memory()), max(workers, measured.worker_count())
    person.until_my_turn()
    states.append((f"the most in {MOVES} moves against `master`", max(most, measured.memory()), workers))
    time.sleep(IDLE)
    states.append((f"after {IDLE} s without a move", measured.memory(), measured.worker_count()))
    print(MEMORY)
    for what, (own, resident), count in states:
        print(f"| {what} | {own} | {resident} | {count} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a packed folder with the compiled core")
    parser.add_argument("--other", type=Path, nargs="*", default=[], help="other folders, whose starts are compared")
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--starts", type=int, default=3)
    parser.add_argument("--memory", action="store_true", help="measure only the memory")
    parser.add_argument("--answers", action="store_true", help="measure only the answers to moves")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    args = parser.parse_args()
    if args.answers:
        with opened(args.folder) as (measured, origin):
            print_answers(measured, origin, args.games)
        return
    if args.memory:
        with opened(args.folder) as (measured, origin):
            print_memory(measured, origin)
        return
    with recorded(PAGE if args.write else None, "Without a server: the compiled core", "python -m bench.offline"):
        print_size(args.folder)
        print_starts({one.name: one for one in (args.folder, *args.other)}, args.starts)
        with opened(args.folder) as (measured, origin):
            start(measured, origin)
            measured.page.context.set_offline(True)
            print_checksums(measured)
            print_decisions(measured, args.games)
            print_reviews(measured, args.games)
        with opened(args.folder) as (measured, origin):
            print_answers(measured, origin, args.games)
        with opened(args.folder) as (measured, origin):
            print_memory(measured, origin)


if __name__ == "__main__":
    main()
