"""Our games, tested as every game is: domik.testing.texts."""

from __future__ import annotations

from domik.testing import Texts
from domik.testing.texts import compare_readings
from tests.conformance.tables import subject

__all__ = ["clauses", "compare_readings"]


class TestTexts(Texts):
    pass


def clauses(name: str, language: str = "en") -> list[str]:
    """The clause ids of a game's rules text."""
    return subject(name).clauses(language)
