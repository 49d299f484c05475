"""Errors for people who write programs: one English sentence that says what was wrong and what would be right."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from domik.games import GAMES
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Argument, Phrase
from domik.language import words_for


class BadInput(DomikError, ValueError):
    """Something that cannot be done; nothing was changed."""

    def __init__(self, phrase: Phrase, game: str = "") -> None:
        super().__init__(phrase)
        packages = (GAMES[game].words,) if game in GAMES else ()
        self.sentence = words_for("en", ("domik.research", *packages))(phrase)

    def __str__(self) -> str:
        return self.sentence


def bad(key: str, **args: Argument) -> BadInput:
    """The error of this key under [research]."""
    return BadInput(Phrase(f"research.{key}", args))


def whole(what: str, value: Any) -> int:
    """A whole number, of Python's or of NumPy's; nothing is rounded."""
    try:
        return operator.index(value)
    except TypeError:
        raise bad("not_whole", what=what, value=repr(value)) from None


@contextmanager
def in_sentences(game: str) -> Iterator[None]:
    """Whatever the game refuses is refused in a sentence."""
    try:
        yield
    except BadInput:
        raise
    except DomikError as error:
        raise BadInput(error.phrase, game) from None
