"""No clause is forgotten: the same ones in every language, each named by a test."""

from __future__ import annotations

import re

from domik.language import LANGUAGES
from domik.testing.subject import Subject


class Clauses:
    """The rules text and the tests that prove it."""

    def test_the_rules_have_the_same_clauses_in_every_language(self, game: Subject) -> None:
        """In the same order, each id once."""
        english = game.clauses()
        assert english
        assert len(english) == len(set(english))
        for language in LANGUAGES:
            assert game.clauses(language) == english, language

    def test_every_clause_has_a_test(self, game: Subject) -> None:
        """`@pytest.mark.clause("XX-12")` above the test that proves it."""
        missing = [clause for clause in game.clauses() if clause not in named(game)]
        assert not missing, f"no test names {', '.join(missing)}"

    def test_no_test_names_a_clause_that_is_not_there(self, game: Subject) -> None:
        """A clause that was renamed took its tests along."""
        assert not [clause for clause in named(game) if clause not in game.clauses()]


def named(game: Subject) -> set[str]:
    """The game's clause ids that some test has in its clause mark."""
    found: set[str] = set()
    for path in game.tests.rglob("test_*.py"):
        for mark in re.finditer(r"mark\.clause\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found |= set(re.findall(rf'"({game.title.prefix}-X?\d+)"', mark.group(1)))
    return found
