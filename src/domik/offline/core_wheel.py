"""Domik's wheel for the browser, which has the compiled core: given, found or built, and what is packed of it."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path

from domik.offline.core import GROUP, LIBRARY, MODULES
from domik.offline.parts import BROWSER, SOURCE, PackError, run_tool

CHECKOUT = SOURCE.parents[1]
TOOL = CHECKOUT / "tools/wasm_core.py"
BUILT = CHECKOUT / "build/core"  # where `make core` puts the wheel
COMPILER = CHECKOUT / "build/emscripten/ready"  # there once that tool has fetched its compiler
LISTED = f"domik/offline/{MODULES}"
LIBRARIES = re.compile(rf"({GROUP}|{LIBRARY})\.[\w-]+\.so")


def core_wheel(given: Path | None) -> Path | None:
    """The given wheel, in a folder perhaps, or the checkout's own, built if its compiler is there; else None."""
    if given is not None:
        return wheel_in(given) or given
    found = wheel_in(BUILT)
    if found is not None and is_current(found):
        return found
    if not TOOL.is_file() or not COMPILER.is_file():
        return None
    run_tool([sys.executable, str(TOOL), str(BUILT)], "core_failed")
    return wheel_in(BUILT)


def wheel_in(folder: Path) -> Path | None:
    return next(iter(sorted(folder.glob(f"domik-*-{BROWSER}.whl"))), None)


def is_current(wheel: Path) -> bool:
    try:
        return bool(core_files(wheel))
    except PackError:
        return False


def core_files(wheel: Path) -> list[tuple[str, bytes]]:
    """The libraries and the list of their modules; PackError where they were compiled from other sources than these."""
    try:
        with zipfile.ZipFile(wheel) as held:
            modules: list[str] = json.loads(held.read(LISTED))
            libraries = sorted(filter(LIBRARIES.fullmatch, held.namelist()))
            are_ours = all(held.read(path) == SOURCE.parent.joinpath(path).read_bytes() for path in sources_of(modules))
            found = [(name, held.read(name)) for name in (*libraries, LISTED)]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile):
        raise PackError("no_core", core=str(wheel)) from None
    if len(libraries) != 2:
        raise PackError("no_core", core=str(wheel))
    if not are_ours:
        raise PackError("old_core", core=str(wheel))
    return found


def sources_of(modules: Iterable[str]) -> set[str]:
    """Paths of the modules' sources, in a wheel as in a folder with the package."""
    return {name.replace(".", "/") + ".py" for name in modules}


def compiled_sources(core: list[tuple[str, bytes]]) -> set[str]:
    """Sources that need not be packed, as their modules are compiled."""
    return sources_of(name for path, data in core if path == LISTED for name in json.loads(data))
