"""The tables for researchers say what the code says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from domik.games import BUILT_IN

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from research_tables import FOLDER, page_of

sys.path.pop(0)


@pytest.mark.parametrize("name", list(BUILT_IN))
def test_the_tables_are_up_to_date(name: str) -> None:
    kept = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert kept == page_of(name), "run: python tools/research_tables.py"
