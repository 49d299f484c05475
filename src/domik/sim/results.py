"""Results of a simulation, added up from its parts in any order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from domik.kernel.package import Match
from domik.kernel.playout import MIN_SCORE, SCORE_RANGE, ContestTotals
from domik.sim.config import SimConfig
from domik.sim.pure import build_kind

Z_95 = 1.959963984540054  # standard deviations on either side that cover 95 % of a normal distribution


@dataclass(frozen=True)
class Results:
    """Totals per player (per seat unless seats rotate)."""

    wins: tuple[int, ...]
    shared_wins: tuple[int, ...]
    scores: tuple[Counter[int], ...]
    games: int = 0
    moves: int = 0
    check: int = 0
    shared: int = 0  # games with several winners
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list)  # game records as JSON; dropped by `+`
    troubles: list[dict[str, Any]] = field(default_factory=list)  # errors of external bot programs

    def __add__(self, other: Results) -> Results:
        return Results(
            tuple(map(int.__add__, self.wins, other.wins)),
            tuple(map(int.__add__, self.shared_wins, other.shared_wins)),
            tuple(mine + theirs for mine, theirs in zip(self.scores, other.scores, strict=True)),
            self.games + other.games,
            self.moves + other.moves,
            (self.check + other.check) & 0xFFFFFFFF,
            self.shared + other.shared,
            self.seconds + other.seconds,
            troubles=self.troubles + other.troubles,
        )

    def mean(self, player: int) -> float:
        scores = self.scores[player]
        return sum(score * times for score, times in scores.items()) / max(self.games, 1)

    def deviation(self, player: int) -> float:
        mean = self.mean(player)
        spread = sum((score - mean) ** 2 * times for score, times in self.scores[player].items())
        return math.sqrt(spread / max(self.games - 1, 1))

    def win_interval(self, player: int) -> tuple[float, float]:
        """95 % confidence interval of the rate of sole wins."""
        return wilson_interval(self.wins[player], self.games)

    def moves_per_second(self) -> float:
        """Per second of CPU time."""
        return self.moves / self.seconds if self.seconds else 0.0

    def checksum(self) -> str:
        """Eight hexadecimal digits, equal for equal plans and numbers of games."""
        return f"{self.check:08x}"

    def to_dict(self, plan: SimConfig, match: Match) -> dict[str, Any]:
        players = range(len(self.wins))
        return {
            "game": plan.game,
            "options": match.options_json(),
            "seats": list(plan.players),
            "rotate": plan.rotate,
            "seed": int(plan.seed) if plan.seed.isdecimal() else plan.seed,
            "games": self.games,
            "moves": self.moves,
            "wins": list(self.wins),
            "shared": self.shared,
            "shared_wins": list(self.shared_wins),
            "win_intervals": [[round(rate, 6) for rate in self.win_interval(player)] for player in players],
            "mean_scores": [round(match.points(self.mean(player)), 6) for player in players],
            "score_deviation": [round(match.points(self.deviation(player)), 6) for player in players],
            "seconds": round(self.seconds, 6),
            "moves_per_second": round(self.moves_per_second()),
            "checksum": self.checksum(),
            "build": build_kind(),
            **({"troubles": self.troubles} if self.troubles else {}),
        }


def no_results(players: int) -> Results:
    return Results((0,) * players, (0,) * players, tuple(Counter() for _ in range(players)))


def results_of(
    totals: ContestTotals, seconds: float, lines: list[str] | None = None, troubles: list[dict[str, Any]] | None = None
) -> Results:
    """Convert the kernel's totals to plain Python objects, which can be pickled."""
    counts = [int(times) for times in totals.scores]
    scores = tuple(
        Counter({MIN_SCORE + place: times for place, times in enumerate(counts[start : start + SCORE_RANGE]) if times})
        for start in range(0, len(counts), SCORE_RANGE)
    )
    return Results(
        tuple(int(games) for games in totals.won_alone),
        tuple(int(games) for games in totals.won_shared),
        scores,
        int(totals.games),
        int(totals.moves),
        int(totals.checksum),
        int(totals.shared_wins),
        seconds,
        lines or [],
        troubles or [],
    )


def wilson_interval(times: int, tries: int) -> tuple[float, float]:
    """Wilson score interval at 95 %, which stays within 0 and 1 and holds for small samples too."""
    if not tries:
        return 0.0, 1.0
    rate = times / tries
    square = Z_95**2
    middle = (rate + square / (2 * tries)) / (1 + square / tries)
    reach = Z_95 / (1 + square / tries) * math.sqrt(rate * (1 - rate) / tries + square / (4 * tries**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


BLOCKS = " ▁▂▃▄▅▆▇█"
HISTOGRAM_COLUMNS = 24
LEAST_COLUMNS = 8


def score_range(scores: Sequence[Counter[int]]) -> tuple[int, int]:
    """The lowest and highest score; (0, 0) without games."""
    seen = [score for counter in scores for score in counter]
    return (min(seen), max(seen)) if seen else (0, 0)


def histogram_bars(scores: Counter[int], least: int, most: int, columns: int = HISTOGRAM_COLUMNS) -> str:
    """A histogram of one player's scores as block characters; a non-empty column is never blank."""
    wide = max(1, -(-(most - least + 1) // columns))
    heights = [0] * (-(-(most - least + 1) // wide))
    for score, times in scores.items():
        heights[(score - least) // wide] += times
    highest = max(heights)
    top = len(BLOCKS) - 1
    return "".join(BLOCKS[-(-height * top // highest)] if height else BLOCKS[0] for height in heights)
