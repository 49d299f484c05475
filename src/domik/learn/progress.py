"""A notebook: one small file of the user's own, in which every game has its page of numbers by name."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.learn.lesson import STARS

ProgressByGame = dict[str, dict[str, int]]  # game, name, number


def user_data_path(environment: Mapping[str, str], variable: str, name: str) -> Path:
    """The file that a variable names, else in the folder that the system has for a user's data."""
    if environment.get(variable):
        return Path(environment[variable])
    for folder in ("XDG_DATA_HOME", "APPDATA"):
        if environment.get(folder):
            return Path(environment[folder]) / "domik" / name
    return Path.home() / ".local" / "share" / "domik" / name


class ProgressFile:
    """The pages of one file; a file that nobody can read is left alone and named."""

    phrase_prefix = "progress"  # how it speaks of what it keeps
    variable = ""  # that names another file
    largest = 1  # the largest number there is

    def __init__(self, path: Path) -> None:
        self.path = path
        self.by_game: ProgressByGame = self.read()

    def number(self, game: str, name: str) -> int:
        """What is noted, 0 for nothing."""
        return self.by_game.get(game, {}).get(name, 0)

    def save_number(self, game: str, name: str, number: int) -> None:
        """Write it down; the file changes whole or not at all."""
        self.by_game.setdefault(game, {})[name] = number
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(self.by_game, indent=1) + "\n", encoding="utf-8")
            fresh.replace(self.path)
        except OSError as error:
            args = {"file": str(self.path), "variable": self.variable}
            raise DomikError(Phrase(f"{self.phrase_prefix}.no_place", args)) from error

    def read(self) -> ProgressByGame:
        """What the file holds; nothing where there is none yet."""
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError) as error:
            raise DomikError(Phrase(f"{self.phrase_prefix}.unreadable", {"file": str(self.path)})) from error
        if not isinstance(found, dict) or not all(map(self.is_valid_game, found.values())):
            raise DomikError(Phrase(f"{self.phrase_prefix}.unreadable", {"file": str(self.path)}))
        return found

    def is_valid_game(self, page: object) -> bool:
        """Whether this can be what is noted of one game."""
        return isinstance(page, dict) and all(type(n) is int and 0 < n <= self.largest for n in page.values())


PATH_VARIABLE = "DOMIK_PROGRESS"  # an environment variable: where the file lies instead


def progress_path(environment: Mapping[str, str]) -> Path:
    """The file of the stars."""
    return user_data_path(environment, PATH_VARIABLE, "progress.json")


class LessonProgress(ProgressFile):
    """The stars of one file."""

    variable = PATH_VARIABLE
    largest = STARS

    @property
    def stars(self) -> ProgressByGame:
        """By game and lesson, the best so far."""
        return self.by_game

    def save_stars(self, game: str, lesson: str, stars: int) -> None:
        """Remember stars; fewer than before take nothing away."""
        if stars > self.number(game, lesson):
            self.save_number(game, lesson, stars)
