"""A seat as it is now: who may act for it, and whether a bot does at the moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.table.setup import BOT, SeatPlan

ANIMALS = (
    *("squirrel", "bird", "rabbit", "turtle", "fox", "hedgehog"),
    *("bear", "owl", "frog", "cat", "mouse", "badger"),
)


@dataclass
class Seat:
    """One chair at the table."""

    plan: SeatPlan
    name: str
    animal: str
    owners: set[str] = field(default_factory=set)  # whoever showed this seat's secret; hashes, never the secret
    entropy: str = ""
    stood_in: str = ""  # why a bot plays here: "away", "clock", "resigned"; empty: nobody stands in
    wants_rematch: bool = False
    wants_end: bool = False  # the game is ended when all people want it

    @property
    def is_bot(self) -> bool:
        """Whether a bot is meant to play here from the beginning."""
        return self.plan.kind == BOT

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot plays here now."""
        return self.is_bot or bool(self.stood_in)

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return self.is_bot or bool(self.owners)


def seat_for(number: int, plan: SeatPlan) -> Seat:
    """The empty chair of a plan."""
    return Seat(plan, plan.name, ANIMALS[number % len(ANIMALS)])
