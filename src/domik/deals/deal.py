"""A deal that many play: the cards, the seat of whoever plays it, and the bots at the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domik import __version__
from domik.deals.day import Day, daily_seed
from domik.games import game_package
from domik.kernel.package import Match
from domik.table.fair_deal import commitment, deal_from_seed, mix_seed
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup, Terms
from domik.table.shared_deal import SharedDeal
from domik.table.table import Table, open_table

USUAL_SEATS = 3
RATED_TERMS = Terms(hints=False, listed=False)  # of a try that counts
PRACTICE_TERMS = Terms(listed=False)  # of the tries after it
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
        return game_package(self.game).match(self.seats, dict(self.options))

    @property
    def hash(self) -> str:
        """What is published before anybody plays; the seed shown later has to fit it."""
        return commitment(self.seed)

    def deal_numbers(self, match: Match) -> list[int]:
        """The cards."""
        return list(self.cards) or deal_from_seed(match, mix_seed(self.seed, []))

    def shared_deal(self, counts: bool) -> SharedDeal:
        """What a table has to know of it."""
        return SharedDeal(self.name, self.seed, counts, self.opens, self.cards)

    def setup(self, names: Sequence[str], counts: bool) -> Setup:
        """Who sits where at a table of it; `names` are those of all seats."""
        plans = [
            SeatPlan(HUMAN, name) if seat == self.seat else SeatPlan(BOT, name, self.bots[seat])
            for seat, name in enumerate(names)
        ]
        return Setup(self.game, dict(self.options), tuple(plans), RATED_TERMS if counts else PRACTICE_TERMS)

    def table(self, counts: bool = False) -> Table:
        """A table of it that nobody keeps, dealt and ready for the player's first decision."""
        setup = self.setup([""] * self.seats, counts)
        table, _ = open_table(self.name, self.match(), setup, self.seed, 0, same=self.shared_deal(counts))
        table.begin(0)
        return table


def usual_seats(game: str) -> int:
    """How many sit at a table where nobody says otherwise."""
    title = game_package(game)
    return min(max(USUAL_SEATS, title.least_seats), title.most_seats)


def daily_name(day: Day, game: str) -> str:
    """What a deal of the day is called."""
    return f"daily-{day}-{game}"


def daily_deal(game: str, day: Day, secret: str = "", version: str = __version__, seed: str = "") -> Deal:
    """The deal of the day of one game; `seed` where it was kept, so that an update during the day changes nothing."""
    seats = usual_seats(game)
    options = game_package(game).schema.read({})
    found = seed or daily_seed(day, game, secret, version)
    return Deal(daily_name(day, game), game, seats, found, 0, (RIVAL,) * seats, options, day.opens)
