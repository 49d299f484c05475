"""Errors caused by input, each with a phrase that can be shown in the reader's language."""

from __future__ import annotations

from domik.kernel.phrase import Phrase


class DomikError(Exception):
    """Bad input: the phrase says what was wrong and what would be right."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase


class IllegalMove(DomikError):
    """A move the rules refuse; the game's objections say why."""

    def __init__(self, seat: int, action: int) -> None:
        super().__init__(Phrase("error.illegal", {"seat": seat + 1, "action": action}))
        self.seat = seat
        self.action = action


class BadOption(DomikError):
    """An option, value or number of seats that this game does not have."""


class BadComponents(DomikError):
    """A component file that breaks the game's counts or shapes."""


class BadNotation(DomikError):
    """A move text that cannot be parsed."""


class BadRecord(DomikError):
    """A record that does not follow the schema, or does not replay."""
