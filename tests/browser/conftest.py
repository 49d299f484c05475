"""One server and one Chromium for a session; every test has its own people with their own cookies."""

from __future__ import annotations

import fcntl
import inspect
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from domik.offline.pack import pack
from domik.offline.parts import PackError
from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.person import DESKTOP, MILLISECONDS, Person
from tests.server.host import Process
from tests.waiting import PATIENCE, patient_client

SEED = "5eed" * 16  # of every deal
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FOLDER = os.environ.get("DOMIK_OFFLINE", "")  # a packed folder, which is tested in place of a server (make offline)
ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 9.5  # of a packed folder, compressed
Come = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser there is nothing to look at; without a server, no program plays tables for a test."""
    if FOLDER:
        skip = pytest.mark.skip(
            reason="its tables are played over the API, or its reviews planted, which needs a server"
        )
        for item in items:
            asked = inspect.signature(item.function).parameters if isinstance(item, pytest.Function) else ()
            if "tests/browser" in item.path.as_posix() and {"served", "door", "host"} & set(asked):
                item.add_marker(skip)
    if CHROMIUM is None:
        skip = pytest.mark.skip(reason="no chromium here: apt-get install chromium")
        for item in items:
            if "tests/browser" in item.path.as_posix():
                item.add_marker(skip)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox", "--disable-gpu"], "timeout": MILLISECONDS}


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of this session is; what was seen on a table once can be seen there again."""
    if FOLDER:
        with serve_folder(Path(FOLDER)) as origin:
            yield origin
        return
    server = Process(tmp_path_factory.mktemp("browser") / "domik.db", SEED)
    yield server.origin
    server.process.terminate()
    server.process.wait(PATIENCE)


@pytest.fixture(scope="session")
def door(served: str) -> Iterator[httpx.Client]:
    """The JSON door of this session's server; without TLS to set up, which costs more than the questions."""
    with patient_client(base_url=served) as client:
        yield client


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A packed folder, made from these sources once for all workers, unless DOMIK_OFFLINE names one."""
    if FOLDER:
        return Path(FOLDER)
    base = tmp_path_factory.getbasetemp()
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "offline" / "site"
    out.parent.mkdir(exist_ok=True)
    with (out.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes second waits, and finds it
        if not out.exists():
            try:
                files = pack(out, wheels=ROOT / "build/offline-wheels")
            except PackError as error:
                pytest.skip(f"NOT TESTED WITHOUT A SERVER, nothing could be packed: {error}")
            fetched = [one for one in files if one.name != "404.html" and not one.name.endswith((".png", ".webp"))]
            assert sum(one.compressed for one in fetched) < MOST_MEGABYTES * 1e6
    return out


@pytest.fixture(scope="session")
def visitor() -> type[Person]:
    """How somebody comes: to the server, or to the folder."""
    return OfflinePerson if FOLDER else Person


@pytest.fixture
def come(browser: Browser, served: str, visitor: type[Person]) -> Iterator[Come]:
    """Let somebody come with a browser of their own, who knows the tips; nobody may see an error in its console."""
    people: list[Person] = []

    def come(*, tips: bool = False, **settings: Any) -> Person:
        usual: dict[str, Any] = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", "base_url": served}
        if visitor is Person:  # pages come from the server itself, but where a test wants it otherwise
            usual["service_workers"] = "block"
        people.append(visitor(browser.new_context(**(usual | settings)), served, tips))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []
