"""The same deal at several tables: the same cards, and rivals who answer the same to whoever plays the same.

A rival's move depends on what its seat knows and on the deal's seed, on nothing else: not on the clock, not on the
table, not on who was asked first. So two tables differ only by what the people at them did.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domik.bots import bot_of
from domik.bots.search import LEVELS
from domik.kernel.game import AWAITED, Game
from domik.kernel.luck import luck_of
from domik.kernel.state import View

INSTANT_BOTS = ("random", "easy", "greedy", "normal")  # who answers at once, in the same breath as the move before
MOST_WORLDS = 4000  # of the others, who think without a look at the clock


@dataclass(frozen=True)
class SharedDeal:
    """What makes tables comparable; part of the first entry of a journal."""

    name: str  # tables of one name can be laid side by side
    seed: str  # of the rivals, and of the cards where no deal is given
    is_counted: bool = False  # a try that counts: no hints, nothing is taken back that showed anybody anything
    reveals_at: int = (
        0  # when the seed and the cards may be known, in milliseconds since 1970; 0: at the end of the game
    )
    deal: tuple[int, ...] = ()  # the cards of a game that was played before

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "name": self.name,
            "seed": self.seed,
            "counts": self.is_counted,
            "opens": self.reveals_at,
            "deal": list(self.deal),
        }


def read_shared_deal(document: Mapping[str, Any]) -> SharedDeal:
    """What `to_dict` wrote."""
    return SharedDeal(
        str(document["name"]),
        str(document["seed"]),
        bool(document["counts"]),
        int(document["opens"]),
        tuple(int(item) for item in document["deal"]),
    )


def decision_seed(seed: str, view: View) -> str:
    """The luck of one decision: the deal's seed and what the seat knows; not whether others have decided yet."""
    known = [int(number) for number in view.numbers]
    known[AWAITED] = 1 << int(view.seat)
    digest = hashlib.sha256(f"{view.seat} {known}".encode()).hexdigest()
    return f"rival {seed} {digest}"


def deterministic_spec(bot: str, game: Game) -> str:
    """The same bot without a look at the clock: it thinks as far as it thinks on any machine."""
    level = LEVELS.get(bot)
    return bot if level is None else f"{bot}:iterations={min(level.iterations_for(game), MOST_WORLDS)}"


def bot_move(bot: str, seed: str, view: View) -> int:
    """What a rival does (one bit)."""
    return int(
        bot_of(deterministic_spec(bot, view.game), luck_of(decision_seed(seed, view))).decide(view, int(view.legal()))
    )
