"""Conformance tests for every game, which a plugin runs on its own game (docs/adding-a-game.md).

    from domik.testing import Conformance, Subject

    class TestConformance(Conformance):
        @pytest.fixture
        def game(self) -> Subject:
            return Subject(TITLE, hooks)

Each class of tests uses the fixture `game`. DOMIK_QUICK=1 plays fewer games.
"""

from __future__ import annotations

try:
    import pytest
except ImportError as error:  # only this part of Domik needs pytest
    raise ImportError("domik.testing needs pytest: pip install 'domik[test]'") from error

SUITE = ("drawings", "hidden", "playing", "records", "runtime", "structure", "texts")
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in SUITE))

from domik.testing.drawings import Drawings  # noqa: E402  what follows is to be rewritten by pytest
from domik.testing.hidden import HiddenInformation  # noqa: E402
from domik.testing.playing import GameProtocol  # noqa: E402
from domik.testing.records import Records  # noqa: E402
from domik.testing.runtime import BuildParity, Leaks  # noqa: E402
from domik.testing.structure import ClauseCoverage, PackageLayout  # noqa: E402
from domik.testing.subject import Subject  # noqa: E402
from domik.testing.texts import Texts  # noqa: E402

__all__ = [
    "BuildParity",
    "ClauseCoverage",
    "Conformance",
    "Drawings",
    "GameProtocol",
    "HiddenInformation",
    "Leaks",
    "PackageLayout",
    "Records",
    "Subject",
    "Texts",
]


class Conformance(
    PackageLayout, GameProtocol, HiddenInformation, Texts, Records, ClauseCoverage, Drawings, BuildParity, Leaks
):
    """All conformance tests."""
