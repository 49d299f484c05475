"""Domik for researchers: batches in NumPy, Gymnasium, PettingZoo, OpenSpiel. Needs the extra `research`.

Importing it registers the environments with Gymnasium, if that is installed; everything else is imported on first use.
"""

from __future__ import annotations

import importlib
from contextlib import suppress
from typing import TYPE_CHECKING

from domik.research.gym_names import register

if TYPE_CHECKING:
    from domik.research.batch import Batch
    from domik.research.encoding import Encoding
    from domik.research.errors import BadInput
    from domik.research.parallel import ParallelBatch

__all__ = ["BadInput", "Batch", "Encoding", "ParallelBatch"]
PLACES = {"Batch": "batch", "BadInput": "errors", "Encoding": "encoding", "ParallelBatch": "parallel"}
MODULES = ("batch", "encoding", "errors", "gym", "gym_vector", "parallel", "spiel", "zoo")

with suppress(ImportError):  # domik.research.gym says how to install it
    register()


def __getattr__(name: str) -> object:
    if name in MODULES:
        return importlib.import_module(f"domik.research.{name}")
    if name not in PLACES:
        raise AttributeError(f"domik.research has no {name}: there are {', '.join((*__all__, *MODULES))}")
    return getattr(importlib.import_module(f"domik.research.{PLACES[name]}"), name)


def __dir__() -> list[str]:
    """What there is to see, before anything is loaded."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, *MODULES})
