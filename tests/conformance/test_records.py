"""Our games, tested as every game is: domik.testing.records."""

from __future__ import annotations

from domik.testing import Records


class TestRecords(Records):
    pass
