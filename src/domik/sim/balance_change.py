"""What changed between two balances: two editions, or two component files."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from domik.sim.balance import LEAST, SURE, Balance, Counted, corrected


@dataclass(frozen=True)
class Change:
    """One component: how often it was taken when offered, before and after, and how sure the difference is."""

    key: str
    before: float | None  # None where it was not there
    after: float | None
    chance: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"key": self.key, "before": self.before, "after": self.after, "chance": self.chance}


def changes(one: Balance, other: Balance) -> list[Change]:
    """Components that are taken surely more or less often, or are only in one of the two; the greatest first."""
    keys = sorted(one.components.keys() | other.components.keys())
    nothing = Counted()
    pairs = [(key, one.components.get(key, nothing), other.components.get(key, nothing)) for key in keys]
    pairs = [(key, old, new) for key, old, new in pairs if old.offered + new.offered >= LEAST]
    chances = corrected([chance_of(old, new) for _, old, new in pairs])
    found = [
        Change(key, rate(old), rate(new), chance)
        for (key, old, new), chance in zip(pairs, chances, strict=True)
        if chance < SURE or not old.offered or not new.offered
    ]
    return sorted(found, key=lambda change: -abs((change.after or 0.0) - (change.before or 0.0)))


def rate(one: Counted) -> float | None:
    """How often it was taken when offered."""
    return one.taken / one.offered if one.offered else None


def chance_of(old: Counted, new: Counted) -> float:
    """Of so great a difference between two rates if there were none."""
    if not old.offered or not new.offered:
        return 1.0
    both = (old.taken + new.taken) / (old.offered + new.offered)
    spread = math.sqrt(both * (1 - both) * (1 / old.offered + 1 / new.offered))
    gap = new.taken / new.offered - old.taken / old.offered
    return math.erfc(abs(gap) / spread / math.sqrt(2)) if spread else 1.0
