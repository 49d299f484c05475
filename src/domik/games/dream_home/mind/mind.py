"""How a player of Dream Home thinks, as bots and searches ask for it."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.advice import judgement
from domik.games.dream_home.mind.hunch import first_thought, hasty_view
from domik.games.dream_home.mind.outlook import expected_points
from domik.games.dream_home.mind.reflex import Reflexes
from domik.games.dream_home.rules.game import DreamHome
from domik.games.dream_home.rules.kit import Kit
from domik.kernel.luck import Luck
from domik.kernel.mind import Mind
from domik.kernel.style import Style


@final
class DreamHomeMind(Mind):
    """What a player of Dream Home thinks."""

    def __init__(self, game: DreamHome) -> None:
        super().__init__(game)
        self.seats: i64 = game.seats
        self.kit: Kit = game.kit
        self.reflexes: Reflexes = Reflexes(game.kit)

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.seats, self.kit, action)

    def hunch(self, numbers: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return first_thought(numbers, seat, self.seats, self.kit, action)

    def reflex(self, numbers: vec[i64], seat: i64, legal: i64, luck: Luck) -> i64:
        """What a player does at once."""
        return self.reflexes.act(numbers, seat, self.seats, legal, luck)

    def outlook(self, numbers: vec[i64], seat: i64) -> float:
        """About what the house will be worth."""
        return expected_points(numbers, seat, self.kit)

    def tune(self, style: Style, effort: i64) -> None:
        """Players act by reflex to the end; master tries candidates in shared worlds, with no trees below them."""
        style.reflex = True
        style.guide = 2  # for the handyman
        style.bias = 2.0
        if effort == 2:
            style.rivals = False
            style.deep = 0

    def glance(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """Half of the resources are overlooked."""
        return hasty_view(view, luck)
