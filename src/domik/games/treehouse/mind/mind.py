"""Treehouse's heuristics and settings for bots and searches."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.mind.move_scores import equivalence_key, move_score, partial_view, rollout_score
from domik.games.treehouse.mind.value_features import value_features
from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.game import Treehouse
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig


@final
class TreehouseMind(Mind):
    def __init__(self, game: Treehouse) -> None:
        super().__init__(game)
        self.seats: i64 = game.seats
        self.config: Config = game.config

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        return move_score(view, seat, self.seats, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        return rollout_score(numbers, seat, self.seats, self.config, action)

    def stage(self, numbers: vec[i64]) -> i64:
        """The turn, counted from the first; scoring belongs to the last turn of its round."""
        turn = numbers[at.TURN]
        return at.TURNS * numbers[at.ROUND] + (turn if turn < at.TURNS else at.TURNS - 1)

    def value_features(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        return value_features(numbers, seat, self.seats, self.config)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Hard weighs move scores and margins more; with three or four seats rollouts are random.

        Guided rollouts cost more time there than they gain in strength.
        """
        if effort == 1:
            style.bias = 2.0
            style.margin = 2.0
        elif self.seats > 2:
            style.guide = 1

    def budget(self, effort: i64) -> i64:
        """With three or four seats hard plays fewer worlds: with more it would be as strong as master."""
        return 600 // self.seats if effort == 1 and self.seats > 2 else 0

    def equivalence(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """Rooms of one colour are equivalent."""
        return equivalence_key(view, seat, action)

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        return partial_view(view, seat, self.seats, luck)
