"""Compile the hot modules with mypyc; without a C compiler, or with DOMIK_COMPILE=0, install pure Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext

# What runs in search and simulation: the kernel's loops, and of every game all that takes part in a playout.
KERNEL = ("errors", "game", "luck", "perft", "phrase", "playout", "state")
GAME_PARTS = ("advice", "imagine", "rules", "state")
PLAIN_PARTS = (
    "__init__", "drawing", "notation", "objections", "parts", "scoring", "sketch", "telling",
)  # fmt: skip


def hot_modules() -> list[str]:
    """The files to compile, as paths from here."""
    found = [f"src/domik/kernel/{name}.py" for name in KERNEL]
    for game in sorted(Path("src/domik/games").iterdir()):
        if (game / "rules.py").exists():
            found += [str(path) for path in sorted(game.glob("*.py")) if path.stem not in PLAIN_PARTS]
    return found


class OptionalBuild(build_ext):
    """A failed compilation is no failed installation."""

    def run(self) -> None:
        """Build what can be built, and say so when it cannot."""
        try:
            super().run()
        except Exception as reason:
            self.extensions.clear()
            print(f"domik: no compiled core ({reason}); the pure Python build is installed instead", file=sys.stderr)


def extensions() -> list[Any]:
    """The mypyc extensions, none when they are not wanted."""
    if os.environ.get("DOMIK_COMPILE", "1") == "0":
        print("domik: DOMIK_COMPILE=0, the pure Python build is installed", file=sys.stderr)
        return []
    if {"egg_info", "dist_info"} & set(sys.argv):  # only names and versions are asked for
        return []
    from mypyc.build import mypycify

    found = mypycify(hot_modules(), opt_level="3", debug_level="0", group_name="domik")
    for extension in found:
        extension.optional = True
        if sys.platform != "win32":  # let the C compiler inline across our own modules
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
    return list(found)


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuild})
