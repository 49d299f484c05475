"""One environment with the example guest for a session, and its server."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.guest.house import EXAMPLE, House
from tests.waiting import PATIENCE, patient_get

BARE = "bare_mousehole"  # the same game with nothing but what every game must have
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": ["--no-sandbox", "--disable-gpu"], "timeout": 1000 * PATIENCE}


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example's sources in a place where building may leave its traces."""
    folder = tmp_path_factory.mktemp("example") / "guest"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__", ".*"))
    return folder


@pytest.fixture(scope="session")
def house(example: Path, tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("house"))
    house.install(example)
    house.strip("mousehole", BARE)
    return house


@pytest.fixture(scope="session")
def served(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `domik serve` of that environment answers."""
    data = tmp_path_factory.mktemp("served") / "domik.db"
    command = [str(house.python), "-m", "domik", "serve", "--port", "0", "--data", str(data), "--lang", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=house.environment()) as process:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert found is not None
        assert patient_get(f"{found[0]}/healthz").text == "ok\n"  # what is called open is open
        yield found[0]
        process.terminate()
        process.wait(PATIENCE)
