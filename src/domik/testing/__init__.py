"""What Domik demands of every game, as tests that a guest runs over itself (docs/adding-a-game.md).

    from domik.testing import Conformance, Subject

    class TestConformance(Conformance):
        @pytest.fixture
        def game(self) -> Subject:
            return Subject(TITLE, hooks)

Each class of tests asks for the fixture `game`. DOMIK_QUICK=1 plays fewer games.
"""

from __future__ import annotations

try:
    import pytest
except ImportError as error:  # pytest is wanted here and nowhere else in Domik
    raise ImportError("domik.testing needs pytest: pip install 'domik[test]'") from error

SUITE = ("builds", "clauses", "drawings", "hidden", "leaks", "marked", "playing", "records", "rooms", "texts")
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in SUITE))

from domik.testing.builds import Builds  # noqa: E402  what follows is to be rewritten
from domik.testing.clauses import Clauses  # noqa: E402
from domik.testing.drawings import Drawings  # noqa: E402
from domik.testing.hidden import Hidden  # noqa: E402
from domik.testing.leaks import Leaks  # noqa: E402
from domik.testing.playing import Playing  # noqa: E402
from domik.testing.records import Records  # noqa: E402
from domik.testing.rooms import Rooms  # noqa: E402
from domik.testing.subject import Subject  # noqa: E402
from domik.testing.texts import Texts  # noqa: E402

__all__ = [
    "Builds", "Clauses", "Conformance", "Drawings", "Hidden", "Leaks", "Playing", "Records", "Rooms", "Subject",
    "Texts",
]  # fmt: skip


class Conformance(Rooms, Playing, Hidden, Texts, Records, Clauses, Drawings, Builds, Leaks):
    """Everything at once."""
