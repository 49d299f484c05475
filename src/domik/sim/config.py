"""The configuration of a simulation: game, bots, options and seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from domik.bots import parse_bot
from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.package import Match
from domik.kernel.playout import KNOWN_PLAYERS


@dataclass(frozen=True)
class SimConfig:
    """All a worker must know to play a simulation. Results depend only on this and on the games' numbers."""

    game: str
    players: tuple[str, ...]  # bot specs in seat order
    options: Mapping[str, object]  # as the game package's schema reads them
    components: Components | None = None  # None: the components that ship with Domik
    seed: str = "1"
    rotate: bool = False  # player 0 sits on seat 0 in game 0, on seat 1 in game 1, and so on
    records: bool = False

    def match(self) -> Match:
        """The rules; DomikError if there is no such game, bot, seat count or option."""
        for player in self.players:
            parse_bot(player)
        return game_package(self.game).match(len(self.players), self.options, self.components)

    def first_player_seat(self, number: int) -> int:
        return number % len(self.players) if self.rotate else 0

    def seated_players(self, number: int) -> list[str]:
        """Bot specs in seat order for the game with this number."""
        turn = self.first_player_seat(number)
        return [self.players[(seat - turn) % len(self.players)] for seat in range(len(self.players))]

    def compiled_players(self) -> vec[i64] | None:
        """The players by their numbers in kernel.playout.

        None if records are wanted or one of the players is unknown to the compiled loop.
        """
        if self.records or any(player not in KNOWN_PLAYERS for player in self.players):
            return None
        return vec[i64]([KNOWN_PLAYERS[player] for player in self.players])
