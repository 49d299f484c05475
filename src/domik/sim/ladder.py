"""A ladder: every bot against every other on the same deals, from every seat."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domik.bots import Bot, bot_of, check_spec, end_programs, troubles_of
from domik.games import title_of
from domik.kernel.components import Components
from domik.kernel.errors import BadOption
from domik.kernel.luck import Luck, luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, dealt_state
from domik.kernel.title import Match
from domik.sim.playing import play_on


@dataclass(frozen=True)
class Bout:
    """One deal played by a pair from every seat (a game for one: once by each); all numbers are sums over its games."""

    pair: tuple[str, str]
    deal: int
    games: int
    won: tuple[float, float]  # shares of wins
    points: tuple[float, float]
    seconds: tuple[float, float]  # of CPU time, in this process
    decisions: tuple[int, int]
    troubles: tuple[dict[str, Any], ...] = ()

    def key(self) -> tuple[str, str, int]:
        """What tells it from the others."""
        return (*self.pair, self.deal)


@dataclass(frozen=True)
class Ladder:
    """Who plays what: a bout depends on this and on its pair and deal only."""

    game: str
    specs: tuple[str, ...]
    options: Mapping[str, object]
    components: Components | None
    seats: int
    seed: str
    games: int  # for every pair, rounded up to whole deals

    def match(self) -> Match:
        """The rules; DomikError when there is no such game, bot, seat or option."""
        for spec in self.specs:
            check_spec(spec)
        if len(set(self.specs)) < 2 or len(set(self.specs)) < len(self.specs):
            raise BadOption(Phrase("ladder.too_few"))
        return title_of(self.game).match(self.seats, self.options, self.components)

    def deals(self) -> int:
        """How many deals every pair plays."""
        return -(-self.games // turns(self.seats))

    def bouts(self) -> Iterator[tuple[str, str, int]]:
        """Everything to be played, deal by deal, so that a ladder that is stopped early is even."""
        for deal in range(self.deals()):
            for one, two in itertools.combinations(self.specs, 2):
                yield one, two, deal


def turns(seats: int) -> int:
    """How many games a deal is good for: a pair sits in turn, so two seatings are all there are."""
    return 2 if seats > 1 else 1


def play_bout(ladder: Ladder, match: Match, one: str, two: str, deal: int) -> Bout:
    """The games of one deal."""
    pair = (one, two)
    luck = luck_of(ladder.seed).stream(deal)
    numbers = [int(item) for item in match.game.deal(luck)]
    total = Sums()
    if match.seats == 1:
        for player, spec in enumerate(pair):
            play(match, dealt_state(match.game, numbers), [spec], [player], luck.stream(player), total)
        total.compare()
    else:
        for turn in range(2):
            players = [(seat + turn) % 2 for seat in range(match.seats)]
            seated = [pair[player] for player in players]
            play(match, dealt_state(match.game, numbers), seated, players, luck.stream(turn), total)
    return total.bout(pair, deal, turns(match.seats))


class Sums:
    """What the games of a bout come to for its two players."""

    def __init__(self) -> None:
        self.won = [0.0, 0.0]
        self.points = [0.0, 0.0]
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]
        self.troubles: list[dict[str, Any]] = []

    def compare(self) -> None:
        """A game for one: the higher score wins."""
        self.won = [0.5 + 0.5 * ((one > two) - (one < two)) for one, two in itertools.permutations(self.points)]

    def bout(self, pair: tuple[str, str], deal: int, games: int) -> Bout:
        """As one bout."""
        return Bout(
            pair,
            deal,
            games,
            (self.won[0], self.won[1]),
            (self.points[0], self.points[1]),
            (self.seconds[0], self.seconds[1]),
            (self.decisions[0], self.decisions[1]),
            tuple(self.troubles),
        )


class Timed:
    """A bot with a clock for whatever it has to decide."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0  # of CPU time
        self.decisions = 0

    def decide(self, view: View, legal: int) -> int:
        """The bot's choice; the only one there is takes no time."""
        before = time.thread_time()
        action = self.bot.decide(view, legal)
        if legal & (legal - 1):
            self.seconds += time.thread_time() - before
            self.decisions += 1
        return action


def play(match: Match, state: State, seated: list[str], players: list[int], luck: Luck, total: Sums) -> None:
    """One game; `players` says which of the two sits where."""
    bots: list[Bot] = [bot_of(spec, luck.split(), match) for spec in seated]
    timed = [Timed(bot) for bot in bots]
    play_on(state, timed)
    for player, bot in zip(players, timed, strict=True):
        total.seconds[player] += bot.seconds
        total.decisions[player] += bot.decisions
    end_programs(bots)
    total.troubles += troubles_of(bots)
    winners = int(state.winners())
    for seat, player in enumerate(players):
        share = players.count(player)
        total.points[player] += match.points(int(state.score(seat))) / share
        if winners >> seat & 1 and match.seats > 1:
            total.won[player] += 1 / winners.bit_count()
