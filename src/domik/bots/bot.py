"""One protocol for every bot: decide(view, legal), never the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from domik.kernel.errors import BadOption
from domik.kernel.luck import Luck
from domik.kernel.phrase import Phrase
from domik.kernel.state import View


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
        return int(best_advised(view, legal, self.luck))


def best_advised(view: View, legal: int, luck: Luck) -> int:
    """The action with the best judgement; of equals any one."""
    best = 0
    value = 0.0
    rest = legal
    while rest:
        action = rest & -rest
        rest &= rest - 1
        judged = view.game.advise(view.table, view.seat, action)
        if not best or judged > value:
            best, value = action, judged
        elif judged == value:
            best |= action
    return int(luck.bit_of(best))


BOTS: dict[str, Callable[[Luck], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot_of(name: str, luck: Luck) -> Bot:
    """The bot of that name, or BadOption that lists the names there are."""
    if name not in BOTS:
        raise BadOption(Phrase("error.bot", {"bot": name, "bots": ", ".join(BOTS)}))
    return BOTS[name](luck)
