"""Progress files: small JSON files in the user's data folder, with numbers by game and name."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.learn.lesson import STARS

ProgressByGame = dict[str, dict[str, int]]  # game -> name -> number


def user_data_path(environment: Mapping[str, str], variable: str, name: str) -> Path:
    """The path in the environment variable, else in the system's folder for user data."""
    if environment.get(variable):
        return Path(environment[variable])
    for folder in ("XDG_DATA_HOME", "APPDATA"):
        if environment.get(folder):
            return Path(environment[folder]) / "domik" / name
    return Path.home() / ".local" / "share" / "domik" / name


class ProgressFile:
    """A progress file. One that cannot be read is left untouched and raises DomikError."""

    phrase_prefix = "progress"  # of its error phrases
    variable = ""  # environment variable with another path
    largest = 1  # largest valid number

    def __init__(self, path: Path) -> None:
        self.path = path
        self.by_game: ProgressByGame = self.read()

    def number(self, game: str, name: str) -> int:
        """The stored number; 0 if there is none."""
        return self.by_game.get(game, {}).get(name, 0)

    def save_number(self, game: str, name: str, number: int) -> None:
        """Store a number; the file is replaced atomically."""
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
        """The file's contents; empty if it does not exist."""
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
        return isinstance(page, dict) and all(type(n) is int and 0 < n <= self.largest for n in page.values())


PATH_VARIABLE = "DOMIK_PROGRESS"  # environment variable with another path


def progress_path(environment: Mapping[str, str]) -> Path:
    return user_data_path(environment, PATH_VARIABLE, "progress.json")


class LessonProgress(ProgressFile):
    """Stars earned in lessons."""

    variable = PATH_VARIABLE
    largest = STARS

    @property
    def stars(self) -> ProgressByGame:
        """Best stars by game and lesson."""
        return self.by_game

    def save_stars(self, game: str, lesson: str, stars: int) -> None:
        """Store stars unless there are already as many."""
        if stars > self.number(game, lesson):
            self.save_number(game, lesson, stars)
