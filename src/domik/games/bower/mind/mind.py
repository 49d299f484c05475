"""Bower's heuristics behind the kernel's Mind interface, for bots and searches."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.move_scores import move_score, rollout_score
from domik.games.bower.mind.value import expected_points
from domik.games.bower.mind.value_features import value_features
from domik.games.bower.rules import state as at
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.game import Bower
from domik.kernel.mind import Mind, SearchConfig


@final
class BowerMind(Mind):
    def __init__(self, game: Bower) -> None:
        super().__init__(game)
        self.config: Config = game.config

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        return move_score(view, seat, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """A cheaper heuristic than `score_move`, for rollouts."""
        return rollout_score(numbers, seat, self.config, action)

    def value(self, numbers: vec[i64], seat: i64) -> float:
        """Estimated final eggs of the seat."""
        return expected_points(numbers, seat, self.config)

    def stage(self, numbers: vec[i64]) -> i64:
        """Turns made by both seats."""
        return numbers[at.SEAT + at.MADE] + numbers[at.SEAT + at.SEAT_SIZE + at.MADE]

    def value_features(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        return value_features(numbers, seat, self.config)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Guide the root by the heuristic; in rollouts it costs more than it gains, and so do deep trees."""
        style.bias = 4.0
        style.margin = 2.0
        style.guide = 1
        style.deep = 2
