"""The same deal at several tables: the same cards, and opponents that answer the same moves alike.

A bot's move depends only on what its seat knows and on the deal's seed: not on the clock, the table, or the order of
requests. So two tables differ only by what the people at them did.
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

INSTANT_BOTS = ("random", "easy", "greedy", "normal")  # bots fast enough to answer within the request
MOST_WORLDS = 4000  # iterations of the other bots, which have no time limit here


@dataclass(frozen=True)
class SharedDeal:
    """What makes tables comparable; part of the first entry of a journal."""

    name: str  # tables of the same name can be compared
    seed: str  # for the bots, and for the cards where no deal is given
    is_counted: bool = False  # a ranked attempt: no hints, no undo of revealing moves
    reveals_at: int = 0  # when seed and cards become public, in milliseconds since 1970; 0: at the end
    deal: tuple[int, ...] = ()  # the deal of an earlier game

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "seed": self.seed,
            "counts": self.is_counted,
            "opens": self.reveals_at,
            "deal": list(self.deal),
        }


def read_shared_deal(document: Mapping[str, Any]) -> SharedDeal:
    return SharedDeal(
        str(document["name"]),
        str(document["seed"]),
        bool(document["counts"]),
        int(document["opens"]),
        tuple(int(item) for item in document["deal"]),
    )


def decision_seed(seed: str, view: View) -> str:
    """The random seed of one decision: the deal's seed and what the seat knows, but not who else has yet to decide."""
    known = [int(number) for number in view.numbers]
    known[AWAITED] = 1 << int(view.seat)
    digest = hashlib.sha256(f"{view.seat} {known}".encode()).hexdigest()
    return f"rival {seed} {digest}"


def deterministic_spec(bot: str, game: Game) -> str:
    """The same bot with a budget of iterations instead of time, so it plays alike on any machine."""
    level = LEVELS.get(bot)
    return bot if level is None else f"{bot}:iterations={min(level.iterations_for(game), MOST_WORLDS)}"


def bot_move(bot: str, seed: str, view: View) -> int:
    return int(
        bot_of(deterministic_spec(bot, view.game), luck_of(decision_seed(seed, view))).decide(view, int(view.legal()))
    )
