"""Stars: what somebody has learned, kept in one small file of the user's own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.learn.lesson import STARS

PLACE = "DOMIK_PROGRESS"  # an environment variable: where the file lies instead

Stars = dict[str, dict[str, int]]  # game, lesson, stars


def place_of(environment: Mapping[str, str]) -> Path:
    """The file, in the folder that the system has for a user's data."""
    if environment.get(PLACE):
        return Path(environment[PLACE])
    for name in ("XDG_DATA_HOME", "APPDATA"):
        if environment.get(name):
            return Path(environment[name]) / "domik" / "progress.json"
    return Path.home() / ".local" / "share" / "domik" / "progress.json"


class Progress:
    """The stars of one file; a file that nobody can read is left alone and named."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.stars: Stars = read_stars(path)

    def of(self, game: str, lesson: str) -> int:
        """The best so far, 0 for a lesson that was never finished."""
        return self.stars.get(game, {}).get(lesson, 0)

    def keep(self, game: str, lesson: str, stars: int) -> None:
        """Remember stars; fewer than before take nothing away. The file changes whole or not at all."""
        if stars <= self.of(game, lesson):
            return
        self.stars.setdefault(game, {})[lesson] = stars
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(json.dumps(self.stars, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            fresh.replace(self.path)
        except OSError as error:
            raise DomikError(Phrase("progress.no_place", {"file": str(self.path), "variable": PLACE})) from error


def read_stars(path: Path) -> Stars:
    """What the file holds; nothing where there is none yet."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise DomikError(Phrase("progress.unreadable", {"file": str(path)})) from error
    if not isinstance(found, dict) or not all(is_game(lessons) for lessons in found.values()):
        raise DomikError(Phrase("progress.unreadable", {"file": str(path)}))
    return found


def is_game(lessons: object) -> bool:
    """Whether this can be the stars of one game."""
    return isinstance(lessons, dict) and all(type(n) is int and 0 < n <= STARS for n in lessons.values())
