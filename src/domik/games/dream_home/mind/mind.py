"""Dream Home's heuristics and settings for bots and searches."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.move_scores import move_score, partial_view, rollout_score
from domik.games.dream_home.mind.rollout_move import RolloutPolicy
from domik.games.dream_home.mind.value import expected_points
from domik.games.dream_home.mind.value_features import ValueFeatures
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.game import DreamHome
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig


@final
class DreamHomeMind(Mind):
    def __init__(self, game: DreamHome) -> None:
        super().__init__(game)
        self.seats: i64 = game.seats
        self.config: Config = game.config
        self.rollout_policy: RolloutPolicy = RolloutPolicy(game.config)
        self.learned_inputs: ValueFeatures = ValueFeatures(game.config, game.seats)

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        return move_score(view, seat, self.seats, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        return rollout_score(numbers, seat, self.seats, self.config, action)

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        return self.rollout_policy.act(numbers, seat, self.seats, legal, luck)

    def value(self, numbers: vec[i64], seat: i64) -> float:
        return expected_points(numbers, seat, self.config)

    def stage(self, numbers: vec[i64]) -> i64:
        """The round."""
        return numbers[at.ROUND]

    def value_features(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        return self.learned_inputs.of(numbers, seat)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Rollouts use rollout_move to the end; master compares candidates in shared worlds, with no tree below.

        The learned value is stronger at a few milliseconds only, so no level uses it (docs/decisions/0073).
        """
        style.reflex = True
        style.guide = 2  # the handyman has no rollout move
        style.bias = 2.0
        if effort == 2:
            style.rivals = False
            style.deep = 0

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        return partial_view(view, luck)
