"""The suite of domik.testing runs over every game of ours."""

from __future__ import annotations

import pytest

from domik.testing import Subject
from tests.conformance.tables import NAMES, subject


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Subject:
    return subject(request.param)
