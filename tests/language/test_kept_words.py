"""What an installed Domik reads instead of its word files says the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domik.language.words import catalogue

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not (ROOT / "tools/words.py").exists(), reason="wants the sources")
def test_kept_words_say_what_the_files_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "src/domik/cli", tmp_path / "worded", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    package = tmp_path / "worded"
    for path in package.glob("*.py"):
        path.unlink()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    read = catalogue("worded")
    catalogue.cache_clear()
    where = f"Path({str(tmp_path)!r})"
    keep = f"from pathlib import Path; from words import write_words_json; print(write_words_json({where}))"
    made = subprocess.run([sys.executable, "-c", keep], cwd=ROOT / "tools", capture_output=True, text=True, check=True)
    assert made.stdout.strip() == "1"
    for path in package.glob("*.toml"):
        path.unlink()
    assert catalogue("worded") == read
    assert len(read) > 100
