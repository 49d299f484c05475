"""The bots that search: over imagined worlds in the kernel, or with the game's own solver where it has one."""

from __future__ import annotations

from dataclasses import dataclass

from domik.kernel.luck import Luck, luck_of
from domik.kernel.search import Search, Style
from domik.kernel.state import View


@dataclass(frozen=True)
class Thought:
    """How a searching bot thinks: a budget, and the style of kernel.search; every field can be set in a spec."""

    iterations: int = 1000  # 0: as many as the time allows
    milliseconds: int = 0  # of CPU time; 0: as long as the iterations take. The first budget to run out ends it
    seed: int = -1  # from 0 on: the same view always gets the same choice
    effort: int = 0  # of the game's own solver, where it has one: 0 do not ask it, 1 hard, 2 master
    guide: int = 1
    deep: int = 64
    rivals: bool = True
    halving: bool = False
    explore: float = 0.5
    bias: float = 0.0
    margin: float = 0.5
    scale: float = 8.0
    horizon: int = 0

    def style(self) -> Style:
        """The kernel's half of it."""
        style = Style()
        style.guide = self.guide
        style.deep = self.deep
        style.rivals = self.rivals
        style.halving = self.halving
        style.explore = self.explore
        style.bias = self.bias
        style.margin = self.margin
        style.scale = self.scale
        style.horizon = self.horizon
        return style


class SearchBot:
    """The action that does best in the worlds its seat must hold possible."""

    def __init__(self, luck: Luck, thought: Thought) -> None:
        self.luck = luck
        self.thought = thought
        self.style = thought.style()

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        if not legal & (legal - 1):
            return legal
        thought = self.thought
        luck = self.luck if thought.seed < 0 else luck_of(f"{thought.seed} {list(view.table)}")
        if thought.effort:
            found = int(view.game.ponder(view.table, view.seat, thought.effort, luck))
            if found:
                return found
        search = Search(view.game, view.table, view.seat, self.style, luck)
        return int(search.choose(legal, thought.iterations, thought.milliseconds / 1000))


LEVELS = {
    "hard": Thought(iterations=1500, milliseconds=2000, effort=1),
    "master": Thought(iterations=20000, milliseconds=2000, effort=2, guide=3, halving=True, bias=0.3, margin=2.0),
    "ismcts": Thought(),
}
