"""How a player of Dream Home thinks, as bots and searches ask for it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.move_scores import move_score, partial_view, rollout_score
from domik.games.dream_home.mind.rollout_move import RolloutPolicy
from domik.games.dream_home.mind.value import expected_points
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.game import DreamHome
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig


@final
class DreamHomeMind(Mind):
    """What a player of Dream Home thinks."""

    def __init__(self, game: DreamHome) -> None:
        super().__init__(game)
        self.seats: i64 = game.seats
        self.config: Config = game.config
        self.rollout_policy: RolloutPolicy = RolloutPolicy(game.config)

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return move_score(view, seat, self.seats, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return rollout_score(numbers, seat, self.seats, self.config, action)

    def rollout_move(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """What a player does at once."""
        return self.rollout_policy.act(numbers, seat, self.seats, legal, luck)

    def value(self, numbers: vec[i64], seat: i64) -> float:
        """About what the house will be worth."""
        return expected_points(numbers, seat, self.config)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Players act by reflex to the end; master tries candidates in shared worlds, with no trees below them."""
        style.reflex = True
        style.guide = 2  # for the handyman
        style.bias = 2.0
        if effort == 2:
            style.rivals = False
            style.deep = 0

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Half of the resources are overlooked."""
        return partial_view(view, luck)
