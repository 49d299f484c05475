"""A seat as it is now: who may act for it, and whether a bot does at the moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.table.journal import Entry
from domik.table.setup import BOT, HUMAN, SeatPlan

ANIMALS = (
    *("squirrel", "bird", "rabbit", "turtle", "fox", "hedgehog"),
    *("bear", "owl", "frog", "cat", "mouse", "badger"),
)

PERMANENT_REASONS = ("clock", "resigned")  # why a bot plays on to the end


@dataclass
class TableSeat:
    """One chair at the table."""

    plan: SeatPlan
    name: str
    animal: str
    owners: set[str] = field(default_factory=set)  # whoever may act here; hashes, never the secret
    links: dict[str, int] = field(default_factory=dict)  # for further devices, by hash: when they were made
    devices: dict[str, int] = field(default_factory=dict)  # of the owners those who came by such a link: when
    entropy: str = ""
    stand_in_reason: str = ""  # why a bot plays here: "away", "clock", "resigned"; empty: nobody stands in
    wants_rematch: bool = False
    wants_end: bool = False  # the game is ended when all people want it

    @property
    def is_bot(self) -> bool:
        """Whether a bot is meant to play here from the beginning."""
        return self.plan.kind == BOT

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays here now."""
        return self.is_bot or bool(self.stand_in_reason)

    @property
    def is_lost(self) -> bool:
        """Whether no person may move here, now or later."""
        return self.is_bot or self.stand_in_reason in PERMANENT_REASONS

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits here."""
        return self.is_bot or bool(self.owners)

    @property
    def is_free(self) -> bool:
        """Whether a guest may still sit down here, be it that a bot has begun in their stead."""
        return self.plan.kind == HUMAN and not self.owners and not self.is_lost

    def sit(self, entry: Entry) -> None:
        """Somebody sits down, or another device of theirs does."""
        self.owners.add(entry["owner"])
        self.name = entry["name"]
        self.animal = entry.get("animal") or self.animal
        if "key" in entry:
            self.links.pop(entry["key"], None)
            self.devices[entry["owner"]] = int(entry["at"])

    def revoke(self, what: str) -> None:
        """A link or a device is let in no more."""
        self.links.pop(what, None)
        if self.devices.pop(what, None) is not None:
            self.owners.discard(what)


def new_seat(number: int, plan: SeatPlan) -> TableSeat:
    """The empty chair of a plan."""
    return TableSeat(plan, plan.name, ANIMALS[number % len(ANIMALS)])
