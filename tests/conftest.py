"""What holds for every test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import noon

if TYPE_CHECKING:
    from tests.postgres import Postgres

# These tests are about our own games, whatever guests are installed beside them; tests/guest invites one.
os.environ["DOMIK_GUESTS"] = "0"

# A busy machine is no fault of the code: an example may take its time.
settings.register_profile("domik", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("domik")


noon.agree()


@pytest.fixture(scope="module")
def at_noon() -> Iterator[None]:
    """For tests of days: none of them sees midnight pass."""
    yield from noon.set_clock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A real PostgreSQL, started when the first test asks for it."""
    from tests.postgres import a_postgres

    with a_postgres() as found:
        yield found
