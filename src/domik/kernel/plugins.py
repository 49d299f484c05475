"""Plugin games: games in other packages, found by the entry point group `domik.games`.

A package installed in the same Python environment declares in its pyproject.toml

    [project.entry-points."domik.games"]
    mousehole = "mousehole:TITLE"

Entry points are read only when a game that is not built in, or the list of all games, is requested. A plugin that
cannot be used is left out with a message that says why; it never breaks the other games.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection, Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from domik.kernel.errors import BadOption
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Phrase

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "domik.games"
NAME = re.compile(r"[a-z][a-z0-9_]*")  # used in URLs and on command lines
ENABLE_VARIABLE = "DOMIK_GUESTS"  # 0 disables all plugins
LANGUAGES = {"en", "ru", "pl"}
NEEDED_FILES = ("RULES.md", "RULES.ru.md", "RULES.pl.md", "components.toml")


class GamePlugin:
    """One entry point; its game package is loaded on first use."""

    def __init__(self, entry: EntryPoint) -> None:
        self.entry = entry
        self.name = entry.name
        self.owner = entry.dist.name if entry.dist is not None else entry.value
        self._package: GamePackage | None = None
        self._error: Phrase | None = None

    def load_package(self) -> GamePackage:
        """The game package; BadOption says what is wrong with it. The result or failure is cached."""
        if self._package is None and self._error is None:
            try:
                self._package = self._load()
            except Exception as error:  # a foreign module may raise anything on import
                self._error = self.error_phrase("broken", why=" ".join(f"{type(error).__name__}: {error}".split()))
        if self._package is None:
            assert self._error is not None
            raise BadOption(self._error)
        return self._package

    def _load(self) -> GamePackage | None:
        found = self.entry.load()
        if not isinstance(found, GamePackage):
            self._error = self.error_phrase("no_title", value=self.entry.value, type=type(found).__name__)
        elif found.name != self.name:
            self._error = self.error_phrase("other_name", other=found.name)
        elif lacking := list(missing_parts(found)):
            self._error = self.error_phrase("lacks", what=", ".join(lacking))
        else:
            for load in (found.rules, found.words, found.sketches):
                load()  # what every table needs fails here, and not at a table
            return found
        return None

    def error_phrase(self, key: str, **args: str) -> Phrase:
        """A message that names the game, its package and the fault."""
        return Phrase(f"error.guest.{key}", {"game": self.name, "package": self.owner, **args})


def missing_parts(package: GamePackage) -> Iterator[str]:
    """What a game must have and this one lacks: files, and texts in all languages."""
    folder = files(package.python_package)
    yield from (name for name in NEEDED_FILES if not folder.joinpath(name).is_file())
    if folder.joinpath("words").is_dir():
        for file in folder.joinpath("words").iterdir():
            if file.name.startswith("words") and file.name.endswith(".toml"):
                texts = tomllib.loads(file.read_text(encoding="utf-8"))
                yield from (f"words/{file.name} [{key}]" for key in untranslated_keys(texts))


def untranslated_keys(texts: dict[str, Any], path: str = "") -> Iterator[str]:
    """The keys that lack a language."""
    if texts.keys() & LANGUAGES:
        if not texts.keys() >= LANGUAGES:
            yield path
        return
    for name, inner in texts.items():
        if isinstance(inner, dict):
            yield from untranslated_keys(inner, f"{path}.{name}".strip("."))
        else:
            yield f"{path}.{name}".strip(".")


def find_plugins(taken: Collection[str]) -> tuple[dict[str, GamePlugin], list[Phrase]]:
    """The plugins by name, and messages for those left out because their name is invalid or already taken."""
    guests: dict[str, GamePlugin] = {}
    outside: list[Phrase] = []
    if os.environ.get(ENABLE_VARIABLE, "1") == "0":
        return guests, outside
    from importlib.metadata import entry_points  # importing it takes longer than `domik --version`

    for guest in sorted(map(GamePlugin, entry_points(group=GROUP)), key=lambda guest: (guest.name, guest.owner)):
        if not NAME.fullmatch(guest.name):
            outside.append(guest.error_phrase("bad_name"))
        elif guest.name in taken:
            outside.append(guest.error_phrase("ours"))
        elif guest.name not in guests:
            guests[guest.name] = guest
        elif guest.entry.value != guests[guest.name].entry.value:  # the same package found twice is one plugin
            outside.append(guest.error_phrase("twice", other=guests[guest.name].owner))
    return guests, outside
