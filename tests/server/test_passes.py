"""How many files a reader has to open to follow one click, and the opening of a daily attempt, through the server."""

from __future__ import annotations

import dis
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

import pytest

import domik
from domik.games import game_package
from domik.kernel import game
from domik.kernel.luck import luck_of
from domik.server.pages.deals.daily import today
from domik.table import SeatPlan, Setup, Terms
from tests.server.host import Host, Page

SOURCE = str(Path(domik.__file__).parent)
MOST = 45
WARM = 3  # times before that fill the caches

pytestmark = pytest.mark.skipif(not str(game.__file__).endswith(".py"), reason="compiled functions are not seen")


@cache
def start_of(code: CodeType) -> int:
    """Where a function begins; a coroutine that goes on after an `await` does so further down."""
    return next(one.offset for one in dis.get_instructions(code) if one.opname == "RESUME")


class FilesPassed:
    """The files of Domik in which the threads of a server start a function."""

    def __init__(self) -> None:
        self.is_on = False
        self.files: set[str] = set()

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if self.is_on and event == "call" and code.co_filename.startswith(SOURCE) and frame.f_lasti <= start_of(code):
            self.files.add(code.co_filename.removeprefix(SOURCE))

    @contextmanager
    def during(self) -> Iterator[set[str]]:
        self.files, self.is_on = set(), True
        yield self.files
        self.is_on = False


@pytest.fixture(scope="module")
def passed() -> Iterator[FilesPassed]:
    found = FilesPassed()
    threading.setprofile(found)  # for threads that are started from now on: the server's loop and its writer
    yield found
    threading.setprofile(None)


@pytest.fixture(scope="module")
def host(passed: FilesPassed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("data") / "domik.db")
    yield found
    found.stop()


def dealt_pages(host: Host, seed: str) -> list[Page]:
    """Two people at a table of Treehouse with a deal of its own, so that every run passes the same positions."""
    match = game_package("treehouse").match(2, {})
    deal = [int(item) for item in match.game.deal(luck_of(seed))]
    setup = Setup(
        "treehouse", dict(match.options), (SeatPlan("human", "A"), SeatPlan("human", "B")), Terms(forced=False)
    )
    branch = {"table": "", "step": 0, "deal": deal, "moves": []}
    id = host.call(host.rooms.open(setup, "", "", branch)).table.id
    pages = []
    for seat in range(2):
        person = host.person()
        person.post(f"/t/{id}/sit", data={"key": f"{seat}.{host.rooms.services.keys.seat_secret(id, seat)}"})
        pages.append(Page(host.origin, id, person))
        pages[-1].take()
    for page in pages:
        page.ask("luck", text="x")
    for page in pages:
        page.until(lambda page: page.facts["dealt"])
    return pages


def click(page: Page, other: Page) -> None:
    """Play the first move; both pages have received all when it is done."""
    before = other.number
    assert "ok" in page.move(page.paths[0][0])
    other.until(lambda page: page.number > before)


def test_a_click(host: Host, passed: FilesPassed) -> None:
    """Nine clicks of ten, after a whole other game has filled the caches; a round's end and the game's draw more."""
    counts: list[int] = []
    for seed in ("warm", "measured"):
        pages = dealt_pages(host, seed)
        counts = []
        while not pages[0].facts["over"]:
            page, other = sorted(pages, key=lambda page: not (page.facts["mine"] and page.paths))
            with passed.during() as found:
                click(page, other)
            counts.append(len(found))
    assert "/server/live/live_table.py" in found
    assert sorted(counts)[len(counts) * 9 // 10] <= MOST, f"{counts} files, at last {sorted(found)}"


def test_opening_a_daily_attempt(host: Host, passed: FilesPassed) -> None:
    for _ in range(WARM):
        person = host.person()
        person.get("/daily/treehouse")
        with passed.during() as found:
            assert person.post(f"/daily/{today()}/treehouse/play").status_code == 303
    assert "/deals/deal.py" in found
    assert len(found) <= MOST, f"{len(found)} files: {sorted(found)}"
