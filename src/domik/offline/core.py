"""The compiled core in the browser, where it was packed: finds its modules behind one door (tools/wasm_door.tmpl)."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType

LIBRARY = "domik_core"  # `init(group, module)` starts a compiled module
GROUP = "domik__mypyc"
MODULES = "core.json"  # in this package, written by setup.py: the names of the modules


class CoreFinder(Loader):
    """Goes before the finders of files (sys.meta_path)."""

    def __init__(self, modules: frozenset[str], init: Callable[[str, str], ModuleType]) -> None:
        self.modules = modules
        self.init = init

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(name, self, origin=GROUP) if name in self.modules else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self.init(GROUP, spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Done by `init`."""


def install_core() -> None:
    """Let the compiled modules be found, where there are any; to be called before they are imported."""
    if find_spec(LIBRARY) is not None and not is_compiled():
        modules = json.loads(files("domik.offline").joinpath(MODULES).read_text("utf-8"))
        sys.meta_path.insert(0, CoreFinder(frozenset(modules), importlib.import_module("domik_core").init))


def is_compiled() -> bool:
    return any(isinstance(finder, CoreFinder) for finder in sys.meta_path)
