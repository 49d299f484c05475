"""Errors with messages in plain English that say what was wrong and what would be valid."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.phrase import Phrase
from domik.kernel.tally import RuleObjection
from domik.language import Words, words_for


class RefusedMove(DomikError):
    """A move that the rules refuse; `objections` holds every reason with its clause."""

    def __init__(self, text: str, objections: list[RuleObjection], say: Words) -> None:
        super().__init__(Phrase("error.illegal_text", {"move": text}))
        self.text = text
        self.objections = objections
        self.clauses = tuple(objection.clause for objection in objections)
        why = " ".join(f"{objection.clause}: {say(objection.reason)}" for objection in objections)
        self.args = (f"{text}: {why}",)

    def with_reason(self, why: str) -> RefusedMove:
        """The same error with another message."""
        self.args = (f"{self.text!r}: {why}",)
        return self


@contextmanager
def english_errors(*packages: str) -> Iterator[None]:
    """Context manager: a DomikError raised inside gets an English message."""
    try:
        yield
    except IllegalMove as error:  # seats are counted from 0 here, as lists are, and from 1 at the table
        error.args = (f"seat {error.seat} cannot play {error.action:#x} now: its legal_mask does not have that bit",)
        raise
    except DomikError as error:
        say = words_for("en", packages)
        if say.has(error.phrase.key):
            error.args = (say(error.phrase),)
        raise
