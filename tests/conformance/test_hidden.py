"""Our games, tested as every game is: domik.testing.hidden."""

from __future__ import annotations

from domik.testing import HiddenInformation


class TestHidden(HiddenInformation):
    pass
