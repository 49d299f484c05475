"""Domik for researchers: batches in NumPy, Gymnasium, PettingZoo, OpenSpiel. Needs the extra `research`.

Names are imported on first use, so that only the libraries in use are loaded.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from domik.research.batch import Batch
    from domik.research.encoding import Encoding
    from domik.research.errors import BadInput

__all__ = ["BadInput", "Batch", "Encoding"]
PLACES = {"Batch": "batch", "BadInput": "errors", "Encoding": "encoding"}


def __getattr__(name: str) -> object:
    if name not in PLACES:
        raise AttributeError(f"domik.research has no {name}: there are {', '.join(__all__)}")
    return getattr(importlib.import_module(f"domik.research.{PLACES[name]}"), name)
