"""Our games, tested as every game is: domik.testing.drawings."""

from __future__ import annotations

from domik.testing import Drawings


class TestDrawings(Drawings):
    pass
