"""What CHANGELOG.md says of one version: `release_notes.py 0.2.0`; `--version` prints the version of these sources."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def current_version() -> str:
    """As src/domik/__init__.py says it, without importing anything."""
    text = (ROOT / "src" / "domik" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found
    return found[1]


def notes_of(version: str, changelog: str) -> str:
    """The entries of a version; SystemExit if it has none, so that a release without words ends here."""
    for part in changelog.split("\n## ")[1:]:
        heading, _, entries = part.partition("\n")
        if heading.split()[0] == version and entries.strip():
            return entries.strip()
    raise SystemExit(f"CHANGELOG.md has nothing on {version}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        print(current_version())
    else:
        print(notes_of(sys.argv[1], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
