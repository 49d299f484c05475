"""Errors of the research API, and imports of optional libraries that name the command to install them."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from domik.games import GAMES
from domik.kernel.errors import DomikError, UnknownOption
from domik.kernel.phrase import Argument, Phrase
from domik.language import words_for


class MissingExtra(ImportError):
    """A library that this part of Domik needs is not installed."""


def require(library: str, extra: str = "research") -> ModuleType:
    """Import the library, or raise MissingExtra with the command that installs it."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        if error.name is not None and error.name.split(".")[0] != library.split(".")[0]:
            raise  # it is installed, but broken
        raise MissingExtra(
            f"This needs {library}, which is not installed. Run: pip install 'domik[{extra}]'", name=library
        ) from None


class BadInput(DomikError, ValueError):
    """Invalid input to the research API; nothing was changed."""

    def __init__(self, phrase: Phrase, game: str = "") -> None:
        super().__init__(phrase)
        packages = (GAMES[game].words_package,) if game in GAMES else ()
        self.sentence = words_for("en", ("domik.research", *packages))(phrase)

    def __str__(self) -> str:
        return self.sentence


def bad_input(key: str, **args: Argument) -> BadInput:
    """Build the error of this key under [research]."""
    return BadInput(Phrase(f"research.{key}", args))


def whole_number(what: str, value: Any) -> int:
    """An integer from Python or NumPy; nothing is rounded."""
    try:
        return operator.index(value)
    except TypeError:
        raise bad_input("not_whole", what=what, value=repr(value)) from None


@contextmanager
def explain_errors(game: str) -> Iterator[None]:
    """Context manager: errors of the game become BadInput with an English message, unknown keywords TypeError."""
    try:
        yield
    except BadInput:
        raise
    except UnknownOption as error:
        # A plain TypeError, of which Gymnasium makes another one, in Python's words, for which TorchRL looks.
        python = f"unexpected keyword argument '{error.phrase.args['option']}'"
        raise TypeError(f"{python}: {BadInput(error.phrase, game)}") from None
    except DomikError as error:
        raise BadInput(error.phrase, game) from None
