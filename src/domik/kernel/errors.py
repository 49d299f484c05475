"""Errors caused by input, each with a phrase that can be shown in the reader's language."""

from __future__ import annotations

from domik.kernel.phrase import Phrase


class DomikError(Exception):
    """Bad input: the phrase says what was wrong and what would be right."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(str(phrase))
        self.phrase = phrase

    def __reduce__(self) -> tuple[object, ...]:
        return restore_error, (type(self), self.args, self.__dict__)  # whatever its constructor takes


def restore_error(kind: type[DomikError], args: tuple[object, ...], attributes: dict[str, object]) -> DomikError:
    """The error of a pickle, as one worker process sends it to another."""
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(attributes)
    return error


class IllegalMove(DomikError):
    """A move the rules refuse; the game's objections say why."""

    def __init__(self, seat: int, action: int) -> None:
        super().__init__(Phrase("error.illegal", {"seat": seat + 1, "action": action}))
        self.seat = seat
        self.action = action


class BadOption(DomikError, ValueError):
    """A value or number of seats that this game does not have."""


class UnknownOption(BadOption, TypeError):
    """An option that this game does not have; a TypeError, as Python raises for an unknown keyword argument."""


class BadComponents(DomikError):
    """A component file that breaks the game's counts or shapes."""


class BadNotation(DomikError):
    """A move text that cannot be parsed."""


class BadRecord(DomikError):
    """A record that does not follow the schema, or does not replay."""


class BadPosition(DomikError):
    """A text that is not a position of the game, as people enter it from a real table."""
