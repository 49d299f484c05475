"""A collection of hashes: one short hash under a readable key for every text that must not change."""

from __future__ import annotations

import difflib
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

DIGITS = 16
# An installed build serves font subsets, a pure one the packaged font; the pages look the same.
FONTS = re.compile(r'<link rel="preload" as="font"[^>]*>\s*|@font-face\{[^}]*\}|:root:lang\(\w+\)\{--face:[^}]*\}')
COMPILED_ONLY = "compiled"  # prefix of keys that only the compiled build has
LONGEST_LINE = 240  # characters shown of a differing line
MOST_LINES = 40


class Book:
    """Hashes by key; with a folder, the texts are kept as well."""

    def __init__(self, keep: Path | None = None) -> None:
        self.hashes: dict[str, str] = {}
        self.keep = keep

    def put(self, key: str, text: str) -> None:
        """Add a text; raises ValueError if the key exists."""
        if key in self.hashes:
            raise ValueError(f"two texts under one key: {key}")
        self.hashes[key] = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
        if self.keep is not None:
            path = kept_at(self.keep, key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(text.encode(), 3, mtime=0))

    def put_json(self, key: str, document: object) -> None:
        """Add a document with one value per line, so that differences are readable."""
        self.put(key, json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True))

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(self.hashes, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def without_fonts(markup: str) -> str:
    """Remove the names of font files from a page or style sheet."""
    return FONTS.sub("", markup)


def kept_at(folder: Path, key: str) -> Path:
    """File of the text for this key; parts that are unsuitable as file names are replaced."""
    parts = [part.replace("\0", "").strip(".")[:120] or "_" for part in key.split("/")]
    return folder.joinpath(*parts[:-1], f"{parts[-1]}.txt.gz")


def kept_lines(folder: Path, key: str) -> list[str]:
    """Lines of a kept text; empty if there is none."""
    path = kept_at(folder, key)
    return gzip.decompress(path.read_bytes()).decode().splitlines() if path.exists() else []


def read_hashes(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def differences(one: dict[str, str], other: dict[str, str]) -> list[tuple[str, str]]:
    """Keys that differ, each with "changed", "missing" or "new"."""
    found = []
    keys = one.keys() | other.keys()
    if not (is_compiled(one) and is_compiled(other)):
        keys = {key for key in keys if not key.startswith(f"{COMPILED_ONLY}/")}
    for key in sorted(keys):
        if key not in other:
            found.append((key, "missing"))
        elif key not in one:
            found.append((key, "new"))
        elif one[key] != other[key]:
            found.append((key, "changed"))
    return found


def is_compiled(hashes: dict[str, str]) -> bool:
    return any(key.startswith(f"{COMPILED_ONLY}/") for key in hashes)


def shown_difference(key: str, one: Path, other: Path) -> Iterator[str]:
    """Lines that differ between two kept texts; long lines are cut around their first difference."""
    removed, added = [], []
    for line in difflib.unified_diff(kept_lines(one, key), kept_lines(other, key), lineterm="", n=0):
        if line.startswith("-") and not line.startswith("---"):
            removed.append(line)
        elif line.startswith("+") and not line.startswith("+++"):
            added.append(line)
    for number in range(min(MOST_LINES, max(len(removed), len(added)))):
        old = removed[number] if number < len(removed) else ""
        new = added[number] if number < len(added) else ""
        same = next((at for at, (a, b) in enumerate(zip(old[1:], new[1:], strict=False)) if a != b), 0)
        begin = max(0, same - LONGEST_LINE // 4)
        yield from (f"    {line[:1]} {line[1 + begin :][:LONGEST_LINE]}" for line in (old, new) if line)
