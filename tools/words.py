"""Convert every package's word files to one JSON file, which loads faster; setup.py runs this when Domik is built."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path


def write_words_json(folder: Path) -> int:
    """Write `words.json` next to the word files of every package in a folder; returns the number of packages."""
    packages = sorted({path.parent for path in folder.rglob("words*.toml")})
    for package in packages:
        documents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(package.glob("words*.toml"))]
        package.joinpath("words.json").write_text(json.dumps(documents, ensure_ascii=False), encoding="utf-8")
    return len(packages)
