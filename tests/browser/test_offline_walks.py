"""A sample of the other browser tests in a packed folder with the network cut; `make offline` runs all that can."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import test_daily, test_together
from tests.browser.conftest import Come
from tests.browser.offline import OfflinePerson, serve_folder
from tests.browser.person import Person


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    with serve_folder(folder) as origin:
        yield origin


@pytest.fixture(scope="module")
def visitor() -> type[Person]:
    return OfflinePerson


def test_two_play_at_one_screen(come: Come) -> None:
    test_together.test_the_curtain_falls_between_two_at_one_screen(come, "bower")


def test_a_day(come: Come) -> None:
    test_daily.test_a_day(come, "bower", "en", {})
