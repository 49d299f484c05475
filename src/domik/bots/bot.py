"""One protocol for every bot: decide(view, legal), never the state."""

from __future__ import annotations

from typing import Protocol

from domik.kernel.luck import Luck
from domik.kernel.state import View

BOTS = ("random", "easy", "greedy", "normal", "ismcts", "hard", "master")  # by name, the weakest first
PLAYER_LEVELS = ("easy", "normal", "hard", "master")  # the levels that a family understands


class Bot(Protocol):
    """Somebody who chooses one action (one bit) of a legal mask, knowing only what their seat may know."""

    def decide(self, view: View, legal: int) -> int:
        """The chosen action."""
        ...


class RandomBot:
    """Any legal action, each as likely as the other."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        return int(self.luck.bit_of(legal))


class GreedyBot:
    """The action its game's advice likes best; of equals any one."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        return best_scored_move(view, legal, self.luck)


def best_scored_move(view: View, legal: int, luck: Luck) -> int:
    """The action with the best judgement; of equals any one."""
    return int(luck.bit_of(view.best_moves(legal)))


CANDIDATE_KINDS = 3  # how many different things it thinks of before it plays the one it likes best


class EasyBot:
    """It takes in the table at a glance (Mind.glance: forgetting some of it) and thinks of a few possibilities only."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        return best_scored_move(view.partial_view(self.luck), self.candidates(view, legal), self.luck)

    def candidates(self, view: View, legal: int) -> int:
        """A few kinds of legal action: those that come to mind."""
        kinds: set[int] = set()
        found = 0
        while legal and len(kinds) < CANDIDATE_KINDS:
            action = int(self.luck.bit_of(legal))
            legal &= ~action
            kinds.add(int(view.equivalence(action)))
            found |= action
        return found
