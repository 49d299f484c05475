"""A batch: many games side by side, stepped together in compiled code, seen through buffers that others read in place.

Table k plays game g of the stream `luck.stream(k).stream(g)`, whatever the size of the batch. A game that ends begins
anew at once. A row of the observation is the open compartment and the own compartment of the seat to act, no more.
"""

from __future__ import annotations

from typing import Any, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.driver import EXTERNAL, NO_NUMBERS, GameDriver
from domik.kernel.encoder import Encoder
from domik.kernel.game import MOST_ACTIONS, Game, bit, copy_into, count, lowest, view_of
from domik.kernel.luck import Luck
from domik.kernel.playout import zeros
from domik.kernel.state import View

WIN: Final = 0  # rewards: a share of the victory
MARGIN: Final = 1  # points more than the best of the others
POINTS: Final = 2
ALL_LEGAL: Final = -1  # what `step` answers when every action was legal


@final
class BatchEngine:
    """So many tables of one game."""

    def __init__(self, game: Game, tables: i64, luck: Luck, players: list[i64], reward: i64, unit: float) -> None:
        self.game: Game = game
        self.tables: i64 = tables
        self.luck: Luck = luck
        self.width: i64 = game.open_size + game.own_size
        self.reward_kind: i64 = reward
        self.unit: float = unit  # what a kept point is worth: half where points are kept doubled
        self.rotate: bool = False  # whether the players move up a seat from table to table and from game to game
        self.first_seat: i64 = 0  # if not, the seat of the first of them
        self.final_view_of_first: bool = (
            False  # whether the last view of a game is the first player's, not that of who acted
        )
        self.drivers: list[GameDriver] = []
        self.observation: vec[i64] = zeros(tables * self.width)
        self.legal: vec[i64] = zeros(tables)
        self.seat: vec[i64] = zeros(tables)
        self.games: vec[i64] = zeros(tables)  # the number of the game that each table plays
        self.choice: vec[i64] = zeros(tables)
        self.done: vec[u8] = zero_bytes(tables)
        self.reward: vec[float] = vec[float]([0.0] * int(tables * game.seats))
        self.final: vec[i64] = NO_NUMBERS  # the last views of games that ended, for those who want them
        self.final_of: vec[i64] = NO_NUMBERS  # whose views they are
        self.features: vec[u8] = zero_bytes(1)  # fresh at every encoding
        self.blank_features: vec[u8] = self.features
        for _again in range(tables):
            self.drivers.append(GameDriver(game, players))

    def begin(self) -> None:
        """Every table begins with its game number 0."""
        for at in range(self.tables):
            self.games[at] = 0
            self.clear(at)
            self.deal(at)
            self.observe(at)

    def keep_finals(self) -> None:
        """From now on keep the last view of a game that ends."""
        self.final = zeros(self.tables * self.width)
        self.final_of = zeros(self.tables)

    def deal(self, at: i64) -> None:
        """A fresh game on one table."""
        bout = self.drivers[at]
        bout.begin(self.luck.stream(at).stream(self.games[at]), self.first_player_seat(at))
        while not bout.legal:  # nobody outside was asked: the players inside have played it out
            self.games[at] += 1
            bout.begin(self.luck.stream(at).stream(self.games[at]), self.first_player_seat(at))

    def first_player_seat(self, at: i64) -> i64:
        """The seat of the first player in the game that a table plays."""
        return (at + self.games[at]) % self.game.seats if self.rotate else self.first_seat

    def deal_from(self, at: i64, deal: list[i64]) -> None:
        """The game of a known deal on one table; it is one of the numbered games no more."""
        bout = self.drivers[at]
        bout.begin_from_deal(deal, self.luck.stream(at).stream(self.games[at]))
        self.clear(at)
        self.observe(at)

    def observe(self, at: i64) -> None:
        """Show one table to the seat that is to act there."""
        bout = self.drivers[at]
        self.seat[at] = bout.seat
        self.legal[at] = bout.legal
        write_observation(self.game, bout.numbers, bout.seat, self.observation, at * self.width)

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
        return ALL_LEGAL

    def step_sampled(self) -> None:
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
        bout = self.drivers[at]
        seat = bout.seat
        bout.act(action)
        if not bout.legal:
            self.finish(at, bout, seat)
        self.observe(at)

    def finish(self, at: i64, bout: GameDriver, seat: i64) -> None:
        """The game is over: what it was worth, a last look, and the next one."""
        self.done[at] = u8(1)
        write_rewards(bout.game, bout.numbers, self.reward_kind, self.unit, self.reward, at * self.game.seats)
        if len(self.final) == self.tables * self.width:
            if self.final_view_of_first:
                seat = self.first_player_seat(at)
            self.final_of[at] = seat
            write_observation(self.game, bout.numbers, seat, self.final, at * self.width)
        self.games[at] += 1
        self.deal(at)

    def sample(self) -> None:
        """A random legal action for every table, each as likely as the other, from the table's own luck."""
        for at in range(self.tables):
            bout = self.drivers[at]
            self.choice[at] = lowest(bout.luck.bit_of(bout.legal))

    def encode(self, encoder: Encoder) -> None:
        """The features of every row of the observation."""
        self.clear_features(encoder)
        for at in range(self.tables):
            self.encode_row(encoder, self.observation, at, self.seat[at])

    def encode_finals(self, encoder: Encoder) -> None:
        """The features of the last views of the games that the last step ended, in the rows of their tables."""
        self.clear_features(encoder)
        for at in range(self.tables):
            if self.done[at]:
                self.encode_row(encoder, self.final, at, self.final_of[at])

    def clear_features(self, encoder: Encoder) -> None:
        """A fresh buffer for this encoder's features: copying zeros is quicker than writing them."""
        if len(self.blank_features) != self.tables * encoder.width:
            self.blank_features = zero_bytes(self.tables * encoder.width)
        self.features = self.blank_features[:]

    def encode_row(self, encoder: Encoder, rows: vec[i64], at: i64, seat: i64) -> None:
        """The features of one row."""
        base = at * self.width
        encoder.encode(rows, base, base + self.game.open_size, seat, self.features, at * encoder.width)


