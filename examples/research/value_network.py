"""Train a small value network for Treehouse by self-play, with NumPy alone, and measure it against `normal`.

The network reads the features of a view and says how many points the seat will be ahead at the end. A player tries
every legal action in a few worlds that its seat must hold possible and takes the one after which the network likes its
view best.
The first games are played by `normal`; then the network plays against itself and learns on.

    python examples/research/value_network.py --minutes 8 --curve curve.svg --save network.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from domik.bots import bot_of
from domik.games import title_of
from domik.kernel.batch import all_outside
from domik.kernel.bout import Bout
from domik.kernel.luck import Luck, luck_of
from domik.kernel.window import encoded
from domik.research import Encoding

MATCH = title_of("treehouse").match(2)
ENCODING = Encoding(MATCH)
SCALE = 10.0  # points ahead that count as one
HIDDEN = 64
WORLDS = 3
ASTRAY = 0.1  # how often a learning player tries something at random
Array = Any


class Network:
    """Features, one hidden layer, one number; learned by Adam."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        wide = ENCODING.width
        self.weights: list[Array] = [
            (rng.standard_normal((wide, HIDDEN)) * np.sqrt(2 / 60)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            (rng.standard_normal(HIDDEN) * np.sqrt(1 / HIDDEN)).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.first = [np.zeros_like(one) for one in self.weights]
        self.second = [np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def value(self, features: Array) -> Array:
        """How many times SCALE the seats will be ahead."""
        inner, bias, outer, shift = self.weights
        return np.maximum(features @ inner + bias, 0) @ outer + shift[0]

    def learn(self, features: Array, wanted: Array, rate: float) -> float:
        """One step towards what was wanted; the mean square of what was missed."""
        inner, bias, outer, shift = self.weights
        hidden = np.maximum(features @ inner + bias, 0)
        missed = hidden @ outer + shift[0] - wanted
        slope = (2 / len(wanted)) * missed.astype(np.float32)
        back = slope[:, None] * outer * (hidden > 0)
        self.steps += 1
        for at, gradient in enumerate((features.T @ back, back.sum(0), hidden.T @ slope, slope.sum(keepdims=True))):
            self.first[at] += 0.1 * (gradient - self.first[at])
            self.second[at] += 0.001 * (gradient**2 - self.second[at])
            first = self.first[at] / (1 - 0.9**self.steps)
            second = self.second[at] / (1 - 0.999**self.steps)
            self.weights[at] -= (rate * first / (np.sqrt(second) + 1e-8)).astype(np.float32)
        return float((missed**2).mean())


def choice(network: Network, bout: Bout, luck: Luck) -> int:
    """The action after which the network likes the seat's own view best, over a few imagined worlds."""
    seat, legal = int(bout.seat), int(bout.legal)
    actions = [number for number in range(legal.bit_length()) if legal >> number & 1]
    if len(actions) == 1:
        return actions[0]
    rows = []
    for _ in range(WORLDS):
        world = bout.imagined(seat, luck)
        for number in actions:
            after = world.copy()
            after.play(seat, number)
            rows.append(np.frombuffer(bytes(encoded(after.view(seat), ENCODING.encoder)), np.uint8))
    values = network.value(np.stack(rows) * ENCODING.scale).reshape(WORLDS, len(actions)).mean(0)
    return actions[int(values.argmax())]


def play(players: list[Any], luck: Luck, rows: list[Array] | None, wanted: list[float] | None) -> float:
    """One game; with `rows`, every view after an own action goes there and how far it was ahead at the end.

    A player is a network, or None for `normal`. How far seat 0 was ahead comes back.
    """
    bout = Bout(MATCH.game, all_outside(2))
    bout.begin(luck)
    normal = [bot_of("normal", luck.split()) for _ in range(2)]
    rng = np.random.default_rng(int(luck.word()))
    seen: list[tuple[int, Array]] = []
    while bout.legal:
        seat = int(bout.seat)
        if rows is not None and rng.random() < ASTRAY:
            number = int(luck.bit_of(bout.legal)).bit_length() - 1
        elif players[seat] is None:
            number = normal[seat].decide(bout.view(seat), int(bout.legal)).bit_length() - 1
        else:
            number = choice(players[seat], bout, luck)
        bout.play(seat, number)
        if rows is not None:
            seen.append((seat, np.frombuffer(bytes(encoded(bout.view(seat), ENCODING.encoder)), np.uint8)))
    ahead = float(bout.score(0) - bout.score(1))
    if rows is not None and wanted is not None:
        rows += [row for _, row in seen]
        wanted += [(ahead if seat == 0 else -ahead) / SCALE for seat, _ in seen]
    return ahead


def against_normal(network: Network, games: int, seed: str) -> float:
    """The share of games won against `normal`, every deal from both seats."""
    won = 0.0
    for number in range(games):
        mine = number % 2
        players: list[Any] = [None, None]
        players[mine] = network
        ahead = play(players, luck_of(f"{seed} {number // 2}"), None, None) * (1 if mine == 0 else -1)
        won += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
    return won / games


def train(minutes: float, seed: int, games: int, test_games: int) -> tuple[Network, list[tuple[float, float]]]:
    """Rounds of games and learning until the time is over; CPU minutes and shares won against `normal`."""
    network = Network(seed)
    rng = np.random.default_rng(seed)
    begun = time.process_time()
    curve: list[tuple[float, float]] = []
    kept: list[tuple[Array, Array]] = []
    number = 0
    while not curve or curve[-1][0] < minutes:
        rows: list[Array] = []
        wanted: list[float] = []
        players = [None, None] if not curve else [network, network]
        for _ in range(games * (5 if not curve else 1)):  # `normal` plays quickly: more of its games to begin with
            play(players, luck_of(f"{seed} train {number}"), rows, wanted)
            number += 1
        kept = [*kept[-3:], (np.stack(rows), np.array(wanted, np.float32))]
        features, targets = (np.concatenate(column) for column in zip(*kept, strict=True))
        for step in range(max(20, 3 * len(targets) // 256)):
            some = rng.integers(0, len(targets), 256)
            network.learn(features[some] * ENCODING.scale, targets[some], 1e-3 if step % 2 else 5e-4)
        share = against_normal(network, test_games, f"{seed} test {len(curve)}")
        curve.append(((time.process_time() - begun) / 60, share))
        print(f"{curve[-1][0]:5.2f} CPU minutes, {number:6d} games: won {share:.1%} against normal", flush=True)
    return network, curve


def draw(curve: list[tuple[float, float]], path: Path) -> None:
    """The learning curve as a picture."""
    last = max(minutes for minutes, _ in curve)
    points = " ".join(f"{50 + 540 * minutes / last:.1f},{270 - 240 * share:.1f}" for minutes, share in curve)
    marks = "".join(
        f'<circle cx="{point.split(",")[0]}" cy="{point.split(",")[1]}" r="3"/>' for point in points.split()
    )
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 310" font-family="sans-serif" font-size="13">'
        '<rect width="620" height="310" fill="#fff"/><path d="M50 30V270H590M50 150H590" fill="none" stroke="#999"/>'
        '<text x="8" y="35">100 %</text><text x="14" y="155">50 %</text><text x="22" y="275">0 %</text>'
        f'<text x="590" y="290" text-anchor="end">{last:.1f} CPU minutes</text>'
        '<text x="60" y="20">Games won against normal</text>'
        f'<polyline points="{points}" fill="none" stroke="#9a4f1f" stroke-width="2"/>{marks}</svg>\n',
        encoding="utf-8",
    )


def main(argv: list[str] | None = None) -> int:
    """Train, draw, keep, and measure once more."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=6.0, help="of CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="in one round of learning")
    parser.add_argument("--test-games", type=int, default=100, help="against normal after every round")
    parser.add_argument("--final-games", type=int, default=400, help="against normal at the end")
    parser.add_argument("--curve", type=Path)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args(argv)
    network, curve = train(args.minutes, args.seed, args.games, args.test_games)
    if args.curve:
        draw(curve, args.curve)
    if args.save:
        np.savez_compressed(args.save, *network.weights)
    share = against_normal(network, args.final_games, f"{args.seed} final")
    print(f"In the end: won {share:.1%} of {args.final_games} new games against normal")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
