"""Our games, tested as every game is: domik.testing.playing."""

from __future__ import annotations

from domik.testing import GameProtocol


class TestPlaying(GameProtocol):
    pass
