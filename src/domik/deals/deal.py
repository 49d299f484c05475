"""A deal that many play: the cards, the seat of whoever plays it, and the bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domik import __version__
from domik.deals.day import Day, seed_of
from domik.games import title_of
from domik.kernel.title import Match
from domik.table.fair import commitment, dealt, mixed
from domik.table.same import Same
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup, Terms
from domik.table.table import Table, open_table

USUAL_SEATS = 3
TERMS = Terms(hints=False, listed=False)  # of a try that counts
AT_EASE = Terms(listed=False)  # of the tries after it
RIVAL = "normal"  # who sits at the other seats


@dataclass(frozen=True)
class Deal:
    """What is the same at all its tables."""

    name: str  # tables of one name can be laid side by side
    game: str
    seats: int
    seed: str  # of the cards and of the rivals' luck
    seat: int = 0  # where whoever plays it sits
    bots: tuple[str, ...] = ()  # by seat; what stands at the player's own seat does not matter
    options: Mapping[str, Any] = field(default_factory=dict)
    opens: int = 0  # when seed and cards may be known, in milliseconds since 1970
    cards: tuple[int, ...] = ()  # those of a game that was played before; else the seed deals

    def match(self) -> Match:
        """The rules it is played by."""
        return title_of(self.game).match(self.seats, dict(self.options))

    @property
    def hash(self) -> str:
        """What is published before anybody plays; the seed shown later has to fit it."""
        return commitment(self.seed)

    def dealt(self, match: Match) -> list[int]:
        """The cards."""
        return list(self.cards) or dealt(match, mixed(self.seed, []))

    def same(self, counts: bool) -> Same:
        """What a table has to know of it."""
        return Same(self.name, self.seed, counts, self.opens, self.cards)

    def setup(self, names: Sequence[str], counts: bool) -> Setup:
        """Who sits where at a table of it; `names` are those of all seats."""
        plans = [
            SeatPlan(HUMAN, name) if seat == self.seat else SeatPlan(BOT, name, self.bots[seat])
            for seat, name in enumerate(names)
        ]
        return Setup(self.game, dict(self.options), tuple(plans), TERMS if counts else AT_EASE)

    def table(self, counts: bool = False) -> Table:
        """A table of it that nobody keeps, dealt and ready for the player's first decision."""
        setup = self.setup([""] * self.seats, counts)
        table, _ = open_table(self.name, self.match(), setup, self.seed, 0, same=self.same(counts))
        table.begin(0)
        return table


def usual_seats(game: str) -> int:
    """How many sit at a table where nobody says otherwise."""
    title = title_of(game)
    return min(max(USUAL_SEATS, title.least_seats), title.most_seats)


def daily_name(day: Day, game: str) -> str:
    """What a deal of the day is called."""
    return f"daily-{day}-{game}"


def daily_deal(game: str, day: Day, secret: str = "", version: str = __version__, seed: str = "") -> Deal:
    """The deal of the day of one game; `seed` where it was kept, so that an update during the day changes nothing."""
    seats = usual_seats(game)
    options = title_of(game).schema.read({})
    found = seed or seed_of(day, game, secret, version)
    return Deal(daily_name(day, game), game, seats, found, 0, (RIVAL,) * seats, options, day.opens)
