"""The opponents of a learner: bots played inside the kernel, and bots called from Python."""

from __future__ import annotations

from domik.bots import bot_of, parse_bot, split_specs
from domik.bots.bot import Bot
from domik.kernel.driver import EXTERNAL, GameDriver
from domik.kernel.luck import Luck
from domik.kernel.package import Match
from domik.kernel.playout import KNOWN_PLAYERS
from domik.research.errors import bad_input, explain_errors

SELF = "self"  # the learner decides for every seat


class Opponents:
    """The players after the learner, clockwise."""

    def __init__(self, match: Match, spec: str) -> None:
        self.match = match
        self.is_self_play = spec == SELF
        self.specs = [] if self.is_self_play else opponent_specs(match, spec)
        inside = [KNOWN_PLAYERS.get(one, EXTERNAL) for one in self.specs]
        self.players: list[int] = [EXTERNAL] * match.seats if self.is_self_play else [EXTERNAL, *map(int, inside)]
        self.has_asked_bots = any(player == EXTERNAL for player in self.players[1:]) and not self.is_self_play

    def bots(self, luck: Luck) -> list[Bot | None]:
        """New Python bots for one game, by player; None for the learner (player 0) and for kernel players."""
        if not self.has_asked_bots:
            return []
        return [
            bot_of(self.specs[player - 1], luck.split(), self.match)
            if player and self.players[player] == EXTERNAL
            else None
            for player in range(self.match.seats)
        ]


def opponent_specs(match: Match, spec: str) -> list[str]:
    """One spec for every opponent; a single one is used for all."""
    if not isinstance(spec, str):
        raise bad_input("not_specs", value=repr(spec))
    specs = split_specs(spec)
    with explain_errors(match.package.name):
        for one in specs:
            parse_bot(one)
    wanted = match.seats - 1
    if len(specs) == 1:
        return specs * wanted
    if len(specs) != wanted:
        raise bad_input("opponents", seats=match.seats, needed=wanted, given=len(specs))
    return specs


def play_bots(driver: GameDriver, bots: list[Bot | None], turn: int, seats: int) -> None:
    """Let the Python bots decide until the learner is to act or the game is over."""
    while driver.legal:
        seat = int(driver.seat)
        bot = bots[(seat - turn) % seats]
        if bot is None:
            return
        action = bot.decide(driver.view(seat), int(driver.legal))
        driver.play(seat, action.bit_length() - 1)
