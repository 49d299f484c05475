"""How a player of Bower thinks, as bots and searches ask for it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.move_scores import move_score, rollout_score
from domik.games.bower.mind.value import expected_points
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.game import Bower
from domik.kernel.mind import Mind, SearchConfig


@final
class BowerMind(Mind):
    """What a player of Bower thinks."""

    def __init__(self, game: Bower) -> None:
        super().__init__(game)
        self.config: Config = game.config

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return move_score(view, seat, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return rollout_score(numbers, seat, self.config, action)

    def value(self, numbers: vec[i64], seat: i64) -> float:
        """About how many eggs the seat will have."""
        return expected_points(numbers, seat, self.config)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Advice is worth listening to at the root; in rollouts it costs more than it brings, and so do deep trees."""
        style.bias = 4.0
        style.margin = 2.0
        style.guide = 1
        style.deep = 2
