"""The pages' scripts without comments and indentation: made while a wheel is built, as the small fonts are.

In a source tree the server sends them as they are written; where the tool is missing, wheels have them so too.
"""

from __future__ import annotations

from pathlib import Path


def make_small_scripts(folder: Path) -> bool:
    """Whether the scripts in a folder could be made small."""
    try:
        from rjsmin import jsmin  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return False
    for path in sorted(folder.glob("*.js")):
        path.write_text(jsmin(path.read_text(encoding="utf-8")) + "\n", encoding="utf-8")
    return True
