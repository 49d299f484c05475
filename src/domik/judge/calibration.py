"""Win chances as they come true: what the rollouts call 70 % is won more or less often, game by game.

The seats of an imagined game neither guess what the others hide nor plan as well as those of a real one, so the raw
chance is off by an amount that can be measured. The table beside this module gives, for raw chances of 0, 10, ...
100 %, how many of a hundred such positions were won in games between equal bots; `python -m bench.judge calibration`
makes it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from domik.judge.thresholds import MILLION

STEPS = 10  # between the knots of a table
Table = tuple[int, ...]
RAW: Table = tuple(range(0, 101, STEPS))


@cache
def tables() -> dict[str, dict[str, list[int]]]:
    """By game and number of seats."""
    found: dict[str, dict[str, list[int]]] = tomllib.loads(
        files("domik.judge").joinpath("calibration.toml").read_text(encoding="utf-8")
    )
    return found


def calibration_of(game: str, seats: int) -> Table:
    """The table of a game; the raw chances where none was measured."""
    return tuple(tables().get(game, {}).get(str(seats), RAW))


def calibrated_chance(game: str, seats: int, chance: int) -> int:
    """A raw chance, in millionths, as it comes true: straight between the knots of the table."""
    table = calibration_of(game, seats)
    place, rest = divmod(min(MILLION, max(0, chance)) * STEPS, MILLION)
    if place == STEPS:
        return table[-1] * MILLION // 100
    return (table[place] * MILLION + (table[place + 1] - table[place]) * rest) // 100
