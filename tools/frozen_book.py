"""A book of hashes: one short hash under a speaking key for every text that must stay as it is."""

from __future__ import annotations

import difflib
import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

DIGITS = 16
# An installed build has small fonts of its own making, a pure one those of their package: both look the same.
FONTS = re.compile(r'<link rel="preload" as="font"[^>]*>\s*|@font-face\{[^}]*\}|:root:lang\(\w+\)\{--face:[^}]*\}')
COMPILED_ONLY = "compiled"  # keys that begin so are of the compiled build alone
LONGEST_LINE = 240  # of a difference that is shown
MOST_LINES = 40


class Book:
    """Hashes by key; with a folder, the texts themselves as well."""

    def __init__(self, keep: Path | None = None) -> None:
        self.hashes: dict[str, str] = {}
        self.keep = keep

    def put(self, key: str, text: str) -> None:
        """Note one text; two texts under one key would hide each other."""
        if key in self.hashes:
            raise ValueError(f"two texts under one key: {key}")
        self.hashes[key] = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
        if self.keep is not None:
            path = kept_at(self.keep, key)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(gzip.compress(text.encode(), 3, mtime=0))

    def put_json(self, key: str, document: object) -> None:
        """Note a document, one value a line, so that a difference can be read."""
        self.put(key, json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True))

    def write(self, path: Path) -> None:
        """Write all hashes, sorted, a line each."""
        path.write_text(json.dumps(self.hashes, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def without_fonts(markup: str) -> str:
    """A page or style sheet without the names of its font files."""
    return FONTS.sub("", markup)


def kept_at(folder: Path, key: str) -> Path:
    """Where the text of a key lies; a long or odd part of a key becomes a plain file name."""
    parts = [part.replace("\0", "").strip(".")[:120] or "_" for part in key.split("/")]
    return folder.joinpath(*parts[:-1], f"{parts[-1]}.txt.gz")


def kept_lines(folder: Path, key: str) -> list[str]:
    """The lines of a kept text; none where there is no such text."""
    path = kept_at(folder, key)
    return gzip.decompress(path.read_bytes()).decode().splitlines() if path.exists() else []


def read_hashes(path: Path) -> dict[str, str]:
    """The hashes that `Book.write` wrote."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def differences(one: dict[str, str], other: dict[str, str]) -> list[tuple[str, str]]:
    """Every key in which two books differ, and how: changed, missing, new."""
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
    """Whether a book has anything that only the compiled build gives."""
    return any(key.startswith(f"{COMPILED_ONLY}/") for key in hashes)


def shown_difference(key: str, one: Path, other: Path) -> Iterator[str]:
    """The lines in which two kept texts differ; long lines only around their first difference."""
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
