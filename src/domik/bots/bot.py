"""The Bot protocol and the bots that do not search: random, greedy and easy."""

from __future__ import annotations

from typing import Protocol

from domik.kernel.luck import Luck
from domik.kernel.state import View

BOTS = ("random", "easy", "greedy", "normal", "ismcts", "hard", "master")  # by name, weakest first
PLAYER_LEVELS = ("easy", "normal", "hard", "master")  # the levels offered to players


class Bot(Protocol):
    """Chooses one action (one bit) of a legal mask, from what its seat may know."""

    def decide(self, view: View, legal: int) -> int: ...


class RandomBot:
    """Plays legal actions uniformly at random."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        return int(self.luck.bit_of(legal))


class GreedyBot:
    """Plays the action with the highest heuristic score (Mind.score_move); ties are broken at random."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        return best_scored_move(view, legal, self.luck)


def best_scored_move(view: View, legal: int, luck: Luck) -> int:
    """The legal action with the highest heuristic score; ties are broken at random."""
    return int(luck.bit_of(view.best_moves(legal)))


CANDIDATE_KINDS = 3  # candidates of different kinds that EasyBot compares


class EasyBot:
    """A greedy bot that overlooks part of the position (Mind.partial_view) and considers a few candidates only."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        return best_scored_move(view.partial_view(self.luck), self.candidates(view, legal), self.luck)

    def candidates(self, view: View, legal: int) -> int:
        """A random sample of the legal actions, of at most CANDIDATE_KINDS equivalence classes."""
        kinds: set[int] = set()
        found = 0
        while legal and len(kinds) < CANDIDATE_KINDS:
            action = int(self.luck.bit_of(legal))
            legal &= ~action
            kinds.add(int(view.equivalence(action)))
            found |= action
        return found
