"""Ratings from a ladder's results: the Bradley-Terry model on the Elo scale, with bootstrap intervals over deals."""

from __future__ import annotations

import importlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.sim.ladder import Ladder, PairingResult
from domik.sim.results import Z_95

ELO = 400 / math.log(10)  # Elo points per unit of log-odds
RESAMPLES = 200
ROUNDS = 500
TOLERANCE = 1e-7


@dataclass(frozen=True)
class LadderRow:
    spec: str
    elo: float
    low: float
    high: float
    games: int
    share: float  # win share
    points: float  # mean per game
    milliseconds: float  # CPU time per decision


@dataclass(frozen=True)
class HeadToHead:
    """One bot against another: its win share with a 95 % interval over deals, and the mean points of both."""

    games: int
    share: float
    low: float
    high: float
    points: tuple[float, float]


@dataclass(frozen=True)
class Ranking:
    rows: list[LadderRow]  # best first
    head_to_heads: dict[tuple[str, str], HeadToHead]

    def to_dict(self) -> dict[str, Any]:
        return {
            "ladder": [
                {name: round(value, 4) if isinstance(value, float) else value for name, value in vars(rung).items()}
                for rung in self.rows
            ],
            "pairs": [
                {
                    "bots": [one, two],
                    "games": duel.games,
                    "share": round(duel.share, 4),
                    "interval": [round(duel.low, 4), round(duel.high, 4)],
                    "points": [round(points, 3) for points in duel.points],
                }
                for (one, two), duel in self.head_to_heads.items()
                if one < two
            ],
        }


def rank_bots(ladder: Ladder, bouts: Sequence[PairingResult]) -> Ranking:
    specs = ladder.specs
    ratings = elo_ratings(specs, bouts)
    spread = bootstrap_spreads(specs, bouts)
    rungs = []
    for at, spec in enumerate(specs):
        sides = [(bout, bout.pair.index(spec)) for bout in bouts if spec in bout.pair]
        games = sum(bout.games for bout, _ in sides)
        decisions = sum(bout.decisions[side] for bout, side in sides)
        rungs.append(
            LadderRow(
                spec,
                ratings[at],
                ratings[at] - Z_95 * spread[at],
                ratings[at] + Z_95 * spread[at],
                games,
                sum(bout.won[side] for bout, side in sides) / max(games, 1),
                sum(bout.points[side] for bout, side in sides) / max(games, 1),
                1000 * sum(bout.seconds[side] for bout, side in sides) / max(decisions, 1),
            )
        )
    rungs.sort(key=lambda rung: -rung.elo)
    return Ranking(rungs, {pair: head_to_head(pair, bouts) for pair in pairs_of(rungs)})


def pairs_of(rungs: Sequence[LadderRow]) -> list[tuple[str, str]]:
    """Every ordered pair."""
    return [(one.spec, two.spec) for one in rungs for two in rungs if one is not two]


def head_to_head(pair: tuple[str, str], bouts: Sequence[PairingResult]) -> HeadToHead:
    """One bot against another. Deals are the independent trials, since the two seatings of a deal are correlated."""
    sides = [(bout, bout.pair.index(pair[0])) for bout in bouts if set(bout.pair) == set(pair)]
    games = sum(bout.games for bout, _ in sides)
    shares = [bout.won[side] / bout.games for bout, side in sides]
    many = max(len(shares), 1)
    share = sum(shares) / many
    # Variance over deals, plus one pseudo-deal so that the interval does not collapse when all deals went one way.
    spread = (sum((one - share) ** 2 for one in shares) + 0.25) / many
    reach = Z_95 * math.sqrt(spread / many)
    points = tuple(sum(bout.points[abs(side - k)] for bout, side in sides) / max(games, 1) for k in range(2))
    return HeadToHead(games, share, max(0.0, share - reach), min(1.0, share + reach), (points[0], points[1]))


def elo_ratings(specs: Sequence[str], bouts: Sequence[PairingResult]) -> list[float]:
    """Bradley-Terry strengths on the Elo scale; one pseudo-draw per pair keeps them finite."""
    n = len(specs)
    place = {spec: at for at, spec in enumerate(specs)}
    won = [[0.5 if a != b else 0.0 for b in range(n)] for a in range(n)]
    for bout in bouts:
        one, two = place[bout.pair[0]], place[bout.pair[1]]
        won[one][two] += bout.won[0]
        won[two][one] += bout.won[1]
    strength = [1.0] * n
    for _ in range(ROUNDS):
        before = list(strength)
        for a in range(n):  # in place, one at a time: simultaneous updates would oscillate
            strength[a] = next_strength(a, strength, won)
        mean = math.exp(sum(math.log(one) for one in strength) / n)
        strength = [one / mean for one in strength]
        if max(abs(math.log(new / old)) for new, old in zip(strength, before, strict=True)) < TOLERANCE:
            break
    return [ELO * math.log(one) for one in strength]


def next_strength(a: int, strength: list[float], won: list[list[float]]) -> float:
    """One step of the iteration in Newman's form, which converges faster than Zermelo's."""
    others = [b for b in range(len(strength)) if b != a]
    gained = sum(won[a][b] * strength[b] / (strength[a] + strength[b]) for b in others)
    lost = sum(won[b][a] / (strength[a] + strength[b]) for b in others)
    return gained / lost


def bootstrap_spreads(specs: Sequence[str], bouts: Sequence[PairingResult]) -> list[float]:
    """Bootstrap standard error of each rating, resampling deals; infinite with fewer than two deals."""
    deals = sorted({bout.deal for bout in bouts})
    by_deal = {deal: [bout for bout in bouts if bout.deal == deal] for deal in deals}
    if len(deals) < 2:
        return [math.inf] * len(specs)
    rng = random.Random(len(deals))
    drawn = []
    for _ in range(RESAMPLES):
        drawn.append(elo_ratings(specs, [bout for deal in rng.choices(deals, k=len(deals)) for bout in by_deal[deal]]))
    spreads = []
    for ratings in zip(*drawn, strict=True):
        mean = sum(ratings) / RESAMPLES
        spreads.append(math.sqrt(sum((one - mean) ** 2 for one in ratings) / (RESAMPLES - 1)))
    return spreads


def plot_ladder(ranking: Ranking, title: str, axis: str, path: Path) -> None:
    """Write a chart of the ratings with their intervals, best on top; DomikError if matplotlib is missing."""
    try:
        figures: Any = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise DomikError(Phrase("ladder.no_plot")) from None
    rungs = ranking.rows[::-1]
    figure = figures.Figure(figsize=(7, 1 + 0.5 * len(rungs)), layout="constrained")
    axes = figure.subplots()
    middle = [rung.elo for rung in rungs]
    reach = [rung.high - rung.elo if rung.high < float("inf") else 0.0 for rung in rungs]
    axes.errorbar(middle, range(len(rungs)), xerr=reach, fmt="o", capsize=4, color="#3a7d44")
    axes.set_yticks(range(len(rungs)), [rung.spec for rung in rungs])
    axes.set_xlabel(axis)
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    try:
        figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise DomikError(Phrase("ladder.bad_plot", {"file": str(path), "why": str(error)})) from None
