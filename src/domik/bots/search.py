"""The bots that search: over imagined worlds in the kernel, or with the game's own solver where it has one."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from domik.kernel.game import Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.search import Search
from domik.kernel.state import View
from domik.kernel.style import Style

Setting = int | float | bool
BUDGET = ("iterations", "milliseconds", "seed", "effort")
STYLE = ("guide", "reflex", "near", "deep", "rivals", "halving", "explore", "bias", "margin", "scale", "horizon")


@dataclass(frozen=True)
class Thought:
    """How a searching bot thinks: a budget, a level's habits, and what was set by hand."""

    iterations: int = 1000  # 0: as many as the time allows
    milliseconds: int = 0  # of CPU time; 0: as long as the iterations take. The first budget to run out ends it
    seed: int = -1  # from 0 on: the same view always gets the same choice
    effort: int = 0  # 0: as the settings say and no more; 1 hard, 2 master: as the game is best searched, or solved
    is_usual: bool = True  # the budget is the level's own, which a game may fit to its number of players
    habits: tuple[tuple[str, Setting], ...] = ()
    by_hand: tuple[tuple[str, Setting], ...] = ()

    def worlds(self, game: Game) -> int:
        """How many are played for a decision of this game; 0: as many as the time allows."""
        fitting = int(game.mind.worlds(self.effort)) if self.effort and self.is_usual else 0
        return fitting or self.iterations

    def style(self, game: Game) -> Style:
        """The kernel's half of it, for one game."""
        style = Style()
        for name, value in self.habits:
            setattr(style, name, value)
        if self.effort:
            game.mind.tune(style, self.effort)
        for name, value in self.by_hand:
            setattr(style, name, value)
        return style


class SearchBot:
    """The action that does best in the worlds its seat must hold possible."""

    def __init__(self, luck: Luck, thought: Thought) -> None:
        self.luck = luck
        self.thought = thought

    def decide(self, view: View, legal: int) -> int:
        """One bit of the mask."""
        return self.considered(view, legal)[0]

    def considered(self, view: View, legal: int) -> tuple[int, float]:
        """The chosen action, and the mean reward that the search expects of it; NaN where nothing was searched."""
        if not legal & (legal - 1):
            return legal, nan
        thought = self.thought
        luck = self.luck if thought.seed < 0 else luck_of(f"{thought.seed} {list(view.numbers)}")
        if thought.effort and not thought.by_hand:
            found = int(view.ponder(thought.effort, thought.milliseconds / 1000, luck))
            if found:
                return found, nan
        search = Search(view, thought.style(view.game), luck)
        action = int(search.choose(legal, thought.worlds(view.game), thought.milliseconds / 1000))
        return action, float(search.mean_of(action))


LEVELS = {
    "ismcts": Thought(),
    "hard": Thought(iterations=1500, milliseconds=1000, effort=1),
    "master": Thought(
        iterations=12000,
        milliseconds=2000,
        effort=2,
        habits=(("guide", 4), ("halving", True), ("bias", 2.0), ("margin", 2.0), ("explore", 0.4)),
    ),
}
# Whose advice a hint is: hard's, with as many worlds at every table
ADVISER = "hard:iterations={0.iterations},milliseconds={0.milliseconds}".format(LEVELS["hard"])
