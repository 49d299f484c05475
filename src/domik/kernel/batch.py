"""Many games stepped together in compiled code, observed through buffers that callers read in place.

Table k plays game g with the random stream `luck.stream(k).stream(g)`, whatever the size of the batch, and however many
engines share the tables: `first_table` says at which of them an engine begins. A game that
ends is replaced by the next one at once. A row of the observation holds the open compartment and the own compartment
of the seat to act, and nothing else.
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

WIN: Final = 0  # reward: 1 divided by the number of winners
MARGIN: Final = 1  # reward: points ahead of the best other seat
POINTS: Final = 2
ALL_LEGAL: Final = -1  # returned by `step` when every action was legal


@final
class BatchEngine:
    """A number of tables that play the same game, with one row of every buffer for each table."""

    def __init__(self, game: Game, tables: i64, luck: Luck, players: list[i64], reward: i64, unit: float) -> None:
        self.game: Game = game
        self.tables: i64 = tables
        self.luck: Luck = luck
        self.width: i64 = game.open_size + game.own_size
        self.reward_kind: i64 = reward
        self.unit: float = unit  # value of one stored point: 0.5 where points are stored doubled
        self.rotate: bool = False  # whether players move up one seat per table and per game
        self.first_table: i64 = 0  # number of the first table, where several engines share them
        self.first_seat: i64 = 0  # if not rotating, the seat of the first player
        self.final_view_of_first: bool = False  # final views are the first player's, not the last actor's
        self.drivers: list[GameDriver] = []
        self.observation: vec[i64] = zeros(tables * self.width)
        self.legal: vec[i64] = zeros(tables)
        self.seat: vec[i64] = zeros(tables)
        self.games: vec[i64] = zeros(tables)  # number of each table's current game
        self.choice: vec[i64] = zeros(tables)
        self.done: vec[u8] = zero_bytes(tables)
        self.reward: vec[float] = vec[float]([0.0] * int(tables * game.seats))
        self.final: vec[i64] = NO_NUMBERS  # final views, only after `keep_finals`
        self.final_of: vec[i64] = NO_NUMBERS  # the seats of these views
        self.features: vec[u8] = zero_bytes(1)  # a new buffer at every encoding
        self.blank_features: vec[u8] = self.features
        for _again in range(tables):
            self.drivers.append(GameDriver(game, players))

    def begin(self) -> None:
        """Start game number 0 on every table."""
        for at in range(self.tables):
            self.games[at] = 0
            self.clear(at)
            self.deal(at)
            self.observe(at)

    def snapshot(self) -> tuple[object, ...]:
        """Everything that `restore` needs to go on from here, perhaps in another process."""
        return (
            self.luck.copy(),
            [driver.snapshot() for driver in self.drivers],
            [number for number in self.games],  # noqa: C416 - list() of a vec is slower when compiled
            [number for number in self.choice],  # noqa: C416
            [int(flag) for flag in self.done],
            [reward for reward in self.reward],  # noqa: C416
            [number for number in self.final],  # noqa: C416
            [number for number in self.final_of],  # noqa: C416
        )

    def restore(self, kept: tuple[object, ...]) -> None:
        """Return to a snapshot of a batch of the same game, players and size, in the buffers that callers read."""
        luck, drivers, games, choice, done, reward, final, final_of = cast(Any, kept)
        self.luck = luck.copy()
        if len(final) != len(self.final):
            self.keep_finals()
        write_numbers(self.games, games)
        write_numbers(self.choice, choice)
        write_numbers(self.final, final)
        write_numbers(self.final_of, final_of)
        for at in range(self.tables * self.game.seats):
            self.reward[at] = reward[at]
        for at in range(self.tables):
            self.drivers[at].restore(drivers[at])
            self.done[at] = u8(i64(done[at]))
            if self.drivers[at].legal:
                self.observe(at)

    def keep_finals(self) -> None:
        """From now on keep the last view of every game that ends, in `final`."""
        self.final = zeros(self.tables * self.width)
        self.final_of = zeros(self.tables)

    def deal(self, at: i64) -> None:
        """Deal the table's current game; games without an external decision are skipped."""
        bout = self.drivers[at]
        bout.begin(self.game_luck(at), self.first_player_seat(at))
        while not bout.legal:  # the internal players finished it without an external decision
            self.games[at] += 1
            bout.begin(self.game_luck(at), self.first_player_seat(at))

    def game_luck(self, at: i64) -> Luck:
        """The random stream of the table's current game."""
        return self.luck.stream(self.first_table + at).stream(self.games[at])

    def first_player_seat(self, at: i64) -> i64:
        """The seat of the first player in the current game of a table."""
        return (self.first_table + at + self.games[at]) % self.game.seats if self.rotate else self.first_seat

    def deal_from(self, at: i64, deal: list[i64]) -> None:
        """Start a table on a given deal, which is then not one of the numbered games."""
        bout = self.drivers[at]
        bout.begin_from_deal(deal, self.game_luck(at))
        self.clear(at)
        self.observe(at)

    def observe(self, at: i64) -> None:
        """Fill the table's row of the buffers for the seat to act."""
        bout = self.drivers[at]
        self.seat[at] = bout.seat
        self.legal[at] = bout.legal
        write_observation(self.game, bout.numbers, bout.seat, self.observation, at * self.width)

    def step(self, actions: object) -> i64:
        """Apply one action number to every table; `actions` is a buffer of int64.

        Return ALL_LEGAL, or the first table whose action is illegal; in that case nothing changes.
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
        for at in range(self.tables):
            self.clear(at)
            self.act(at, bit(self.choice[at]))

    def play(self, at: i64, number: i64) -> bool:
        """Apply one action to one table and keep the rewards and ends of the others; False when it is illegal."""
        if number < 0 or number >= MOST_ACTIONS or not (self.legal[at] >> number) & 1:
            return False
        self.act(at, bit(number))
        return True

    def clear(self, at: i64) -> None:
        """Reset `done` and the rewards if the last step ended a game here."""
        if self.done[at]:
            self.done[at] = u8(0)
            for seat in range(self.game.seats):
                self.reward[at * self.game.seats + seat] = 0.0

    def act(self, at: i64, action: i64) -> None:
        """Apply a legal action; where it ends the game, write the rewards and start the next game."""
        bout = self.drivers[at]
        seat = bout.seat
        bout.act(action)
        if not bout.legal:
            self.finish(at, bout, seat)
        self.observe(at)

    def finish(self, at: i64, driver: GameDriver, seat: i64) -> None:
        """Write the rewards and the final view of a finished game, then deal the next one."""
        self.done[at] = u8(1)
        write_rewards(driver.game, driver.numbers, self.reward_kind, self.unit, self.reward, at * self.game.seats)
        if len(self.final) == self.tables * self.width:
            if self.final_view_of_first:
                seat = self.first_player_seat(at)
            self.final_of[at] = seat
            write_observation(self.game, driver.numbers, seat, self.final, at * self.width)
        self.games[at] += 1
        self.deal(at)

    def sample(self) -> None:
        """Choose a legal action for every table, uniformly at random from the table's own stream."""
        for at in range(self.tables):
            bout = self.drivers[at]
            self.choice[at] = lowest(bout.luck.bit_of(bout.legal))

    def encode(self, encoder: Encoder) -> None:
        """Encode every row of the observation into `features`."""
        self.clear_features(encoder)
        for at in range(self.tables):
            self.encode_row(encoder, self.observation, at, self.seat[at])

    def encode_finals(self, encoder: Encoder) -> None:
        """Encode the final views of the games that the last step ended, in the rows of their tables."""
        self.clear_features(encoder)
        for at in range(self.tables):
            if self.done[at]:
                self.encode_row(encoder, self.final, at, self.final_of[at])

    def clear_features(self, encoder: Encoder) -> None:
        """Allocate the feature buffer by copying zeros, which is faster than writing them."""
        if len(self.blank_features) != self.tables * encoder.width:
            self.blank_features = zero_bytes(self.tables * encoder.width)
        self.features = self.blank_features[:]

    def encode_row(self, encoder: Encoder, rows: vec[i64], at: i64, seat: i64) -> None:
        base = at * self.width
        encoder.encode(rows, base, base + self.game.open_size, seat, self.features, at * encoder.width)


