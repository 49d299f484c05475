"""Run the pure Python build of a compiled installation, from its .py files in a separate process.

`python -m domik.sim.pure sim treehouse --workers 1` runs any domik command that way (worker processes would be compiled
again).
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import FunctionType, ModuleType

PACKAGE = "domik"


class SourceFinder(MetaPathFinder):
    """A meta path finder that finds Domik's modules as sources, never as compiled extensions."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(f"{PACKAGE}."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def import_sources() -> None:
    """Make later imports load sources. Modules already imported are dropped, so call it only in a fresh process."""
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.") and name != __name__]:
        del sys.modules[name]
    sys.meta_path.insert(0, SourceFinder())


def build_kind() -> str:
    """`compiled` or `pure`, for this process."""
    from domik.kernel.playout import playouts

    return "pure" if isinstance(playouts, FunctionType) else "compiled"


def main(arguments: list[str]) -> None:
    import_sources()
    sys.argv[1:] = arguments
    runpy.run_module(PACKAGE, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
