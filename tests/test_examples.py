"""Every Python example in the README, docs/python.md and docs/concepts.md runs as it stands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import domik

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "python.md", ROOT / "docs" / "concepts.md")


def examples() -> list[tuple[str, str]]:
    """Each page's examples, one after another: later ones build on earlier ones, as a reader does."""
    return [
        (page.name, "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)))
        for page in PAGES
    ]


@pytest.mark.parametrize(("name", "code"), examples(), ids=[page.name for page in PAGES])
def test_the_examples_run(name: str, code: str, tmp_path: Path) -> None:
    assert "domik.new(" in code or name == "concepts.md"  # which shows what lies below it
    assert not re.search(r"& -|<<|>>", code), "no bit arithmetic in examples"
    where = os.environ | {"PYTHONPATH": str(Path(domik.__file__).parents[1])}  # the build that is being tested
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
