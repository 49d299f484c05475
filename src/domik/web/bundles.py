"""Scripts that travel together: modules that a page always needs at once are one file on their way.

They are written as modules of their own. No two of a bundle may name something alike (a test looks).
"""

from __future__ import annotations

import re
from importlib.resources import files

TABLE = ("choosing.js", "flying.js", "table.js")  # other pages with a board import them, too
LIVE = ("pace.js", "recap.js", "follow.js", "live.js", "explain.js")
BUNDLES = {"table.js": TABLE, "live.js": LIVE}
WHERE = dict.fromkeys(TABLE, "table.js")  # modules that are found nowhere else
IMPORT = re.compile(r'^import \{ ([^}]+) \} from "\./([a-z]+\.js)";\n', re.MULTILINE)


def module(name: str) -> str:
    """A script as its author wrote it, or FileNotFoundError."""
    return files("domik.web").joinpath("static", name).read_text("utf-8")


def bundled(name: str) -> str:
    """A script as pages load it: with all that travels with it, and what it needs of others named once."""
    parts = BUNDLES.get(name, (name,))
    text = "\n".join(map(module, parts))
    wanted: dict[str, set[str]] = {}
    for names, other in IMPORT.findall(text):
        if other not in parts:
            wanted.setdefault(WHERE.get(other, other), set()).update(names.split(", "))
    head = "".join(f'import {{ {", ".join(sorted(names))} }} from "./{other}";\n' for other, names in wanted.items())
    return head + IMPORT.sub("", text)
