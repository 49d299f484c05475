"""One step ahead of a batch: what every open action of every table leads to, as the seat to act must hold it possible.

The world in which an action is tried is imagined from the seat's view, the same one for all actions of a decision, so
nothing that comes into sight is what really lies there: whoever learns from these rows has peeked at nothing.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from domik.kernel.batch import Batch, bytes_of, seen
from domik.kernel.bout import NO_NUMBERS
from domik.kernel.encoder import Encoder
from domik.kernel.game import count, lowest, view_of
from domik.kernel.luck import Luck
from domik.kernel.playout import zeros

LUCK: Final[i64] = 1 << 40  # the stream of imagined worlds: no batch has so many tables


@final
class Ahead:
    """A row for every open action, table by table."""

    def __init__(self, batch: Batch) -> None:
        self.batch: Batch = batch
        self.luck: Luck = batch.luck.stream(LUCK)
        self.rows: i64 = 0
        self.table: vec[i64] = NO_NUMBERS
        self.action: vec[i64] = NO_NUMBERS  # its number
        self.seat: vec[i64] = NO_NUMBERS  # who would act, and who looks
        self.observation: vec[i64] = NO_NUMBERS
        self.features: vec[u8] = bytes_of(1)

    def look(self) -> None:
        """Try everything once."""
        batch = self.batch
        game = batch.game
        self.make_room()
        row: i64 = 0
        for at in range(batch.tables):
            bout = batch.bouts[at]
            seat = bout.seat
            legal = bout.legal
            world = game.imagine(view_of(game, bout.numbers, seat), seat, self.luck)
            while legal:
                action = legal & -legal
                legal &= legal - 1
                numbers = world[:]
                game.apply(numbers, seat, action)
                seen(game, numbers, seat, self.observation, row * batch.width)
                self.table[row] = at
                self.action[row] = lowest(action)
                self.seat[row] = seat
                row += 1

    def make_room(self) -> None:
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
        self.features = bytes_of(self.rows * encoder.width)
        width = self.batch.width
        own = self.batch.game.open_size
        for row in range(self.rows):
            base = row * width
            encoder.encode(self.observation, base, base + own, self.seat[row], self.features, row * encoder.width)
