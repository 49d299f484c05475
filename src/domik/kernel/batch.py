"""A batch: many games side by side, stepped together in compiled code, seen through buffers that others read in place.

Table k plays game g of the stream `luck.stream(k).stream(g)`, whatever the size of the batch. A game that ends begins
anew at once. A row of the observation is the open compartment and the own compartment of the seat to act, no more.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.bout import NO_NUMBERS, OUTSIDE, Bout
from domik.kernel.encoder import Encoder
from domik.kernel.game import MOST_ACTIONS, Game, bit, copy_into, lowest
from domik.kernel.luck import Luck
from domik.kernel.playout import zeros

WIN: Final = 0  # rewards: a share of the victory
MARGIN: Final = 1  # points more than the best of the others
POINTS: Final = 2
FINE: Final = -1  # what `step` answers when every action was legal


@final
class Batch:
    """So many tables of one game."""

    def __init__(self, game: Game, tables: i64, luck: Luck, players: list[i64], reward: i64, unit: float) -> None:
        self.game: Game = game
        self.tables: i64 = tables
        self.luck: Luck = luck
        self.width: i64 = game.open_size + game.own_size
        self.reward_kind: i64 = reward
        self.unit: float = unit  # what a kept point is worth: half where points are kept doubled
        self.rotate: bool = False  # whether the players move up a seat from table to table and from game to game
        self.first: i64 = 0  # if not, the seat of the first of them
        self.first_looks: bool = False  # whether the last view of a game is the first player's, not that of who acted
        self.bouts: list[Bout] = []
        self.observation: vec[i64] = zeros(tables * self.width)
        self.legal: vec[i64] = zeros(tables)
        self.seat: vec[i64] = zeros(tables)
        self.games: vec[i64] = zeros(tables)  # the number of the game that each table plays
        self.choice: vec[i64] = zeros(tables)
        self.done: vec[u8] = bytes_of(tables)
        self.reward: vec[float] = vec[float]([0.0] * int(tables * game.seats))
        self.final: vec[i64] = NO_NUMBERS  # the last views of games that ended, for those who want them
        self.final_of: vec[i64] = NO_NUMBERS  # whose views they are
        self.features: vec[u8] = bytes_of(1)  # fresh at every encoding
        self.blank: vec[u8] = self.features
        for _again in range(tables):
            self.bouts.append(Bout(game, players))

    def begin(self) -> None:
        """Every table begins with its game number 0."""
        for at in range(self.tables):
            self.games[at] = 0
            self.clear(at)
            self.deal(at)
            self.look(at)

    def keep_finals(self) -> None:
        """From now on keep the last view of a game that ends."""
        self.final = zeros(self.tables * self.width)
        self.final_of = zeros(self.tables)

    def deal(self, at: i64) -> None:
        """A fresh game on one table."""
        bout = self.bouts[at]
        bout.begin(self.luck.stream(at).stream(self.games[at]), self.turn(at))
        while not bout.legal:  # nobody outside was asked: the players inside have played it out
            self.games[at] += 1
            bout.begin(self.luck.stream(at).stream(self.games[at]), self.turn(at))

    def turn(self, at: i64) -> i64:
        """The seat of the first player in the game that a table plays."""
        return (at + self.games[at]) % self.game.seats if self.rotate else self.first

    def deal_known(self, at: i64, deal: list[i64]) -> None:
        """The game of a known deal on one table; it is one of the numbered games no more."""
        bout = self.bouts[at]
        bout.begin_with(deal, self.luck.stream(at).stream(self.games[at]))
        self.clear(at)
        self.look(at)

    def look(self, at: i64) -> None:
        """Show one table to the seat that is to act there."""
        bout = self.bouts[at]
        self.seat[at] = bout.seat
        self.legal[at] = bout.legal
        seen(self.game, bout.numbers, bout.seat, self.observation, at * self.width)

    def step(self, actions: object) -> i64:
        """One action (a number; a buffer of int64) on every table; FINE, or the first table whose action is illegal.

        Where one is illegal nothing changes.
        """
        numbers: vec[i64] = vec[i64](cast(Any, actions))
        for at in range(self.tables):
            number = numbers[at]
            if number < 0 or number >= MOST_ACTIONS or not (self.legal[at] >> number) & 1:
                return at
        for at in range(self.tables):
            self.clear(at)
            self.act(at, bit(numbers[at]))
        return FINE

    def step_chosen(self) -> None:
        """One action on every table, as `sample` chose them."""
        for at in range(self.tables):
            self.clear(at)
            self.act(at, bit(self.choice[at]))

    def play(self, at: i64, number: i64) -> bool:
        """One action on one table, without forgetting what else this step has brought; False when it is illegal."""
        if number < 0 or number >= MOST_ACTIONS or not (self.legal[at] >> number) & 1:
            return False
        self.act(at, bit(number))
        return True

    def clear(self, at: i64) -> None:
        """Forget the end of the last game."""
        if self.done[at]:
            self.done[at] = u8(0)
            for seat in range(self.game.seats):
                self.reward[at * self.game.seats + seat] = 0.0

    def act(self, at: i64, action: i64) -> None:
        """One legal action on one table; where it ends the game, count it and begin the next."""
        bout = self.bouts[at]
        seat = bout.seat
        bout.act(action)
        if not bout.legal:
            self.finish(at, bout, seat)
        self.look(at)

    def finish(self, at: i64, bout: Bout, seat: i64) -> None:
        """The game is over: what it was worth, a last look, and the next one."""
        self.done[at] = u8(1)
        pay(bout.game, bout.numbers, self.reward_kind, self.unit, self.reward, at * self.game.seats)
        if len(self.final) == self.tables * self.width:
            if self.first_looks:
                seat = self.turn(at)
            self.final_of[at] = seat
            seen(self.game, bout.numbers, seat, self.final, at * self.width)
        self.games[at] += 1
        self.deal(at)

    def sample(self) -> None:
        """A random legal action for every table, each as likely as the other, from the table's own luck."""
        for at in range(self.tables):
            bout = self.bouts[at]
            self.choice[at] = lowest(bout.luck.bit_of(bout.legal))

    def encode(self, encoder: Encoder) -> None:
        """The features of every row of the observation."""
        self.make_room(encoder)
        for at in range(self.tables):
            self.encode_row(encoder, self.observation, at, self.seat[at])

    def encode_finals(self, encoder: Encoder) -> None:
        """The features of the last views of the games that the last step ended, in the rows of their tables."""
        self.make_room(encoder)
        for at in range(self.tables):
            if self.done[at]:
                self.encode_row(encoder, self.final, at, self.final_of[at])

    def make_room(self, encoder: Encoder) -> None:
        """A fresh buffer for this encoder's features: copying zeros is quicker than writing them."""
        if len(self.blank) != self.tables * encoder.width:
            self.blank = bytes_of(self.tables * encoder.width)
        self.features = self.blank[:]

    def encode_row(self, encoder: Encoder, rows: vec[i64], at: i64, seat: i64) -> None:
        """The features of one row."""
        base = at * self.width
        encoder.encode(rows, base, base + self.game.open_size, seat, self.features, at * encoder.width)


