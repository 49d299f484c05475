"""One server and one Chromium for a session; every test has its own people with their own cookies."""

from __future__ import annotations

import inspect
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.person import DESKTOP, MILLISECONDS, Person
from tests.server.host import Process
from tests.waiting import PATIENCE, patient_client

SEED = "5eed" * 16  # of every deal
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FOLDER = os.environ.get("DOMIK_OFFLINE", "")  # a packed folder, which is tested in place of a server (make offline)
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
