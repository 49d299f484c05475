"""A game need not be drawn: the same game without mind and page is tested, and shown in letters."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

import pytest

import hooks
import mousehole
from domik.testing import Drawings, Hidden, Leaks, Playing, Subject

BARE = "bare_mousehole"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Mousehole under another name, in a package that has only the rooms every game must have."""
    folder = tmp_path_factory.mktemp("bare")
    package = folder / BARE
    assert mousehole.__file__ is not None
    shutil.copytree(Path(mousehole.__file__).parent, package, ignore=shutil.ignore_patterns("page", "__pycache__"))
    (package / "mind" / "mind.py").write_text("from domik.kernel.mind import Mind as MouseMind  # no opinion\n")
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8").replace("from mousehole", f"from {BARE}")
        path.write_text(text.replace('"mousehole"', f'"{BARE}"'), encoding="utf-8")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    yield import_module(BARE)
    sys.path.remove(str(folder))


class TestBare(Playing, Hidden, Drawings, Leaks):
    @pytest.fixture
    def game(self, bare: ModuleType) -> Subject:
        return Subject(bare.TITLE, hooks)


def test_it_has_neither_drawing_nor_opinion(bare: ModuleType) -> None:
    assert not bare.TITLE.has("page.drawing")
    assert not bare.TITLE.has("mind.reasons")
