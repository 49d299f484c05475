"""Style sheets in two halves: what a table in play needs, and what is for before it, after it, or elsewhere.

A rule is for later when everything it speaks of is. Its author need not know: the names below decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ELSEWHERE = (
    "welcome tagline join games game facts more mine rows row thumb badge deal flame rules-page error-page wordmark"
)
ENDED = "after #after places ledger replay recap again2 rws rw eye standing #tab-points #sheet-points"
GATHERING = "seatcard around chairs chair call sending coming startbar qr code gathering"
SHOWN_ON_REQUEST = (
    "fig fig-board fig-places fig-number glance glance-box glance-boxes glance-points clause-box clause-foot"
)
LATE = tuple(
    name if name.startswith("#") else f".{name}"
    for names in (ELSEWHERE, ENDED, GATHERING, SHOWN_ON_REQUEST)
    for name in names.split()
)
NAMES = re.compile(f"({'|'.join(map(re.escape, LATE))})(?![a-zA-Z0-9_-])")
DENIED = re.compile(r":not\([^()]*(\([^()]*\)[^()]*)*\)")
WITHIN = ("@media", "@container", "@supports")


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """What stands at the top of a thin sheet: each head, and the body between its braces; a bare statement has none."""
    start, opened, depth = 0, 0, 0
    for found in re.finditer("[{};]", text):
        sign, at = found[0], found.start()
        if sign == "{":
            depth += 1
            opened = at if depth == 1 else opened
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield text[start:opened], text[opened + 1 : at]
                start = at + 1
        elif depth == 0:
            yield text[start : at + 1], ""
            start = at + 1


def is_late(head: str) -> bool:
    """Whether every selector of a rule names something that is for later."""
    spoken, depth, parts = DENIED.sub("", head), 0, [""]
    for sign in spoken:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return not head.startswith("@") and all(NAMES.search(part) for part in parts)


def half(text: str, late: bool) -> str:
    """One half of a thin sheet, in its order."""
    made = ""
    for head, body in blocks(text):
        if head.startswith(WITHIN):
            inside = half(body, late)
            made += f"{head}{{{inside}}}" if inside else ""
        elif is_late(head) == late:
            made += f"{head}{{{body}}}" if body else head
    return made
