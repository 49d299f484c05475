"""How a player of Treehouse thinks, as bots and searches ask for it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.treehouse.mind.move_scores import equivalence_key, move_score, partial_view, rollout_score
from domik.games.treehouse.rules.config import Config
from domik.games.treehouse.rules.game import Treehouse
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind, SearchConfig


@final
class TreehouseMind(Mind):
    """What a player of Treehouse thinks."""

    def __init__(self, game: Treehouse) -> None:
        super().__init__(game)
        self.seats: i64 = game.seats
        self.config: Config = game.config

    def score_move(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return move_score(view, seat, self.seats, self.config, action)

    def rollout_score(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return rollout_score(numbers, seat, self.seats, self.config, action)

    def configure(self, style: SearchConfig, effort: i64) -> None:
        """Hard asks advice and counts margins; among many players rollouts by hunches cost more than they bring."""
        if effort == 1:
            style.bias = 2.0
            style.margin = 2.0
        elif self.seats > 2:
            style.guide = 1

    def budget(self, effort: i64) -> i64:
        """Among many players hard stands between normal and master only with few: more bring it level with master."""
        return 600 // self.seats if effort == 1 and self.seats > 2 else 0

    def equivalence(self, view: vec[i64], seat: i64, action: i64) -> i64:
        """Rooms of one colour are alike."""
        return equivalence_key(view, seat, action)

    def partial_view(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Some colours of the others' trees are overlooked."""
        return partial_view(view, seat, self.seats, luck)
