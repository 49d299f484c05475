"""How a search thinks."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Style:
    """How a search thinks; the bots' levels are styles with a budget."""

    def __init__(self) -> None:
        self.guide: i64 = 1  # how many actions a player in a rollout compares by advice; 1 is random
        self.reflex: bool = False  # whether players in a rollout act by the game's reflexes, where it has them
        self.near: i64 = 0  # so many actions of a world are guided like that, the rest are random; 0: all of them
        self.deep: i64 = 64  # how many own decisions the tree holds
        self.rivals: bool = True  # whether the others have trees too, or follow advice only
        self.halving: bool = False  # the root: halve the candidates in shared worlds, instead of UCB
        self.explore: float = 0.5
        self.bias: float = 0.0  # how much advice counts before experience
        self.margin: float = 0.5  # how much the margin counts beside winning
        self.scale: float = 8.0  # the margin that is worth half of all that margins can be worth
        self.horizon: i64 = 0  # actions until the game's outlook judges, 0: to the end
