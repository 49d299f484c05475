"""A small value network for Treehouse that learns by playing against itself, with NumPy alone.

    python treehouse_net.py --minutes 5 --out net.npz     learns, now and then plays against `normal`, keeps its weights
    python learning_curve.py net.npz curve.svg            draws how it got there

It looks one step ahead: `Batch.ahead()` tries every open action in a world imagined from the seat's own view, the
network says by how many points that seat will win from there, and the best action is played, now and then another one.
When a game is over, every position that was reached learns by how much it was won in the end.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from signs import COLOURS, OF_COLOUR, OF_TABLE, Numbers, signs

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.research import Batch

Array = NDArray[np.float32]
HIDDEN = 24
OF_ONE = (0.25, 0.1)  # what 1 is to the network, as a sign of a colour and of the table
POINTS = 10.0  # a margin of so many points is 1 to the network
TABLES = 256
POSITIONS = 32  # so many a table are worth learning from
PORTION = 512  # of them at once
CURIOUS = 0.08  # how often another action is tried
MINUTES = 5.0
GAMES = 400  # against `normal`, when asked how it stands
REST = 20.0  # CPU seconds of learning between two such contests, at the least


class Net:
    """The same little network looks at every colour; their sum and the table's own signs make the margin."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        sizes = {"see": (OF_COLOUR, HIDDEN), "sum": (HIDDEN, HIDDEN), "table": (OF_TABLE, HIDDEN), "out": (HIDDEN, 1)}
        self.weights = {n: (random.normal(size=s) / np.sqrt(s[0])).astype(np.float32) for n, s in sizes.items()}
        self.weights["bias"] = np.zeros(HIDDEN, np.float32)
        self.weights["out"] *= np.float32(0.1)
        self.means = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.squares = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self.steps = 0

    def value(self, colours: Array, table: Array) -> Array:
        """The margin that each row promises; colours [rows, 6, OF_COLOUR], table [rows, OF_TABLE]."""
        return self.forward(colours, table)[-1]

    def forward(self, colours: Array, table: Array) -> tuple[Array, Array, Array, Array]:
        """Everything on the way to the value."""
        w = self.weights
        flat = colours.reshape(-1, OF_COLOUR)
        seen = np.maximum(flat @ w["see"] + w["bias"], 0)
        summed = seen.reshape(-1, COLOURS, HIDDEN).sum(axis=1)
        thought = np.maximum(summed @ w["sum"] + table @ w["table"], 0)
        return seen, summed, thought, (thought @ w["out"])[:, 0]

    def learn(self, colours: Array, table: Array, margin: Array, rate: float) -> float:
        """One step of Adam towards the margins; the mean squared error before it."""
        w = self.weights
        seen, summed, thought, value = self.forward(colours, table)
        wrong = value - margin
        back = (2 / len(wrong)) * wrong[:, None]
        deeper = (back @ w["out"].T) * (thought > 0)
        spread = np.repeat(deeper @ w["sum"].T, COLOURS, axis=0) * (seen > 0)
        self.follow(
            {
                "out": thought.T @ back,
                "sum": summed.T @ deeper,
                "table": table.T @ deeper,
                "see": colours.reshape(-1, OF_COLOUR).T @ spread,
                "bias": spread.sum(axis=0),
            },
            rate,
        )
        return float(np.mean(wrong**2))

    def follow(self, slopes: dict[str, Array], rate: float) -> None:
        """Adam: each weight by its slope's running mean, over the root of its running square."""
        self.steps += 1
        for name, slope in slopes.items():
            self.means[name] += np.float32(0.1) * (slope - self.means[name])
            self.squares[name] += np.float32(0.001) * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.steps)
            square = self.squares[name] / (1 - 0.999**self.steps)
            self.weights[name] -= (rate * mean / (np.sqrt(square) + 1e-6)).astype(np.float32)


class Lesson:
    """What was reached at every table since its game began, to be learned from when it is over."""

    def __init__(self, tables: int) -> None:
        self.kept: list[list[tuple[Array, Array, int]]] = [[] for _ in range(tables)]
        self.ready: list[tuple[Array, Array, float]] = []

    def keep(self, colours: Array, table: Array, seats: NDArray[np.int64]) -> None:
        """One position a table."""
        for at, seat in enumerate(seats):
            self.kept[at].append((colours[at], table[at], int(seat)))

    def close(self, batch: Batch) -> None:
        """Games that ended tell their positions how."""
        for at in np.flatnonzero(batch.done):
            margin = batch.reward[at]
            self.ready += [(colours, table, margin[seat] / POINTS) for colours, table, seat in self.kept[at]]
            self.kept[at] = []


