"""Heuristics of a game for bots (Mind), and the settings of a search (SearchConfig)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from domik.kernel.luck import Luck
from domik.kernel.network import OUTPUT_UNIT, Network

if TYPE_CHECKING:
    from domik.kernel.game import Game

NO_FEATURES: Final = vec[i64]([])


@final
class SearchConfig:
    """Settings of a tree search; bot levels are such settings with a budget."""

    def __init__(self) -> None:
        self.guide: i64 = 1  # actions compared per rollout decision; 1 plays at random
        self.reflex: bool = False  # whether rollouts use Mind.rollout_move
        self.near: i64 = 0  # the first actions of a world guided like that, the rest are random; 0: all
        self.deep: i64 = 64  # maximal depth of the tree, in own decisions
        self.rivals: bool = True  # whether opponents have trees too, or only the rollout policy
        self.halving: bool = False  # at the root: sequential halving in shared worlds instead of UCB
        self.explore: float = 0.5
        self.bias: float = 0.0  # weight of the prior from Mind.score_move
        self.margin: float = 0.5  # weight of the margin relative to winning
        self.scale: float = 8.0  # the margin at which its reward is halfway to its limit
        self.horizon: i64 = 0  # actions until Mind.value is used; 0: play to the end
        self.stages: i64 = 0  # the same in stages of the game (Mind.stage)
        self.learned: bool = False  # where it stops early: Mind.learned_value instead of Mind.value


@mypyc_attr(allow_interpreted_subclasses=True)
class Mind:
    """A game's heuristics; this base class has no preferences."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.network: Network | None = None  # a learned value, where the game has one for its own components

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap heuristic score of one legal action; higher is better, comparable within one decision only."""
        return 0.0

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """Like `score_move` but as cheap as possible: used by players in rollouts."""
        return self.score_move(numbers, seat, action)

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """A legal action chosen by a rollout policy without comparing; 0 falls back to `rollout_score`."""
        return 0

    def equivalence(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """The equivalence class of an action: actions of one decision with the same number have the same effect.

        It should not depend on the imagined world (a room by its colour, not by its place in the hand).
        """
        return action

    def value(self, numbers: vec[i64], seat: i64) -> float:
        """Estimate of the seat's final points, for searches that stop before the end."""
        return float(self.game.score(numbers, seat))

    def stage(self, numbers: vec[i64]) -> i64:
        """The number of the turn or round: it grows where values of positions are comparable again."""
        return 0

    def value_features(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        """The inputs of the learned value: small numbers that describe how this seat stands as a stage begins."""
        return NO_FEATURES

    def learned_value(self, numbers: vec[i64], seat: i64) -> float:
        """The network's estimate of the seat's final points; without a network, `value`."""
        network = self.network
        if network is None:
            return self.value(numbers, seat)
        return float(network.evaluate(self.value_features(numbers, seat))) / OUTPUT_UNIT

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Adapt search settings to the game (effort 1: hard, 2: master); explicit settings override this."""

    def budget(self, effort: i64) -> i64:
        """Iterations per decision at this effort; 0 means the level's default."""
        return 0

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """The view as a careless player takes it in: parts of it overlooked or forgotten."""
        return view

    def solve(self, view: vec[i64], seat: i64, effort: i64, seconds: float, luck: Luck) -> i64:
        """The action that the game's own solver finds at this effort (1 hard, 2 master); 0 when it has none.

        The solver stops after `seconds` of CPU time with what it has. With 0 there is no limit, and the
        result depends on luck alone.
        """
        return 0


def best_moves(game: Game, view: vec[i64], seat: i64, legal: i64) -> i64:
    """The mask of the legal actions with the highest `score_move`."""
    best: i64 = 0
    value = 0.0
    while legal:
        action = legal & -legal
        legal &= legal - 1
        judged = game.mind.score_move(view, seat, action)
        if not best or judged > value:
            best = action
            value = judged
        elif judged == value:
            best |= action
    return best