def seen(game: Game, numbers: vec[i64], seat: i64, out: vec[i64], at: i64) -> None:
    """Copy what a seat may know: the open compartment, then its own."""
    size = game.open_size
    copy_into(out, at, numbers, 0, size)
    copy_into(out, at + size, numbers, size + seat * game.own_size, game.own_size)


def pay(game: Game, numbers: vec[i64], kind: i64, unit: float, out: vec[float], at: i64) -> None:
    """What a finished game was worth to every seat."""
    winners = game.winners(numbers)
    many: i64 = 0
    for seat in range(game.seats):
        many += (winners >> seat) & 1
    for seat in range(game.seats):
        if kind == WIN:
            out[at + seat] = 1.0 / float(many) if (winners >> seat) & 1 else 0.0
        else:
            points = game.score(numbers, seat)
            if kind == MARGIN:
                points -= best_other(game, numbers, seat)
            out[at + seat] = float(points) * unit


def best_other(game: Game, numbers: vec[i64], seat: i64) -> i64:
    """The most points of anybody else; 0 in a game for one."""
    best: i64 = 0
    found = False
    for other in range(game.seats):
        if other != seat:
            points = game.score(numbers, other)
            if not found or points > best:
                best = points
                found = True
    return best


def bytes_of(length: i64) -> vec[u8]:
    """So many small zeros."""
    return vec[u8]([u8(0)] * int(length))


def all_outside(seats: int) -> list[i64]:
    """Players of whom each decides outside."""
    return [OUTSIDE] * seats
