"""The bot for a first game: it plays sensibly and errs as people err."""

from __future__ import annotations

from domik.bots.bot import best_advised
from domik.kernel.luck import Luck
from domik.kernel.state import View

GLANCE = 3  # how many different things it thinks of before it plays the one it likes best


class EasyBot:
    """It takes in the table at a glance (Mind.glance: forgetting some of it) and thinks of a few possibilities only."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        return best_advised(view.glance(self.luck), self.noticed(view, legal), self.luck)

    def noticed(self, view: View, legal: int) -> int:
        """A few kinds of legal action: those that come to mind."""
        kinds: set[int] = set()
        found = 0
        while legal and len(kinds) < GLANCE:
            action = int(self.luck.bit_of(legal))
            legal &= ~action
            kinds.add(int(view.alike(action)))
            found |= action
        return found
