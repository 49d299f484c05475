"""One server for a test file: tests open their own tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.host import OPENED, Host


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("data") / "domik.db")
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    OPENED.close()
