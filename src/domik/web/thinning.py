"""Style sheets and scripts as they travel: without what only their authors read."""

from __future__ import annotations

import re

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACE = re.compile(r"\s+")
AROUND = re.compile(r" ?([{};,>]) ?")


def thin_sheet(text: str) -> str:
    """A style sheet without comments and needless spaces."""
    text = AROUND.sub(r"\1", SPACE.sub(" ", COMMENT.sub("", text)))
    return text.replace(": ", ":").replace(";}", "}").strip()


def thin_script(text: str) -> str:
    """A script without whole lines of comment and without indentation; none of ours breaks a text over lines."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
