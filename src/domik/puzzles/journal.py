"""The journal of one who solves puzzles: which were right at the first go, and which are to be done again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from domik.learn.notebook import Notebook, place_in

PLACE = "DOMIK_PUZZLES"  # an environment variable: where the file lies instead
FAILED, SOLVED = 1, 2


def place_of(environment: Mapping[str, str]) -> Path:
    """The file of the tries."""
    return place_in(environment, PLACE, "puzzles.json")


class Journal(Notebook):
    """The tries of one file."""

    words = "puzzle.journal"
    variable = PLACE
    most = SOLVED

    def tries(self, game: str) -> dict[str, bool]:
        """Whether the first go was right, or a later one set it right, by the puzzle's id."""
        return {id: number == SOLVED for id, number in self.pages.get(game, {}).items()}

    def keep(self, game: str, id: str, right: bool) -> None:
        """Remember how it went."""
        self.note(game, id, SOLVED if right else FAILED)
