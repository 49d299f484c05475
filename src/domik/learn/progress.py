"""Stars: what somebody has learned."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from domik.learn.lesson import STARS
from domik.learn.notebook import Notebook, Pages, place_in

PLACE = "DOMIK_PROGRESS"  # an environment variable: where the file lies instead


def place_of(environment: Mapping[str, str]) -> Path:
    """The file of the stars."""
    return place_in(environment, PLACE, "progress.json")


class Progress(Notebook):
    """The stars of one file."""

    variable = PLACE
    most = STARS

    @property
    def stars(self) -> Pages:
        """By game and lesson, the best so far."""
        return self.pages

    def keep(self, game: str, lesson: str, stars: int) -> None:
        """Remember stars; fewer than before take nothing away."""
        if stars > self.of(game, lesson):
            self.note(game, lesson, stars)
