"""Train the learned values that searches stop at: games by self-play, a small network by NumPy, whole numbers out.

    python tools/train_agents.py dream_home --games 20000                         by rollout moves, or greedily
    python tools/train_agents.py dream_home --games 4000 --player master:iterations=64,stages=1,learned=1
    python tools/train_agents.py bower --data FILE ...                            learn from games kept with --keep FILE

It writes `mind/learned.toml` of the game: the weights, and how they came about (player, games, seed, curve). The same
seed, games and player give the same data in both builds; the compiled one takes minutes where the pure one takes hours.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from domik.bots.spec import bot_of
from domik.games import game_package
from domik.kernel.game import Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.network import UNIT
from domik.kernel.state import State, new_state

Floats = NDArray[np.float64]
ROLLOUT = "rollout"  # the game's rollout moves; where it has none, its advice
EXPLORE = 12  # one action in so many is random
ROWS = 512  # positions of a training step
KEPT_BACK = 10  # one game in so many judges the fit
RATE = 0.003


@dataclass(frozen=True)
class Positions:
    """Features of positions, the final points of the seats that they describe, and the games they come from."""

    features: NDArray[np.int16]
    points: Floats
    games: NDArray[np.int64]

    def among(self, chosen: NDArray[np.bool_]) -> Positions:
        return Positions(self.features[chosen], self.points[chosen], self.games[chosen])


def rollout_action(state: State, seat: int, legal: int, luck: Luck) -> int:
    """What a player in a rollout does; advice where the game has no rollout moves."""
    action = int(state.game.mind.rollout_move(state.numbers, seat, legal, luck))
    return action or int(luck.bit_of(state.view(seat).best_moves(legal)))


def player_of(spec: str, luck: Luck) -> Callable[[State, int, int], int]:
    """A function that chooses an action for a seat of a state."""
    if spec == ROLLOUT:
        return lambda state, seat, legal: rollout_action(state, seat, legal, luck)
    bot = bot_of(spec, luck)
    return lambda state, seat, legal: bot.decide(state.view(seat), legal)


def play_game(game: Game, spec: str, luck: Luck) -> Iterator[tuple[int, list[int]]]:
    """One game of self-play: for every later stage each seat and its features; last the scores as (-1, scores)."""
    state = new_state(game, luck)
    play = player_of(spec, luck.split())
    stage = game.mind.stage(state.numbers)
    seats = range(int(game.seats))
    while not state.is_over():
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        legal = int(state.legal(seat))
        if not legal & (legal - 1):
            action = legal
        elif luck.below(EXPLORE) == 0:
            action = int(luck.bit_of(legal))
        else:
            action = play(state, seat, legal)
        state.play(seat, action)
        now = game.mind.stage(state.numbers)
        if now > stage and not state.is_over():
            stage = now
            for observer in seats:
                yield observer, list(game.mind.value_features(state.numbers, observer))
    yield -1, [int(state.score(seat)) for seat in seats]


def play_games(name: str, seats: tuple[int, ...], games: int, spec: str, seed: str) -> Positions:
    rows: list[list[int]] = []
    points: list[float] = []
    numbers: list[int] = []
    begun = time.process_time()
    tables = [game_package(name).match(many).game for many in seats]
    for number in range(games):
        game = tables[number % len(tables)]
        who: list[int] = []
        for seat, found in play_game(game, spec, luck_of(f"{seed} {name}").stream(number)):
            if seat >= 0:
                who.append(seat)
                rows.append(found)
            else:
                points += [float(found[one]) for one in who]
                numbers += [number] * len(who)
        if number + 1 in (10, 100, 1000) or (number + 1) % 5000 == 0:
            print(f"{number + 1} games, {time.process_time() - begun:.0f} s", flush=True)
    return Positions(np.array(rows, np.int16), np.array(points), np.array(numbers))


class Fit:
    """The network in floats: a hidden rectified layer beside a direct sum, fitted by Adam."""

    def __init__(self, inputs: int, hidden: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.chance = chance
        self.weights: list[Floats] = [
            chance.normal(0.0, 0.3 / np.sqrt(inputs), (inputs, hidden)),
            np.zeros(hidden),
            chance.normal(0.0, 1.0 / np.sqrt(hidden), hidden),
            np.zeros(inputs),
            np.zeros(1),
        ]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def values(self, features: Floats) -> Floats:
        first, biases, second, direct, bias = self.weights
        found: Floats = np.maximum(features @ first + biases, 0.0) @ second + features @ direct + bias[0]
        return found

    def step(self, features: Floats, points: Floats, rate: float) -> None:
        """One step of Adam on the mean squared error."""
        first, biases, second, direct, bias = self.weights
        sums = features @ first + biases
        hidden = np.maximum(sums, 0.0)
        wrong = (hidden @ second + features @ direct + bias[0] - points) / len(points)
        back = np.outer(wrong, second) * (sums > 0.0)
        slopes = [features.T @ back, back.sum(0), hidden.T @ wrong, features.T @ wrong, np.array([wrong.sum()])]
        self.steps += 1
        for at, slope in enumerate(slopes):
            self.means[at] = 0.9 * self.means[at] + 0.1 * slope
            self.squares[at] = 0.999 * self.squares[at] + 0.001 * slope * slope
            mean = self.means[at] / (1.0 - 0.9**self.steps)
            square = self.squares[at] / (1.0 - 0.999**self.steps)
            self.weights[at] = self.weights[at] - rate * mean / (np.sqrt(square) + 1e-8)

    def whole_numbers(self) -> list[int]:
        """The weights as kernel/network.py reads them: multiples of 1 / UNIT, the biases in the units of their sums."""
        first, biases, second, direct, bias = self.weights
        parts = [first.ravel() * UNIT, biases * UNIT, second * UNIT, direct * UNIT, bias * UNIT * UNIT]
        return [round(float(number)) for part in parts for number in part]


def fit(data: Positions, hidden: int, epochs: int, seed: int) -> tuple[Fit, list[str]]:
    """Fit a network; returns it with its curve: the error of the games kept back, after each epoch."""
    back = data.games % KEPT_BACK == 0
    train, test = data.among(~back), data.among(back)
    network = Fit(data.features.shape[1], hidden, seed)
    network.weights[4][0] = train.points.mean()
    features, points = test.features.astype(np.float64), test.points
    spread = float(np.mean((points - train.points.mean()) ** 2))
    curve = []
    for epoch in range(epochs):
        order = network.chance.permutation(len(train.points))
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * epoch / epochs))
        for at in range(0, len(order), ROWS):
            chosen = order[at : at + ROWS]
            network.step(train.features[chosen].astype(np.float64), train.points[chosen], rate)
        wrong = float(np.mean((network.values(features) - points) ** 2))
        curve.append(f"{wrong:.3f}")
        print(f"epoch {epoch + 1}: squared error {wrong:.3f}, explained {1 - wrong / spread:.3f}", flush=True)
    return network, curve


def write_network(path: Path, network: Fit, hidden: int, notes: list[str]) -> None:
    """The file that `load_network` reads, with lines of at most 120 characters."""
    words = [f"{number}," for number in network.whole_numbers()]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 116:
            lines.append(line)
            line = ""
        line += word
    lines.append(line)
    head = ["# Learned by tools/train_agents.py. Not for editing by hand.", *(f"# {note}" for note in notes)]
    body = [f"inputs = {len(network.weights[3])}", f"hidden = {hidden}", "weights = [", *lines, "]"]
    path.write_text("\n".join([*head, *body]) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--seats", default="", help="numbers of seats in turn, such as 2,3,4; else all of the game's")
    parser.add_argument("--player", default=ROLLOUT, help="a bot, or 'rollout': rollout moves, else advice")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--keep", type=Path, help="keep the positions in this .npz file")
    parser.add_argument("--data", type=Path, nargs="*", help="learn from kept positions instead of playing")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    package = game_package(chosen.game)
    seats = (
        tuple(map(int, chosen.seats.split(",")))
        if chosen.seats
        else tuple(range(max(2, package.least_seats), package.most_seats + 1))
    )
    if chosen.data:
        data = load_positions(chosen.data)
    else:
        data = play_games(chosen.game, seats, chosen.games, chosen.player, chosen.seed)
    if chosen.keep:
        np.savez_compressed(chosen.keep, features=data.features, points=data.points, games=data.games)
    if not chosen.out:
        return
    network, curve = fit(data, chosen.hidden, chosen.epochs, sum(map(ord, chosen.seed)))
    games = len(np.unique(data.games))
    write_network(
        chosen.out,
        network,
        chosen.hidden,
        [
            f"{games} games, {len(data.points)} positions; player {chosen.player}; seed {chosen.seed}; seats {seats}",
            f"squared error of the games kept back, by epoch: {' '.join(curve)}",
        ],
    )


def load_positions(paths: list[Path]) -> Positions:
    """Several kept files as one; their games are numbered on."""
    found: list[Positions] = []
    first = 0
    for path in paths:
        kept = np.load(path)
        found.append(Positions(kept["features"], kept["points"], kept["games"] + first))
        first = int(found[-1].games.max()) + 1
    return Positions(
        np.concatenate([one.features for one in found]),
        np.concatenate([one.points for one in found]),
        np.concatenate([one.games for one in found]),
    )


if __name__ == "__main__":
    main()
