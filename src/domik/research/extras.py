"""What `pip install domik` leaves out: found when it is there, and when not, the command that installs it."""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtra(ImportError):
    """A library that this part of Domik needs is not installed."""


def needed(library: str, extra: str = "research") -> ModuleType:
    """The library, or MissingExtra with the command that brings it."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        if error.name is not None and error.name.split(".")[0] != library.split(".")[0]:
            raise  # it is there, but broken
        raise MissingExtra(
            f"This needs {library}, which is not installed. Run: pip install 'domik[{extra}]'", name=library
        ) from None
