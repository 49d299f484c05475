"""A deal shared by many tables: the cards, the player's seat, and the bots in the other seats."""

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
RATED_TERMS = Terms(hints=False, listed=False)  # for a rated attempt
PRACTICE_TERMS = Terms(listed=False)  # for the attempts after it
RIVAL = "normal"  # bot in the other seats


@dataclass(frozen=True)
class Deal:
    """What all tables of the deal have in common."""

    name: str  # tables with the same name can be compared
    game: str
    seats: int
    seed: str  # for the cards and the bots' luck
    seat: int = 0  # the player's seat
    bots: tuple[str, ...] = ()  # by seat; the player's own entry is ignored
    options: Mapping[str, Any] = field(default_factory=dict)
    opens: int = 0  # when seed and cards may be published, in milliseconds since 1970
    cards: tuple[int, ...] = ()  # the cards of an earlier game; if empty, the seed deals

    def match(self) -> Match:
        return game_package(self.game).match(self.seats, dict(self.options))

    @property
    def hash(self) -> str:
        """The commitment published before play; the seed published later must match it."""
        return commitment(self.seed)

    def deal_numbers(self, match: Match) -> list[int]:
        return list(self.cards) or deal_from_seed(match, mix_seed(self.seed, []))

    def shared_deal(self, counts: bool) -> SharedDeal:
        """The part that a table stores."""
        return SharedDeal(self.name, self.seed, counts, self.opens, self.cards)

    def setup(self, names: Sequence[str], counts: bool) -> Setup:
        """A table's setup; `names` are those of all seats."""
        plans = [
            SeatPlan(HUMAN, name) if seat == self.seat else SeatPlan(BOT, name, self.bots[seat])
            for seat, name in enumerate(names)
        ]
        return Setup(self.game, dict(self.options), tuple(plans), RATED_TERMS if counts else PRACTICE_TERMS)

    def table(self, counts: bool = False) -> Table:
        """A table in memory, started and ready for the player's first decision."""
        setup = self.setup([""] * self.seats, counts)
        table, _ = open_table(self.name, self.match(), setup, self.seed, 0, shared_deal=self.shared_deal(counts))
        table.begin(0)
        return table


def usual_seats(game: str) -> int:
    """The default number of seats."""
    title = game_package(game)
    return min(max(USUAL_SEATS, title.least_seats), title.most_seats)


def daily_name(day: Day, game: str) -> str:
    return f"daily-{day}-{game}"


def daily_deal(game: str, day: Day, secret: str = "", version: str = __version__, seed: str = "") -> Deal:
    """A game's deal of the day.

    Pass a stored `seed`, so that an update of the server during the day changes nothing.
    """
    seats = usual_seats(game)
    options = game_package(game).schema.read({})
    found = seed or daily_seed(day, game, secret, version)
    return Deal(daily_name(day, game), game, seats, found, 0, (RIVAL,) * seats, options, day.opens)