def write_observation(game: Game, numbers: vec[i64], seat: i64, out: vec[i64], at: i64) -> None:
    """Copy what a seat may know: the open compartment, then its own."""
    size = game.open_size
    copy_into(out, at, numbers, 0, size)
    copy_into(out, at + size, numbers, size + seat * game.own_size, game.own_size)


def write_rewards(game: Game, numbers: vec[i64], kind: i64, unit: float, out: vec[float], at: i64) -> None:
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


def zero_bytes(length: i64) -> vec[u8]:
    """So many small zeros."""
    return vec[u8]([u8(0)] * int(length))


def all_external(seats: int) -> list[i64]:
    """Players of whom each decides outside."""
    return [EXTERNAL] * seats


@final
class ObservationBuffer:
    """The numbers, the features and the open actions of the seat that looked last."""

    def __init__(self, bout: GameDriver, encoder: Encoder) -> None:
        self.driver: GameDriver = bout
        self.encoder: Encoder = encoder
        self.numbers: vec[i64] = zeros(bout.game.open_size + bout.game.own_size)
        self.blank_features: vec[u8] = zero_bytes(encoder.width)
        self.features: vec[u8] = self.blank_features  # fresh at every look
        self.mask: vec[u8] = zero_bytes(MOST_ACTIONS)

    def observe(self, seat: i64, features: bool) -> None:
        """Show the bout to a seat; with its features if they are wanted."""
        game = self.driver.game
        write_observation(game, self.driver.numbers, seat, self.numbers, 0)
        if features:
            self.features = self.blank_features[:]
            self.encoder.encode(self.numbers, 0, game.open_size, seat, self.features, 0)
        legal = self.driver.legal_of(seat)
        for number in range(MOST_ACTIONS):
            self.mask[number] = u8(legal & 1)
            legal >>= 1


def encode_view(view: View, encoder: Encoder) -> vec[u8]:
    """The features of one view."""
    out = zero_bytes(encoder.width)
    encoder.encode(view.numbers, 0, view.game.own_at(view.seat), view.seat, out, 0)
    return out


def final_rewards(bout: GameDriver, kind: i64, unit: float) -> list[float]:
    """What a finished bout was worth to every seat."""
    out = vec[float]([0.0] * int(bout.game.seats))
    write_rewards(bout.game, bout.numbers, kind, unit, out, 0)
    return [worth for worth in out]  # noqa: C416 - list() of a vec is slower when compiled


LOOKAHEAD_STREAM: Final[i64] = 1 << 40  # the stream of imagined worlds: no batch has so many tables


@final
class LookaheadEngine:
    """A row for every open action, table by table."""

    def __init__(self, batch: BatchEngine) -> None:
        self.batch: BatchEngine = batch
        self.luck: Luck = batch.luck.stream(LOOKAHEAD_STREAM)
        self.rows: i64 = 0
        self.table: vec[i64] = NO_NUMBERS
        self.action: vec[i64] = NO_NUMBERS  # its number
        self.seat: vec[i64] = NO_NUMBERS  # who would act, and who looks
        self.observation: vec[i64] = NO_NUMBERS
        self.features: vec[u8] = zero_bytes(1)

    def expand(self) -> None:
        """Try everything once."""
        batch = self.batch
        game = batch.game
        self.reserve()
        row: i64 = 0
        for at in range(batch.tables):
            bout = batch.drivers[at]
            seat = bout.seat
            legal = bout.legal
            world = game.imagine(view_of(game, bout.numbers, seat), seat, self.luck)
            while legal:
                action = legal & -legal
                legal &= legal - 1
                numbers = world[:]
                game.apply(numbers, seat, action)
                write_observation(game, numbers, seat, self.observation, row * batch.width)
                self.table[row] = at
                self.action[row] = lowest(action)
                self.seat[row] = seat
                row += 1

    def reserve(self) -> None:
        """Buffers for as many rows as there are open actions; they grow by half at least."""
        rows: i64 = 0
        for at in range(self.batch.tables):
            rows += count(self.batch.legal[at])
        self.rows = rows
        if rows > len(self.table):
            room = rows + rows // 2
            self.table = zeros(room)
            self.action = zeros(room)
            self.seat = zeros(room)
            self.observation = zeros(room * self.batch.width)

    def encode(self, encoder: Encoder) -> None:
        """The features of every row."""
        self.features = zero_bytes(self.rows * encoder.width)
        width = self.batch.width
        own = self.batch.game.open_size
        for row in range(self.rows):
            base = row * width
            encoder.encode(self.observation, base, base + own, self.seat[row], self.features, row * encoder.width)
