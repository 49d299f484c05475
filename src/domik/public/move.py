"""Moves with their notation and description; the bit mask of an action is available where speed matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

from domik.games import Writer, check_writer, written_by
from domik.kernel.errors import BadNotation
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import number_of
from domik.kernel.state import View as Seen
from domik.kernel.state import view_from
from domik.language import words_for


class Move:
    """One legal move of one seat, with its text and its reasons."""

    def __init__(self, match: Match, seen: Seen, mask: int) -> None:
        self.match = match
        self.kernel_view = seen  # the view in which it is legal; a text has a meaning only there
        self.mask = mask  # the action as one bit, for kernel and bots

    @property
    def seat(self) -> int:
        return int(self.kernel_view.seat)

    @property
    def number(self) -> int:
        """The action number, as used in records and arrays."""
        return number_of(self.mask)

    @cached_property
    def text(self) -> str:
        """The move in the game's notation, as `Play.play` reads it."""
        return self.match.write(self.kernel_view, self.mask)

    def words(self, language: str = "en") -> str:
        """The move as a sentence."""
        return words_for(language, (self.match.package.words_package,))(
            self.match.describe(self.kernel_view, self.mask)
        )

    def reasons(self, language: str = "en") -> list[str]:
        """What speaks for the move, as in a hint at the table."""
        say = words_for(language, (self.match.package.words_package,))
        return [say(reason) for reason in self.match.reasons(self.kernel_view, self.mask)]

    def __reduce__(self) -> tuple[object, ...]:
        return restore_move, (written_by(), *view_parts(self.match, self.kernel_view), self.mask)

    def __repr__(self) -> str:
        return f"<Move {self.text!r} of seat {self.seat}: {self.words()}>"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.seat, self.text) == (other.seat, other.text)

    def __hash__(self) -> int:
        return hash((self.seat, self.text))


class Moves(Sequence[Move]):
    """All legal moves of a seat: a sequence that can also be indexed by text."""

    def __init__(self, match: Match, seen: Seen) -> None:
        self.match = match
        self.kernel_view = seen
        self.mask = int(seen.legal())

    @property
    def texts(self) -> list[str]:
        """Every move in the game's notation."""
        return [move.text for move in self]

    def by_text(self, text: str) -> Move:
        """The legal move that a text denotes; KeyError lists the legal ones when it denotes none."""
        try:
            mask = int(self.match.read(self.kernel_view, text))
        except BadNotation:
            mask = 0
        if not mask & self.mask:
            raise KeyError(f"{text!r} is no legal move; there are: {', '.join(self.texts) or 'none'}")
        return Move(self.match, self.kernel_view, mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[Move]:
        rest = self.mask
        while rest:
            yield Move(self.match, self.kernel_view, rest & -rest)
            rest &= rest - 1

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            return any(move == one for one in self)
        return isinstance(move, str) and move in self.texts

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    @overload
    def __getitem__(self, at: str) -> Move: ...
    def __getitem__(self, at: int | slice | str) -> Move | list[Move]:
        if isinstance(at, str):
            return self.by_text(at)
        return list(self)[at]

    def __reduce__(self) -> tuple[object, ...]:
        return restore_moves, (written_by(), *view_parts(self.match, self.kernel_view))

    def __repr__(self) -> str:
        return f"<{len(self)} {'move' if len(self) == 1 else 'moves'}: {', '.join(self.texts)}>"


def view_parts(match: Match, seen: Seen) -> tuple[Match, int, list[int]]:
    """What a pickle keeps of the view in which moves have a meaning."""
    return match, int(seen.seat), [int(number) for number in seen.numbers]


def restore_move(writer: Writer, match: Match, seat: int, numbers: list[int], mask: int) -> Move:
    """The move of a pickle."""
    check_writer(writer)
    return Move(match, view_from(match.game, seat, numbers), mask)


def restore_moves(writer: Writer, match: Match, seat: int, numbers: list[int]) -> Moves:
    """The moves of a pickle."""
    check_writer(writer)
    return Moves(match, view_from(match.game, seat, numbers))


def read_move(match: Match, seen: Seen, text: str) -> Phrase | int:
    """The action that a text denotes, legal or not, or a phrase that says why it cannot be read."""
    try:
        return int(match.read(seen, text))
    except BadNotation as error:
        return error.phrase
