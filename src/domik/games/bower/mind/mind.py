"""How a player of Bower thinks, as bots and searches ask for it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.mind.advice import judgement
from domik.games.bower.mind.hunch import first_thought
from domik.games.bower.mind.outlook import expected_points
from domik.games.bower.rules.game import Bower
from domik.games.bower.rules.kit import Kit
from domik.kernel.mind import Mind
from domik.kernel.style import Style


@final
class BowerMind(Mind):
    """What a player of Bower thinks."""

    def __init__(self, game: Bower) -> None:
        super().__init__(game)
        self.kit: Kit = game.kit

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.kit, action)

    def hunch(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return first_thought(numbers, seat, self.kit, action)

    def outlook(self, numbers: vec[i64], seat: i64) -> float:
        """About how many eggs the seat will have."""
        return expected_points(numbers, seat, self.kit)

    def tune(self, style: Style, effort: i64) -> None:
        """Advice is worth listening to at the root; in rollouts it costs more than it brings, and so do deep trees."""
        style.bias = 4.0
        style.margin = 2.0
        style.guide = 1
        style.deep = 2
