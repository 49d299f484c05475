"""Errors that say in plain English what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domik.kernel.errors import DomikError
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
        """The same error with its reason in words."""
        self.args = (f"{self.text!r}: {why}",)
        return self


@contextmanager
def english_errors(*packages: str) -> Iterator[None]:
    """Whatever goes wrong inside reads as an English sentence when it is printed."""
    try:
        yield
    except DomikError as error:
        say = words_for("en", packages)
        if say.has(error.phrase.key):
            error.args = (say(error.phrase),)
        raise
