"""A seat of a table: who may act for it, and whether a bot plays there at the moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.table.journal import Entry
from domik.table.setup import BOT, HUMAN, SeatPlan

ANIMALS = (
    *("squirrel", "bird", "rabbit", "turtle", "fox", "hedgehog"),
    *("bear", "owl", "frog", "cat", "mouse", "badger"),
)

PERMANENT_REASONS = ("clock", "resigned")  # reasons for which a bot plays on to the end


@dataclass
class TableSeat:
    """The current state of one seat."""

    plan: SeatPlan
    name: str
    animal: str
    owners: set[str] = field(default_factory=set)  # who may act here: hashes, never the secrets
    links: dict[str, int] = field(default_factory=dict)  # unused device links: hash to time of creation
    devices: dict[str, int] = field(default_factory=dict)  # owners who came by such a link: hash to time
    entropy: str = ""
    stand_in_reason: str = ""  # why a bot plays here: "away", "clock", "resigned"; empty: no stand-in
    wants_rematch: bool = False
    wants_end: bool = False  # the game ends when all people want it

    @property
    def is_bot(self) -> bool:
        """Whether the seat was set up for a bot."""
        return self.plan.kind == BOT

    @property
    def is_played_by_bot(self) -> bool:
        return self.is_bot or bool(self.stand_in_reason)

    @property
    def is_lost(self) -> bool:
        """Whether no person may move here, now or later."""
        return self.is_bot or self.stand_in_reason in PERMANENT_REASONS

    @property
    def is_taken(self) -> bool:
        return self.is_bot or bool(self.owners)

    @property
    def is_free(self) -> bool:
        """Whether a new player may still take this seat, even if a bot has started in their place."""
        return self.plan.kind == HUMAN and not self.owners and not self.is_lost

    def sit(self, entry: Entry) -> None:
        """Apply a SIT entry: a new owner, another device of theirs, or a new name."""
        self.owners.add(entry["owner"])
        self.name = entry["name"]
        self.animal = entry.get("animal") or self.animal
        if "key" in entry:
            self.links.pop(entry["key"], None)
            self.devices[entry["owner"]] = int(entry["at"])

    def revoke(self, what: str) -> None:
        self.links.pop(what, None)
        if self.devices.pop(what, None) is not None:
            self.owners.discard(what)


def new_seat(number: int, plan: SeatPlan) -> TableSeat:
    return TableSeat(plan, plan.name, ANIMALS[number % len(ANIMALS)])
