"""A plan: which game is played by whom, from which seed; all that a worker has to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from domik.bots import check_spec
from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.package import Match
from domik.kernel.playout import KNOWN_PLAYERS


@dataclass(frozen=True)
class SimConfig:
    """One sort of game to be played many times: results depend on this and on the games' numbers only."""

    game: str
    players: tuple[str, ...]  # the bots, in the order of the seats
    options: Mapping[str, object]  # as the title's schema reads them
    components: Components | None = None  # None: the set that Domik ships
    seed: str = "1"
    rotate: bool = False  # player 0 sits on seat 0 in game 0, on seat 1 in game 1, and so on
    records: bool = False

    def match(self) -> Match:
        """The rules for this plan; DomikError when there is no such game, bot, seat or option."""
        for player in self.players:
            check_spec(player)
        return game_package(self.game).match(len(self.players), self.options, self.components)

    def first_player_seat(self, number: int) -> int:
        """The seat of player 0 in the game of this number."""
        return number % len(self.players) if self.rotate else 0

    def seated_players(self, number: int) -> list[str]:
        """The players seat by seat in the game of this number."""
        turn = self.first_player_seat(number)
        return [self.players[(seat - turn) % len(self.players)] for seat in range(len(self.players))]

    def compiled_players(self) -> vec[i64] | None:
        """The players as kernel.playout numbers them, None when it cannot play one of them or moves are wanted."""
        if self.records or any(player not in KNOWN_PLAYERS for player in self.players):
            return None
        return vec[i64]([KNOWN_PLAYERS[player] for player in self.players])
