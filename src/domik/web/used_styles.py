"""The rules of a style sheet that some markup uses, for pictures that carry their own styles."""

from __future__ import annotations

import re
from collections.abc import Iterator

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
ALTERNATIVES = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
LIVE = re.compile(r":(?:hover|focus|active|checked|target)")
USED = re.compile(r'class="([^"]*)"')
BLANKS = re.compile(r"\s+")
GROUPS = ("@media", "@supports", "@layer", "@container")


def split_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """The rules of a sheet without comments: what stands before the braces, and what stands in them."""
    start = depth = opened = 0
    for at, sign in enumerate(sheet):
        if sign == "{":
            opened = at if not depth else opened
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                yield sheet[start:opened].strip(), sheet[opened + 1 : at].strip()
                start = at + 1
        elif sign == ";" and not depth:
            start = at + 1


def used_styles(sheet: str, markup: str) -> str:
    """The rules that may apply to the markup as it stands still; animations and fonts are left out."""
    classes = {name for found in USED.findall(markup) for name in found.split()}
    return "".join(used_rules(COMMENT.sub("", sheet), classes))


def used_rules(sheet: str, classes: set[str]) -> Iterator[str]:
    for before, inside in split_rules(sheet):
        if before.startswith(GROUPS):
            kept = "".join(used_rules(inside, classes))
            if kept:
                yield f"{before}{{{kept}}}"
        elif not before.startswith("@") and any(is_used(one, classes) for one in selectors(before)):
            yield f"{before}{{{BLANKS.sub(' ', inside)}}}"


def selectors(before: str) -> list[str]:
    """The selectors of a rule; alternatives in brackets are taken as if they were fulfilled."""
    return ALTERNATIVES.sub("", before).split(",")


def is_used(selector: str, classes: set[str]) -> bool:
    return not LIVE.search(selector) and set(CLASS.findall(selector)) <= classes
