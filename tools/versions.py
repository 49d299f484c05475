"""The versions that Domik says it works with, for the core of its tests.

`versions.py lowest` and `newest` list its dependencies as pip reads them, with the lowest versions or as they are
required; `pythons` lists the interpreters on this machine, and says on stderr which are missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("postgres", "passkeys")  # what the core of the suite needs besides Domik itself
TOOLS = ("pytest", "pytest-xdist", "hypothesis", "httpx", "setuptools")  # and of the test tools
REQUIREMENT = re.compile(r"(?P<name>[\w.-]+(\[\w+\])?)>=(?P<lowest>[\d.]+)(,<[\d.]+)?(?P<marker> *;.*)?")


def lowest_of(requirement: str) -> str:
    """A requirement with its lower bound pinned; every one of ours has one."""
    found = REQUIREMENT.fullmatch(requirement)
    if found is None:
        raise SystemExit(f"{requirement}: no lower bound")
    return f"{found['name']}=={found['lowest']}{found['marker'] or ''}"


def core_requirements(settings: dict[str, Any]) -> list[str]:
    """What Domik, its extras for servers and the tools of its tests require; `settings` are pyproject.toml."""
    optional, own = settings["project"]["optional-dependencies"], settings["tool"]["domik"]
    tools = [one for one in optional["test"] if re.split(r"[>=\[]", one)[0] in TOOLS]
    return [*own["dependencies"], *own["compiled"], *(one for extra in EXTRAS for one in optional[extra]), *tools]


def interpreter(version: str) -> str | None:
    """A Python of that version that runs, on the path or as pyenv installs it."""
    places = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for found in (shutil.which(f"python{version}"), *map(str, places)):
        asked = "import sys; print('%d.%d' % sys.version_info[:2])"
        if found:
            ran = subprocess.run([found, "-c", asked], capture_output=True, text=True, check=False)
            if ran.stdout.strip() == version:
                return found
    return None


def main(what: str) -> None:
    if what != "pythons":
        with open("pyproject.toml", "rb") as file:
            needed = core_requirements(tomllib.load(file))
        print("\n".join(sorted({lowest_of(one) if what == "lowest" else one for one in needed})))
        return
    for version in PYTHONS:
        if found := interpreter(version):
            print(version, found)
        else:
            print(f"Python {version} is not on this machine", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1])
