"""Keeps every package's word files as one file that is read fast: setup.py makes it when Domik is built."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path


def write_words_json(folder: Path) -> int:
    """Put `words.json` beside the word files of every package in a folder; how many packages have words."""
    packages = sorted({path.parent for path in folder.rglob("words*.toml")})
    for package in packages:
        documents = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(package.glob("words*.toml"))]
        package.joinpath("words.json").write_text(json.dumps(documents, ensure_ascii=False), encoding="utf-8")
    return len(packages)