def write_numbers(out: vec[i64], numbers: list[i64]) -> None:
    """Overwrite a buffer in place: callers hold arrays over its memory."""
    for at in range(len(out)):
        out[at] = numbers[at]


def write_observation(game: Game, numbers: vec[i64], seat: i64, out: vec[i64], at: i64) -> None:
    """Copy what a seat may know: the open compartment, then its own."""
    size = game.open_size
    copy_into(out, at, numbers, 0, size)
    copy_into(out, at + size, numbers, size + seat * game.own_size, game.own_size)


def write_rewards(game: Game, numbers: vec[i64], kind: i64, unit: float, out: vec[float], at: i64) -> None:
    """Write the reward of every seat of a finished game; `kind` is WIN, MARGIN or POINTS."""
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
    """The highest score among the other seats; 0 in a solo game."""
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
    return vec[u8]([u8(0)] * int(length))


def all_external(seats: int) -> list[i64]:
    """The `players` argument for a game in which every seat is decided from outside."""
    return [EXTERNAL] * seats


@final
class ObservationBuffer:
    """The numbers, features and legal action mask of the seat that was observed last, in reused buffers."""

    def __init__(self, driver: GameDriver, encoder: Encoder) -> None:
        self.driver: GameDriver = driver
        self.encoder: Encoder = encoder
        self.numbers: vec[i64] = zeros(driver.game.open_size + driver.game.own_size)
        self.blank_features: vec[u8] = zero_bytes(encoder.width)
        self.features: vec[u8] = self.blank_features  # a new buffer at every observation
        self.mask: vec[u8] = zero_bytes(MOST_ACTIONS)

    def observe(self, seat: i64, features: bool) -> None:
        """Fill the buffers for a seat; `features` says whether to encode as well."""
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
    out = zero_bytes(encoder.width)
    encoder.encode(view.numbers, 0, view.game.own_at(view.seat), view.seat, out, 0)
    return out


