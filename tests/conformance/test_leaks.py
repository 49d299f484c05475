"""Our games, tested as every game is: domik.testing.leaks."""

from __future__ import annotations

from domik.testing import Leaks


class TestLeaks(Leaks):
    pass
