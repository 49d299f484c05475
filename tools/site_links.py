"""A hook of MkDocs: links out of docs/ (to sources, CONTRIBUTING, reports) become names of files."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any

LINK = re.compile(r"\[([^][]*)\]\(((?!https?:|#)[^)\s#]+)(#[^)\s]*)?\)")
OWN_FILES = (".md", ".webp")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by MkDocs for every page."""
    return unlink_outside(markdown, page.file.src_uri)


def unlink_outside(markdown: str, page: str) -> str:
    """The page's text; `page` is its path below docs."""

    def told(found: re.Match[str]) -> str:
        text, target, _ = found.groups()
        parts: list[str] = []
        for part in (*PurePosixPath(page).parent.parts, *PurePosixPath(target).parts):
            if part == ".." and not parts:
                return named(text, target.lstrip("./"))
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        return found[0] if target.endswith(OWN_FILES) else named(text, "/".join(["docs", *parts]))

    return LINK.sub(told, markdown)


def named(text: str, path: str) -> str:
    return f"`{path}`" if text.strip("`") in path else f"{text} (`{path}`)"
