"""Minify the pages' scripts while a wheel is built; in a source tree or without the tool they are served as written."""

from __future__ import annotations

from pathlib import Path


def make_small_scripts(folder: Path) -> bool:
    """Minify the scripts of a folder in place; False if the tool is missing."""
    try:
        from rjsmin import jsmin  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return False
    for path in sorted(folder.glob("*.js")):
        path.write_text(jsmin(path.read_text(encoding="utf-8")) + "\n", encoding="utf-8")
    return True
