"""The rooms of a game: what every game must have, and which way its imports go."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import Path

from domik.kernel.guest import lacking_in
from domik.testing.subject import Subject

MAY_IMPORT = {
    "rules": {"rules"},
    "mind": {"mind", "rules"},
    "words": {"words", "rules", "mind"},
    "page": {"page", "rules", "words"},
}


class Rooms:
    """What is true knows nothing of what is thought, said or seen."""

    def test_nothing_that_a_game_needs_is_missing(self, game: Subject) -> None:
        """Files, modules, and texts in all languages."""
        assert not list(lacking_in(game.title))

    def test_imports_go_one_way(self, game: Subject) -> None:
        """A room imports its own modules and those of the rooms below it."""
        package = game.title.package
        folder = Path(str(files(package)))
        for room, allowed in MAY_IMPORT.items():
            for path in sorted((folder / room).rglob("*.py")):
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{package}."):
                        imported = node.module.removeprefix(f"{package}.").split(".")[0]
                        assert imported in allowed, f"{path} must not import {node.module}"