def scaled(signs: tuple[Numbers, Numbers]) -> tuple[Array, Array]:
    """Whole numbers as the network likes them: about as large as 1."""
    colours, table = signs
    return colours.astype(np.float32) * np.float32(OF_ONE[0]), table.astype(np.float32) * np.float32(OF_ONE[1])


def chosen(
    net: Net, batch: Batch, random: np.random.Generator, curious: float
) -> tuple[NDArray[np.int64], Array, Array]:
    """An action for every table, and the signs of what it leads to."""
    ahead = batch.ahead()
    colours, table = scaled(signs(batch, ahead.observation, ahead.seat))
    best = ahead.best(net.value(colours, table))
    first = np.searchsorted(ahead.table, np.arange(batch.tables))
    many = np.diff(np.append(first, ahead.rows))
    other = first + (random.random(batch.tables) * many).astype(np.int64)
    rows = np.where(random.random(batch.tables) < curious, other, best)
    return ahead.action[rows], colours[rows], table[rows]


def play_and_learn(net: Net, batch: Batch, lesson: Lesson, random: np.random.Generator, rate: float) -> int:
    """Play until so many positions are ready that learning is worth it; how many games that were."""
    games = 0
    while len(lesson.ready) < POSITIONS * batch.tables:
        seats = batch.seat.copy()
        actions, colours, table = chosen(net, batch, random, CURIOUS)
        lesson.keep(*scaled(signs(batch, batch.observation, seats)), seats)  # before the choice and after it
        lesson.keep(colours, table, seats)
        batch.step(actions)
        games += int(batch.done.sum())
        lesson.close(batch)
    colours, table, margin = (np.array(column, np.float32) for column in zip(*lesson.ready, strict=True))
    lesson.ready.clear()
    for rows in np.array_split(random.permutation(len(margin)), max(1, len(margin) // PORTION)):
        net.learn(colours[rows], table[rows], margin[rows], rate)
    return games


def against_normal(net: Net, seats: int, games: int, seed: int) -> float:
    """The share of games that the network wins among players like `normal`, from every seat in turn."""
    batch = Batch("treehouse", tables=games, seats=seats, seed=f"contest {seed}", reward="win")
    normal = bot_of("normal", luck_of(seed))
    random = np.random.default_rng(seed)
    mine = np.arange(games) % seats
    won = np.full(games, -1.0)
    while (won < 0).any():
        actions, _, _ = chosen(net, batch, random, 0.0)
        for at in np.flatnonzero(batch.seat != mine):
            actions[at] = normal.decide(batch.view(at), int(batch.legal[at])).bit_length() - 1
        batch.step(actions)
        for at in np.flatnonzero(batch.done & (won < 0)):
            won[at] = batch.reward[at, mine[at]]
    return float(won.mean())


def train(net: Net, seats: int, minutes: float, tables: int, games: int, seed: int) -> Array:
    """Learn for so many minutes of CPU time; the curve: games, CPU seconds, share won."""
    random = np.random.default_rng(seed)
    batch = Batch("treehouse", tables=tables, seats=seats, seed=seed, reward="margin")
    lesson = Lesson(tables)
    begun = time.process_time()
    played = 0
    asked, rest = -REST, REST
    curve: list[tuple[float, float, float]] = []
    while True:
        spent = time.process_time() - begun
        over = spent >= 60 * minutes
        if spent - asked >= rest or over:
            curve.append((played, spent, against_normal(net, seats, games, seed + len(curve))))
            print(f"{played:7,} games, {spent:5.0f} s: wins {curve[-1][2]:.1%} of {games} against normal", flush=True)
            asked = time.process_time() - begun
            rest *= 1.3  # the curve is steep at first
        if over:
            return np.array(curve, np.float32)
        left = 1 - spent / (60 * minutes)
        played += play_and_learn(net, batch, lesson, random, 0.002 * left + 0.0001)


def main() -> None:
    """Train and keep."""
    parser = argparse.ArgumentParser(description="Train a value network for Treehouse by self-play.")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="CPU minutes, contests included")
    parser.add_argument("--tables", type=int, default=TABLES, help="games that are played side by side")
    parser.add_argument("--games", type=int, default=GAMES, help="games of a contest against normal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a network to go on from, of any number of seats")
    parser.add_argument("--out", type=Path, default=Path("treehouse_net.npz"))
    args = parser.parse_args()
    net = Net(args.seed)
    if args.start is not None:
        with np.load(args.start) as kept:
            net.weights = {name: kept[name] for name in net.weights}
    curve = train(net, args.seats, args.minutes, args.tables, args.games, args.seed)
    np.savez(args.out, seats=args.seats, curve=curve, **net.weights)
    print(f"kept in {args.out}")


if __name__ == "__main__":
    main()
