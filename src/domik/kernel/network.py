"""A small learned network of whole numbers: the same results compiled and interpreted.

It maps a row of small numbers (a game's features) to one number: a hidden layer of rectified sums, and beside it a
direct sum of the inputs. `tools/train_agents.py` fits the weights.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

UNIT: Final = 1024  # weights are stored as multiples of one part in UNIT
OUTPUT_UNIT: Final = 1048576.0  # UNIT squared: the unit of `evaluate`


@final
class Network:
    """inputs -> hidden (rectified) -> one number, plus the direct weights of the inputs."""

    def __init__(self, inputs: i64, hidden: i64, weights: list[i64]) -> None:
        if len(weights) != inputs * hidden + 2 * hidden + inputs + 1:
            raise ValueError(f"{len(weights)} weights do not make a network of {inputs} inputs and {hidden} hidden")
        self.inputs: i64 = inputs
        self.hidden: i64 = hidden
        numbers = vec[i64](weights)
        self.first: vec[i64] = numbers[: inputs * hidden]  # one row an input
        at = inputs * hidden
        self.biases: vec[i64] = numbers[at : at + hidden]
        self.second: vec[i64] = numbers[at + hidden : at + 2 * hidden]
        at += 2 * hidden
        self.direct: vec[i64] = numbers[at : at + inputs]
        self.bias: i64 = numbers[at + inputs]

    def evaluate(self, features: vec[i64]) -> i64:
        """The network's number for these features, in units of OUTPUT_UNIT."""
        hidden = self.hidden
        first = self.first
        sums = self.biases[:]
        direct: i64 = 0
        row: i64 = 0
        for at in range(self.inputs):
            value = features[at]
            if value:
                direct += value * self.direct[at]
                for unit in range(hidden):
                    sums[unit] += value * first[row + unit]
            row += hidden
        total: i64 = self.bias + UNIT * direct
        for unit in range(hidden):
            if sums[unit] > 0:
                total += sums[unit] * self.second[unit]
        return total


@lru_cache(maxsize=16)
def load_network(package: str) -> Network | None:
    """The network that ships with a game, read from mind/learned.toml; None where there is none."""
    file = files(package).joinpath("mind/learned.toml")
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    weights: list[i64] = []
    for number in data["weights"]:
        weights.append(number)
    return Network(data["inputs"], data["hidden"], weights)
