"""Win chances as they come true: what rollouts call 70 % is won more or less often, by game and by who plays.

The seats of an imagined game neither guess what the others hide nor plan as those of a real one do: masters lay what
hurts the leader, whereas among players who do not look ahead a lead is safer than it seems. So a raw chance is moved on
the scale of log odds against an even share of the win: stretched by the slope of the level that plays (below 1: leads
are lost more often than called), and shifted by what the seat that looks overrates. Bots of different levels have a
head start besides, which fades as the game goes on. `python -m bench.judge calibration` measures it all.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log

from domik.bots import parse_bot
from domik.judge.thresholds import MILLION
from domik.kernel.errors import BadOption
from domik.kernel.record import GameRecord

UNKNOWN = "unknown"  # a person, a program, or nobody knows who
TOGETHER = "together"  # the row of a table that is no level
SEARCHING = "searching"  # a bot that looks ahead
LEVEL_OF = {"random": "random", "easy": "easy", "greedy": "normal", "normal": "normal"}  # the others search
LEVELS = ("random", "easy", "normal", SEARCHING, UNKNOWN)
LEAST = MILLION // 250  # no raw chance says more than this: all worlds of a sample may err
NUMBERED = re.compile(r" \d+$")  # "normal 2", as the terminal names equal bots


Row = list[float]  # of a level: slope, shift, and where it is known its strength in log odds


@cache
def tables() -> dict[str, dict[str, dict[str, Row]]]:
    """By game, number of seats and level."""
    found: dict[str, dict[str, dict[str, Row]]] = tomllib.loads(
        files("domik.judge").joinpath("calibration.toml").read_text(encoding="utf-8")
    )
    return found


def level_of(name: str) -> str:
    """The level of a seat by the name in a record; bots are called by their spec there."""
    try:
        spec = parse_bot(NUMBERED.sub("", name.strip()).lower())
    except BadOption:
        return UNKNOWN
    return LEVEL_OF.get(spec.name, SEARCHING if spec.settings is not None else UNKNOWN)


def seated_levels(record: GameRecord) -> list[str]:
    """The level of every seat: as the table noted it, else by its name."""
    noted = record.extra.get("bots")
    specs = {str(seat): str(spec) for seat, spec in noted.items()} if isinstance(noted, dict) else {}
    names = [*record.players, *[""] * record.match.seats][: record.match.seats]
    return [level_of(specs.get(str(seat), name)) for seat, name in enumerate(names)]


def joint_chances(
    game: str, estimates: Sequence[Sequence[int]], first: Sequence[Sequence[int]], left: float
) -> list[float]:
    """Every seat's chance, from 0 to 1, by the estimates (in millionths) of all seats that were asked.

    Each of them sees cards that the others do not, so that together they know more than their mean says: of what has
    happened since the first estimates. What a stronger player had ahead then is known already.
    """
    seats, many = len(estimates[0]), len(estimates)
    slope = tables().get(game, {}).get(str(seats), {}).get(TOGETHER, [1.0])[0] if many == seats else 1.0
    mean = mean_chances(estimates)
    if slope == 1.0:
        return mean
    ahead = [pow(max(LEAST / MILLION, one), left) for one in mean_chances(first)]
    weights = [one * pow(one / before, slope - 1.0) for one, before in zip(mean, ahead, strict=True)]
    return [one / (sum(weights) or 1.0) for one in weights]


def mean_chances(estimates: Sequence[Sequence[int]]) -> list[float]:
    """The mean of several estimates of every seat's chance, from 0 to 1."""
    return [max(0.0, sum(one) / len(estimates) / MILLION) for one in zip(*estimates, strict=True)]


class Calibration:
    """The chances of one game's seats, by what is publicly known of who plays; as called where nothing was measured."""

    def __init__(self, game: str, levels: Sequence[str]) -> None:
        self.seats = len(levels)
        table = tables().get(game, {}).get(str(self.seats), {})
        rows = [table[level] for level in levels if level in table]
        self.slope = sum(row[0] for row in rows) / len(rows) if rows else 1.0
        self.shift = sum(row[1] for row in rows) / len(rows) if rows else 0.0
        self.strengths = [row[2] for row in rows if len(row) > 2]
        if len(self.strengths) < self.seats:  # of somebody unknown nobody says how good they are
            self.strengths = [0.0] * self.seats
        self.is_as_called = self.slope == 1.0 and not self.shift and len(set(self.strengths)) == 1

    def own_chance(self, seat: int, chance: int, left: float) -> int:
        """A seat's own raw chance, in millionths, as it comes true, with a share of the game left."""
        if self.seats < 2 or self.is_as_called:
            return min(MILLION, max(0, chance))
        even = log(self.seats - 1)  # the log odds of an even share, negated
        raw = min(MILLION - LEAST, max(LEAST, chance)) / MILLION
        lead = self.slope * (log(raw / (1.0 - raw)) + even) + self.shift
        return round(MILLION / (1.0 + exp(even - lead - left * self.head_start(seat))))

    def head_start(self, seat: int) -> float:
        """By how much a seat is stronger than its rivals, in log odds."""
        rivals = [exp(one) for who, one in enumerate(self.strengths) if who != seat]
        return self.strengths[seat] - log(sum(rivals) / len(rivals))

    def chances(self, seat: int, raw: Sequence[int], left: float) -> tuple[int, ...]:
        """Every seat's chance in the estimate of one of them; they sum to a whole win."""
        if self.is_as_called:
            return tuple(raw)
        own = self.own_chance(seat, raw[seat], left)
        weights = [
            0.0 if who == seat else exp(self.slope * log(max(LEAST, one)) + left * self.strengths[who])
            for who, one in enumerate(raw)
        ]
        whole = sum(weights) or 1.0
        return tuple(own if who == seat else round((MILLION - own) * one / whole) for who, one in enumerate(weights))
