"""One environment with the example guest for a session, and its server."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.guest.house import EXAMPLE, House


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
        with httpx.Client(transport=httpx.HTTPTransport(retries=12), timeout=60) as client:
            assert client.get(f"{found[0]}/healthz").text == "ok\n"
        yield found[0]
        process.terminate()
        process.wait(30)
