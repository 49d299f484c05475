"""Tests of a game package's layout, and that every rulebook clause has a test."""

from __future__ import annotations

import ast
import re
from importlib.resources import files
from pathlib import Path

from domik.kernel.plugins import missing_parts
from domik.language import LANGUAGES
from domik.testing.subject import Subject


class ClauseCoverage:
    def test_the_rules_have_the_same_clauses_in_every_language(self, game: Subject) -> None:
        english = game.clauses()
        assert english
        assert len(english) == len(set(english))
        for language in LANGUAGES:
            assert game.clauses(language) == english, language

    def test_every_clause_has_a_test(self, game: Subject) -> None:
        """`@pytest.mark.clause("XX-12")` marks the test of a clause."""
        missing = [clause for clause in game.clauses() if clause not in tested_clauses(game)]
        assert not missing, f"no test names {', '.join(missing)}"

    def test_no_test_names_a_clause_that_is_not_there(self, game: Subject) -> None:
        assert not [clause for clause in tested_clauses(game) if clause not in game.clauses()]


def tested_clauses(game: Subject) -> set[str]:
    """The game's clause ids that occur in clause marks of its tests."""
    found: set[str] = set()
    for path in game.tests.rglob("test_*.py"):
        for mark in re.finditer(r"mark\.clause\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found |= set(re.findall(rf'"({game.title.prefix}-X?\d+)"', mark.group(1)))
    return found


MAY_IMPORT = {
    "rules": {"rules"},
    "mind": {"mind", "rules"},
    "words": {"words", "rules", "mind"},
    "page": {"page", "rules", "words"},
}


class PackageLayout:
    """The folders of a game and the direction of their imports."""

    def test_nothing_that_a_game_needs_is_missing(self, game: Subject) -> None:
        assert not list(missing_parts(game.title))

    def test_imports_go_one_way(self, game: Subject) -> None:
        """A folder imports only itself and the folders below it (MAY_IMPORT)."""
        package = game.title.python_package
        folder = Path(str(files(package)))
        for room, allowed in MAY_IMPORT.items():
            for path in sorted((folder / room).rglob("*.py")):
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
                        imported = node.module.removeprefix(f"{package}.").split(".")[0]
                        assert imported in allowed, f"{path} must not import {node.module}"