def final_rewards(driver: GameDriver, kind: i64, unit: float) -> list[float]:
    """The reward of every seat of a finished game."""
    out = vec[float]([0.0] * int(driver.game.seats))
    write_rewards(driver.game, driver.numbers, kind, unit, out, 0)
    return [worth for worth in out]  # noqa: C416 - list() of a vec is slower when compiled


LOOKAHEAD_STREAM: Final[i64] = 1 << 40  # stream for imagined worlds, above any table number


@final
class LookaheadEngine:
    """One-step lookahead: for every table and every legal action, the observation after that action."""

    def __init__(self, batch: BatchEngine) -> None:
        self.batch: BatchEngine = batch
        self.luck: Luck = batch.luck.stream(LOOKAHEAD_STREAM)
        self.rows: i64 = 0
        self.table: vec[i64] = NO_NUMBERS
        self.action: vec[i64] = NO_NUMBERS  # action number
        self.seat: vec[i64] = NO_NUMBERS  # the seat that acts, which is also the observer
        self.observation: vec[i64] = NO_NUMBERS
        self.features: vec[u8] = zero_bytes(1)

    def expand(self) -> None:
        """Imagine one world per table from the view of the seat to act and apply every legal action to it."""
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
        """Make the buffers large enough for one row per legal action; they grow by at least half."""
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
        self.features = zero_bytes(self.rows * encoder.width)
        width = self.batch.width
        own = self.batch.game.open_size
        for row in range(self.rows):
            base = row * width
            encoder.encode(self.observation, base, base + own, self.seat[row], self.features, row * encoder.width)
