"""The subject of a line of the tally: what the points of a clause are for, such as a colour, a room or a goal."""

from __future__ import annotations

import re

NAMED = re.compile(r"\w=([a-z_]+\.[a-z_0-9]+)")


def subject_of(reason: str) -> str:
    """The first argument of a record's reason that has a name of its own; empty where there is none."""
    found = NAMED.search(reason)
    return found.group(1) if found else ""
