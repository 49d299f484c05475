"""Points with their reasons, and the result of a game; both have a readable `str`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from domik.kernel.package import Match
from domik.kernel.tally import ScoreLine
from domik.language import words_for


@dataclass(frozen=True)
class Points:
    """Points of one seat for one reason, with the clause that grants them."""

    match: Match = field(repr=False, compare=False)
    line: ScoreLine

    @property
    def seat(self) -> int:
        return self.line.seat

    @property
    def clause(self) -> str:
        """The clause of the rules that grants them."""
        return self.line.clause

    @property
    def points(self) -> float:
        """The number of points as players count them, halves included."""
        return self.match.points(self.line.points)

    def words(self, language: str = "en") -> str:
        """The reason as text."""
        return words_for(language, (self.match.package.words_package,))(self.line.reason)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.match.format_points(self.line.points)} ({self.clause}) {self.words()}"


class Tally(Sequence[Points]):
    """The points of all seats, reason by reason."""

    def __init__(self, match: Match, lines: list[ScoreLine]) -> None:
        self.match = match
        self.lines = [Points(match, line) for line in lines]

    def of(self, seat: int) -> list[Points]:
        return [points for points in self.lines if points.seat == seat]

    def __len__(self) -> int:
        return len(self.lines)

    def __iter__(self) -> Iterator[Points]:
        return iter(self.lines)

    @overload
    def __getitem__(self, at: int) -> Points: ...
    @overload
    def __getitem__(self, at: slice) -> list[Points]: ...
    def __getitem__(self, at: int | slice) -> Points | list[Points]:
        return self.lines[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tally) and self.lines == other.lines

    def __hash__(self) -> int:
        return hash(tuple(self.lines))

    def __repr__(self) -> str:
        return f"<Tally of {len(self)} lines>"

    def __str__(self) -> str:
        return "\n".join(map(str, self.lines))


@dataclass(frozen=True)
class Result:
    """The winners, the deciding clause and the final scores."""

    match: Match = field(repr=False, compare=False)
    winners: tuple[int, ...]
    clause: str
    scores: tuple[float, ...]
    texts: dict[str, str]

    def words(self, language: str = "en") -> str:
        """Why they won, as text."""
        return self.texts[language]

    def __repr__(self) -> str:
        return f"<Result: {self}>"

    def __str__(self) -> str:
        who = " and ".join(f"seat {seat}" for seat in self.winners) or "nobody"
        scores = " : ".join(f"{score:g}" for score in self.scores)
        verb = "win" if len(self.winners) > 1 else "wins"
        return f"{who} {verb}, {scores} ({self.clause}): {self.words()}"
