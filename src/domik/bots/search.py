"""Bots that search: tree search over imagined worlds, or the game's own solver where it has one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan

from domik.bots.bot import GreedyBot
from domik.kernel.game import Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.mind import SearchConfig
from domik.kernel.search import TreeSearch
from domik.kernel.state import View

Setting = int | float | bool
BUDGET_KEYS = ("iterations", "milliseconds", "seed", "effort")
CONFIG_KEYS = (
    *("guide", "reflex", "near", "deep", "rivals", "halving", "explore", "bias", "margin", "scale"),
    *("horizon", "stages", "learned"),
)


@dataclass(frozen=True)
class SearchSettings:
    """Settings of a searching bot: its budget, its level's search settings, and explicit ones."""

    iterations: int = 1000  # 0: as many as the time allows
    milliseconds: int = 0  # CPU time; 0: as long as the iterations take. The first budget to run out ends the search
    seed: int = -1  # if not negative, the same view always gets the same choice
    effort: int = 0  # 0: these settings only; 1 hard, 2 master: the game's own settings or solver
    is_usual: bool = True  # the level's default budget, which a game may replace by its own
    habits: tuple[tuple[str, Setting], ...] = ()
    by_hand: tuple[tuple[str, Setting], ...] = ()

    def iterations_for(self, game: Game) -> int:
        """Iterations per decision of this game; 0: as many as the time allows."""
        fitting = int(game.mind.budget(self.effort)) if self.effort and self.is_usual else 0
        return fitting or self.iterations

    def config_for(self, game: Game) -> SearchConfig:
        """The kernel's search settings for one game."""
        style = SearchConfig()
        for name, value in self.habits:
            setattr(style, name, value)
        if self.effort:
            game.mind.configure(style, self.effort)
        for name, value in self.by_hand:
            setattr(style, name, value)
        return style


class SearchBot:
    """Plays the action that does best over the worlds its seat considers possible."""

    def __init__(self, luck: Luck, thought: SearchSettings) -> None:
        self.luck = luck
        self.settings = thought

    def decide(self, view: View, legal: int) -> int:
        return self.decide_with_value(view, legal)[0]

    def decide_with_value(self, view: View, legal: int) -> tuple[int, float]:
        """The chosen action and the mean reward expected of it; NaN where nothing was searched."""
        if not legal & (legal - 1):
            return legal, nan
        thought = self.settings
        luck = self.luck if thought.seed < 0 else luck_of(f"{thought.seed} {list(view.numbers)}")
        if thought.effort and not thought.by_hand:
            found = int(view.solve(thought.effort, thought.milliseconds / 1000, luck))
            if found:
                return found, nan
        search = TreeSearch(view, thought.config_for(view.game), luck)
        action = int(search.choose(legal, thought.iterations_for(view.game), thought.milliseconds / 1000))
        return action, float(search.mean_of(action))


LEVELS = {
    "ismcts": SearchSettings(),
    "hard": SearchSettings(iterations=1500, milliseconds=1000, effort=1),
    "master": SearchSettings(
        iterations=12000,
        milliseconds=2000,
        effort=2,
        habits=(("guide", 4), ("halving", True), ("bias", 2.0), ("margin", 2.0), ("explore", 0.4)),
    ),
}


SHORT_DIVISOR = 16  # budget of a short search, as a fraction of the whole
MIN_ITERATIONS = 40  # lower limits of a short search: with less its choice means little
MIN_MILLISECONDS = 15


def obvious_move(view: View, legal: int, thought: SearchSettings, luck: Luck) -> int:
    """The action (one bit) on which the greedy bot and two short searches agree; 0 when they do not."""
    first = GreedyBot(luck.split()).decide(view, legal)
    short = replace(
        thought,
        iterations=max(MIN_ITERATIONS, thought.iterations // SHORT_DIVISOR) if thought.iterations else 0,
        milliseconds=max(MIN_MILLISECONDS, thought.milliseconds // SHORT_DIVISOR) if thought.milliseconds else 0,
    )
    for _ in range(2):
        if SearchBot(luck.split(), short).decide(view, legal) != first:
            return 0
    return first
