"""How somebody's games go: sums per game, from results and from reviews where there are any."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean

from domik.review import Report
from domik.server.live.results import Result

SHOWN = 30  # games of a plot
MOST_CLAUSES = 5


@dataclass
class Sums:
    """One game's numbers for one player."""

    game: str
    points: list[int] = field(default_factory=list)  # game by game, the oldest first, as the game keeps them
    first: int = 0
    between: int = 0
    last: int = 0
    clauses: Counter[str] = field(default_factory=Counter)
    accuracy: list[float] = field(default_factory=list)
    luck: list[int] = field(default_factory=list)  # thousandths of a point that the cards gave more than usual

    @property
    def played(self) -> int:
        """How many came to their end."""
        return len(self.points)

    @property
    def best(self) -> int:
        """The most points ever."""
        return max(self.points)

    @property
    def usually(self) -> float:
        """Points in a game, on average."""
        return mean(self.points)

    def add(self, result: Result, seat: int) -> None:
        """One more game."""
        self.points.append(result.scores[seat])
        if result.place(seat) == 1:
            self.first += 1
        elif result.is_last(seat):
            self.last += 1
        else:
            self.between += 1
        for number, clause, points in result.clauses:
            if number == seat:
                self.clauses[clause] += points

    def add_review(self, report: Report, seat: int) -> None:
        """What a review found out about it."""
        if seat in report.reviewed:
            found = report.of(seat)
            self.accuracy.append(found.accuracy)
            self.luck.append(found.ledger.cards.points)

    def clauses_each(self) -> list[tuple[str, float]]:
        """The clauses that bring most, with their points in a game as the game keeps them."""
        return [(clause, points / self.played) for clause, points in self.clauses.most_common(MOST_CLAUSES)]


def sums_of(results: list[tuple[Result, int]]) -> dict[str, Sums]:
    """Per game, from results with the player's seat; the order of the games is that of the first one played."""
    found: dict[str, Sums] = {}
    for result, seat in sorted(results, key=lambda one: one[0].at):
        if result.is_whole:
            found.setdefault(result.game, Sums(result.game)).add(result, seat)
    return found


@dataclass(frozen=True)
class Rival:
    """Somebody one plays with."""

    name: str
    animal: str
    won: int
    lost: int


def rivals_of(results: list[tuple[Result, int]], most: int = 4, among: set[str] | None = None) -> list[Rival]:
    """The people one plays with most, and who came before whom; all of them, or only those `among` these."""
    faces: dict[str, tuple[str, str]] = {}
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for result, seat in results:
        for number, chair in enumerate(result.chairs):
            if chair.is_bot or number == seat or not chair.owners or not result.is_whole:
                continue
            key = chair.owners[0]
            if among is not None and key not in among:
                continue
            faces[key] = chair.name, chair.animal
            mine, theirs = result.place(seat), result.place(number)
            won[key] += mine < theirs
            lost[key] += theirs < mine
    usual = sorted(faces, key=lambda key: -(won[key] + lost[key]))[:most]
    return [Rival(*faces[key], won[key], lost[key]) for key in usual]
